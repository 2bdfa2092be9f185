import type { TenantTx } from '@foyer/db'
import { MAIL_KINDS, MAILS } from '@foyer/domain'
import { sql } from 'kysely'
import type { Customer } from '../../engine/carts/cart-types.ts'
import { roomName } from '../../engine/offers/room-name.ts'

/**
 * Selects all tickets that an order ever had, each with its session: there may be several sessions. Those
 * with `replaced_by` were exchanged.
 */
export const selectTickets = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('tickets as t')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.session_id'),
    )
    .selectAll('t')
    .select(['s.starts_at', 's.ends_at', 's.local_date', 's.status as session_state'])
    .select(roomName.as('room'))
    .where('t.order_id', '=', orderId)
    .orderBy('t.number')
    .orderBy('t.revision')
    .execute()

export type TicketRow = Awaited<ReturnType<typeof selectTickets>>[number]

/** Counts the tickets of an order that admit. */
export async function countTickets(tx: TenantTx, orderId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('tickets')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('order_id', '=', orderId)
    .where('status', '=', 'VALID')
    .executeTakeFirstOrThrow()
  return count
}

export const selectItems = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('order_items')
    .select(['id', 'ticket_type_id', 'quantity'])
    .where('order_id', '=', orderId)
    .execute()

const SHOWN_MAILS = MAIL_KINDS.filter((kind) => MAILS[kind].isShownWithOrder)

/** Selects the newest mail of an order to its buyer. */
export const selectLastMail = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('mails')
    .select(['kind', 'state', 'recipient', 'last_error', 'updated_at'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', SHOWN_MAILS)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export type MailRow = Awaited<ReturnType<typeof selectLastMail>>

/** Whether the organizer moved or called off a session of the order, and its buyer may still answer. */
export async function selectIsToAnswer(tx: TenantTx, orderId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('disruption_answers as a')
    .innerJoin('session_disruptions as d', (join) =>
      join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.id', '=', 'a.disruption_id'),
    )
    .select('a.order_id')
    .where('a.order_id', '=', orderId)
    .where('a.state', 'in', ['listed', 'asked'])
    .where('d.state', '<>', 'superseded')
    .where('d.answer_by', '>', sql<Date>`clock_timestamp()`)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Selects the payment with this intent, if it belongs to this very cart. */
export const selectPayment = (tx: TenantTx, intentId: string, cartId: string) =>
  tx
    .selectFrom('payments')
    .select(['id', 'quote', 'cart_id as cartId', 'order_id as orderId'])
    .select('account_id as accountId')
    .where('intent_id', '=', intentId)
    .where('cart_id', '=', cartId)
    .modifyEnd(sql`/* named: payment_of_intent */`)
    .executeTakeFirst()

/**
 * Stores the buyer's contact with the cart, so that the order can be finished without the browser.
 */
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
