import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import type { Customer } from '../../engine/lane-types.ts'

/** An order with its place and session; null where there is none. */
export const selectOrder = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('orders as o')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.session_id'),
    )
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 'o.tenant_id').onRef('e.id', '=', 'o.event_id'),
    )
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .leftJoin('payments as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.id', '=', 'o.payment_id'),
    )
    .select([
      'o.id',
      'o.browser_id',
      'o.cart_id',
      'o.cart_number',
      'o.status',
      'o.email',
      'o.contact',
    ])
    .select(['o.billing_address', 'o.quote', 'o.created_at', 'o.erased_at'])
    .select('p.intent_id')
    .select(['s.id as session_id', 's.starts_at', 's.ends_at', 's.display_name', 's.local_date'])
    .select(['e.id as event_id', 'e.name as event_name', 'e.is_timed_entry'])
    .select(['v.name as venue_name', 'v.street_address', 'v.city', 'v.state', 'v.postal_code'])
    .select('v.timezone')
    .where('o.id', '=', orderId)
    .modifyEnd(sql`/* named: order */`)
    .executeTakeFirst()

export type OrderRow = NonNullable<Awaited<ReturnType<typeof selectOrder>>>

/** The tickets of an order, each with its session: they may be for several. */
export const selectTickets = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('tickets as t')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.session_id'),
    )
    .selectAll('t')
    .select(['s.starts_at', 's.ends_at', 's.local_date'])
    .where('t.order_id', '=', orderId)
    .orderBy('t.number')
    .execute()

export type TicketRow = Awaited<ReturnType<typeof selectTickets>>[number]

export const selectItems = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('order_items')
    .select(['id', 'ticket_type_id', 'quantity'])
    .where('order_id', '=', orderId)
    .execute()

/** The newest mail of an order to its buyer; waiver links go to those who take part. */
export const selectLastMail = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('mails')
    .select(['kind', 'state', 'recipient', 'last_error', 'updated_at'])
    .where('order_id', '=', orderId)
    .where('kind', '<>', 'waiver_link')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export type MailRow = Awaited<ReturnType<typeof selectLastMail>>

/** What was given back of an order, oldest first. */
export const selectRefunds = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('refunds')
    .select(['id', 'amount_minor', 'currency', 'state', 'created_at', 'settled_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()

export type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number]

const orderOfPayment = sql<string | null>`(
  select o.id from orders o where o.tenant_id = payments.tenant_id and o.payment_id = payments.id)`

/** The payment of this very cart under this intent. */
export const selectPayment = (tx: TenantTx, intentId: string, cartId: string) =>
  tx
    .selectFrom('payments')
    .select(['id', 'quote', 'cart_id as cartId', orderOfPayment.as('orderId')])
    .where('intent_id', '=', intentId)
    .where('cart_id', '=', cartId)
    .modifyEnd(sql`/* named: payment_of_intent */`)
    .executeTakeFirst()

/** Keeps whom a cart's order is for, so that it can be finished without the browser. */
export const keepContact = (tx: TenantTx, cartId: string, customer: Customer) => {
  const kept = {
    contact: JSON.stringify(customer.contact),
    billing_address: JSON.stringify(customer.billingAddress),
  }
  return tx
    .insertInto('cart_contacts')
    .values({ tenant_id: sql<number>`current_tenant()`, cart_id: cartId, ...kept })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'cart_id'])
        .doUpdateSet((eb) => ({ ...kept, created_at: eb.ref('excluded.created_at') })),
    )
    .execute()
}
