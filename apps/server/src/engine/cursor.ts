import { granted, type Result } from '@foyer/contract'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { invalidField } from './refusals.ts'

/** Where a page of a list ends: what the list is sorted by, and the id that breaks ties. */
interface PageEnd {
  key: string
  id: string
}

const pageEnd = z.object({ key: z.string(), id: z.string().check(z.uuid()) })

/** Reads what {@link writeCursor} made; null without one. */
export function readCursor(
  cursor: string | undefined,
): Result<PageEnd | null, 'validation_failed'> {
  if (cursor === undefined) return granted(null)
  try {
    const read = pageEnd.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    // A text of PostgreSQL has no zero byte.
    if (read.success && !read.data.key.includes('\0')) return granted(read.data)
  } catch {
    // Not written by us.
  }
  return invalidField('query.after', 'Must be `next` of the page before')
}

/** The cursor of a page that ends with this row; null without a row. */
export const writeCursor = (row: PageEnd | undefined): string | null =>
  row ? Buffer.from(JSON.stringify({ key: row.key, id: row.id })).toString('base64url') : null

/** The condition that rows follow the end of a page; each row has a key that is a text. */
export function pageAfter(
  end: PageEnd | null,
  { key, id, isDown }: { key: RawBuilder<unknown>; id: RawBuilder<unknown>; isDown: boolean },
): RawBuilder<unknown> {
  if (!end) return sql`true`
  const than = isDown ? sql`<` : sql`>`
  return sql`(${key}, ${id}) ${than} (${end.key}, ${end.id}::uuid)`
}
