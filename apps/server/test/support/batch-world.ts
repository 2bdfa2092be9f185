import type { Result } from '@foyer/contract'
import { DEFAULT_POLICY, type SessionState } from '@foyer/domain'
import type { HeldAddOn } from '../../src/engine/carts/cart-types.ts'
import type {
  CouponState,
  LaneCouponCode,
  LaneCouponUse,
} from '../../src/engine/coupons/coupon-types.ts'
import type { LaneHold } from '../../src/engine/holds/hold-types.ts'
import {
  type BatchState,
  type BatchWrites,
  type LaneNeeds,
  openBook,
  writesOf,
} from '../../src/engine/lanes/aggregates.ts'
import type { LaneOp } from '../../src/engine/lanes/operation.ts'
import { widenNeeds } from '../../src/engine/lanes/widen.ts'
import type { SessionOffer } from '../../src/engine/offers/offer-types.ts'
import type { LaneOrder, LaneTicket } from '../../src/engine/orders/order-types.ts'
import type { LanePayment } from '../../src/engine/payments/payment-types.ts'
import type { LedgerEntry, StockPool } from '../../src/engine/stock/stock-types.ts'

/** An in-memory substitute for the database: batches read from it and write to it. */
export interface World {
  now: Date
  offers: Map<string, SessionOffer>
  pools: StockPool[]
  holds: LaneHold[]
  payments: LanePayment[]
  addOns: HeldAddOn[]
  couponCodes: LaneCouponCode[]
  couponUses: LaneCouponUse[]
  orders: KeptOrder[]
  ledger: LedgerEntry[]
}

/** An order as its rows say, with what only the rows know. */
interface KeptOrder extends Omit<LaneOrder, 'tickets' | 'discounts' | 'chargeIds'> {
  cartId: string
  sessionId: string
  /** The payment that it was bought with. */
  paymentId: string | null
  tickets: (LaneTicket & { code: string })[]
}

/** The session of a world that has only one. */
export const SESSION = 'session'
export const EVENT = 'event'

export interface SessionPlan {
  /** Null is without limit. */
  capacity?: number | null
  /** Ticket types by id, with their own capacities, if any. */
  types?: Record<string, { capacity?: number | null; price?: number | null; max?: number }>
  eventId?: string
  startsInMinutes?: number
  state?: SessionState
  isEventPublished?: boolean
  currency?: string
}

/** A world with one session, called SESSION. */
export const makeWorld = (plan: SessionPlan = {}): World => worldOf({ [SESSION]: plan })

export function worldOf(sessions: Record<string, SessionPlan>): World {
  const now = new Date('2026-11-21T12:00:00Z')
  const world: World = {
    now,
    offers: new Map(),
    pools: [],
    holds: [],
    payments: [],
    addOns: [],
    couponCodes: [],
    couponUses: [],
    orders: [],
    ledger: [],
  }
  for (const [sessionId, plan] of Object.entries(sessions)) {
    const { types = { ga: {} }, capacity = 10 } = plan
    const pool = (poolId: string, most: number | null) =>
      world.pools.push({ sessionId, poolId, capacity: most, held: 0, sold: 0 })
    pool(sessionId, capacity)
    for (const [id, type] of Object.entries(types)) pool(id, type.capacity ?? null)
    world.offers.set(sessionId, {
      eventId: plan.eventId ?? EVENT,
      startsAt: minutesAfter(now, plan.startsInMinutes ?? 1440),
      salesEndAt: minutesAfter(now, plan.startsInMinutes ?? 1440),
      localDate: '2026-11-22',
      state: plan.state ?? 'active',
      isEventPublished: plan.isEventPublished ?? true,
      currency: plan.currency ?? 'usd',
      shown: {
        sessionName: sessionId,
        eventName: EVENT,
        isTimedEntry: true,
        venueName: 'Hall',
        city: 'Portland',
        state: 'OR',
        timeZone: 'America/Los_Angeles',
      },
      types: new Map(
        Object.entries(types).map(([id, { price = 3000, max = 100 }], position) => [
          id,
          {
            name: id.toUpperCase(),
            position,
            isArchived: false,
            unitPriceMinor: price,
            feeSet: null,
            maxQuantity: max,
          },
        ]),
      ),
    })
  }
  return world
}

