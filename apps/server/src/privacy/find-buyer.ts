import type { TenantTx } from '@foyer/db'
import { formatAmount, fullName, orderNumberOf } from '@foyer/domain'
import { sql } from 'kysely'
import type { OrderRef } from './take-person-out.ts'

/** What a tenant stores about one buyer, found by an e-mail address in lower case. */
export interface Buyer {
  email: string
  orders: readonly BuyerOrder[]
  paymentIds: readonly string[]
  /** The ids under which the payment provider stores what the buyer entered there. */
  intentIds: readonly string[]
  /** Carts without an order whose contact is still stored. */
  contactCartIds: readonly string[]
  browserIds: readonly string[]
  mailCount: number
  /**
   * Why it is too early to erase the buyer: future visits and unfinished work, one sentence each.
   */
  open: readonly string[]
  /** Full names and telephone numbers, to search for afterwards. */
  names: readonly string[]
  phones: readonly string[]
}

interface BuyerOrder extends OrderRef {
  number: string
  eventName: string
  total: string
}

interface OrderFacts extends OrderRef {
  browser_id: string
  contact: { firstName: string; lastName: string; phone: string }
  event_name: string
  total_minor: number
  currency: string
  is_to_come: boolean
}

/** Reads the orders, carts, payments and mails of an address. Does not call the provider. */
export async function findBuyer(tx: TenantTx, email: string): Promise<Buyer> {
  const { rows: orders } = await sql<OrderFacts>`
    select o.id, o.cart_id, o.browser_id, o.contact, e.name as event_name,
      o.total_minor, o.quote ->> 'currency' as currency,
      exists (select from tickets t
        join sessions s on s.tenant_id = t.tenant_id and s.id = t.session_id
        where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 'VALID'
          and s.ends_at > clock_timestamp()) as is_to_come
    from orders o join events e on e.tenant_id = o.tenant_id and e.id = o.event_id
    where lower(o.email) = ${email} or lower(o.contact ->> 'email') = ${email}
    order by o.id`.execute(tx)
  const { rows: contacts } = await sql<{ cart_id: string; contact: OrderFacts['contact'] }>`
    select cart_id, contact from cart_contacts where lower(contact ->> 'email') = ${email}`.execute(
    tx,
  )
  const cartIds = [...orders, ...contacts].map(({ cart_id }) => cart_id)
  const orderIds = orders.map(({ id }) => id)
  const { rows: payments } = await sql<{ id: string; intent_id: string | null; state: string }>`
    select id, intent_id, state from payments
    where cart_id = any(${cartIds}) or order_id = any(${orderIds})
      or change_of_order_id = any(${orderIds})
    order by id`.execute(tx)
  const paymentIds = payments.map(({ id }) => id)
  const { rows: counts } = await sql<{
    mails: number
    refunds: number
    disputes: number
    holds: number
  }>`
    select
      (select count(*)::integer from mails where ${ofBuyer(email, orderIds, paymentIds)}) as mails,
      (select count(*)::integer from refunds
        where payment_id = any(${paymentIds}) and state in ('queued', 'pending')) as refunds,
      (select count(*)::integer from disputes
        where payment_id = any(${paymentIds}) and state = 'opened') as disputes,
      (select count(*)::integer from holds where cart_id = any(${cartIds}) and state = 'held'
        and reclaim_at > clock_timestamp()) as holds`.execute(tx)
  const [count = { mails: 0, refunds: 0, disputes: 0, holds: 0 }] = counts
  const isInProgress = payments.some(({ state }) => state === 'created' || state === 'open')
  const people = [...orders, ...contacts].map(({ contact }) => contact)
  return {
    email,
    orders: orders.map((order) => ({
      id: order.id,
      cart_id: order.cart_id,
      number: orderNumberOf(order.id),
      eventName: order.event_name,
      total: formatAmount(order.total_minor, order.currency),
    })),
    paymentIds,
    intentIds: payments.flatMap(({ intent_id }) => intent_id ?? []),
    contactCartIds: contacts.map(({ cart_id }) => cart_id),
    browserIds: [...new Set(orders.map(({ browser_id }) => browser_id))],
    mailCount: count.mails,
    open: [
      ...orders
        .filter(({ is_to_come }) => is_to_come)
        .map(
          ({ id, event_name }) =>
            `Order ${orderNumberOf(id)} (${event_name}) is still to come: its buyer could neither open nor change it.`,
        ),
      ...(count.refunds > 0 ? ['A refund is under way, and its mail would not arrive.'] : []),
      ...(count.disputes > 0 ? ['A charge is disputed: the answer may need these data.'] : []),
      ...(isInProgress ? ['A payment is under way.'] : []),
      ...(count.holds > 0 ? ['A cart is held at this moment.'] : []),
    ],
    names: distinct(people.map(fullName)),
    phones: distinct(people.map(({ phone }) => phone.trim())),
  }
}

/**
 * Selects the mails of a buyer: to the address, about an order or a payment, or containing the
 * address.
 */
export const ofBuyer = (
  email: string,
  orderIds: readonly string[],
  paymentIds: readonly string[],
) => sql<boolean>`(lower(recipient) = ${email} or order_id = any(${orderIds})
  or payment_id = any(${paymentIds}) or position(${email} in lower(data::text)) > 0)`

/** Shorter texts are not searched for: a first name alone would be found everywhere. */
const LONG_ENOUGH = 5
const distinct = (texts: readonly string[]) => [
  ...new Set(texts.filter((text) => text.length >= LONG_ENOUGH)),
]
