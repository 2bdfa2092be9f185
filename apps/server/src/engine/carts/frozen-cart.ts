import type { TenantTx } from '@foyer/db'
import {
  type FeeSet,
  type FrozenRule,
  moreTimeMinutes,
  type Quote,
  type SessionState,
  type TaxRate,
} from '@foyer/domain'
import { sql } from 'kysely'
import type { FrozenCoupon } from '../coupons/coupon-types.ts'
import { type CartRules, carrierOf } from '../rules/rule-types.ts'
import { type FrozenAddOn, frozenQuote } from './frozen-quote.ts'

/** A cart with the prices and fees that its live holds froze, and the end of its hold. */
interface FrozenCart {
  /** The cart number that the browser uses. */
  number: string
  eventId: string
  /** The sessions where it holds tickets, or held them last; earliest first. */
  sessionIds: string[]
  /** The order that this cart last became; null once it holds something new. */
  orderId: string | null
  quote: Quote
  /** The end of the hold as the buyer sees it; null when nothing is held. */
  expiresAt: Date | null
  /**
   * How many minutes a call for more time would add now; 0 when nothing can be added, or nothing is
   * held.
   */
  moreTimeMinutes: number
  /** The database's clock when this was read. */
  now: Date
}

interface HoldRow {
  id: string
  cart_number: string
  session_id: string
  event_id: string
  order_id: string | null
  ticket_type_id: string
  type_name: string
  quantity: number
  unit_price_minor: number
  fee_set: FeeSet | null
  tax_rate: TaxRate | null
  created_at: Date
  expires_at: Date
  state_of_session: SessionState
  is_event_published: boolean
  is_paused: boolean
  session_starts_at: Date
  sales_start_at: Date | null
  sales_end_at: Date
  currency: string
  add_ons: FrozenAddOn[] | null
  coupon: (Omit<FrozenCoupon, 'judgedAt'> & { judgedAt: string }) | null
  rules: readonly FrozenRule[] | null
  judged_again: (Omit<CartRules, 'judgedAt'> & { judgedAt: string }) | null
  is_live: boolean
  now: Date
}

/** More than the lines of one cart, so that at least one ticket is among them. */
const LAST_HOLDS = 100

/**
 * Reads a cart and its live holds. Null when this browser never had such a cart.
 * The quote is a pure function of the frozen rows, so it is the same until the hold ends.
 */
