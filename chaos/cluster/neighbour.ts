import { setTimeout as delay } from 'node:timers/promises'
import { HOME, type MOMENTS, moveTenant, SidesDiffer } from '@foyer/server/move'
import type { BuiltEvent } from '@foyer/testkit/builder'
import { leftoversIn, rowsIn } from '@foyer/testkit/moves'
import type pg from 'pg'
import type { Problems } from '../journal.ts'
import { brandHeaders } from '../money/buyer.ts'
import { HoldProber } from './hold-prober.ts'
import { addFindings, MoneyBuyers } from './money-buyers.ts'
import { type ClusterRig, sqlOf } from './rig.ts'

export type CellName = typeof HOME | 'north'
export type Moment = keyof typeof MOMENTS

const MOVED_WITHIN_MS = 240_000
const TRIED_AGAIN_AFTER_MS = 1000

/** A second organizer, which can move between the cluster and the other cell while it sells. */
export class Neighbour {
  readonly prober: HoldProber
  readonly #rig: ClusterRig
  readonly #slug: string
  readonly #event: BuiltEvent
  readonly #money: MoneyBuyers
  #cell: CellName = HOME

  /** It begins to sell in the cluster. */
  static async open(rig: ClusterRig): Promise<Neighbour> {
    const { tenantId, slug } = await rig.build.tenant()
    const event = await rig.build.event({ tenantId, capacity: null })
    const neighbour = new Neighbour(rig, slug, event)
    await neighbour.prober.firstGrantAfter(performance.now())
    return neighbour
  }

  private constructor(rig: ClusterRig, slug: string, event: BuiltEvent) {
    this.#rig = rig
    this.#slug = slug
    this.#event = event
    const { server, provider } = rig
    const shop = { server, provider, brands: new Map([[event.tenantId, slug]]) }
    this.prober = new HoldProber(server.url, event, brandHeaders(shop, event.tenantId))
    this.#money = new MoneyBuyers(shop, event)
  }

  /**
   * Moves it, and runs a move that failed again, as an operator does. Returns how often it was run.
   * `onMoment` is called at each moment of each run.
   */
  async move(to: CellName, onMoment: (moment: Moment) => void = () => {}): Promise<number> {
    const giveUpAt = performance.now() + MOVED_WITHIN_MS
    for (let runs = 1; ; runs += 1) {
      try {
        await moveTenant(
          { slug: this.#slug, to },
          {
            cells: new Map([
              [HOME, this.#rig.database.superuserUrl],
              ['north', this.#rig.north.url],
            ]),
            report: (moment) => {
              if (moment !== 'waiting') onMoment(moment)
            },
          },
        )
      } catch (error) {
        if (error instanceof SidesDiffer || performance.now() > giveUpAt) throw error
        if (!(await this.#hasMoved())) {
          await delay(TRIED_AGAIN_AFTER_MS)
          continue
        }
      }
      this.#cell = to
      return runs
    }
  }

  /** Ends its sales and compares what was acknowledged to its buyers with the cell that it is in. */
  async close(problems: Problems): Promise<number> {
    await this.prober.stop()
    const { provider } = this.#rig
    addFindings(
      problems,
      await this.#money.stop({ sql: sqlOf(this.#poolOf(this.#cell)), provider }),
    )
    await this.#checkOtherCell(problems)
    return this.#money.count
  }

  /** A run that failed may have done everything, and have lost its last answer. */
  async #hasMoved(): Promise<boolean> {
    const [last] = await this.#rig
      .sql<{ step: string }>(
        'select step from tenant_moves where tenant_id = $1 order by began_at desc limit 1',
        [this.#event.tenantId],
      )
      .catch(() => [])
    return last?.step === 'done'
  }

  async #checkOtherCell(problems: Problems): Promise<void> {
    const other = this.#poolOf(this.#cell === HOME ? 'north' : HOME)
    const rows = await rowsIn(other, this.#event.tenantId)
    if (rows > 0) problems.add('doubled', `${rows} rows of the organizer are in both cells`)
    for (const cell of [HOME, 'north'] as const) {
      for (const name of await leftoversIn(this.#poolOf(cell))) {
        problems.add('broken', `${name} was left in cell ${cell}`)
      }
    }
  }

  #poolOf(cell: CellName): pg.Pool {
    return cell === HOME ? this.#rig.pool : this.#rig.north.pool
  }
}
