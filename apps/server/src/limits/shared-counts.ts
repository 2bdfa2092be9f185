import type { Database } from '@foyer/db'
import { sql } from 'kysely'

/** What one caller has used of a limit in this process. */
export interface HotCount {
  /**
   * The caller's name, hashed with a secret of the deployment, so that the row has no personal
   * data.
   */
  key: string
  count: number
  /** After how many milliseconds it no longer counts. */
  endsInMs: number
}

/** A limit of this process that includes what other processes have counted. */
export interface CountSource {
  /** Must be the same in all processes. */
  readonly name: string
  /** Returns the callers that have used a large part of the limit since the last call. */
  hotCounts(): HotCount[]
  /** Receives the counts of all other processes, by key. */
  takeOthers(counts: ReadonlyMap<string, number>): void
}

export interface SharedCounts {
  add(source: CountSource): void
  /**
   * Writes this process's counts and reads those of the others. Returns 0, because nothing is left
   * to do.
   */
  exchange(): Promise<number>
}

/**
 * How many rows one process writes at a time. Limits cannot stop an attack by more callers than
 * this.
 */
const MOST_ROWS = 1000
/** How many rows of other processes one process reads at a time. */
const MOST_OTHERS = 20_000
/** Every 60th exchange deletes ended rows. */
const TIDY_EVERY = 60

interface OtherCount {
  limit_name: string
  key: string
  count: number
}

/**
 * Makes limits hold over several processes by an exchange once a second, outside of any request. A
 * caller that spreads its requests over N processes gets at most N times what one process grants in
 * that second. Nothing is written while no caller is near a limit.
 */
export function createSharedCounts(db: Pick<Database, 'registry'>, process: string): SharedCounts {
  const sources: CountSource[] = []
  let exchanges = 0

  async function write(): Promise<void> {
    const rows = sources.flatMap((source) =>
      source.hotCounts().map((hot) => ({ limit: source.name, ...hot })),
    )
    if (rows.length === 0) return
    rows.sort((a, b) => b.count - a.count)
    await sql`
      insert into limit_counts (process, limit_name, key, count, ends_at)
      select ${process}, r."limit", r.key, r.count,
        clock_timestamp() + make_interval(secs => r."endsInMs" / 1000)
      from json_to_recordset(${JSON.stringify(rows.slice(0, MOST_ROWS))}::json)
        as r("limit" text, key text, count integer, "endsInMs" double precision)
      on conflict (process, limit_name, key) do update
        set count = excluded.count, ends_at = excluded.ends_at`.execute(db.registry)
  }

  async function read(): Promise<void> {
    const { rows } = await sql<OtherCount>`
      select limit_name, key, sum(count)::integer as count from limit_counts
      where process <> ${process} and ends_at > clock_timestamp()
      group by limit_name, key limit ${MOST_OTHERS}`.execute(db.registry)
    const byLimit = Map.groupBy(rows, (row) => row.limit_name)
    for (const source of sources) {
      const counts = byLimit.get(source.name) ?? []
      source.takeOthers(new Map(counts.map(({ key, count }) => [key, count])))
    }
  }

  return {
    add(source) {
      sources.push(source)
    },
    async exchange() {
      exchanges += 1
      await write()
      await read()
      if (exchanges % TIDY_EVERY === 0) {
        await sql`delete from limit_counts where ends_at < clock_timestamp()`.execute(db.registry)
      }
      return 0
    },
  }
}
