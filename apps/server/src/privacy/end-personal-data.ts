import type { Database, TenantTx, TurnPosition } from '@foyer/db'
import { NO_ADDRESS } from '@foyer/domain'
import { sql } from 'kysely'
import { newestIdAt } from '../adapters/ids.ts'
import { resultOf, type TurnResult, type Walks } from '../jobs/turns.ts'
import { clearPayments, forgetWords, type OrderRef, takePersonOut } from './take-person-out.ts'

/** How many years after the visit an order keeps its personal data. */
export interface KeptYears {
  paid: number
  /** For orders that cost nothing; bookkeeping does not need them. */
  free: number
}

/**
 * Rows that one transaction reads; this takes a few milliseconds, so that its locks delay nobody.
 */
const ROWS_AT_ONCE = 300
/** For mails, payments without an order, and stored selections. */
const KEPT_DAYS = 90
/** How long a table rests after a whole pass, so data may be deleted up to a day late. */
const REST_MILLISECONDS = 24 * 60 * 60 * 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const FREE_ADDRESS = JSON.stringify(NO_ADDRESS)

interface Step {
  looked: number
  /** The id of the last row that was read; null if there was none. */
  last: string | null
}

/**
 * Ends the data that is due among the next rows of a table after the key `after`, in the order of
 * the key.
 */
type Walk = (tx: TenantTx, after: string) => Promise<Step>

export interface Retention {
  /** Takes the next step through each table that does not rest; returns how many rows it read. */
  run(tenantId: number): Promise<number>
}

/**
 * Deletes personal data whose time is over (columns.ts). It walks the tables by their keys, so it
 * needs no index of its own, in transactions of a few hundred rows. Orders are locked as everywhere
 * else; sessions, whose locks sales need, are never locked. `now` is in milliseconds.
 */
export function createRetention(
  db: Database,
  years: KeptYears,
  now: () => number,
  walksSoFar: Walks = new Map(),
): Retention {
  const walks = [
    ordersWalk(years),
    mailsWalk,
    paymentsWalk,
    (tx: TenantTx) => endSelections(tx, now()),
  ]

  async function step(tenantId: number, index: number, walk: Walk): Promise<number> {
    const key = `${tenantId}/${index}`
    const state = walksSoFar.get(key) ?? { after: FIRST_ID, restsUntil: 0 }
    if (now() < state.restsUntil) return 0
    const { looked, last } = await db.longWork.withTenant(tenantId, (tx) => walk(tx, state.after))
    const isThrough = last === null || looked < ROWS_AT_ONCE
    walksSoFar.set(
      key,
      isThrough
        ? { after: FIRST_ID, restsUntil: now() + REST_MILLISECONDS }
        : { after: last, restsUntil: 0 },
    )
    return looked
  }

  return {
    async run(tenantId) {
      let looked = 0
      for (const [index, walk] of walks.entries()) looked += await step(tenantId, index, walk)
      return looked
    },
  }
}

/** Runs a slice of the retention of one tenant; returns its position, and when it continues. */
export async function endPersonalData(
  { db, years, now }: { db: Database; years: KeptYears; now: () => number },
  tenantId: number,
  position: TurnPosition,
): Promise<TurnResult> {
  const walks = new Map(Object.entries(position))
  const looked = await createRetention(db, years, now, walks).run(tenantId)
  return resultOf(walks, now(), looked >= ROWS_AT_ONCE)
}

interface OrderRow extends OrderRef {
  is_due: boolean
  was_erased: boolean
  has_needless_address: boolean
}

const ordersWalk =
  ({ paid, free }: KeptYears): Walk =>
  async (tx, after) => {
    const { rows } = await sql<OrderRow>`
      select o.id, o.cart_id,
        o.erased_at is null and s.ends_at < clock_timestamp() - make_interval(
          years => case o.total_minor when 0 then ${free}::integer else ${paid}::integer end) as is_due,
        o.erased_at is not null as was_erased,
        o.total_minor = 0 and o.billing_address ->> 'address' <> '' as has_needless_address
      from orders o join sessions s on s.tenant_id = o.tenant_id and s.id = o.session_id
      where o.id > ${after} order by o.id limit ${ROWS_AT_ONCE}`.execute(tx)
    await takePersonOut(
      tx,
      rows.filter((row) => row.is_due),
    )
    // Words about orders that were erased before the log lost them, or by a process of an earlier release.
    const erased = rows.filter((row) => row.was_erased)
    if (erased.length > 0) {
      await forgetWords(
        tx,
        erased.map(({ id }) => id),
      )
    }
    // Free orders from before the time when free orders stopped storing an address.
    const needless = rows.filter((row) => row.has_needless_address && !row.is_due)
    if (needless.length > 0) {
      await sql`update orders set billing_address = ${FREE_ADDRESS}
        where id = any(${needless.map(({ id }) => id)})`.execute(tx)
    }
    return { looked: rows.length, last: rows.at(-1)?.id ?? null }
  }

const mailsWalk: Walk = async (tx, after) => {
  const { rows } = await sql<Step>`
    with step as (select id, state, coalesce(sent_at, updated_at) as at from mails
      where id > ${after} order by id limit ${ROWS_AT_ONCE}),
    gone as (delete from mails where id in (select id from step where state not in ('queued', 'held_back')
      and at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})))
    select count(*)::integer as looked, (select id from step order by id desc limit 1) as last
    from step`.execute(tx)
  return rows[0] ?? { looked: 0, last: null }
}

const paymentsWalk: Walk = async (tx, after) => {
  const { rows } = await sql<{ id: string; is_due: boolean }>`
    select p.id, (p.decline_message is not null or p.last_error is not null)
      and p.state not in ('created', 'open')
      and p.created_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})
      and p.order_id is null
      -- The last error of an unfinished refund is needed to finish it.
      and not exists (select from refunds r
        where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.state <> 'succeeded') as is_due
    from payments p where p.id > ${after} order by p.id limit ${ROWS_AT_ONCE}`.execute(tx)
  await clearPayments(
    tx,
    rows.filter((row) => row.is_due).map(({ id }) => id),
  )
  return { looked: rows.length, last: rows.at(-1)?.id ?? null }
}

/** Ids begin with the time, so the rows that are due come first. */
async function endSelections(tx: TenantTx, now: number): Promise<Step> {
  const bound = newestIdAt(now - KEPT_DAYS * 24 * 60 * 60 * 1000)
  const { rows } = await sql<{ id: string }>`
    delete from cart_items where id in (
      select id from cart_items where id < ${bound} order by id limit ${ROWS_AT_ONCE})
    returning id`.execute(tx)
  return { looked: rows.length, last: rows.at(-1)?.id ?? null }
}
