import type { TenantTx } from '@foyer/db'
import { isUnspaced, type OrderStatus } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import { presentReceipt } from './history-rows.ts'
import { type OrderTerm, readTerms } from './search-terms.ts'

export interface OrderSearch {
  q?: string | undefined
  eventId?: string | undefined
  /** A day for which an order has a ticket. */
  date?: string | undefined
  state?: OrderStatus | undefined
  tag?: string | undefined
}

/** Ids of orders, read from an index alone. */
type Ids = RawBuilder<{ id: string }>

interface IdSet {
  ids: Ids
  /** The index has them in their order, each once. */
  isInOrder: boolean
}

const inOrder = (ids: Ids): IdSet => ({ ids, isInOrder: true })
const unordered = (ids: Ids): IdSet => ({ ids, isInOrder: false })

/** A letter after all others: the end of a range of words that begin alike. */
const LAST_LETTER = '\u{10FFFF}'
/**
 * The beginnings that are words of their own, followed by '*'. Shorter words are compared as a whole:
 * thousands of words begin with two given letters. Two signs of a script without spaces are more: a name.
 */
const STORED_PREFIX_LETTERS = 3

const ofWord = (word: string): IdSet =>
  inOrder(sql`select order_id as id from order_words where word = ${word}`)

function beginsWith(word: string): IdSet {
  const { length } = [...word]
  if (length > STORED_PREFIX_LETTERS || (length === 2 && isUnspaced(word))) {
    return unordered(sql`select order_id as id from order_words
      where word >= ${word} and word < ${word + LAST_LETTER}`)
  }
  return ofWord(length === STORED_PREFIX_LETTERS ? `${word}*` : word)
}

/**
 * The ids that are in all sets. Those that are in order are joined, which reads them only until a page
 * is full. The others are hashed: joined as well, a wrong estimate of two ranges took 5 s.
 */
function all(sets: readonly IdSet[]): IdSet {
  const [first, ...others] = sets.filter(({ isInOrder }) => isInOrder)
  const hashed = sets.filter(({ isInOrder }) => !isInOrder).map(({ ids }) => ids)
  if (!first) return unordered(sql`${sql.join(hashed.map(inBrackets), sql` intersect `)}`)
  const joins = others.map(
    ({ ids }, index) => sql`join (${ids}) as ${sql.id(`also${index}`)} using (id)`,
  )
  const joined =
    joins.length > 0
      ? sql<{ id: string }>`select id from (${first.ids}) as first ${sql.join(joins, sql` `)}`
      : first.ids
  if (hashed.length === 0) return inOrder(joined)
  return unordered(sql`${sql.join([joined, ...hashed].map(inBrackets), sql` intersect `)}`)
}

const inBrackets = (ids: Ids): Ids => sql`(${ids})`

/** The orders that one term may mean. */
function ofTerm(term: OrderTerm): IdSet {
  const { words, email, orderId, number, last4, ticketCode } = term
  const named = words.length > 0 ? all(words.map(beginsWith)) : null
  const sets: IdSet[] = []
  if (email === null) {
    if (named) sets.push(named)
  } else {
    sets.push(unordered(sql`select id from orders where email = ${email}`))
    if (named) {
      sets.push(
        unordered(sql`select o.id from (${named.ids}) as named join orders o on o.id = named.id
          where starts_with(o.email, ${email})`),
      )
    }
  }
  if (orderId) sets.push(unordered(sql`select ${orderId}::uuid as id`))
  if (number) sets.push(ofWord(`#${number}`))
  if (last4) {
    sets.push(
      unordered(sql`select p.order_id as id from payment_cards c
        join payments p on p.tenant_id = c.tenant_id and p.id = c.payment_id
        where c.last4 = ${last4} and p.order_id is not null`),
    )
  }
  if (ticketCode) {
    sets.push(
      unordered(sql`select order_id as id from tickets where validation_code = ${ticketCode}`),
    )
  }
  const [only] = sets
  if (!only) return unordered(sql`select null::uuid as id where false`)
  if (sets.length === 1) return only
  return unordered(
    sql`${sql.join(
      sets.map(({ ids }) => inBrackets(ids)),
      sql` union `,
    )}`,
  )
}

