import type { Database, TenantTx, TurnPosition } from '@foyer/db'
import { sql } from 'kysely'
import { resultOf, type TurnResult, type Walks } from './turns.ts'

/**
 * How many days a released or expired hold is kept: in that time a buyer may ask what happened to a
 * cart, and a client may repeat a request with its Idempotency-Key. Rows of the ledger are kept as
 * long.
 */
const HOLD_DAYS = 30
/**
 * How many days an abandoned payment, and what it refers to, are kept: as long as its mails
 * (docs/privacy.md).
 */
const PAYMENT_DAYS = 90
/** Rows that one transaction reads; this takes a few milliseconds. */
const ROWS_AT_ONCE = 1000
/** How many steps a turn takes through each table; then it continues a minute later. */
const STEPS = 10
/** How long a table rests after a whole pass. */
const REST_MILLISECONDS = 6 * 60 * 60 * 1000

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The position in a table that is walked by its key; for payments and coupon uses, `id` alone. */
interface Position {
  cartId: string
  id: string
}
const BEGINNING = `${FIRST_ID} ${FIRST_ID}`

interface Step {
  looked: number
  deleted: number
  /** The last row that was read; null if there was none. */
  last: Position | null
}

/**
 * Deletes the rows that are due among the next ones after the key `after`, in the order of the key.
 */
type Walk = (tx: TenantTx, tenantId: number, after: Position) => Promise<Step>

export interface HoldRetention {
  /** Takes the next steps through each table that does not rest; returns how many rows it deleted. */
  run(tenantId: number): Promise<number>
}

/** Runs a slice of the retention of one tenant; returns its position, and when it continues. */
export async function endHolds(
  db: Database,
  now: () => number,
  tenantId: number,
  position: TurnPosition,
): Promise<TurnResult> {
  const walks = new Map(Object.entries(position))
  const deleted = await createHoldRetention(db, now, walks).run(tenantId)
  return resultOf(walks, now(), deleted > 0)
}

/**
 * Deletes what ended holds leave behind: released and expired holds with their add-ons, returned
 * coupon uses, abandoned payments, and rows of the stock ledger, whose sums are kept. What was
 * sold, refunded or rescheduled belongs to an order and stays as long as the order. The walk follows the
 * keys of the tables, so it needs no index of its own. It takes no lock of the lanes: only a late
 * payment changes an ended hold, and what any payment refers to is kept. `now` is in milliseconds;
 * `walks` is the position, and is updated.
 */
export function createHoldRetention(
  db: Database,
  now: () => number,
  walks: Walks = new Map(),
): HoldRetention {
  async function stepThrough(tenantId: number, walk: Walk): Promise<number> {
    const key = `${tenantId}/${walk.name}`
    let deleted = 0
    for (let steps = 0; steps < STEPS; steps += 1) {
      const { after, restsUntil } = walks.get(key) ?? { after: BEGINNING, restsUntil: 0 }
      if (now() < restsUntil) break
      const step = await db.longWork.withTenant(tenantId, async (tx) => {
        // Walks by the key: before the first ANALYZE the planner would rather read and sort the
        // whole rest of the table (measured: 400 ms a step instead of 10).
        await sql`set local enable_sort = off`.execute(tx)
        await sql`set local enable_bitmapscan = off`.execute(tx)
        const [cartId = FIRST_ID, id = FIRST_ID] = after.split(' ')
        return walk(tx, tenantId, { cartId, id })
      })
      deleted += step.deleted
      const { last } = step
      const isThrough = last === null || step.looked < ROWS_AT_ONCE
      walks.set(
        key,
        isThrough
          ? { after: BEGINNING, restsUntil: now() + REST_MILLISECONDS }
          : { after: `${last.cartId} ${last.id}`, restsUntil: 0 },
      )
    }
    return deleted
  }

  return {
    async run(tenantId) {
      let deleted = await db.longWork.withTenant(tenantId, foldLedger)
      // Payments first: once they are deleted, what they refer to may be deleted too.
      for (const walk of [deletePayments, deleteUses, deleteHolds]) {
        deleted += await stepThrough(tenantId, walk)
      }
      return deleted
    },
  }
}

