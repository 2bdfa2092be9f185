import {
  CODES_PAGE,
  granted,
  type OfficeAccessCode,
  type officeSales,
  type Result,
  type ResultOf,
  refused,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type RawBuilder, sql } from 'kysely'
import { newValidationCode } from '../../../adapters/ids.ts'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { USE_COUNTS } from '../../../engine/sales/aggregate.ts'
import type { Call } from '../../../http/endpoint.ts'
import { createAccessCodes, revokeAccessCode } from '../editing/edit-sales.ts'

/** The access codes of an event, as its team makes and revokes them. */

const CODE_TAKEN = refused('access_code_taken', 'This event has this access code already.')
const NO_CODE = refused('access_code_not_found', 'This access code does not exist.')

type Create = Call<typeof officeSales.createAccessCode>
type CreateMany = Call<typeof officeSales.createAccessCodes>

export const createOne = (call: Create): Promise<ResultOf<typeof officeSales.createAccessCode>> =>
  creating<'access_code_taken'>(call, [call.body.code], (created) =>
    created.length > 0 ? null : CODE_TAKEN,
  )

export const createMany = (
  call: CreateMany,
): Promise<ResultOf<typeof officeSales.createAccessCodes>> => {
  const { prefix, count } = call.body
  // 50 random bits each: a code of the organizer's own choice cannot be among them but by intent.
  const codes = Array.from({ length: count }, () => `${prefix}${newValidationCode()}`)
  return creating<never>(call, codes, () => null)
}

/** Creates codes and reports that the event takes codes; `problemWith` judges what was created. */
async function creating<P extends 'access_code_taken'>(
  { context, tenant, principal, params: { eventId }, body }: Create | CreateMany,
  codes: readonly string[],
  problemWith: (created: readonly string[]) => ReturnType<typeof refused<P>> | null,
): Promise<
  Result<{ codes: string[] }, P | 'event_not_found' | 'ticket_type_not_found' | 'validation_failed'>
> {
  const created = await context.db.withTenant(
    tenant.id,
    async (
      tx,
    ): Promise<
      Result<string[], P | 'event_not_found' | 'ticket_type_not_found' | 'validation_failed'>
    > => {
      const { label, opensEarly, typeIds, maxUses } = body
      const made = await createAccessCodes(tx, tenant.id, eventId, {
        codes,
        label,
        opensEarly,
        typeIds,
        maxUses,
        startsAt: body.startsAt === null ? null : new Date(body.startsAt),
        endsAt: body.endsAt === null ? null : new Date(body.endsAt),
      })
      if (!made.ok) return made
      const problem = problemWith(made.value)
      if (problem) return problem
      const [first = ''] = made.value
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: made.value.length === 1 ? 'access_code.created' : 'access_codes.created',
        entityId: eventId,
        entityName: made.value.length === 1 ? first : `${made.value.length} codes from ${first}`,
        after: {
          codes: made.value.length,
          label,
          opensEarly,
          types: typeIds.length,
          maxUses,
          startsAt: body.startsAt,
          endsAt: body.endsAt,
        },
      })
      return made
    },
  )
  if (!created.ok) return created
  await context.rollups.eventChanged(tenant.id, eventId)
  return granted({ codes: created.value })
}

export async function revoke({
  context,
  tenant,
  principal,
  params,
}: Call<typeof officeSales.revokeAccessCode>): Promise<
  ResultOf<typeof officeSales.revokeAccessCode>
> {
  const revoked = await context.db.withTenant(
    tenant.id,
    async (tx): Promise<ResultOf<typeof officeSales.revokeAccessCode>> => {
      if (!(await isEvent(tx, params.eventId))) return EVENT_NOT_FOUND
      if (!(await revokeAccessCode(tx, params))) return NO_CODE
      const [code] = await selectCodes(tx, params.eventId, { only: sql`c.id = ${params.codeId}` })
      if (!code) return NO_CODE
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'access_code.revoked',
        entityId: code.id,
        entityName: code.code,
        before: { spentUses: code.spentUses, heldUses: code.heldUses },
      })
      return granted(code)
    },
  )
  if (revoked.ok) await context.rollups.eventChanged(tenant.id, params.eventId)
  return revoked
}

export const list = ({
  context,
  tenant,
  params: { eventId },
  query,
}: Call<typeof officeSales.listAccessCodes>): Promise<
  ResultOf<typeof officeSales.listAccessCodes>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    if (!(await isEvent(tx, eventId))) return EVENT_NOT_FOUND
    const like = query.q && `${query.q.replace(/[%_\\]/g, '\\$&')}%`
    const only = [
      like ? sql`(c.code like upper(${like}) or lower(c.label) like lower(${like}))` : sql`true`,
      query.state ? sql`${STATE} = ${query.state}` : sql`true`,
      query.after
        ? sql`(c.created_at, c.id) < (
            select l.created_at, l.id from access_codes l
            where l.event_id = ${eventId} and l.id = ${query.after})`
        : sql`true`,
    ]
    const found = await selectCodes(tx, eventId, { only: sql.join(only, sql` and `) })
    const codes = found.slice(0, CODES_PAGE)
    const next = found.length > CODES_PAGE ? (codes.at(-1)?.id ?? null) : null
    return granted({ codes, next })
  })

const isEvent = async (tx: TenantTx, eventId: string): Promise<boolean> =>
  (await tx.selectFrom('events').select('id').where('id', '=', eventId).executeTakeFirst()) !==
  undefined

/** Of `access_codes c`. The uses are counted for codes that have a number of them. */
const STATE = sql`case
  when c.revoked_at is not null then 'revoked'
  when c.ends_at <= now() then 'ended'
  when c.max_uses <= (select count(*) from access_code_uses u
    where u.tenant_id = c.tenant_id and u.code_id = c.id and ${sql.raw(USE_COUNTS)}) then 'used_up'
  when c.starts_at > now() then 'not_started'
  else 'working' end`

interface CodeRow extends Omit<OfficeAccessCode, 'startsAt' | 'endsAt'> {
  startsAt: Date | null
  endsAt: Date | null
}

/** Selects a page of codes, and one more. The uses are counted for the codes of the page alone. */
async function selectCodes(
  tx: TenantTx,
  eventId: string,
  { only }: { only: RawBuilder<unknown> },
): Promise<OfficeAccessCode[]> {
  const { rows } = await sql<CodeRow>`
    select c.id, c.code, c.label, ${STATE} as state, c.starts_at as "startsAt",
      c.ends_at as "endsAt", c.opens_early as "opensEarly", to_json(c.type_ids) as "typeIds",
      c.max_uses as "maxUses", u.spent as "spentUses", u.held as "heldUses"
    from (
      select * from access_codes c
      where c.tenant_id = (select current_tenant()) and c.event_id = ${eventId} and ${only}
      order by c.created_at desc, c.id desc limit ${CODES_PAGE + 1}) c
    cross join lateral (
      select count(*) filter (where u.order_id is not null)::integer as spent,
        count(*) filter (where u.order_id is null)::integer as held
      from access_code_uses u
      where u.tenant_id = c.tenant_id and u.code_id = c.id and ${sql.raw(USE_COUNTS)}) u
    order by c.created_at desc, c.id desc`.execute(tx)
  return rows.map((row) => ({
    ...row,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
  }))
}
