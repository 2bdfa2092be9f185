import { setTimeout as delay } from 'node:timers/promises'
import type { BuiltEvent, EventPlan } from '@foyer/testkit/builder'
import { Buyer, type BuyerOptions } from './buyer.ts'
import { Changer } from './changer.ts'
import type { Rig } from './rig.ts'

const LOOK_EVERY_MS = 25
const PATIENCE_MS = 90_000
/** The venue of each tenant of a rig: more scenes are played than a shop may have venues. */
const venues = new WeakMap<Rig, Map<number, string>>()
/** What a ticket of the second session costs more, once there is an order to change. */
export const DEARER_MINOR = 1000

/** One purchase in a shop, with the events that can happen around it. */
export class Scene {
  readonly rig: Rig
  readonly event: BuiltEvent
  readonly buyer: Buyer
  readonly #others: Buyer[] = []
  #changing: { orderId: string; changer: Changer } | null = null

  static async open(rig: Rig, plan: EventPlan = {}, options: BuyerOptions = {}): Promise<Scene> {
    const { tenantId = rig.nextTenant() } = plan
    const known = venues.get(rig) ?? new Map<number, string>()
    venues.set(rig, known)
    const event = await rig.build.event({ venueId: known.get(tenantId), ...plan, tenantId })
    known.set(tenantId, event.venueId)
    return new Scene(rig, event, options)
  }

  private constructor(rig: Rig, event: BuiltEvent, options: BuyerOptions) {
    this.rig = rig
    this.event = event
    this.buyer = new Buyer(rig, event, options)
  }

  get cartId(): string {
    const { cartId } = this.buyer
    if (!cartId) throw new Error('This buyer has no cart yet')
    return cartId
  }

  /** The carts of all its buyers. */
  get cartIds(): string[] {
    return [this.buyer, ...this.#others].flatMap(({ cartId }) => cartId ?? [])
  }

  /** The order that is to be changed; see {@link buyToChange}. */
  get orderId(): string {
    return this.#changingOrder.orderId
  }

  /** The page on which the change is paid for. */
  get changer(): Changer {
    return this.#changingOrder.changer
  }

  get #changingOrder() {
    if (!this.#changing) throw new Error('This buyer has no order that is to be changed')
    return this.#changing
  }

  /** The scene's buyer and so many others buy tickets of its session. */
  async buyMany(others: number): Promise<void> {
    const more = Array.from({ length: others }, () => new Buyer(this.rig, this.event))
    this.#others.push(...more)
    await Promise.all([this.buyer, ...more].map((buyer) => buyer.comeBack()))
  }

  /** Buys the tickets, so that they can be taken to the second session, which is dearer. */
  async buyToChange(): Promise<void> {
    const [, newSessionId = ''] = this.event.sessionIds
    await this.rig.sql(
      'update session_prices set price_minor = price_minor + $2 where session_id = $1',
      [newSessionId, DEARER_MINOR],
    )
    await this.buyer.comeBack()
    const [order] = await this.rig.sql<{ id: string }>('select id from orders where cart_id = $1', [
      this.cartId,
    ])
    const orderId = order?.id ?? ''
    const amount = (DEARER_MINOR * this.buyer.quantity) / 100
    const changer = new Changer(this.rig, {
      tenantId: this.event.tenantId,
      orderId,
      newSessionId,
      amount,
    })
    this.#changing = { orderId, changer }
  }

  /** The cart that holds the new seats; null before the change is held. */
  async changeCartId(): Promise<string | null> {
    const [change] = await this.rig.sql<{ id: string }>(
      `select id from order_changes where order_id = $1 and state = 'open'`,
      [this.orderId],
    )
    return change?.id ?? null
  }

  /** Lets the holds of a cart, by default the buyer's, expire and waits until they are swept. */
  async expireHolds(cartId = this.cartId): Promise<void> {
    await this.rig.sql(
      `update holds set expires_at = clock_timestamp() - interval '6 minutes',
         reclaim_at = clock_timestamp() - interval '1 second'
       where cart_id = $1 and state = 'held'`,
      [cartId],
    )
    await this.until(
      'select from holds where cart_id = $1 having count(*) filter (where state = $2) = 0',
      [cartId, 'held'],
    )
  }

  /**
   * Lets time pass for this cart and its payments only. Waits first until the server has searched
   * the provider for intents whose creation was never answered, as it does within that time.
   */
  async letTimePass(minutes: number, cartId = this.cartId): Promise<void> {
    await this.until(
      `select where not exists (select from payments where cart_id = $1 and intent_id is null
         and created_at >= (select reached_at from provider_watermarks where kind = 'intents'))`,
      [cartId],
    )
    await this.rig.sql(
      `with later as (
         update holds set created_at = created_at - $2::interval,
           expires_at = expires_at - $2::interval, reclaim_at = reclaim_at - $2::interval
         where cart_id = $1 and state = 'held')
       update payments set
         created_at = created_at - case when intent_id is null then $2::interval else '0' end,
         next_check_at = next_check_at - $2::interval where cart_id = $1`,
      [cartId, `${minutes} minutes`],
    )
  }

  /** Another buyer holds `quantity` tickets of a session, by default the first, and keeps them. */
  async takeTickets(quantity: number, sessionId = this.event.sessionId): Promise<void> {
    const rival = new Buyer(this.rig, { ...this.event, sessionId }, { quantity })
    await rival.upTo('intent')
  }

  /** Resolves once the query returns a row; rejects if it returns none for too long. */
  async until(text: string, values: unknown[]): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MS
    while ((await this.rig.sql(text, values)).length === 0) {
      if (performance.now() > giveUpAt) throw new Error(`Never so: ${text}`)
      await delay(LOOK_EVERY_MS)
    }
  }
}
