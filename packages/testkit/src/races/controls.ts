import type { Control } from './race.ts'

/**
 * The parts of the product that controls remove. If several locks, or the schema, would each keep
 * the promise alone, the control removes all of them, because only then the race can be lost.
 */

/** Throws if the product's SQL no longer contains `part`: a control without effect must not pass. */
const cut = (text: string, part: string, instead = ''): string => {
  if (!text.includes(part)) throw new Error(`Nothing to take away: no '${part}' in ${text}`)
  return text.replace(part, instead)
}

const unlocked = (text: string): string => cut(text, ' for update')

/** Delays the statement a little at each row, so that another transaction can interfere. */
const slowly = (text: string, seconds = 0.002): string =>
  cut(text, 'select', `select pg_sleep(${seconds}),`)

/** Delays writing a little after the decision, so that another transaction can decide as well. */
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

/** For holds that end while they are extended: some must end between reading and writing. */
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

/** A trigger refuses counters that do not add up, whoever moves them. */
const ADDS_UP = 'drop trigger stock_adds_up on stock'

export const WITHOUT_PLACES: Control = {
  without: 'the places of a ticket',
  statements: { lane_lock_stock: (text) => cut(text, 'places,', '1 as places,') },
  schema: [...COUNTER_CHECKS, ADDS_UP],
}

export const WITHOUT_SHARED_CAPACITY: Control = {
  without: 'what the types of a group share',
  statements: {
    lane_lock_stock: (text) => cut(text, 'group_id as "groupId"', 'null::uuid as "groupId"'),
  },
  schema: [...COUNTER_CHECKS, ADDS_UP],
}

export const WITHOUT_LOCK_ORDER: Control = {
  without: 'the order in which stock is locked',
  statements: {
    lane_lock_stock: (text) =>
      slowly(cut(text, 'order by session_id, pool_id', 'order by random()')),
  },
}

const withoutCartLock = (text: string) => cut(text, 'where pg_advisory_xact_lock(key) is null')

/** For lines of one session, which either of the two locks serializes. */
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
  without: 'the locks of stock and payment, and the key that posts a charge once',
  statements: {
    lane_lock_stock: unlocked,
    lane_lock_payments: unlocked,
    // The first commit ends this race, so the calls can collide only once.
    lane_read_payments: (text) => slowly(text, 0.05),
  },
  schema: [...COUNTER_CHECKS, 'alter table money_ledger drop constraint money_ledger_posted_once'],
}

export const WITHOUT_ORDER_LOCKS: Control = {
  without: 'the locks of stock and order',
  statements: { ...STOCK_LOCK, lane_lock_orders: unlocked },
  schema: COUNTER_CHECKS,
}

export const WITHOUT_EXPIRY: Control = {
  without: 'the condition that only an expired hold is given to others',
  statements: {
    // Other carts in the session treat its holds as expired; the own cart still has them.
    lane_read_holds: (text) => {
      const places = text.lastIndexOf('union all')
      const expired = cut(
        text.slice(places),
        "and h.reclaim_at > '-infinity' and h.reclaim_at <= statement_timestamp()",
      )
      return (
        text.slice(0, places) +
        cut(expired, 'h.reclaim_at as "reclaimAt"', 'h.created_at as "reclaimAt"')
      )
    },
  },
}

export const WITHOUT_UNIQUE_KEYS: Control = {
  without: 'the index that allows an Idempotency-Key only once',
  schema: ['drop index holds_by_request'],
}

export const WITHOUT_COUPON_LOCK: Control = {
  without: 'the lock of the coupon code',
  statements: { lane_lock_coupons: (text) => slowly(unlocked(text), 0.02) },
  schema: ['alter table coupon_codes drop constraint coupon_never_overused'],
}

export const WITHOUT_ACCESS_CODE_LOCK: Control = {
  without: 'the lock of the access code',
  statements: { lane_lock_codes: (text) => slowly(unlocked(text), 0.02) },
}

export const WITHOUT_CUSTOMER_LOCK: Control = {
  without: 'the lock of the customer',
  statements: {
    lane_lock_customers: (text) => cut(text, 'where pg_advisory_xact_lock(lock) is null'),
    lane_write_stock: (text) => late(text, 's', 0.05),
  },
}
