import type { PlatformTx } from '@foyer/db'
import type { Role } from '@foyer/domain'
import { sql } from 'kysely'

/**
 * For which organizers a person works. The transaction says which person it is about, and row security
 * shows the memberships of that person alone (policy own_memberships).
 */
export async function membershipsOf(
  tx: PlatformTx,
  personId: string,
): Promise<{ tenantId: number; role: Role }[]> {
  await sql`select set_config('app.person_id', ${personId}, true)`.execute(tx)
  const { rows } = await sql<{ tenantId: number; role: Role }>`
    select tenant_id as "tenantId", role from staff_members where person_id = ${personId}
    order by tenant_id`.execute(tx)
  await sql`select set_config('app.person_id', '', true)`.execute(tx)
  return rows
}
