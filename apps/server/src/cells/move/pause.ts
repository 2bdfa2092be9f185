import { setTimeout as delay } from 'node:timers/promises'
import { TENANT_LOCK } from '@foyer/db'
import { connectTo, MoveError, rowsOf } from './cell.ts'
import { fence, fencedMs, fencedOf, unfence } from './directory.ts'
import type { Move } from './move.ts'
import { lagBytes, markEnd } from './replication.ts'
import { takeOver } from './take-over.ts'

const LOOK_MS = 10
/** A pause begins once no more than this of the source's log is missing in the target. */
const SMALL_LAG = 256 * 1024
/** So long the organizer sells after a pause that was ended, before the next one. */
const REST_MS = 3000

/**
 * Lets the organizer pause, waits until the target has everything, and lets it sell there. A pause that
 * would become too long is ended, and taken again later. Returns its length in milliseconds; null if the
 * command was interrupted right after it.
 *
 * @throws MoveError if no pause was short enough for as long as the limits allow.
 */
export async function switchOver(move: Move): Promise<number | null> {
  const { from, to, ids, limits, slug } = move
  const giveUpAt = performance.now() + limits.patienceMs
  for (;;) {
    move.signal.throwIfAborted()
    const fenced = await fencedOf(to.pool, ids)
    // An interrupted command had got so far.
    if (fenced.length === 0) return null
    if (fenced.length < ids.length) throw madeSince(slug)
    if ((await fencedMs(from, move.tenantId)) === null) await quietMoment(move, giveUpAt)
    const reason = await pause(move)
    if (reason === null) return fencedMs(from, move.tenantId)
    if (performance.now() > giveUpAt) {
      throw new MoveError(`No pause of ${slug} was short enough: ${reason}. It sells as before.`)
    }
    move.report('waiting', `The pause was ended: ${reason}. Trying again.`)
    await delay(REST_MS)
  }
}

/** Returns null once the target has taken over, or why the pause was ended before. */
async function pause(move: Move): Promise<string | null> {
  const { from, to, ids, limits } = move
  const look = await openLook(move)
  const endsAt = performance.now() + limits.pauseMs
  try {
    await fence(from, ids, to.name)
    move.report('fenced')
    await drained(move, Math.min(endsAt, performance.now() + limits.drainMs))
    await checkShops(move)
    move.report('drained')
    await replayed(move, endsAt)
    move.report('replayed')
    await look()
    await takeOver(move, () => {
      if (performance.now() > endsAt) throw new TooSlow(`cell ${to.name} was slow`)
    })
    return null
  } catch (error) {
    if (!(await resume(move))) return null
    if (error instanceof TooSlow) return error.message
    throw error
  }
}

/** A test shop that was made after the copy began is not in the other cell. */
async function checkShops({ from, ids, tenantId, slug }: Move): Promise<void> {
  const shops = await rowsOf(
    from.pool,
    'select from tenants where test_of = $1 and tenant_id <> all($2)',
    [tenantId, ids],
  )
  if (shops.length > 0) throw madeSince(slug)
}

const madeSince = (slug: string) =>
  new MoveError(
    `A test shop of ${slug} was made during the move, and is not copied: roll the move back with --undo and begin again.`,
  )

/** Why a pause is ended. */
class TooSlow extends Error {}

/** Ends a pause. Returns false if the target has taken over in spite of the failure. */
async function resume({ from, to, ids }: Move): Promise<boolean> {
  const fenced = await fencedOf(to.pool, ids)
  if (fenced.length > 0) await unfence(from.pool, ids)
  return fenced.length > 0
}

/** Waits until no transaction runs that would have to be waited for in a pause, and little is missing. */
async function quietMoment(move: Move, giveUpAt: number): Promise<void> {
  const { from, ids, limits, name, report, signal } = move
  let saidAt = performance.now()
  for (;;) {
    signal.throwIfAborted()
    const [oldest] = await rowsOf<{ seconds: number; who: string }>(
      from.pool,
      `select extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds,
         a.application_name || ' (process ' || a.pid || ')' as who
       from pg_stat_activity a join (${OPEN}) as o using (pid)
       where ${IS_CLIENT} and a.xact_start < clock_timestamp() - make_interval(secs => $3)
       order by a.xact_start limit 1`,
      [TENANT_LOCK, ids, limits.quietMs / 1000],
    )
    const lag = await lagBytes(from, name)
    if (!oldest && lag !== null && lag <= SMALL_LAG) return
    const why = oldest
      ? `a transaction of ${oldest.who} has been open for ${oldest.seconds.toFixed(1)} s`
      : lag === null
        ? `cell ${move.to.name} is not connected`
        : `${lag} bytes of changes have not arrived yet`
    if (performance.now() > giveUpAt) {
      throw new MoveError(`There was no moment for a pause: ${why}. The organizer sells as before.`)
    }
    if (performance.now() - saidAt > 10_000) {
      report('waiting', `Waiting for a moment for the pause: ${why}.`)
      saidAt = performance.now()
    }
    await delay(50)
  }
}

// The connections of programs that use this database, and not this one.
const IS_CLIENT = `datname = current_database() and backend_type = 'client backend'
  and pid <> pg_backend_pid()`

/**
 * The open transactions that are of the organizers, or are not known to be of others: a transaction shows
 * by a lock whose it is as soon as its first statement is done. Their own number is locked from before
 * their first look into the directory until they end.
 */
const OPEN = `
  select pid, virtualtransaction as number from pg_locks
  where locktype = 'virtualxid' or (locktype = 'advisory' and classid = $1 and objsubid = 2)
  group by pid, virtualtransaction
  having bool_or(locktype = 'virtualxid') and (bool_and(locktype = 'virtualxid')
    or bool_or(locktype = 'advisory' and objid::bigint = any($2)))`

/**
 * Waits for all transactions that began before the fence and may have looked into the directory before
 * it: those of the organizers, whatever else goes on in the cell.
 */
async function drained({ from, ids }: Move, endsAt: number): Promise<void> {
  const { pool } = from
  const look = async (condition: string, values: unknown[] = []): Promise<string[]> => {
    const rows = await rowsOf<{ number: string }>(
      pool,
      `select number from (${OPEN}) as o where ${condition}`,
      [TENANT_LOCK, ids, ...values],
    )
    return rows.map(({ number }) => number)
  }
  const before = await look(`pid in (select pid from pg_stat_activity where ${IS_CLIENT})`)
  for (;;) {
    const open = await look('number = any($3)', [before])
    if (open.length === 0) return
    if (performance.now() > endsAt) {
      throw new TooSlow(`${open.length} of its transactions that had begun before it did not end`)
    }
    await delay(LOOK_MS)
  }
}

async function replayed({ from, to, name }: Move, endsAt: number): Promise<void> {
  const end = await markEnd(from)
  for (;;) {
    const lag = await lagBytes(from, name, end)
    if (lag === 0) return
    if (performance.now() > endsAt) {
      throw new TooSlow(
        lag === null
          ? `cell ${to.name} is not connected`
          : `the last ${lag} bytes of changes did not arrive in cell ${to.name}`,
      )
    }
    await delay(LOOK_MS)
  }
}

/**
 * Connects for the comparison, which takes time, and returns what opens the transaction that sees the
 * target as it is then.
 */
async function openLook(move: Move): Promise<() => Promise<unknown>> {
  await move.atSwitch?.end()
  const client = await connectTo(move.to)
  move.atSwitch = client
  return () =>
    client.query('begin isolation level repeatable read read only; select from tenant_cells')
}
