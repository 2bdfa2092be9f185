import type { TenantTx, TurnPosition } from '@foyer/db'
import { sql } from 'kysely'
import type { Context, Tenant } from '../context.ts'
import { resultOf, type TurnResult, type Walks } from '../jobs/turns.ts'
import { type Difference, findDifferences, queryIn, type Scope } from './audit.ts'

/** A pass through a whole table of a tenant begins at most this often. */
const REST_MS = 24 * 60 * 60 * 1000
/** How many rows of each table a turn checks. */
const SLICE = { sessions: 200, add_ons: 200, orders: 500, payments: 500 } as const
type Sliced = keyof typeof SLICE
/**
 * A changed session is checked with its whole history, so a turn takes no more of them than this.
 */
const MOST_CHANGED = 200
/** How many ledger rows a turn reads to find the sessions that changed. */
const LEDGER_ROWS = 20_000
/** Ledger rows are committed out of order, so rows younger than this are read again. */
const OVERLAP_SECONDS = 30
/** How long a turn rests per second of work: three minutes. */
const REST_PER_WORK = 180
const LEAST_REST_SECONDS = 30
/** How often a turn runs while something differs. */
const DIFFERING_SECONDS = 60
/** How many differing rows are remembered for each tenant. */
const MOST_SUSPECTS = 100
/**
 * After this time a finding is no longer counted: another process may have taken the next turn, and
 * reports it in its own metrics.
 */
const KNOWN_MS = 10 * DIFFERING_SECONDS * 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface StockWatch {
  /** Audits what changed in a tenant since its last turn, and the next slice of its history. */
  turn(context: Watching, tenant: Tenant, position: TurnPosition): Promise<TurnResult>
}

type Watching = Pick<Context, 'db' | 'log' | 'metrics'>

/**
 * The audit as a job. A whole audit takes longer the longer a tenant sells. So a turn checks the
 * sessions that changed according to the stock ledger, new orders and payments, and a slice of
 * everything else, which takes a day to go through. `now` is in milliseconds since 1970.
 */
export function watchStock(now: () => number = Date.now): StockWatch {
  /** The differences that the last turn of each tenant found, if any. */
  const known = new Map<number, { count: number; until: number }>()

  return {
    async turn({ db, log, metrics }, tenant, position) {
      const begunAt = now()
      const walks: Walks = new Map(Object.entries(position))
      const differences = await db.longWork.withSnapshot(tenant.id, async (tx) => {
        // The slices are short lists of ids: each row is to be probed, instead of reading whole
        // tables.
        await sql`set local enable_hashjoin = off`.execute(tx)
        await sql`set local enable_seqscan = off`.execute(tx)
        return findDifferences(queryIn(tx), await nextScope(tx, walks, begunAt))
      })
      rememberSuspects(walks, differences)
      await storeResult(db, tenant, new Date(begunAt), differences)
      known.set(tenant.id, { count: differences.length, until: begunAt + KNOWN_MS })
      let total = 0
      for (const [id, { count, until }] of known) {
        if (count === 0 || until < begunAt) known.delete(id)
        else total += count
      }
      metrics.audited(total)
      if (differences.length > 0) {
        log.error({ tenant: tenant.slug, differences }, 'the stock does not add up')
        return { ...resultOf(walks, now(), false), restSeconds: DIFFERING_SECONDS }
      }
      const result = resultOf(walks, now(), false)
      const rest = Math.max(LEAST_REST_SECONDS, ((now() - begunAt) / 1000) * REST_PER_WORK)
      return { ...result, restSeconds: Math.max(rest, result.restSeconds) }
    },
  }
}

/** Stores what the turn found, for /status. */
async function storeResult(
  db: Context['db'],
  tenant: Tenant,
  at: Date,
  differences: readonly Difference[],
): Promise<void> {
  const found = {
    at,
    differences: differences.length,
    oversold: differences.filter(({ isOversold }) => isOversold).length,
  }
  await db.withTenant(tenant.id, (tx) =>
    tx
      .insertInto('status_audits')
      .values({ tenant_id: tenant.id, ...found })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(found))
      .execute(),
  )
}

const SUSPECTS = 'suspects'

