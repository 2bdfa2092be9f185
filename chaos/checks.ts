import { findDifferences } from '@foyer/server/audit'
import type { Cluster } from './cluster.ts'
import { describeLines, type Problems, type Visit } from './journal.ts'

/** The sale; see sale.ts. */
interface Sale {
  eventId: string
  sessionIds: readonly string[]
}

/** Queries the database as its owner, to whom row security does not apply. */
export type Sql = Cluster['sql']

/**
 * Compares the clients' answers with the database when no request is under way: every settled cart
 * holds and has bought exactly what its client's last answer says, and all rows are consistent.
 */
export async function checkEverything(
  sql: Sql,
  sale: Sale,
  visits: readonly Visit[],
  problems: Problems,
): Promise<void> {
  await checkCarts(sql, sale, visits, problems)
  await checkAcknowledgedHolds(sql, sale, visits, problems)
  await checkNothingTwice(sql, sale, problems)
  for (const difference of await findDifferences(sql)) {
    problems.add('drift', JSON.stringify(difference))
  }
}

interface CartRow {
  cart: string
  /** Every hold ever made, in any state. */
  ever: string
  held: string
  sold: string
  orders: number
  order_id: string | null
  tickets: string
}

const lines = (condition: string) => `coalesce(string_agg(
  h.session_id || '/' || h.ticket_type_id || ':' || h.quantity, ','
  order by (h.session_id || '/' || h.ticket_type_id || ':' || h.quantity) collate "C")
  filter (where ${condition}), '')`

const CARTS = `
  with kept as (
    select h.browser_id || '/' || h.cart_number as cart, ${lines('true')} as ever,
      ${lines("h.state = 'held' and h.reclaim_at > now()")} as held, ${lines("h.state = 'sold'")} as sold
    from holds h where h.session_id = any($2) group by 1),
  bought as (
    select browser_id || '/' || cart_number as cart, count(*)::integer as orders,
      min(id::text) as order_id
    from orders where event_id = $1 group by 1),
  printed as (
    select cart, coalesce(string_agg(line, ',' order by line collate "C"), '') as tickets
    from (
      select o.browser_id || '/' || o.cart_number as cart,
        t.session_id || '/' || t.ticket_type_id || ':' || count(*) as line
      from orders o join tickets t on t.tenant_id = o.tenant_id and t.order_id = o.id
      where o.event_id = $1 and t.status = 'VALID'
      group by 1, t.session_id, t.ticket_type_id) each_line
    group by 1)
  select cart, ever, held, sold, coalesce(orders, 0) as orders, order_id,
    coalesce(tickets, '') as tickets
  from kept left join bought using (cart) left join printed using (cart)`

const NOTHING = { ever: '', held: '', sold: '', orders: 0, order_id: null, tickets: '' }

async function checkCarts(
  sql: Sql,
  sale: Sale,
  visits: readonly Visit[],
  problems: Problems,
): Promise<void> {
  const rows = await sql<CartRow>(CARTS, [sale.eventId, sale.sessionIds])
  const found = new Map(rows.map((row) => [row.cart, row]))
  for (const visit of visits) {
    if (!visit.isSettled) continue
    const cart = `${visit.browserId}/${visit.cartNumber}`
    const row = found.get(cart) ?? NOTHING
    const acknowledged = {
      ever: describeLines(visit.acknowledged),
      held: describeLines(visit.held),
      sold: describeLines(visit.sold),
      tickets: describeLines(visit.sold),
    }
    if (row.orders > 1) problems.add('doubled', `cart ${cart} became ${row.orders} orders`)
    if (row.order_id !== visit.orderId) {
      problems.add(
        'lost',
        `cart ${cart} became order ${row.order_id}, acknowledged ${visit.orderId}`,
      )
    }
    for (const what of ['ever', 'held', 'sold', 'tickets'] as const) {
      const expected = acknowledged[what]
      if (row[what] === expected) continue
      const kind = row[what].length > expected.length ? 'doubled' : 'lost'
      problems.add(kind, `cart ${cart}: ${what} is '${row[what]}', acknowledged '${expected}'`)
    }
  }
}

/** Checks that every acknowledged id exists. */
async function checkAcknowledgedHolds(
  sql: Sql,
  sale: Sale,
  visits: readonly Visit[],
  problems: Problems,
): Promise<void> {
  const missing = await sql<{ id: string }>(
    `select id::text from unnest($2::uuid[]) as acknowledged(id)
     where not exists (select from holds h where h.session_id = any($1) and h.id = acknowledged.id)`,
    [sale.sessionIds, visits.flatMap((visit) => visit.holdIds)],
  )
  for (const { id } of missing) problems.add('lost', `hold ${id} does not exist`)
}

// The schema refuses most of these by itself, which is part of the proof. One order per cart is true
// only in this sale, where no buyer reuses the number of a bought cart.
const TWICE = `
  select 'validation code ' || validation_code as what from tickets group by tenant_id, validation_code
    having count(*) > 1
  union all select 'hold of line ' || cart_id || '/' || session_id || '/' || ticket_type_id from holds
    where state = 'held' group by tenant_id, cart_id, session_id, ticket_type_id having count(*) > 1
  union all select 'hold of key ' || request_key from holds where request_key is not null
    group by tenant_id, request_key, session_id, ticket_type_id having count(*) > 1
  union all select 'order of cart ' || browser_id || '/' || cart_number from orders
    where session_id = any($1) group by tenant_id, browser_id, cart_number having count(*) > 1`

async function checkNothingTwice(sql: Sql, sale: Sale, problems: Problems): Promise<void> {
  const rows = await sql<{ what: string }>(TWICE, [sale.sessionIds])
  for (const { what } of rows) problems.add('doubled', `${what} exists twice`)
}
