import type { TenantTx } from '@foyer/db'
import { NO_ADDRESS, passSerial } from '@foyer/domain'
import { sql } from 'kysely'

export interface OrderRef {
  id: string
  cart_id: string
}

const NOBODY = { firstName: '', lastName: '', email: '', phone: '' }
/** Replaces the id of the browser that bought; no cookie has this id. */
const NO_BROWSER = '00000000-0000-0000-0000-000000000000'

/**
 * Removes the person from orders: names, addresses, browser ids, and what people or providers wrote
 * about them. Amounts, tickets, ledgers and the provider's ids stay, so that the books stay
 * correct. Locks payments, then orders, by id, as everywhere (docs/locking.md).
 */
export async function takePersonOut(tx: TenantTx, orders: readonly OrderRef[]): Promise<void> {
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  const cartIds = orders.map(({ cart_id }) => cart_id)
  const { rows: payments } = await sql<{ id: string }>`
    select id from payments where order_id = any(${ids}) or change_of_order_id = any(${ids})
    order by id for update`.execute(tx)
  const paymentIds = payments.map(({ id }) => id)
  await sql`select from orders where id = any(${ids}) order by id for update`.execute(tx)
  await sql`
    update orders set email = '', contact = ${JSON.stringify(NOBODY)},
      billing_address = ${JSON.stringify(NO_ADDRESS)}, browser_id = ${NO_BROWSER},
      erased_at = clock_timestamp()
    where id = any(${ids})`.execute(tx)
  await forgetWords(tx, ids)
  // Their order is locked, so no lane writes them. The condition begins with the cart, the first
  // column of their key.
  await sql`
    update holds set browser_id = ${NO_BROWSER}, customer_identifier = null
    where cart_id = any(${cartIds}) and order_id = any(${ids}) and state <> 'held'`.execute(tx)
  await sql`update order_changes set reason = null where order_id = any(${ids})`.execute(tx)
  await sql`update complimentary_orders set note = '' where order_id = any(${ids})`.execute(tx)
  await sql`delete from order_consents where order_id = any(${ids})`.execute(tx)
  await sql`delete from cart_consents where cart_id = any(${cartIds})`.execute(tx)
  await sql`delete from mails where order_id = any(${ids})`.execute(tx)
  await sql`delete from order_notes where order_id = any(${ids})`.execute(tx)
  await sql`delete from order_tags where order_id = any(${ids})`.execute(tx)
  await sql`delete from waiver_signatures where order_id = any(${ids})`.execute(tx)
  await forgetPasses(tx, ids)
  await sql`delete from cart_contacts c where cart_id = any(${cartIds})
    and not exists (select from holds h
      where h.tenant_id = c.tenant_id and h.cart_id = c.cart_id and h.state = 'held')
    and not exists (select from payments p
      where p.tenant_id = c.tenant_id and p.cart_id = c.cart_id and p.state in ('created', 'open'))
    `.execute(tx)
  await clearPayments(tx, paymentIds)
}

/**
 * Takes what the team wrote about erased orders (notes, reasons, tags) out of the audit log. Who did what,
 * when, and with how much money stays. The application may do nothing else to the log
 * (0058_attackers_among_organizers.sql).
 */
export const forgetWords = (tx: TenantTx, orderIds: readonly string[]) =>
  sql`select forget_words_about(${orderIds}::uuid[])`.execute(tx)

/** Deletes which phones have passes of these orders. The passes stay on them and change no more. */
async function forgetPasses(tx: TenantTx, orderIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ device_key: string }>`
    delete from wallet_registrations where order_id = any(${orderIds}) returning device_key`.execute(
    tx,
  )
  const deviceKeys = rows.map(({ device_key }) => device_key)
  await sql`delete from wallet_devices d where device_key = any(${deviceKeys}) and not exists (
    select from wallet_registrations r
    where r.tenant_id = d.tenant_id and r.device_key = d.device_key)`.execute(tx)
  const { rows: passes } = await sql<{ order_id: string; ticket_number: number }>`
    delete from wallet_passes where order_id = any(${orderIds})
    returning order_id, ticket_number`.execute(tx)
  const targets = passes.map(({ order_id: orderId, ticket_number: ticketNumber }) =>
    passSerial({ orderId, ticketNumber }),
  )
  await sql`delete from wallet_updates
    where target = any(${[...deviceKeys, ...targets]})`.execute(tx)
}

/** Deletes what people and the provider wrote about payments and their refunds. */
export async function clearPayments(tx: TenantTx, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await sql`update payments set decline_message = null, last_error = null
    where id = any(${paymentIds})`.execute(tx)
  await sql`delete from payment_cards where payment_id = any(${paymentIds})`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update refunds set reason = null, last_error = null
    where payment_id = any(${paymentIds}) returning id`.execute(tx)
  const subjects = [...paymentIds, ...rows.map(({ id }) => id)]
  await sql`update money_problems set details = 'written before its buyer was erased'
    where subject = any(${subjects}::text[])`.execute(tx)
  await sql`delete from mails where payment_id = any(${paymentIds})`.execute(tx)
}