/** Gives an add-on a stock of its own. */
export const addStock = (world: World, addOnId: string, capacity: number): void => {
  world.pools.push({ sessionId: addOnId, poolId: addOnId, capacity, held: 0, sold: 0 })
}

const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000)

export const passMinutes = (world: World, minutes: number): void => {
  world.now = minutesAfter(world.now, minutes)
}

/**
 * Decides operations as one batch and stores the result as the lane's statements do. Operations
 * that need more sessions are decided in a second batch with these.
 */
export function runBatch<T>(world: World, ops: readonly LaneOp<T>[]): Result<T>[] {
  const answers: Result<T>[] = []
  let waiting = ops.map((op, index) => ({ op, index, needs: op.needs }))
  while (waiting.length > 0) {
    const needed = waiting.map(({ needs }) => needs)
    const book = openBook(readFor(world, needed))
    const wider: typeof waiting = []
    for (const { op, index, needs } of waiting) {
      const decision = op.decide(book)
      if ('widenTo' in decision) {
        wider.push({ op, index, needs: widenNeeds(needs, decision) })
      } else answers[index] = decision
    }
    write(world, writesOf(book))
    waiting = wider
  }
  return answers
}

/** Runs a batch of one operation; returns its answer. */
export function run<T>(world: World, op: LaneOp<T>): Result<T> {
  const [answer] = runBatch(world, [op])
  if (!answer) throw new Error('An operation is answered')
  return answer
}

const sessionsOf = (needs: readonly LaneNeeds[]) =>
  new Set(needs.flatMap((need) => need.sessionIds))

/** Returns what the aggregates would read for these needs. */
export function readFor(world: World, needs: readonly LaneNeeds[]): BatchState {
  const wanted = (key: Exclude<keyof LaneNeeds, 'sessionIds'>) =>
    new Set(needs.flatMap((need) => need[key] ?? []))
  const sessions = sessionsOf(needs)
  const [carts, keys] = [wanted('cartIds'), wanted('requestKeys')]
  const [paymentIds, orderIds] = [wanted('paymentIds'), wanted('orderIds')]
  const payable = wanted('payableCartIds')
  const payments = world.payments.filter(
    ({ id, cartId, state }) =>
      paymentIds.has(id) || (payable.has(cartId) && (state === 'created' || state === 'open')),
  )
  const paidFor = world.payments.filter(({ id }) => paymentIds.has(id))
  const holdIds = new Set(paidFor.flatMap((payment) => payment.holdIds))
  const ofCarts = world.holds.filter(
    (hold) =>
      (carts.has(hold.cart.id) && hold.state === 'held') ||
      holdIds.has(hold.id) ||
      orderIds.has(hold.orderId ?? ''),
  )
  const claimOn = (holdId: string) =>
    world.couponUses.find((use) => use.holdId === holdId && use.state === 'claimed')?.id ?? null
  const underKeys = world.holds.filter((hold) => keys.has(hold.request?.key ?? ''))
  const expired = world.holds.filter(
    (hold) => hold.state === 'held' && hold.reclaimAt <= world.now && sessions.has(hold.sessionId),
  )
  return structuredClone({
    stock: {
      sessionIds: [...sessions],
      pools: world.pools.filter((pool) => sessions.has(pool.sessionId)),
    },
    carts: undefined,
    offers: {
      now: world.now,
      offers: new Map([...world.offers].filter(([id]) => sessions.has(id))),
    },
    holds: {
      expiredPerSession: Number.POSITIVE_INFINITY,
      // A hold that is needed for several reasons is read several times, as separate rows.
      rows: [
        ofCarts.map((hold) => ({ ...hold, couponUseId: claimOn(hold.id) })),
        underKeys,
        expired,
      ].flatMap((rows) => structuredClone(rows)),
    },
    payments: {
      rows: payments,
      addOns: world.addOns.filter((addOn) => payable.has(addOn.cartId)),
    },
    money: undefined,
    orders: world.orders
      .filter((order) => orderIds.has(order.id))
      .map((order) => laneOrder(world, order)),
    coupons: couponsFor(world, needs),
  })
}

