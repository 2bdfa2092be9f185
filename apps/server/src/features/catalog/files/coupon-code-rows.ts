import { COUPON_LIMITS, granted } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type Problems, readRows, type TableRow } from '@foyer/tables/read'
import type { Cell } from '@foyer/tables/write'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { readInSlices } from '../../../engine/slices.ts'
import { COUPON_CODE_HEADS } from './table-heads.ts'
import { readFlag, readWhole, refuseRounded } from './values.ts'
import { type Import, NOTHING, type Outcome, wholly } from './whole-import.ts'

/** Coupon codes as rows of a file. Their groups and discounts exist before them. */

const { required, optional, readOnly } = COUPON_CODE_HEADS
/** How many codes one file has. */
const CODES = 100_000

interface PresentCode {
  id: string
  code: string
  groupId: string
  uses: number
  used: number
  isActive: boolean
}

interface CodeValues {
  id: string
  code: string
  groupId: string
  uses: number
  isActive: boolean
}

/**
 * Creates the codes of a file in their groups. Of those that exist it changes the uses and the state; what
 * the file leaves empty stays.
 */
export function importCouponCodes(call: Import): Promise<Outcome> {
  const { tenant, principal, sheet } = call
  return wholly(call, async (tx) => {
    const { rows, problems } = readRows(sheet, { required, optional: [...optional, ...readOnly] })
    const groups = await tx.selectFrom('coupon_groups').select(['id', 'name']).execute()
    const present = await lockPresent(tx, rows)
    const lines = new Map<string, number>()
    const created: CodeValues[] = []
    const changed: CodeValues[] = []
    for (const row of rows) {
      const code = readCode(row, lines, problems)
      const groupId = readGroup(row, groups, problems)
      const known = present.get(code.toLowerCase())
      if (known && groupId && known.groupId !== groupId) {
        problems.add(row.line, 'group', 'This code is in another group, and stays there.')
      }
      const uses =
        readWhole(row, 'uses', { least: 1, most: 1_000_000 }, problems) ?? known?.uses ?? 1
      if (known && uses < known.used) {
        problems.add(row.line, 'uses', `Must be at least ${known.used}: it was used so often.`)
      }
      const isActive = readFlag(row, 'active', known?.isActive ?? true, problems)
      const values = { id: known?.id ?? newId(), code, groupId: groupId ?? '', uses, isActive }
      if (known) changed.push(values)
      else created.push(values)
    }
    const counts = { creates: created.length, changes: changed.length }
    if (problems.list.length === 0) {
      await write(tx, tenant.id, { created, changed })
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'coupon_codes.imported',
        entityId: String(tenant.id),
        entityName: tenant.name,
        after: counts,
      })
    }
    return granted({ ...NOTHING, ...counts, rows: rows.length, problems: problems.list })
  })
}

/** Locked in the order of their ids, as purchases lock them. */
async function lockPresent(tx: TenantTx, rows: readonly TableRow[]) {
  const codes = rows.map(({ cells }) => (cells.get('code') ?? '').toLowerCase())
  const { rows: found } = await sql<PresentCode>`
    select id, code, group_id as "groupId", usage_limit as uses, usage_count as used,
      is_active as "isActive"
    from coupon_codes
    where lower(code) = any(${codes}::text[]) order by id for update`.execute(tx)
  return new Map(found.map((known) => [known.code.toLowerCase(), known]))
}

function readCode(
  { cells, line }: TableRow,
  lines: Map<string, number>,
  problems: Problems,
): string {
  const code = cells.get('code') ?? ''
  const earlier = lines.get(code.toLowerCase())
  if (code === '') problems.add(line, 'code', 'Must not be empty.')
  else if (code.length > COUPON_LIMITS.code) {
    problems.add(line, 'code', `Must be at most ${COUPON_LIMITS.code} characters.`)
  } else if (earlier) problems.add(line, 'code', `The same code as in line ${earlier}.`)
  else lines.set(code.toLowerCase(), line)
  refuseRounded({ cells, line }, 'code', problems)
  return code
}

function readGroup(
  { cells, line }: TableRow,
  groups: readonly { id: string; name: string }[],
  problems: Problems,
): string | null {
  const named = groups.filter(({ name }) => name === cells.get('group'))
  if (named.length === 0) problems.add(line, 'group', 'There is no coupon group with this name.')
  if (named.length > 1) problems.add(line, 'group', 'Several coupon groups have this name.')
  return named[0]?.id ?? null
}

async function write(
  tx: TenantTx,
  tenantId: number,
  { created, changed }: { created: readonly CodeValues[]; changed: readonly CodeValues[] },
): Promise<void> {
  await sql`
    update coupon_codes c set usage_limit = f.uses, is_active = f."isActive"
    from json_to_recordset(${JSON.stringify(changed)}::json)
      as f(id uuid, uses integer, "isActive" boolean)
    where c.tenant_id = ${tenantId} and c.id = f.id`.execute(tx)
  await sql`
    insert into coupon_codes (tenant_id, id, group_id, code, usage_limit, is_active)
    select ${tenantId}, f.id, f."groupId", f.code, f.uses, f."isActive"
    from json_to_recordset(${JSON.stringify(created)}::json)
      as f(id uuid, "groupId" uuid, code text, uses integer, "isActive" boolean)`.execute(tx)
}

/** All codes by group, or those of one group. */
export async function writeCouponCodeRows(
  tx: TenantTx,
  groupId?: string,
): Promise<{ heads: string[]; rows: Cell[][] }> {
  const codes = tx
    .selectFrom('coupon_codes as c')
    .innerJoin('coupon_groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 'c.tenant_id').onRef('g.id', '=', 'c.group_id'),
    )
    .select(['c.code', 'g.name', 'c.usage_limit', 'c.is_active', 'c.usage_count'])
    .$if(groupId !== undefined, (query) => query.where('c.group_id', '=', groupId ?? ''))
    .orderBy('g.name')
    .orderBy('c.code')
    .limit(CODES)
  return {
    heads: [...required, ...optional, ...readOnly],
    rows: await readInSlices(tx, codes, (row) => [
      ...[row.code, row.name, row.usage_limit, row.is_active, row.usage_count],
    ]),
  }
}
