import type { TenantDifference } from './audit.ts'

/** A table for people, one difference a line; ends with a line break. */
export function formatDifferences(differences: readonly TenantDifference[]): string {
  const rows = [
    ['tenant', 'session', 'pool', 'check', 'says', 'found'],
    ...differences.map(({ tenant, sessionId, poolId, check, says, found }) => [
      tenant,
      sessionId ?? '-',
      poolId === null ? '-' : poolId === sessionId ? 'total' : poolId,
      check,
      says,
      found,
    ]),
  ]
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  )
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}
