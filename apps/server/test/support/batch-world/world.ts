import {
  type JudgedRule,
  NO_ORDER_LIMITS,
  type OrderLimits,
  type SessionState,
  type TicketClass,
} from '@foyer/domain'
import type { HeldAddOn } from '../../../src/engine/carts/cart-types.ts'
import type { LaneCouponCode, LaneCouponUse } from '../../../src/engine/coupons/coupon-types.ts'
import type { LaneHold } from '../../../src/engine/holds/hold-types.ts'
import type { LedgerRow, RefundMail } from '../../../src/engine/money/money-types.ts'
import type { OfferedType, SessionOffer } from '../../../src/engine/offers/offer-types.ts'
import type { LaneOrder, LaneTicket } from '../../../src/engine/orders/order-types.ts'
import type { LanePayment } from '../../../src/engine/payments/payment-types.ts'
import type { CartRules, RuleUse } from '../../../src/engine/rules/rule-types.ts'
import type { LaneAccessCode } from '../../../src/engine/sales/sales-book.ts'
import type { LedgerEntry, StockPool } from '../../../src/engine/stock/stock-types.ts'

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
  /** The automatic rules in force, in the order in which they are tried. */
  rules: JudgedRule[]
  classes: Map<string, TicketClass>
  waivesSmallTotals: boolean
  cartRules: CartRules[]
  ruleUses: RuleUse[]
  /** With every cart that has claimed one. */
  accessCodes: Omit<LaneAccessCode, 'used'>[]
  /** The customer that a cart is being paid for by. */
  customerCarts: Map<string, string>
  orders: WorldOrder[]
  ledger: LedgerEntry[]
  /** The entries of the money ledger. */
  postings: LedgerRow[]
  refundMails: RefundMail[]
  /** How many expired holds of a session one batch reads at most. */
  expiredPerSession: number
}

/** An order as its rows say, with the columns that its aggregate does not read. */
export interface WorldOrder
  extends Omit<LaneOrder, 'tickets' | 'discounts' | 'rules' | 'chargeIds'> {
  cartId: string
  sessionId: string
  /** The payment that it was bought with. */
  paymentId: string | null
  tickets: (LaneTicket & { code: string })[]
}

/** The session of a world that has only one. */
export const SESSION = 'session'
export const EVENT = 'event'

interface TypePlan extends Partial<OfferedType> {
  capacity?: number | null
  /** How many people one ticket admits; 1 by default. */
  places?: number
  /** A group of {@link SessionPlan.groups}. */
  group?: string
  price?: number | null
  max?: number
}

export interface SessionPlan {
  /** Null is without limit. */
  capacity?: number | null
  /** Ticket types by id, with their own capacities, if any. */
  types?: Record<string, TypePlan>
  /** What the types of each group share, in places. */
  groups?: Record<string, number | null>
  eventId?: string
  startsInMinutes?: number
  /** When its sales start; always, if absent. */
  opensInMinutes?: number
  state?: SessionState
  isEventPublished?: boolean
  isPaused?: boolean
  limits?: OrderLimits
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
    rules: [],
    classes: new Map(),
    waivesSmallTotals: false,
    cartRules: [],
    ruleUses: [],
    accessCodes: [],
    customerCarts: new Map(),
    orders: [],
    ledger: [],
    postings: [],
    refundMails: [],
    expiredPerSession: Number.POSITIVE_INFINITY,
  }
  for (const [sessionId, plan] of Object.entries(sessions)) {
    const { types = { ga: {} }, capacity = 10 } = plan
    const pool = (poolId: string, most: number | null, { places = 1, group }: TypePlan = {}) =>
      world.pools.push(poolOf(sessionId, poolId, most, { places, groupId: group ?? null }))
    pool(sessionId, capacity)
    for (const [id, type] of Object.entries(types)) pool(id, type.capacity ?? null, type)
    for (const [id, most] of Object.entries(plan.groups ?? {})) pool(id, most, { group: id })
    world.offers.set(sessionId, {
      eventId: plan.eventId ?? EVENT,
      startsAt: minutesAfter(now, plan.startsInMinutes ?? 1440),
      endsAt: minutesAfter(now, (plan.startsInMinutes ?? 1440) + 120),
      salesStartAt:
        plan.opensInMinutes === undefined ? null : minutesAfter(now, plan.opensInMinutes),
      salesEndAt: minutesAfter(now, plan.startsInMinutes ?? 1440),
      salesCloseAt: null,
      cutoffMinutes: 0,
      isPaused: plan.isPaused ?? false,
      limits: plan.limits ?? NO_ORDER_LIMITS,
      localDate: '2026-11-22',
      state: plan.state ?? 'active',
      isEventPublished: plan.isEventPublished ?? true,
      currency: plan.currency ?? 'usd',
      shown: {
        sessionName: sessionId,
        eventName: EVENT,
        pictureHash: null,
        isTimedEntry: true,
        venueName: 'Hall',
        room: null,
        city: 'Portland',
        state: 'OR',
        country: 'US',
        timeZone: 'America/Los_Angeles',
      },
      types: new Map(
        Object.entries(types).map(
          (
            [id, { price = 3000, max = 100, capacity: _c, places: _p, group: _g, ...more }],
            position,
          ) => [
            id,
            {
              name: id.toUpperCase(),
              position,
              isArchived: false,
              unitPriceMinor: price,
              feeSet: null,
              maxQuantity: max,
              minQuantity: 1,
              quantityStep: 1,
              isHidden: false,
              opensAt: null,
              closesAt: null,
              maxPerCustomer: null,
              ...more,
            },
          ],
        ),
      ),
    })
  }
  return world
}

/** Gives an add-on a stock of its own. */
export const addStock = (world: World, addOnId: string, capacity: number): void => {
  world.pools.push(poolOf(addOnId, addOnId, capacity))
}

const poolOf = (
  sessionId: string,
  poolId: string,
  capacity: number | null,
  { places = 1, groupId = null }: Partial<Pick<StockPool, 'places' | 'groupId'>> = {},
): StockPool => ({ sessionId, poolId, capacity, held: 0, sold: 0, places, groupId })

const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000)

export const passMinutes = (world: World, minutes: number): void => {
  world.now = minutesAfter(world.now, minutes)
}
