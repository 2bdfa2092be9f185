import pg from 'pg'
import { type Cell, inTransaction, rowsOf } from './cell.ts'
import { quoted } from './tenant-tables.ts'

/**
 * PostgreSQL's own logical replication of one organizer's rows. Publication, slot and subscription have
 * one name. All functions may be repeated.
 */

/** Publishes the organizer's rows of `tables`, and keeps the log of their changes from now on. */
export async function publish(
  source: Cell,
  name: string,
  tables: readonly string[],
  ids: readonly number[],
): Promise<void> {
  const [state] = await rowsOf<{ hasPublication: boolean; hasSlot: boolean }>(
    source.pool,
    `select exists (select from pg_publication where pubname = $1) as "hasPublication",
       exists (select from pg_replication_slots where slot_name = $1) as "hasSlot"`,
    [name],
  )
  if (!state?.hasPublication) {
    const filter = `where (tenant_id in (${ids.join(', ')}))`
    const list = tables.map((table) => `${quoted(table)} ${filter}`).join(', ')
    await source.pool.query(
      `create publication ${quoted(name)} for table ${list} with (publish = 'insert, update, delete')`,
    )
  }
  // Made here and not by the subscription, which would wait for itself between databases of one server.
  if (!state?.hasSlot) {
    await source.pool.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  }
}

export async function unpublish(source: Cell, name: string): Promise<void> {
  for (;;) {
    // The other side's connection may live a little longer than its subscription.
    const [slot] = await rowsOf<{ active: boolean }>(
      source.pool,
      `select active, pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1`,
      [name],
    )
    if (!slot) break
    try {
      await source.pool.query('select pg_drop_replication_slot($1)', [name])
    } catch (error) {
      if (!isCode(error, OBJECT_IN_USE, UNDEFINED_OBJECT)) throw error
    }
  }
  await source.pool.query(`drop publication if exists ${quoted(name)}`)
}

const OBJECT_IN_USE = '55006'
const UNDEFINED_OBJECT = '42704'
const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof pg.DatabaseError && codes.includes(error.code ?? '')

/**
 * Copies what is published and follows its changes. A change counts as replayed once the standbys that
 * the target's commits wait for have it too: otherwise a failover there would lose it for good.
 */
export async function subscribe(target: Cell, source: Cell, name: string): Promise<void> {
  if (await isSubscribed(target, name)) return
  await target.pool.query(
    `create subscription ${quoted(name)} connection ${pg.escapeLiteral(source.url)} publication ${quoted(name)}
     with (create_slot = false, slot_name = ${pg.escapeLiteral(name)}, synchronous_commit = 'on')`,
  )
}

/** Ends the subscription without a word to the source, which may be away. */
export async function unsubscribe(target: Cell, name: string): Promise<void> {
  if (!(await isSubscribed(target, name))) return
  const subscription = `subscription ${quoted(name)}`
  await target.pool.query(`alter ${subscription} disable`)
  await target.pool.query(`alter ${subscription} set (slot_name = none)`)
  await target.pool.query(`drop ${subscription}`)
}

export async function isSubscribed({ pool }: Cell, name: string): Promise<boolean> {
  const found = await rowsOf(pool, `select from ${SUBSCRIPTION} where s.subname = $1`, [name])
  return found.length > 0
}

// Subscriptions belong to the server and not to a database; names are those of organizers in one database.
const SUBSCRIPTION = `pg_subscription s join pg_database d on d.oid = s.subdbid and d.datname = current_database()`

/**
 * Whether the source still keeps the changes. A slot is lost by a failover, or if they would have filled
 * the disk (`max_slot_wal_keep_size`).
 */
export async function isPublished({ pool }: Cell, name: string): Promise<boolean> {
  const slots = await rowsOf(
    pool,
    `select from pg_replication_slots where slot_name = $1 and wal_status <> 'lost'`,
    [name],
  )
  return slots.length > 0
}

export interface CopyState {
  tables: number
  copied: number
  /** How often PostgreSQL gave up and tried again. */
  errors: number
}

export async function copyState({ pool }: Cell, name: string): Promise<CopyState> {
  const [state] = await rowsOf<CopyState>(
    pool,
    `select count(r.*)::integer as tables,
       (count(*) filter (where r.srsubstate = 'r'))::integer as copied,
       coalesce(max(e.apply_error_count + e.sync_error_count), 0)::integer as errors
     from ${SUBSCRIPTION} join pg_subscription_rel r on r.srsubid = s.oid
       left join pg_stat_subscription_stats e on e.subid = s.oid
     where s.subname = $1`,
    [name],
  )
  return state ?? { tables: 0, copied: 0, errors: 0 }
}

/**
 * How many bytes of the source's log the target has not replayed yet; null if it is not connected. With
 * `upTo`, a position of {@link markEnd}, up to there.
 */
export async function lagBytes(
  { pool }: Cell,
  name: string,
  upTo: string | null = null,
): Promise<number | null> {
  const [lag] = await rowsOf<{ bytes: string | null }>(
    pool,
    `select greatest(0, coalesce($2::pg_lsn, pg_current_wal_flush_lsn()) - r.replay_lsn)::bigint as bytes
     from pg_replication_slots s join pg_stat_replication r on r.pid = s.active_pid
     where s.slot_name = $1`,
    [name, upTo],
  )
  return lag?.bytes ? Number(lag.bytes) : null
}

/** Returns the position in the source's log behind everything that is committed now. */
export async function markEnd(source: Cell): Promise<string> {
  // A commit that waits writes out the log of all commits before it, which is as far as it is sent. Without
  // the setting it would not wait in a database whose commits do not.
  await inTransaction(source, (client) =>
    client.query(
      `set local synchronous_commit = on;
       select pg_logical_emit_message(true, 'foyer-move', 'paused')`,
    ),
  )
  const [end] = await rowsOf<{ lsn: string }>(
    source.pool,
    'select pg_current_wal_flush_lsn()::text as lsn',
  )
  if (!end) throw new Error('pg_current_wal_flush_lsn() returned nothing')
  return end.lsn
}
