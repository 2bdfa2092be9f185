import { formatTable } from '../operator/table.ts'
import type { TenantDifference } from './audit.ts'

/** Formats a table for people, one difference per line; it ends with a line break. */
export const formatDifferences = (differences: readonly TenantDifference[]): string =>
  formatTable([
    ['tenant', 'session', 'pool', 'check', 'says', 'found'],
    ...differences.map(({ tenant, sessionId, poolId, check, says, found }) => [
      tenant,
      sessionId ?? '-',
      poolId === null ? '-' : poolId === sessionId ? 'total' : poolId,
      check,
      says,
      found,
    ]),
  ])
