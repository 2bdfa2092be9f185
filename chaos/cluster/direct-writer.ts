import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { ClusterRig } from './rig.ts'

const AFTER_ERROR_MS = 100

/**
 * A client that knows one node alone and writes to it past HAProxy for as long as it takes writes, as a
 * client that a cut network left with an old primary. Whatever was acknowledged to it must be on the
 * new primary.
 */
export class DirectWriter {
  readonly #url: string
  readonly #writing: Promise<void>
  readonly #acknowledged: number[] = []
  #next = 0
  #isOver = false

  static async start(rig: Pick<ClusterRig, 'sql'>, nodeUrl: string): Promise<DirectWriter> {
    await rig.sql('create table if not exists chaos_writes (number bigint primary key)')
    await rig.sql('truncate chaos_writes')
    return new DirectWriter(nodeUrl)
  }

  private constructor(url: string) {
    this.#url = url
    this.#writing = this.#write()
  }

  get count(): number {
    return this.#acknowledged.length
  }

  /** Stops, and returns how many acknowledged writes are missing now. */
  async stop(rig: Pick<ClusterRig, 'sql'>): Promise<number> {
    this.#isOver = true
    await this.#writing
    const [row] = await rig.sql<{ missing: number }>(
      `select count(*)::integer as missing from unnest($1::bigint[]) as acknowledged(number)
       where not exists (select from chaos_writes w where w.number = acknowledged.number)`,
      [this.#acknowledged],
    )
    return row?.missing ?? 0
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const client = new pg.Client({
        connectionString: this.#url,
        connectionTimeoutMillis: 2000,
        query_timeout: 20_000,
      })
      client.on('error', () => {})
      try {
        await client.connect()
        while (!this.#isOver) {
          const number = this.#next++
          await client.query('insert into chaos_writes values ($1)', [number])
          this.#acknowledged.push(number)
        }
      } catch {
        await delay(AFTER_ERROR_MS)
      } finally {
        client.end().catch(() => {})
      }
    }
  }
}
