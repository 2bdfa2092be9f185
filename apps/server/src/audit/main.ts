import { assertAllOpened, runCommand } from '../operator/command.ts'
import { type AuditReport, auditAll, type TenantDifference } from './audit.ts'
import { formatDifferences } from './format-differences.ts'

/** `npm run audit`: recomputes every counter and every account, in all cells. It may run while Foyer sells. */
await runCommand('The database could not be audited.', async (_, { cells: others }, cells) => {
  let isWell = true
  for (const { name, db } of cells.opened()) {
    if (others.length > 0) process.stdout.write(`Cell ${name}:\n`)
    isWell = report(await auditAll(db)) && isWell
  }
  assertAllOpened(cells)
  return isWell
})

function report({ differences, ...counts }: AuditReport<TenantDifference>): boolean {
  process.stdout.write(
    differences.length > 0 ? formatDifferences(differences) : 'Everything agrees.\n',
  )
  const summary = { ...counts, differences: differences.length }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  return differences.length === 0
}