/** An order as its aggregate reads it. */
function laneOrder(
  world: World,
  { cartId: _, sessionId: __, paymentId: ___, ...order }: KeptOrder,
): LaneOrder {
  const done = order.changes.filter(({ state }) => state === 'done')
  return {
    ...order,
    quote: done.at(-1)?.receipt ?? order.quote,
    discounts: world.couponUses.find(({ id }) => id === order.quote.coupon?.id)?.discounts ?? [],
    tickets: order.tickets.map(({ code: ____, ...ticket }) => ticket),
    changes: order.changes
      .filter(({ state }) => state !== 'ended')
      .map((change) => ({ ...change, paymentId: openPaymentOf(world, change.id) })),
    chargeIds: world.payments
      .filter((payment) => payment.orderId === order.id)
      .map(({ id }) => id)
      .reverse(),
  }
}

const openPaymentOf = (world: World, cartId: string) =>
  world.payments.find(
    ({ cartId: of, state }) => of === cartId && (state === 'created' || state === 'open'),
  )?.id ?? null

function couponsFor(world: World, needs: readonly LaneNeeds[]): CouponState {
  const wanted = (key: 'couponCodeIds' | 'couponCartIds' | 'couponUseIds' | 'payableCartIds') =>
    new Set(needs.flatMap((need) => need[key] ?? []))
  const [useIds, cartIds] = [wanted('couponUseIds'), wanted('couponCartIds')]
  const claims = world.couponUses.filter(({ state }) => state === 'claimed')
  const named = world.couponUses.filter(({ id }) => useIds.has(id))
  const changing = claims.filter(({ cartId }) => cartIds.has(cartId))
  const priced = claims.filter(({ cartId }) => wanted('payableCartIds').has(cartId))
  const codeIds = wanted('couponCodeIds')
  for (const { codeId } of [...named, ...changing]) codeIds.add(codeId)
  const counts = (holdId: string) =>
    world.holds.some((h) => h.id === holdId && h.state === 'held' && h.reclaimAt > world.now)
  const expired = claims
    .filter(
      ({ codeId, holdId, claimedUntil }) =>
        codeIds.has(codeId) && (claimedUntil <= world.now || !counts(holdId)),
    )
    .map((use) => ({ ...use, hasExpired: true }))
  return {
    codes: world.couponCodes.filter(({ id }) => codeIds.has(id)),
    uses: [...named, ...changing, ...priced, ...expired],
  }
}

function writeCoupons(world: World, coupons: BatchWrites['coupons']): void {
  for (const { id, state } of coupons.usedUp) {
    const use = world.couponUses.find((each) => each.id === id)
    if (use) use.state = state
  }
  for (const judged of coupons.judgedClaims) {
    const use = world.couponUses.find((each) => each.id === judged.id)
    if (use) Object.assign(use, structuredClone(judged))
  }
  world.couponUses.push(...structuredClone(coupons.newUses))
  for (const { id, delta } of coupons.usageDeltas) {
    const code = world.couponCodes.find((each) => each.id === id)
    if (code) code.room -= delta
  }
}

