import type pg from 'pg'

/** The settings that decide whether a commit that was acknowledged can be lost. */
export interface Durability {
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  /** `synchronous_standby_names`: which replicas confirm commits; empty: none. */
  standbyNames: string
  /** How many servers follow this one now. */
  replicas: number
}

/** How acknowledged commits can be lost, and what to do about it. */
export interface LossOfCommits {
  what: string
  todo: string
}

// An account that is no superuser sees of others' connections no more than that they exist. Those of
// logical slots belong to moves of organizers, not to replicas.
const READ = `select
  current_setting('fsync') as fsync,
  current_setting('full_page_writes') as "fullPageWrites",
  current_setting('synchronous_commit') as "synchronousCommit",
  current_setting('synchronous_standby_names') as "standbyNames",
  (select count(*)::integer from pg_stat_replication r where not exists (
    select from pg_replication_slots s
    where s.slot_type = 'logical' and s.active_pid = r.pid)) as replicas`

export async function readDurability(client: Pick<pg.ClientBase, 'query'>): Promise<Durability> {
  const { rows } = await client.query<Durability>(READ)
  const [durability] = rows
  if (!durability) throw new Error('A select without a table has one row')
  return durability
}

/**
 * Whether a crash, a power cut or a failover could lose commits that were acknowledged; null if not.
 * Only the present is seen: replicas that are not connected now are not counted.
 */
export function findLossOfCommits(durability: Durability): LossOfCommits | null {
  const { fsync, fullPageWrites, synchronousCommit, standbyNames, replicas } = durability
  const off = [
    ['fsync', fsync],
    ['full_page_writes', fullPageWrites],
    ['synchronous_commit', synchronousCommit],
  ].flatMap(([setting, value]) => (value === 'off' ? [setting] : []))
  if (off.length > 0) {
    return {
      what: `${off.join(', ')}: off. A power cut loses sold tickets or the whole database.`,
      todo: 'Set each of them to on.',
    }
  }
  if (replicas === 0) return null
  const follow = replicas === 1 ? '1 replica follows' : `${replicas} replicas follow`
  if (standbyNames === '') {
    return {
      what: `${follow} this database, and synchronous_standby_names is empty: a failover loses sold tickets.`,
      todo: 'Let a replica confirm commits (Patroni: synchronous_mode and synchronous_mode_strict).',
    }
  }
  return synchronousCommit === 'local'
    ? {
        what: `${follow} this database, and synchronous_commit is local: a failover loses sold tickets.`,
        todo: 'Set synchronous_commit to on.',
      }
    : null
}
