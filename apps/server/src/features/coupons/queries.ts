import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** Returns the id of a code, in upper or lower case; null if the tenant has no such code. */
export async function findCodeId(tx: TenantTx, code: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from coupon_codes where lower(code) = lower(${code})`.execute(tx)
  return rows[0]?.id ?? null
}
