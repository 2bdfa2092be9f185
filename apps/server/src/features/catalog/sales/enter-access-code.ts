import { granted, type ResultOf, type sales } from '@foyer/contract'
import { codeSpellings, whyCodeNotValid } from '@foyer/domain'
import { sql } from 'kysely'
import { selectPublishedEvent } from '../../../engine/offers/offers.ts'
import { CODE_NOT_VALID, CODE_USED_UP, EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { USE_COUNTS } from '../../../engine/sales/aggregate.ts'
import type { Call } from '../../../http/endpoint.ts'

interface CodeRow {
  id: string
  startsAt: Date | null
  endsAt: Date | null
  opensEarly: boolean
  typeIds: string[]
  isRevoked: boolean
  isUsedUp: boolean
  now: Date
}

/**
 * Answers what an access code opens. The token that it answers is the same for everybody who enters the
 * code, so that what they read is cached once. A use is claimed by the hold.
 */
export const enterAccessCode = ({
  context,
  tenant,
  params: { eventId },
  body,
}: Call<typeof sales.enterAccessCode>): Promise<ResultOf<typeof sales.enterAccessCode>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    if (!(await selectPublishedEvent(tx, eventId))) return EVENT_NOT_FOUND
    const { rows } = await sql<CodeRow>`
      select c.id, c.starts_at as "startsAt", c.ends_at as "endsAt",
        c.opens_early as "opensEarly", to_json(c.type_ids) as "typeIds",
        c.revoked_at is not null as "isRevoked", clock_timestamp() as now,
        coalesce(c.max_uses <= (
          select count(*) from access_code_uses u
          where u.tenant_id = c.tenant_id and u.code_id = c.id
            and ${sql.raw(USE_COUNTS)}), false) as "isUsedUp"
      from access_codes c
      where c.event_id = ${eventId}
        and c.code = any(${codeSpellings(body.code).map((each) => each.toUpperCase())})`.execute(tx)
    const [code] = rows
    if (!code || whyCodeNotValid(code, code.now)) return CODE_NOT_VALID
    if (code.isUsedUp) return CODE_USED_UP
    return granted({
      access: context.secrets.accessToken(tenant.id, code.id),
      typeIds: code.typeIds,
      opensEarly: code.opensEarly,
      endsAt: code.endsAt?.toISOString() ?? null,
    })
  })
