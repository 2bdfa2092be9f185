import {
  type catalogFiles,
  granted,
  type ImportResult,
  type Result,
  type ResultOf,
} from '@foyer/contract'
import { analyzeGrownTables, type TenantTx } from '@foyer/db'
import type { Call } from '../../../http/endpoint.ts'

/** What the imports of all kinds of rows share. */

export type ImportCall = Call<typeof catalogFiles.importFile>
export type Outcome = ResultOf<typeof catalogFiles.importFile>

export const NOTHING = { creates: 0, changes: 0, unchanged: 0, preview: null, isDone: false }

/** Rolls back what a dry run, or a file with problems, has written. */
class Undo extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('The import is undone')
    this.result = result
  }
}

/**
 * Imports in one transaction. A dry run does the same and is undone, so that it finds what the import
 * would find.
 */
export async function wholly(
  { context, tenant, body }: ImportCall,
  run: (tx: TenantTx) => Promise<Result<ImportResult, 'event_not_found'>>,
): Promise<Outcome> {
  try {
    const imported = await context.db.longWork.withTenant(tenant.id, async (tx) => {
      const result = await run(tx)
      if (!result.ok) return result
      const { problems } = result.value
      if (body.isDryRun || problems.length > 0) throw new Undo(result.value)
      return granted({ ...result.value, isDone: true })
    })
    await context.db.longWork.withTenant(tenant.id, analyzeGrownTables)
    return imported
  } catch (error) {
    if (error instanceof Undo) return granted(error.result)
    throw error
  }
}
