import { runCommand } from '../operator/command.ts'
import { auditAll } from './audit.ts'
import { formatDifferences } from './format-differences.ts'

/** `npm run audit`: recomputes every counter and every account. It may run while Foyer sells. */
await runCommand('The database could not be audited.', async (db) => {
  const { differences, ...counts } = await auditAll(db)
  process.stdout.write(
    differences.length > 0 ? formatDifferences(differences) : 'Everything agrees.\n',
  )
  const summary = { ...counts, differences: differences.length }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  return differences.length === 0
})
