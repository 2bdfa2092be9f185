import {
  type catalogFiles,
  granted,
  type ImportResult,
  type Result,
  type ResultOf,
} from '@foyer/contract'
import { analyzeGrownTables, type TenantTx } from '@foyer/db'
import { type DateStyle, orderOf, type Sheet, type TableRow } from '@foyer/tables/read'
import type { Call } from '../../../http/endpoint.ts'

/** What the imports of all kinds of rows share. */

export type ImportCall = Call<typeof catalogFiles.importFile>
/** An import whose file was read. */
export type Import = ImportCall & { sheet: Sheet }
export type Outcome = ResultOf<typeof catalogFiles.importFile>

export const NOTHING = {
  ...{ creates: 0, changes: 0, unchanged: 0, problems: [], preview: null },
  ...{ isDone: false, asks: null, readAs: null },
}

/**
 * How the dates below these heads are to be read: as the file decides, or as the person has answered.
 * Otherwise it is the result that asks.
 */
export function dateStyleOf(
  { sheet, query }: Import,
  rows: readonly TableRow[],
  heads: readonly string[],
): { style: DateStyle } | { asking: ImportResult } {
  const cells = rows.flatMap((row) => heads.map((head) => row.cells.get(head) ?? ''))
  const found = orderOf(cells)
  if (typeof found === 'string') return { style: { order: found, dayZero: sheet.dayZero } }
  return query.dateOrder
    ? { style: { order: query.dateOrder, dayZero: sheet.dayZero } }
    : { asking: { ...NOTHING, rows: rows.length, asks: found } }
}

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
  { context, tenant, query }: Import,
  run: (tx: TenantTx) => Promise<Result<ImportResult, 'event_not_found'>>,
): Promise<Outcome> {
  try {
    const imported = await context.db.longWork.withTenant(tenant.id, async (tx) => {
      const result = await run(tx)
      if (!result.ok) return result
      const { problems, asks } = result.value
      if (query.isDryRun === 'true' || problems.length > 0 || asks) throw new Undo(result.value)
      return granted({ ...result.value, isDone: true })
    })
    await context.db.longWork.withTenant(tenant.id, analyzeGrownTables)
    return imported
  } catch (error) {
    if (error instanceof Undo) return granted(error.result)
    throw error
  }
}
