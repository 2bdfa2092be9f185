import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { asTypedFirst, isSpelled } from '../../engine/coupons/spelled.ts'

/** Returns the id of a code, however it was typed; null if the tenant has no such code. */
export async function findCodeId(tx: TenantTx, code: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from coupon_codes where ${isSpelled(sql`code`, code)}
    order by ${asTypedFirst(sql`code`, code)} limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
