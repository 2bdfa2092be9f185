import type { Database } from '@foyer/db'

/** What the last turns of the audit found, over all tenants. */
export interface AuditResult {
  /** When the last turn ended. */
  at: Date
  differences: number
  oversold: number
}

/** The same over all cells that answer. */
export async function readAudits(
  dbs: readonly Pick<Database, 'acrossTenants'>[],
): Promise<AuditResult | null> {
  const read = await Promise.all(dbs.map((db) => readAudit(db).catch(() => null)))
  const [first, ...others] = read.filter((audit) => audit !== null)
  if (!first) return null
  return others.reduce(
    (sum, { at, differences, oversold }) => ({
      at: new Date(Math.max(sum.at.getTime(), at.getTime())),
      differences: sum.differences + differences,
      oversold: sum.oversold + oversold,
    }),
    first,
  )
}

/** Null if the audit has never run. It names no tenant and does not say how many there are. */
export async function readAudit(db: Pick<Database, 'acrossTenants'>): Promise<AuditResult | null> {
  const rows = await db.acrossTenants((tx) =>
    tx.selectFrom('status_audits').select(['at', 'differences', 'oversold']).execute(),
  )
  if (rows.length === 0) return null
  return {
    at: new Date(Math.max(...rows.map(({ at }) => at.getTime()))),
    differences: rows.reduce((sum, row) => sum + row.differences, 0),
    oversold: rows.reduce((sum, row) => sum + row.oversold, 0),
  }
}
