import { randomUUID } from 'node:crypto'
import type { CartView, OrderView } from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { CARDS } from './buyer.ts'
import type { BuiltEvent } from './world.ts'

/**
 * The calls behind the screens, for tests that begin after a step or need a second buyer. They use
 * the cookies of a page's browser, so that their holds and orders belong to that browser.
 */

export async function holdByCall(
  request: APIRequestContext,
  event: BuiltEvent,
  quantity: number,
  cartId = String(10_000 + Math.floor(Math.random() * 90_000)),
  base = '',
): Promise<string> {
  await ok(
    request.post(`${base}/api/checkout/carts/${cartId}/hold`, {
      headers: { 'idempotency-key': randomUUID() },
      data: {
        eventId: event.eventId,
        sessionId: event.sessionId,
        tickets: [{ ticketTypeId: event.typeId, quantity }],
      },
    }),
  )
  return cartId
}

/** Who buys: a person with an address of their own. */
const someBuyer = () => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `ada-${randomUUID().slice(0, 8)}@example.com`,
})

/** Pays a held cart, with a card that works by default; returns the order's id. `base` is that of a `Buyer`. */
export async function payByCall(
  request: APIRequestContext,
  cartId: string,
  base = '',
  card: string = CARDS.works,
  buyer: ReturnType<typeof someBuyer> = someBuyer(),
): Promise<string> {
  const cart: CartView = await ok(request.get(`${base}/api/checkout/carts/${cartId}`))
  const { eventId, quote } = cart
  const intent = await ok(
    request.post(`${base}/api/create-payment-intent`, {
      data: {
        amount: toMajor(quote.totalMinor, quote.currency),
        currency: quote.currency,
        metadata: { cartId, eventId },
      },
    }),
  )
  const contact = { ...buyer, phone: '555 0100' }
  const address = { city: 'New York', state: 'NY', zipCode: '10001', country: 'US' }
  const billingAddress = { ...address, address: '1 Main Street' }
  await ok(
    request.post(`${base}/api/checkout/carts/${cartId}/payment`, {
      data: { contact, billingAddress },
    }),
  )
  await confirmByCall(request, intent, base, card)
  const order = await ok(
    request.post(`${base}/api/checkout/orders`, {
      data: {
        cartId,
        eventId,
        ...contact,
        billingAddress: { ...address, address1: '1 Main Street' },
        paymentIntentId: intent.paymentIntentId,
        status: 'PAID',
      },
    }),
  )
  return order.orderId
}

interface Intent {
  paymentIntentId: string
  clientSecret: string
  /** The organizer's account that it is paid on, if it has one. */
  accountId?: string
}

/** Confirms a payment as the provider's form does. */
async function confirmByCall(
  request: APIRequestContext,
  intent: Intent,
  base: string,
  card: string = CARDS.works,
): Promise<void> {
  const config = await ok(request.get(`${base}/api/stripe/config`))
  await ok(
    request.post(`${config.apiBase}/v1/payment_intents/${intent.paymentIntentId}/confirm`, {
      form: {
        key: config.publishableKey,
        client_secret: intent.clientSecret,
        ...(intent.accountId ? { _stripe_account: intent.accountId } : {}),
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': card,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
      },
    }),
  )
}

type ChangeByCall =
  | { type: 'reschedule'; newSessionId: string; reason?: string }
  | { type: 'upgrade'; newTicketTypeId: string; ticketIds: [string, ...string[]] }

/** Pays for a change of an order that costs `amount` more (major units), and makes it. */
export async function changeByCall(
  request: APIRequestContext,
  orderId: string,
  change: ChangeByCall,
  amount: number,
): Promise<void> {
  const { order } = await readOrder(request, orderId)
  const customerEmail = order.email
  const path = `/api/order-management/${orderId}`
  const intent = await ok(
    request.post(`${path}/payment-intent`, {
      data: { customerEmail, change, amount, currency: order.currency },
    }),
  )
  await confirmByCall(request, intent, '')
  const { type, ...data } =
    change.type === 'reschedule'
      ? change
      : { ...change, ticketId: change.ticketIds[0], paymentMethodId: null }
  await ok(request.post(`${path}/${type}`, { data: { ...data, customerEmail } }))
}

/** An order as read by the browser that bought it. */
export const readOrder = (
  request: APIRequestContext,
  orderId: string,
  base = '',
): Promise<OrderView> => ok(request.get(`${base}/api/orders/${orderId}`))

// biome-ignore lint/suspicious/noExplicitAny: each test reads other fields of an answer
async function ok(answer: Promise<APIResponse>): Promise<any> {
  const response = await answer
  if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`)
  return response.json()
}
