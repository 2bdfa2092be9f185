import { sql } from 'kysely'
import type { TenantTx } from './database.ts'

/**
 * Makes statistics of the catalogue's tables that have outgrown them. Whoever brings many rows calls it
 * afterwards: until autovacuum has looked, the planner would guess their number by the width of a row
 * (`0055_places.sql`). Tables that have not grown cost nothing.
 */
export async function analyzeGrownTables(tx: TenantTx): Promise<void> {
  await sql`select analyze_grown_tables()`.execute(tx)
}