function write(world: World, writes: BatchWrites): void {
  const { carts, coupons, holds, money, orders, payments, stock } = writes
  for (const { id, state, orderId, reclaimAt } of [...holds.changes, ...holds.endedChanges]) {
    const hold = world.holds.find((each) => each.id === id)
    if (hold) Object.assign(hold, { state, orderId, reclaimAt })
  }
  world.holds.push(...structuredClone(holds.inserts))
  for (const { id, expiresAt, reclaimAt, moreTimeKeys } of holds.extensions) {
    const hold = world.holds.find((each) => each.id === id)
    if (hold) Object.assign(hold, { expiresAt, reclaimAt, moreTimeKeys })
  }
  world.ledger.push(...stock.ledger)
  for (const delta of stock.deltas) {
    const pool = world.pools.find(
      (each) => each.sessionId === delta.sessionId && each.poolId === delta.poolId,
    )
    if (!pool) throw new Error('A counter without a row')
    pool.held += delta.held
    pool.sold += delta.sold
  }
  for (const order of orders.created) {
    world.orders.push({
      id: order.id,
      status: 'PAID',
      cart: order.cart,
      cartId: order.cart.id,
      eventId: order.eventId,
      sessionId: order.sessionId,
      paymentId: payments.settled.find(({ orderId }) => orderId === order.id)?.id ?? null,
      email: order.customer.contact.email,
      quote: order.quote,
      isDisputed: false,
      changes: [],
      policy: DEFAULT_POLICY,
      addOns: order.addOns.map((addOn) => ({ ...addOn, status: 'VALID' })),
      tickets: order.tickets.map(({ validationCode: code, ...ticket }) => ({
        ...ticket,
        code,
        status: 'VALID',
        isRedeemed: false,
        replacedBy: null,
      })),
    })
  }
  world.addOns.push(...carts.addOns)
  world.payments.push(...structuredClone(payments.created))
  for (const { id, amountMinor, currency, eventId, holdIds, quote } of payments.repriced) {
    const payment = world.payments.find((each) => each.id === id)
    if (payment) Object.assign(payment, { amountMinor, currency, eventId, holdIds, quote })
  }
  for (const { id, intentId } of payments.intents) {
    const payment = world.payments.find((each) => each.id === id)
    if (payment?.state === 'created' || payment?.state === 'open') {
      Object.assign(payment, { intentId, state: 'open' })
    }
  }
  for (const { id, ...settled } of payments.settled) {
    const payment = world.payments.find((each) => each.id === id)
    if (payment) Object.assign(payment, settled)
  }
  for (const refund of money.refunds) {
    world.payments.find(({ id }) => id === refund.paymentId)?.refunds.push(structuredClone(refund))
  }
  changeOrders(world, orders)
  writeCoupons(world, coupons)
}

// An update that joins two rows with one id takes either of them, so a database keeps no order.
function changeOrders(world: World, orders: BatchWrites['orders']): void {
  const { updates, ticketUpdates, newTickets, endedAddOnIds, changes } = orders
  const ids = [...updates.map(({ id }) => id), ...ticketUpdates.map(({ id }) => id)]
  if (new Set(ids).size < ids.length) throw new Error('One row is changed twice in a batch')
  for (const { id, status, sessionId } of updates) {
    const order = world.orders.find((each) => each.id === id)
    if (!order) continue
    order.status = status ?? order.status
    order.sessionId = sessionId ?? order.sessionId
  }
  for (const { orderId, eventId: _, validationCode: code, ...ticket } of newTickets) {
    const order = world.orders.find(({ id }) => id === orderId)
    order?.tickets.push({ ...ticket, code })
  }
  for (const { id, status, replacedBy } of ticketUpdates) {
    const ticket = world.orders.flatMap((each) => each.tickets).find((each) => each.id === id)
    if (ticket) Object.assign(ticket, { status, replacedBy })
  }
  for (const addOn of world.orders.flatMap(({ addOns }) => addOns)) {
    if (endedAddOnIds.includes(addOn.id)) addOn.status = 'CANCELLED'
  }
  for (const change of structuredClone(changes)) {
    const order = world.orders.find(({ id }) => id === change.orderId)
    const known = order?.changes.findIndex(({ id }) => id === change.id) ?? -1
    if (known >= 0) order?.changes.splice(known, 1, change)
    else order?.changes.push(change)
  }
}
