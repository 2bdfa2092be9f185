import { AUDIT_PAGE, auditLog, granted, type ResultOf } from '@foyer/contract'
import type { PlatformTx, TenantTx } from '@foyer/db'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { newestIdAt } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import { type Call, serve } from '../../http/endpoint.ts'

const CLOCKS_DIFFER_MS = 5 * 60_000

type Query = Call<typeof auditLog.listAuditLog>['query']

/** The audit log of an organizer, for reading: nothing changes or deletes an entry. */
export function auditLogRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, auditLog.listAuditLog, {
    handle: ({ tenant, query }) =>
      context.home.withPlatform((tx) => listAuditLog(tx, context, tenant.id, query)),
  })
}

async function listAuditLog(
  tx: PlatformTx,
  { cells }: Pick<Context, 'cells'>,
  tenantId: number,
  query: Query,
): Promise<ResultOf<typeof auditLog.listAuditLog>> {
  const { rows, actors } = await cells.inTenantWithin(tx, tenantId, async (tenant) => ({
    rows: await selectEntries(tenant, query),
    actors: await selectActors(tenant),
  }))
  const people = new Map(
    actors.length === 0
      ? []
      : (
          await tx
            .selectFrom('staff_people')
            .select(['id', 'name', 'email'])
            .where('id', 'in', actors)
            .orderBy('name')
            .execute()
        ).map((person) => [person.id, person] as const),
  )
  const entries = rows.slice(0, AUDIT_PAGE)
  return granted({
    entries: entries.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      // An account that was deleted leaves only its id.
      person: row.person_id
        ? (people.get(row.person_id) ?? { id: row.person_id, name: '', email: '' })
        : null,
      actionType: row.action_type,
      entityType: row.entity_type,
      entityId: row.entity_id,
      entityName: row.entity_name,
      metadata: { before: row.before, after: row.after },
    })),
    next: rows.length > AUDIT_PAGE ? (entries.at(-1)?.id ?? null) : null,
    people: [...people.values()].map(({ id, name }) => ({ id, name })),
  })
}

/** One more than a page, which shows whether there is another one. Ids begin with their time. */
function selectEntries(tx: TenantTx, query: Query) {
  const { personId, actionType, entityType, entityId, name, from, to, after } = query
  return tx
    .selectFrom('audit_log')
    .selectAll()
    .where((where) =>
      where.and([
        ...(personId ? [where('person_id', '=', personId)] : []),
        ...(actionType ? [where('action_type', '=', actionType)] : []),
        ...(entityType ? [where('entity_type', '=', entityType)] : []),
        ...(entityId ? [where('entity_id', '=', entityId)] : []),
        ...(name ? [sql<boolean>`starts_with(lower(entity_name), ${name.toLowerCase()})`] : []),
        ...(from ? [where('at', '>=', new Date(from)), where('id', '>=', idAround(from, -1))] : []),
        ...(to ? [where('at', '<', new Date(to)), where('id', '<', idAround(to, 1))] : []),
        ...(after ? [where('id', '<', after)] : []),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(AUDIT_PAGE + 1)
    .execute()
}

/**
 * An id of about this time, some minutes earlier or later: the key finds the entries, and clocks of
 * server and database may differ.
 */
const idAround = (at: string, sign: 1 | -1): string =>
  newestIdAt(new Date(at).getTime() + sign * CLOCKS_DIFFER_MS)

/**
 * Everybody who is in the log. Each step finds the next person in the index, so that a long log is not
 * read as a whole.
 */
async function selectActors(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive actors as (
      (select person_id as id from audit_log where tenant_id = current_tenant()
         and person_id is not null order by person_id limit 1)
      union all
      select (select person_id from audit_log where tenant_id = current_tenant()
         and person_id > actors.id order by person_id limit 1)
      from actors where actors.id is not null)
    select id from actors where id is not null limit 1000`.execute(tx)
  return rows.map(({ id }) => id)
}
