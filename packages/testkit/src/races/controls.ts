import type { Control } from './race.ts'

/**
 * What controls take away. Several locks may each be enough for one promise, and so may the schema:
 * then all of them go, for a control that fails has to show that they are what keeps it.
 */

/** Fails loudly once the product says it otherwise: a control must not pass for having no effect. */
const cut = (text: string, part: string, instead = ''): string => {
  if (!text.includes(part)) throw new Error(`Nothing to take away: no '${part}' in ${text}`)
  return text.replace(part, instead)
}

const unlocked = (text: string): string => cut(text, ' for update')

/** Goes on only a little later with each row: time enough for another transaction to meet it there. */
const slowly = (text: string, seconds = 0.002): string =>
  cut(text, 'select', `select pg_sleep(${seconds}),`)

/** Writes only a little after it was decided: time enough for another transaction to decide as well. */
const late = (text: string, table: string, seconds: number): string =>
  cut(
    text,
    `where ${table}.tenant_id = $1`,
    `where (select pg_sleep(${seconds})) is not null and ${table}.tenant_id = $1`,
  )

const STOCK_LOCK = { lane_lock_stock: (text: string) => slowly(unlocked(text)) }

const COUNTER_CHECKS = ['stock_never_oversold', 'stock_held_check', 'stock_sold_check'].map(
  (name) => `alter table stock drop constraint ${name}`,
)

export const WITHOUT_STOCK_LOCK: Control = {
  without: 'the lock of the stock',
  statements: STOCK_LOCK,
  schema: COUNTER_CHECKS,
}

/** For holds that end while they are made to last longer: some must end between reading and writing. */
export const WITHOUT_STOCK_LOCK_AT_THE_END: Control = {
  ...WITHOUT_STOCK_LOCK,
  statements: {
    lane_lock_stock: unlocked,
    lane_extend_holds: (text) => late(text, 'h', 0.05),
  },
}

export const WITHOUT_OVERRIDES: Control = {
  without: 'the capacity of a type',
  statements: {
    lane_lock_stock: (text) =>
      cut(text, 'capacity,', 'case when pool_id = session_id then capacity end as capacity,'),
  },
  schema: COUNTER_CHECKS,
}

export const WITHOUT_LOCK_ORDER: Control = {
  without: 'the order in which stock is locked',
  statements: {
    lane_lock_stock: (text) =>
      slowly(cut(text, 'order by session_id, pool_id', 'order by random()')),
  },
}

const withoutCartLock = (text: string) => cut(text, 'where pg_advisory_xact_lock(key) is null')

/** For lines of one session, which either of the two locks keeps apart. */
export const WITHOUT_STOCK_AND_CART_LOCKS: Control = {
  without: 'the locks of the stock and of the cart',
  statements: { ...STOCK_LOCK, lane_lock_carts: withoutCartLock },
  schema: COUNTER_CHECKS,
}

export const WITHOUT_CART_LOCK: Control = {
  without: 'the lock of the cart',
  statements: {
    lane_lock_carts: withoutCartLock,
    lane_write_stock: (text) => late(text, 's', 0.005),
  },
}

export const WITHOUT_PAYMENT_LOCKS: Control = {
  without: 'the locks of stock and payment, and its one order',
  statements: {
    lane_lock_stock: unlocked,
    lane_lock_payments: unlocked,
    // The first to commit ends this race: there is no second chance to meet.
    lane_read_payments: (text) => slowly(text, 0.05),
  },
  schema: [
    ...COUNTER_CHECKS,
    'alter table orders drop constraint orders_tenant_id_payment_id_key',
    'alter table money_ledger drop constraint money_ledger_posted_once',
  ],
}

export const WITHOUT_ORDER_LOCKS: Control = {
  without: 'the locks of stock and order',
  statements: { ...STOCK_LOCK, lane_lock_orders: unlocked },
  schema: COUNTER_CHECKS,
}

export const WITHOUT_EXPIRY: Control = {
  without: 'the end of a hold as a condition of giving its place on',
  statements: {
    // Whoever else is in the session takes its holds for lapsed; their own cart still has them.
    lane_read_holds: (text) => {
      const places = text.lastIndexOf('union all')
      const lapsed = cut(
        text.slice(places),
        "and h.reclaim_at > '-infinity' and h.reclaim_at <= statement_timestamp()",
      )
      return (
        text.slice(0, places) +
        cut(lapsed, 'h.reclaim_at as "reclaimAt"', 'h.created_at as "reclaimAt"')
      )
    },
  },
}

export const WITHOUT_UNIQUE_KEYS: Control = {
  without: 'the index that lets an Idempotency-Key be used once',
  schema: ['drop index holds_by_request'],
}

export const WITHOUT_COUPON_LOCK: Control = {
  without: 'the lock of the coupon code',
  statements: { lane_lock_coupons: (text) => slowly(unlocked(text), 0.02) },
  schema: ['alter table coupon_codes drop constraint coupon_never_overused'],
}
