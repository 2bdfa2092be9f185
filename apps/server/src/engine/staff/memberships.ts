import type { PlatformTx } from '@foyer/db'
import type { Role } from '@foyer/domain'
import { sql } from 'kysely'
import type { Cells } from '../../cells/cells.ts'

interface Membership {
  tenantId: number
  role: Role
}

/**
 * For which organizers a person works, in all cells. Those of a cell that is away are missing: `tx` is a
 * transaction of the home cell, whose organizers never wait for another one.
 */
export async function membershipsOf(
  tx: PlatformTx,
  cells: Cells,
  personId: string,
): Promise<Membership[]> {
  const others = cells.answering().filter((cell) => cell !== cells.home())
  const [here, ...there] = await Promise.all([
    membershipsIn(tx, personId),
    ...others.map(({ db }) =>
      db.withPlatform((inside) => membershipsIn(inside, personId)).catch((): Membership[] => []),
    ),
  ])
  return [...here, ...there.flat()].toSorted((a, b) => a.tenantId - b.tenantId)
}

/**
 * The transaction says which person it is about, and row security shows the memberships of that person
 * alone (policy own_memberships). Those of organizers that have moved to another cell do not count.
 */
async function membershipsIn(tx: PlatformTx, personId: string): Promise<Membership[]> {
  await sql`select set_config('app.person_id', ${personId}, true)`.execute(tx)
  const { rows } = await sql<Membership>`
    select tenant_id as "tenantId", role from staff_members m where person_id = ${personId}
      and not exists (select from tenant_cells c where c.tenant_id = m.tenant_id)
    order by tenant_id`.execute(tx)
  await sql`select set_config('app.person_id', '', true)`.execute(tx)
  return rows
}