const deleteHolds: Walk = async (tx, tenantId, after) =>
  stepOf(
    await sql<StepRow>`
    with step as materialized (
      select cart_id, id, state, reclaim_at from holds
      where tenant_id = ${tenantId} and (cart_id, id) > (${after.cartId}::uuid, ${after.id}::uuid)
      order by cart_id, id limit ${ROWS_AT_ONCE}),
    due as materialized (
      select s.cart_id, s.id from step s
      where s.state in ('released', 'expired')
        and s.reclaim_at < clock_timestamp() - make_interval(days => ${HOLD_DAYS})
        and not exists (select from payments p
          where p.tenant_id = ${tenantId} and p.cart_id = s.cart_id and s.id = any(p.hold_ids))),
    add_ons as (
      delete from cart_add_ons a using due d
      where a.tenant_id = ${tenantId} and a.cart_id = d.cart_id and a.hold_id = d.id),
    gone as (
      delete from holds h using due d
      where h.tenant_id = ${tenantId} and h.cart_id = d.cart_id and h.id = d.id
        and h.state in ('released', 'expired')
      returning h.id)
    select (select count(*)::integer from step) as looked,
      (select count(*)::integer from gone) as deleted, s.cart_id, s.id
    from step s order by s.cart_id desc, s.id desc limit 1`.execute(tx),
  )

/**
 * Adds the oldest rows of the ledger to its sums and deletes them. Only this database function may
 * do so.
 */
async function foldLedger(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select fold_stock_ledger(clock_timestamp() - make_interval(days => ${HOLD_DAYS}),
      ${ROWS_AT_ONCE}) as count`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Deletes payments that were never charged: their intent was canceled at the provider, or there was
 * none.
 */
const deletePayments: Walk = async (tx, tenantId, { id }) =>
  stepOf(
    await sql<StepRow>`
    with step as materialized (
      select p.id, p.cart_id, p.state = 'canceled' and p.captured_minor is null
        and p.updated_at < clock_timestamp() - make_interval(days => ${PAYMENT_DAYS}) as is_due
      from payments p where p.tenant_id = ${tenantId} and p.id > ${id}
      order by p.id limit ${ROWS_AT_ONCE}),
    gone as (
      delete from payments p where p.tenant_id = ${tenantId}
        and p.id = any(array(select id from step where is_due)) and p.state = 'canceled'
        and not exists (select from refunds r where r.tenant_id = p.tenant_id and r.payment_id = p.id)
        and not exists (select from disputes d where d.tenant_id = p.tenant_id and d.payment_id = p.id)
        and not exists (select from mails m where m.tenant_id = p.tenant_id and m.payment_id = p.id)
        and p.order_id is null
      returning p.id)
    select (select count(*)::integer from step) as looked,
      (select count(*)::integer from gone) as deleted, s.cart_id, s.id
    from step s order by s.id desc limit 1`.execute(tx),
  )

/** A late payment takes the coupon use in its quote again, so such a use is kept. */
const deleteUses: Walk = async (tx, tenantId, { id }) =>
  stepOf(
    await sql<StepRow>`
    with step as materialized (
      select u.id, u.cart_id, u.state = 'returned'
        and u.created_at < clock_timestamp() - make_interval(days => ${HOLD_DAYS}) as is_due
      from coupon_uses u where u.tenant_id = ${tenantId} and u.id > ${id}
      order by u.id limit ${ROWS_AT_ONCE}),
    gone as (
      delete from coupon_uses u where u.tenant_id = ${tenantId}
        and u.id = any(array(select id from step where is_due)) and u.state = 'returned'
        and not exists (select from payments p
          where p.tenant_id = u.tenant_id and p.cart_id = u.cart_id
            and p.quote #>> '{coupon,id}' = u.id::text)
      returning u.id)
    select (select count(*)::integer from step) as looked,
      (select count(*)::integer from gone) as deleted, s.cart_id, s.id
    from step s order by s.id desc limit 1`.execute(tx),
  )

interface StepRow {
  looked: number
  deleted: number
  cart_id: string
  id: string
}

function stepOf({ rows: [row] }: { rows: StepRow[] }): Step {
  if (!row) return { looked: 0, deleted: 0, last: null }
  const { looked, deleted, cart_id: cartId, id } = row
  return { looked, deleted, last: { cartId, id } }
}
