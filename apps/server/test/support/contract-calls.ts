import { api, type Endpoint } from '@foyer/contract'
import { type Answer, BUYER, type BuiltEvent, orderBody, type TestBrowser } from '@foyer/testkit'

/** A call as it goes over the wire. */
export interface Call {
  method: string
  path: string
  body?: Record<string, unknown>
  /** Where the text of an error stands. */
  errorShape: 'text' | 'message'
}

export interface CallIds {
  orderId: string
  itemId: string
  feeSetId: string
  groupId: string
  intentId: string
  cartId: string
  /** The cart that became the order. */
  boughtCartId: string
}

export type CallName = keyof typeof api
type Parts = { path: string; body?: Record<string, unknown> }

/** A well-formed call of every endpoint of the contract, about `event` and `ids`. */
export function contractCalls(event: BuiltEvent, ids: CallIds): Record<CallName, Call> {
  const { eventId, sessionId, typeId } = event
  const tickets = [{ ticketTypeId: typeId, quantity: 1 }]
  const parts: Record<CallName, Parts> = {
    getTenant: { path: '/api/tenant' },
    listEvents: { path: '/api/events' },
    getEvent: { path: `/api/events/${eventId}` },
    getCalendar: { path: `/api/pricing/calendar/${eventId}` },
    getDailyPrices: { path: `/api/price/daily?eventId=${eventId}&date=${event.date}` },
    getSessionPrices: { path: `/api/pricing/sessions/${eventId}/prices` },
    getFeeSet: { path: `/api/fee-sets/${ids.feeSetId}` },
    listTicketGroups: { path: `/api/ticket-groups?eventId=${eventId}` },
    listTicketTypes: { path: `/api/ticket-types?eventId=${eventId}` },
    listAddOns: { path: `/api/add-ons?eventId=${eventId}` },
    getInventory: { path: `/api/inventory/summary?eventId=${eventId}` },
    previewQuote: { path: '/api/quote', body: { eventId, tickets } },
    holdCart: {
      path: `/api/checkout/carts/${ids.cartId}/hold`,
      body: { eventId, sessionId, tickets, addOns: [{ addOnId: event.addOnIds[0], quantity: 1 }] },
    },
    createHold: {
      path: '/api/checkout/holds',
      body: { cartId: ids.cartId, sessionId, ticketTypeId: typeId, quantity: 1 },
    },
    getCart: { path: `/api/checkout/carts/${ids.cartId}` },
    startPayment: { path: `/api/checkout/carts/${ids.cartId}/payment`, body: { ...BUYER } },
    releaseCart: { path: `/api/checkout/holds/cart/${ids.cartId}` },
    addCartItem: { path: '/api/cart/items', body: { eventId, ticketTypeId: typeId, quantity: 1 } },
    listCartItems: { path: `/api/cart/items?eventId=${eventId}` },
    updateCartItem: { path: `/api/cart/items/${ids.itemId}`, body: { quantity: 1 } },
    removeCartItem: { path: `/api/cart/items/${ids.itemId}` },
    clearCart: { path: `/api/cart/clear?eventId=${eventId}` },
    getPaymentConfig: { path: '/api/stripe/config' },
    createPaymentIntent: {
      path: '/api/create-payment-intent',
      body: { amount: 60, currency: 'usd', metadata: { cartId: ids.cartId, eventId } },
    },
    createOrder: {
      path: '/api/checkout/orders',
      body: orderBody(event, ids.intentId, ids.boughtCartId),
    },
    completePurchase: {
      path: '/api/checkout/purchases',
      body: { cartId: ids.boughtCartId, orderId: ids.orderId },
    },
    getPurchase: { path: `/api/checkout/purchases/${ids.orderId}?email=ada@example.com` },
    getOrder: { path: `/api/orders/${ids.orderId}?email=ada@example.com` },
    sendConfirmation: {
      path: '/api/send-confirmation-email',
      body: { orderId: ids.orderId, email: 'ada@example.com' },
    },
  }
  const withMethod = (name: CallName): Call => {
    const { method, errorShape = 'text' }: Endpoint = api[name]
    return { method, errorShape, ...parts[name] }
  }
  return Object.fromEntries(CALL_NAMES.map((name) => [name, withMethod(name)])) as Record<
    CallName,
    Call
  >
}

export const CALL_NAMES = Object.keys(api) as CallName[]

export const sendCall = (browser: TestBrowser, { method, path, body }: Call): Promise<Answer> =>
  browser.send(method, path, body)
