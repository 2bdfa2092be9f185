import { granted, OPERATOR_LOG_PAGE, type operator, type ResultOf } from '@foyer/contract'
import type { Call } from '../../http/endpoint.ts'
import { ORGANIZER_NOT_FOUND } from './read-organizer.ts'

/** The log of operators, for reading: nothing changes or deletes an entry. */
export async function readLog({
  context: { home, cells },
  query: { slug, after },
}: Call<typeof operator.listOperatorLog>): Promise<ResultOf<typeof operator.listOperatorLog>> {
  const directory = cells.home().tenants.directory()
  const organizer = slug === undefined ? null : directory.bySlug(slug)
  if (organizer === undefined) return ORGANIZER_NOT_FOUND
  const rows = await home.registry
    .selectFrom('operator_log as l')
    .leftJoin('staff_people as p', 'p.id', 'l.person_id')
    .selectAll('l')
    .select(['p.name', 'p.email'])
    .$if(organizer !== null, (query) => query.where('l.organizer_id', '=', organizer?.id ?? 0))
    .$if(after !== undefined, (query) => query.where('l.id', '<', after ?? ''))
    .orderBy('l.id', 'desc')
    .limit(OPERATOR_LOG_PAGE + 1)
    .execute()
  const entries = rows.slice(0, OPERATOR_LOG_PAGE)
  return granted({
    entries: entries.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      // An account that was deleted leaves only its id.
      person: row.person_id
        ? { id: row.person_id, name: row.name ?? '', email: row.email ?? '' }
        : null,
      actionType: row.action_type,
      slug: row.organizer_id === null ? null : (directory.byId(row.organizer_id)?.slug ?? null),
      entityName: row.entity_name,
      metadata: { before: row.before, after: row.after },
    })),
    next: rows.length > OPERATOR_LOG_PAGE ? (entries.at(-1)?.id ?? null) : null,
  })
}
