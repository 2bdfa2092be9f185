import type pg from 'pg'

/** What reads of a replica may be behind the primary. */
export const REPLICA_AGE_MS = 2000
const POLL_MS = 500
/** A replica that has not answered for so long is not asked by reads. */
const UP_MS = 1500

/**
 * Where a server is in the history of a database: the history by the system and its timeline, which
 * every promotion changes; the position in it in bytes of the log. On a replica it is what its reads
 * show, on a primary what has been written. A replica notes another timeline in its control file, when
 * it first writes changes of it to disk.
 */
export const SELECT_PLACE = `
  select system_identifier || '/' || case when pg_is_in_recovery()
      then greatest(timeline_id, min_recovery_end_timeline)
      else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
    end as history,
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      else pg_current_wal_insert_lsn() end, '0/0')::text as position,
    pg_is_in_recovery() as "isReplica"
  from pg_control_system(), pg_control_checkpoint(), pg_control_recovery() /* named: place */`

export interface PlaceRow {
  history: string
  /** Null on a replica that has replayed nothing yet. */
  position: string | null
  isReplica: boolean
}

export interface Place {
  history: string
  position: bigint
}

export const placeOf = ({ history, position }: PlaceRow): Place => ({
  history,
  position: BigInt(position ?? -1),
})

export const hasReached = (place: Place, needed: Place): boolean =>
  place.history === needed.history && place.position >= needed.position

interface Sample extends Place {
  /** When the primary was asked, by this thread's own clock: it shows this moment or a later one. */
  at: number
}

/**
 * Knows which position a replica must have reached so that its data is no older than a moment. It asks
 * the primary for its position twice a second. Nothing is written, and no two clocks are compared.
 */
export class ReplicaWatch {
  readonly #primary: pg.Pool
  readonly #replica: pg.Pool
  readonly #timer: NodeJS.Timeout
  /** Of the last two seconds, the oldest first. */
  #samples: Sample[] = []
  #shown: Place | null = null
  #shownAt = Number.NEGATIVE_INFINITY
  #polling: Promise<unknown> | null = null

  constructor(primary: pg.Pool, replica: pg.Pool) {
    this.#primary = primary
    this.#replica = replica
    this.#timer = setInterval(() => this.#poll(), POLL_MS)
    this.#timer.unref()
    this.#poll()
  }

  /** Whether a replica has answered of late. */
  isUp(): boolean {
    return performance.now() - this.#shownAt < UP_MS
  }

  /**
   * What a server must have reached to show `since`, or what was there REPLICA_AGE_MS ago if that is
   * later. Null: only the primary is sure to show it.
   */
  needed(since: number): Place | null {
    const moment = Math.max(since, performance.now() - REPLICA_AGE_MS)
    return this.#samples.find(({ at }) => at >= moment) ?? null
  }

  /** What the replica shows is at most so old; infinite if that is not known. */
  ageMs(): number {
    const shown = this.#shown
    const newest = shown && this.#samples.findLast((sample) => hasReached(shown, sample))
    return this.isUp() && newest ? performance.now() - newest.at : Number.POSITIVE_INFINITY
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#polling
  }

  #poll(): void {
    // A server that is slow to answer gets no second question.
    this.#polling ??= Promise.allSettled([this.#askPrimary(), this.#askReplica()]).finally(() => {
      this.#polling = null
    })
  }

  async #askPrimary(): Promise<void> {
    const at = performance.now()
    const { rows } = await this.#primary.query<PlaceRow>(SELECT_PLACE)
    const [row] = rows
    // An address that leads to a replica says nothing about the primary.
    if (!row || row.isReplica) return
    const place = placeOf(row)
    this.#samples = [
      ...this.#samples.filter(
        (sample) => sample.at >= at - REPLICA_AGE_MS && sample.history === place.history,
      ),
      { ...place, at },
    ]
  }

  async #askReplica(): Promise<void> {
    const at = performance.now()
    const { rows } = await this.#replica.query<PlaceRow>(SELECT_PLACE)
    if (!rows[0]) return
    this.#shown = placeOf(rows[0])
    this.#shownAt = at
  }
}