export async function loadFrozenCart(tx: TenantTx, cartId: string): Promise<FrozenCart | null> {
  // Reads the live holds; if the cart has none, its last order or expired hold. A cart number that
  // was used for years has many old holds, so only the last ones are read (ids begin with the
  // time), and those of its last order, which may be for an earlier hold. Holds that one batch
  // granted, replaced and sold have the same time; then the order counts. The columns are named: a
  // connection remembers what the statement returns, and an upgrade adds columns to the table.
  const { rows } = await sql<HoldRow>`/* named: frozen_cart */
    with live as materialized (
      select h.*, true as is_live from holds h
      where h.cart_id = ${cartId} and h.state = 'held' and h.reclaim_at > clock_timestamp()
        and h.ticket_type_id <> h.session_id),
    shown as (
      select * from live
      union all
      (select * from (
        (select h.*, false as is_live from holds h
         where h.cart_id = ${cartId} order by h.id desc limit ${LAST_HOLDS})
        union all
        select h.*, false from holds h where h.cart_id = ${cartId} and h.order_id = (
          select o.id from orders o where o.cart_id = ${cartId} order by o.created_at desc limit 1)) ticket
       where ticket_type_id <> session_id and not exists (select from live)
       order by coalesce((select o.created_at from orders o where o.tenant_id = ticket.tenant_id
         and o.id = ticket.order_id), created_at) desc, order_id nulls last limit 1))
    select h.id, h.cart_number, h.session_id, h.order_id, h.ticket_type_id, h.quantity,
      h.unit_price_minor, h.fee_set, h.tax_rate, h.created_at, h.expires_at, h.rules, h.is_live,
      s.event_id, t.name as type_name, clock_timestamp() as now,
      s.state as state_of_session, s.is_event_published, s.is_paused,
      s.starts_at as session_starts_at, s.sales_start_at, s.sales_end_at, s.currency, (
      select json_agg(json_build_object('id', a.id, 'name', a.name, 'quantity', c.quantity,
        'unitPriceMinor', c.unit_price_minor, 'feeSet', c.fee_set, 'taxRate', c.tax_rate) order by a.position)
      from cart_add_ons c join add_ons a on a.tenant_id = c.tenant_id and a.id = c.add_on_id
      where c.tenant_id = h.tenant_id and c.cart_id = h.cart_id and c.hold_id = h.id) as add_ons, (
      select json_build_object('id', u.id, 'code', c.code, 'eventId', u.event_id,
        'ruleId', u.rule_id, 'discounts', u.discounts, 'moreRules', u.more_rules,
        'judgedAt', u.judged_at)
      from coupon_uses u join coupon_codes c on c.tenant_id = u.tenant_id and c.id = u.code_id
      where u.tenant_id = h.tenant_id and u.cart_id = h.cart_id and u.state = 'claimed'
        and u.hold_id = h.id and u.claimed_until > clock_timestamp()) as coupon, (
      select json_build_object('judgedAt', r.judged_at, 'rules', r.rules,
        'rulesForEmail', r.rules_for_email)
      from cart_rules r
      where r.tenant_id = h.tenant_id and r.cart_id = h.cart_id and r.hold_id = h.id) as judged_again
    from shown h
    join offered_sessions s on s.tenant_id = h.tenant_id and s.session_id = h.session_id
    cross join lateral (select t.name, t.position from ticket_types t
      where t.tenant_id = h.tenant_id and t.id = h.ticket_type_id offset 0) t
    order by s.starts_at, s.session_id, t.position, h.id`.execute(tx)
  const [first] = rows
  if (!first) return null
  const live = rows.filter((row) => row.is_live)
  const ends = live.map((hold) => hold.expires_at.getTime())
  const expiresAt = ends.length > 0 ? new Date(Math.min(...ends)) : null
  const isShownAsHeld = expiresAt !== null && expiresAt > first.now
  return {
    number: first.cart_number,
    eventId: first.event_id,
    sessionIds: [...new Set(rows.map((row) => row.session_id))],
    orderId: first.is_live ? null : first.order_id,
    quote: quoteOf(live, first.currency),
    expiresAt,
    moreTimeMinutes: isShownAsHeld ? moreTimeMinutes(live.map(heldUntil), first.now) : 0,
    now: first.now,
  }
}

const heldUntil = (hold: HoldRow) => ({
  createdAt: hold.created_at,
  expiresAt: hold.expires_at,
  session: {
    state: hold.state_of_session,
    isEventPublished: hold.is_event_published,
    isPaused: hold.is_paused,
    startsAt: hold.session_starts_at,
    salesStartAt: hold.sales_start_at,
    salesEndAt: hold.sales_end_at,
  },
})

const quoteOf = (holds: readonly HoldRow[], currency: string): Quote =>
  frozenQuote(
    holds.map((hold) => ({
      eventId: hold.event_id,
      createdAt: hold.created_at,
      ticketTypeId: hold.ticket_type_id,
      typeName: hold.type_name,
      quantity: hold.quantity,
      unitPriceMinor: hold.unit_price_minor,
      feeSet: hold.fee_set,
      taxRate: hold.tax_rate,
    })),
    holds.flatMap((hold) => hold.add_ons ?? []),
    { coupon: couponOn(holds), rules: rulesOn(holds) },
    currency,
  )

function couponOn(holds: readonly HoldRow[]): FrozenCoupon | undefined {
  const coupon = holds.find((hold) => hold.coupon)?.coupon
  return coupon ? { ...coupon, judgedAt: new Date(coupon.judgedAt) } : undefined
}

function rulesOn(holds: readonly HoldRow[]) {
  const again = holds.find((hold) => hold.judged_again)?.judged_again
  if (again) return { ...again, judgedAt: new Date(again.judgedAt) }
  const hold = carrierOf(holds.map(({ created_at: createdAt, rules }) => ({ createdAt, rules })))
  return hold && { judgedAt: hold.createdAt, rules: hold.rules, rulesForEmail: null }
}
