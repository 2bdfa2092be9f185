import { toMajor } from '@foyer/domain'
import type { BuiltEvent } from './builder.ts'
import type { Answer, TestBrowser } from './test-browser.ts'

/** The steps of a purchase as the storefront takes them, for tests that start in the middle of one. */

export const BUYER = {
  contact: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '555 0100' },
  billingAddress: { address: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' },
}

export const CARDS = {
  success: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  authenticate: '4000002500003155',
}

export const holdCart = (
  browser: TestBrowser,
  event: BuiltEvent,
  cartId = '12345',
  quantity = 2,
): Promise<Answer> =>
  browser.send('POST', `/api/checkout/carts/${cartId}/hold`, {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets: [{ ticketTypeId: event.typeId, quantity }],
  })

/** Creates an intent for the cart's total. */
export async function createIntent(browser: TestBrowser, cartId = '12345'): Promise<Answer> {
  const cart = await browser.send('GET', `/api/checkout/carts/${cartId}`)
  const { totalMinor, currency } = cart.body.quote
  return browser.send('POST', '/api/create-payment-intent', {
    amount: toMajor(totalMinor, currency),
    currency,
    metadata: { cartId, eventId: cart.body.eventId },
  })
}

/**
 * Confirms as Stripe.js does: form-encoded, with the publishable key and the client secret. `more`
 * are further fields of the form.
 */
export async function confirmCard(
  browser: TestBrowser,
  intent: { paymentIntentId: string; clientSecret: string; accountId?: string },
  card: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const config = await browser.send('GET', '/api/stripe/config')
  const path = `${config.body.apiBase}/v1/payment_intents/${intent.paymentIntentId}/confirm`
  return browser.send(
    'POST',
    path,
    new URLSearchParams({
      key: config.body.publishableKey,
      client_secret: intent.clientSecret,
      ...(intent.accountId ? { _stripe_account: intent.accountId } : {}),
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      ...more,
    }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  )
}

export const orderBody = (event: BuiltEvent, paymentIntentId?: string, cartId = '12345') => ({
  cartId,
  eventId: event.eventId,
  ...BUYER.contact,
  billingAddress: {
    address1: BUYER.billingAddress.address,
    city: BUYER.billingAddress.city,
    state: BUYER.billingAddress.state,
    zipCode: BUYER.billingAddress.zipCode,
    country: 'US',
  },
  status: 'PAID',
  ...(paymentIntentId ? { paymentIntentId } : {}),
})

/** Holds, pays and orders; returns the answer of the order call. */
export async function buy(
  browser: TestBrowser,
  event: BuiltEvent,
  cartId = '12345',
  quantity = 2,
): Promise<Answer> {
  await holdCart(browser, event, cartId, quantity)
  const intent = await createIntent(browser, cartId)
  await confirmCard(browser, intent.body, CARDS.success)
  return browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.body.paymentIntentId, cartId),
  )
}
