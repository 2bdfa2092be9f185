import type { BuiltEvent, EventPlan } from '../builder.ts'
import { findStockDrift } from '../stock-check.ts'
import type { Answer } from '../test-browser.ts'
import { Buyer } from './buyer.ts'
import type { Line, Outcome, World } from './race.ts'

/** One run of a race: its own event, its buyers, and the problems found. */
export class Scene {
  readonly world: World
  readonly event: BuiltEvent
  readonly #plan: EventPlan
  readonly #problems: string[] = []
  readonly #promises: { buyer: Buyer; held: number; sold: number }[] = []
  operations = 0
  /** Number of 503 answers: these races are too small for the server to refuse load. */
  busyAnswers = 0

  static async open(world: World, plan: EventPlan): Promise<Scene> {
    return new Scene(world, await world.build.event(plan), plan)
  }

  private constructor(world: World, event: BuiltEvent, plan: EventPlan) {
    this.world = world
    this.event = event
    this.#plan = plan
  }

  /** How many places lines take together. */
  #placesOf(lines: readonly Line[]): number {
    const types = this.event.typeIds
    return lines.reduce((total, { ticketTypeId, quantity }) => {
      const type = this.#plan.types?.[types.indexOf(ticketTypeId)]
      return total + quantity * (type?.places ?? 1)
    }, 0)
  }

  buyer(): Buyer {
    return new Buyer(this)
  }

  demand(isSo: boolean, otherwise: string): void {
    if (!isSo) this.#problems.push(otherwise)
  }

  /** What the answers granted to a buyer; at the end the database must contain exactly this. */
  promise(buyer: Buyer, places: { held?: number; sold?: number }): void {
    this.#promises.push({ buyer, held: 0, sold: 0, ...places })
  }

  /** Checks a hold's answer: a grant becomes a promise, a refusal must be for lack of tickets. */
  note(buyer: Buyer, answer: Answer, lines: readonly Line[]): boolean {
    const isGranted = answer.status === 201
    this.demand(
      isGranted || answer.body.code === 'sold_out',
      `a hold was answered ${answer.status} ${answer.body.code}`,
    )
    // Of several types the answer counts places.
    const wanted = lines.length > 1 ? this.#placesOf(lines) : sum(lines)
    this.demand(
      isGranted || answer.body.details?.available < wanted,
      'a hold was refused although the answer says that there is room',
    )
    this.promise(buyer, { held: isGranted ? sum(lines) : 0 })
    return isGranted
  }

  /** Free tickets of a pool, by default the session's own; null means unlimited. */
  async room(sessionId: string, poolId = sessionId): Promise<number | null> {
    const [pool] = await this.world.sql<{ room: number | null }>(
      'select capacity - held - sold as room from stock where session_id = $1 and pool_id = $2',
      [sessionId, poolId],
    )
    return pool?.room ?? null
  }

  /** Lines that were refused for lack of tickets must not fit into what is left at the end. */
  async demandNoneFits(refused: readonly (readonly Line[])[]): Promise<void> {
    for (const lines of new Set(refused)) {
      const isShort = await Promise.all(
        lines.flatMap(({ sessionId, ticketTypeId }) =>
          [sessionId, this.event.groupId, ticketTypeId].map(async (poolId) => {
            const room = await this.room(sessionId, poolId)
            const here = lines.filter((other) => other.sessionId === sessionId)
            const ofType = here.filter((other) => other.ticketTypeId === poolId)
            const wanted = poolId === ticketTypeId ? sum(ofType) : this.#placesOf(here)
            return room !== null && room < wanted
          }),
        ),
      )
      this.demand(
        isShort.includes(true),
        `wrongly refused for lack of tickets: ${JSON.stringify(lines)}`,
      )
    }
  }

  async orderCount(): Promise<number> {
    const orders = await this.world.sql('select 1 from orders where event_id = $1', [
      this.event.eventId,
    ])
    return orders.length
  }

  /** Compares promises and counters with the database. No request may be under way. */
  async close(): Promise<Outcome> {
    await this.#checkPromises()
    const { sql } = this.world
    const idsOf = async (table: 'orders' | 'payments') =>
      (
        await sql<{ id: string }>(`select id from ${table} where event_id = $1`, [
          this.event.eventId,
        ])
      ).map(({ id }) => id)
    const drift = await findStockDrift(this.world, {
      sessionIds: this.#places,
      orderIds: await idsOf('orders'),
      paymentIds: await idsOf('payments'),
    })
    this.#problems.push(...drift.map(({ check, says, found }) => `${check}: ${says}; ${found}`))
    return { operations: this.operations, problems: this.#problems }
  }

  get #places(): string[] {
    return [...this.event.sessionIds, ...this.event.addOnIds]
  }

  async #checkPromises(): Promise<void> {
    const rows = await this.world.sql<{ id: string; held: number; sold: number }>(
      `select browser_id as id,
         coalesce(sum(quantity) filter (where state = 'held'), 0)::integer as held,
         coalesce(sum(quantity) filter (where state = 'sold'), 0)::integer as sold
       from holds where session_id = any($1) group by 1`,
      [this.#places],
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const { buyer, held, sold } of this.#promises) {
      const row = found.get(buyer.id) ?? { held: 0, sold: 0 }
      this.demand(
        row.held === held && row.sold === sold,
        `answered: held ${held}, sold ${sold}; in the database: held ${row.held}, sold ${row.sold}`,
      )
    }
  }
}

const sum = (lines: readonly Line[]) => lines.reduce((total, { quantity }) => total + quantity, 0)