/** The ids that match, as a set to select from: each condition is one, so no wide row is read for it. */
function matchingIds(
  terms: readonly OrderTerm[],
  { eventId, date, state, tag }: OrderSearch,
): { from: RawBuilder<unknown>; conditions: RawBuilder<unknown>[] } {
  const sets = terms.map(ofTerm)
  if (tag) sets.push(inOrder(sql`select order_id as id from order_tags where tag = ${tag}`))
  if (date) {
    // An event's sessions alone where it is given: its orders have tickets of no other event.
    const ofEvent = eventId ? sql`and s.event_id = ${eventId}` : sql``
    sets.push(
      unordered(sql`select t.order_id as id from sessions s
        join tickets t on t.tenant_id = s.tenant_id and t.session_id = s.id
        where s.local_date = ${date} and t.replaced_by is null ${ofEvent}`),
    )
  }
  if (state && state !== 'PAID') {
    sets.push(inOrder(sql`select id from orders where status = ${state} and status <> 'PAID'`))
  }
  const conditions =
    state === 'PAID'
      ? [sql`not exists (select from orders n where n.id = o.id and n.status <> 'PAID')`]
      : []
  if (eventId && !date) {
    sets.push(inOrder(sql`select id from orders where event_id = ${eventId}`))
  }
  const from = sets.length > 0 ? sql`(${all(sets).ids}) as o` : sql`orders o`
  return { from, conditions }
}

/** The statement that chooses a page. */
function choosePage(
  terms: readonly OrderTerm[],
  search: OrderSearch,
  { after, limit }: { after: string | null; limit: number },
): RawBuilder<{ id: string }> {
  const { from, conditions } = matchingIds(terms, search)
  if (after) conditions.push(sql`o.id < ${after}::uuid`)
  return sql`select distinct o.id from ${from}
    where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
    order by o.id desc limit ${limit}`
}

/** Counts the orders that a search finds. It reads all of them, unlike a page. */
export async function countOrders(tx: TenantTx, search: OrderSearch): Promise<number> {
  const { from, conditions } = matchingIds(await readTerms(tx, search.q ?? ''), search)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders
    where erased_at is null and id in (
      select o.id from ${from}
      where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`})`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface FoundOrderData {
  id: string
  name: string
  email: string
  status: OrderStatus
  eventName: string
  startsAt: Date
  timeZone: string
  ticketCount: number
  totalMinor: number
  currency: string
  createdAt: Date
  tags: string[]
}

/** Finds orders by anything that is known of them, the newest first. Erased orders are never found. */
export async function searchOrders(
  tx: TenantTx,
  search: OrderSearch,
  page: { after: string | null; limit: number },
): Promise<{ orders: FoundOrderData[]; next: string | null }> {
  const terms = await readTerms(tx, search.q ?? '')
  // The rows of a page, after their ids: the planner must not take thousands of rows for the page.
  const ids = (
    await choosePage(terms, search, { ...page, limit: page.limit + 1 }).execute(tx)
  ).rows.map(({ id }) => id)
  const shown = ids.slice(0, page.limit)
  const { rows: orders } = await sql<FoundOrderData>`
    select o.id, o.email, o.status, e.name as "eventName", s.starts_at as "startsAt",
      v.timezone as "timeZone", e.currency, o.created_at as "createdAt",
      (r.receipt ->> 'totalMinor')::integer as "totalMinor",
      trim(concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName')) as name,
      (select count(*)::integer from tickets t
        where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 'VALID')
        as "ticketCount",
      array(select g.tag from order_tags g
        where g.tenant_id = o.tenant_id and g.order_id = o.id order by g.tag) as tags
    from orders o
    join events e on e.tenant_id = o.tenant_id and e.id = o.event_id
    join sessions s on s.tenant_id = o.tenant_id and s.id = o.session_id
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    cross join lateral (select ${presentReceipt} as receipt) r
    where o.id = any(${shown}) and o.erased_at is null
    order by o.id desc`.execute(tx)
  return { orders, next: ids.length > page.limit ? (shown.at(-1) ?? null) : null }
}