/**
 * Remembers rows that differed, for all processes. Every turn checks them again until they agree.
 */
function rememberSuspects(walks: Walks, differences: readonly Difference[]): void {
  const ids = new Set(differences.flatMap(({ foundAt }) => foundAt ?? []))
  walks.set(SUSPECTS, {
    after: [...ids].slice(0, MOST_SUSPECTS).join(' '),
    restsUntil: Number.MAX_SAFE_INTEGER,
  })
}

async function nextScope(tx: TenantTx, walks: Walks, nowMs: number): Promise<Scope> {
  const suspects = walks.get(SUSPECTS)?.after.split(' ').filter(Boolean) ?? []
  const all = (...lists: readonly (readonly string[])[]) => [
    ...new Set([...suspects, ...lists.flat()]),
  ]
  return {
    sessionIds: all(
      await changedSessions(tx, walks),
      await nextSlice(tx, walks, 'sessions', nowMs),
      await nextSlice(tx, walks, 'add_ons', nowMs),
    ),
    orderIds: all(await newRows(tx, walks, 'orders'), await nextSlice(tx, walks, 'orders', nowMs)),
    paymentIds: all(
      await newRows(tx, walks, 'payments'),
      await nextSlice(tx, walks, 'payments', nowMs),
    ),
  }
}

/** Returns the sessions and add-ons that have ledger entries since the last turn. */
async function changedSessions(tx: TenantTx, walks: Walks): Promise<string[]> {
  const after = walks.get('ledger')?.after
  if (after === undefined) {
    const { rows } = await sql<{ last: string }>`
      select coalesce(max(id), 0)::text as last from stock_ledger`.execute(tx)
    walks.set('ledger', { after: rows[0]?.last ?? '0', restsUntil: Number.MAX_SAFE_INTEGER })
    return []
  }
  const { rows } = await sql<{ session_id: string; last: string | null }>`
    with news as materialized (
      select id, session_id, at from stock_ledger
      where id > ${after}::bigint order by id limit ${LEDGER_ROWS}),
    named as (select session_id, min(id) as first from news group by 1),
    taken as (select session_id from named order by first limit ${MOST_CHANGED})
    select session_id, (
      select max(id) from news
      where at < clock_timestamp() - make_interval(secs => ${OVERLAP_SECONDS})
        and id < coalesce((select min(first) from named n
          where n.session_id not in (select session_id from taken)), 9223372036854775807)
    )::text as last
    from taken`.execute(tx)
  const last = rows[0]?.last
  if (last) walks.set('ledger', { after: last, restsUntil: Number.MAX_SAFE_INTEGER })
  return rows.map((row) => row.session_id)
}

/** Returns the rows created since the last turn; ids begin with the time. */
async function newRows(
  tx: TenantTx,
  walks: Walks,
  table: 'orders' | 'payments',
): Promise<string[]> {
  const name = `new ${table}`
  const after = walks.get(name)?.after
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .$if(after === undefined, (query) => query.orderBy('id', 'desc').limit(1))
    .$if(after !== undefined, (query) =>
      query
        .where('id', '>', after ?? FIRST_ID)
        .orderBy('id')
        .limit(SLICE[table]),
    )
    .execute()
  const last = rows.at(-1)?.id ?? after ?? FIRST_ID
  walks.set(name, { after: last, restsUntil: Number.MAX_SAFE_INTEGER })
  return after === undefined ? [] : rows.map(({ id }) => id)
}

/** Returns the next rows of a pass through a whole table; none while the table rests. */
async function nextSlice(
  tx: TenantTx,
  walks: Walks,
  table: Sliced,
  nowMs: number,
): Promise<string[]> {
  const { after, restsUntil } = walks.get(table) ?? { after: FIRST_ID, restsUntil: 0 }
  if (nowMs < restsUntil) return []
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(SLICE[table])
    .execute()
  const ids = rows.map((row) => row.id)
  const last = ids.at(-1)
  const isThrough = last === undefined || ids.length < SLICE[table]
  walks.set(
    table,
    isThrough ? { after: FIRST_ID, restsUntil: nowMs + REST_MS } : { after: last, restsUntil: 0 },
  )
  return ids
}
