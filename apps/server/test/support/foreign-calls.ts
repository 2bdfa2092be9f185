import type { api, Endpoint } from '@foyer/contract'
import { BUYER, type BuiltEvent, orderBody } from '@foyer/testkit'
import { SIGNED } from './valid-calls.ts'
import { PASS_TYPE_ID } from './wallets.ts'

/** The ids of things of one tenant. */
export interface Belongings {
  event: BuiltEvent
  groupId: string
  feeSetId: string
  /** A held cart, and a bought one. */
  heldCart: string
  boughtCart: string
  itemId: string
  intentId: string
  orderId: string
  orderToken: string
  /** Of a change that the team has offered. */
  changeToken: string
  /** Of the participant with ticket 1, who has signed. */
  waiverToken: string
  ticketId: string
  /** A pass of the order with its token, and a phone that is registered for it. */
  serialNumber: string
  passToken: string
  deviceId: string
  /** A page for which both tenants have written a text. */
  page: string
}

interface ForeignCall {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** The refusal's code, or the empty answer of a call that never reveals what exists. */
  answers: string | object
  /** The status of that empty answer, if it is not 200; it has no body then. */
  status?: number
}

type Name = keyof typeof api

/** The name of their event; we have no event with this name. */
export const THEIR_NAME = 'Quartz Gala'

export const OUR_WORDS = 'Ours, and nobody else’s.'
export const WRITTEN_AT = '2026-01-02T03:04:05.000Z'

const ourPage = (slug: string) => ({
  slug,
  title: 'Ours',
  summary: OUR_WORDS,
  blocks: [{ kind: 'paragraph', spans: [{ text: OUR_WORDS }] }],
  updatedAt: WRITTEN_AT,
})

const NOTHING_FOUND = {
  events: [],
  total: 0,
  nearest: null,
  facets: {
    categories: [],
    cities: [],
    prices: [0, 25, 50, 100, 200].map((value) => ({ value, count: 0 })),
    anyPrice: 0,
  },
}

const credentials = (theirs: Belongings): Record<string, string>[] => [
  {},
  { email: BUYER.contact.email },
  { token: theirs.orderToken },
]

/**
 * Each call that names something, with the ids of another tenant, and with our own event and one
 * foreign id, so that every id is checked and not only the first.
 */
export function foreignCalls(
  theirs: Belongings,
  ours: BuiltEvent,
): Partial<Record<Name, ForeignCall[]>> {
  const { event } = theirs
  const ofEvent = { params: { eventId: event.eventId }, answers: 'event_not_found' }
  const askingEvent = { query: { eventId: event.eventId }, answers: 'event_not_found' }
  const tickets = (typeId: string) => [{ ticketTypeId: typeId, quantity: 1 }]
  const addOns = event.addOnIds.map((addOnId) => ({ addOnId, quantity: 1 }))
  const selection = { eventId: event.eventId, sessionId: event.sessionId }
  const ourSelection = { eventId: ours.eventId, sessionId: ours.sessionId }
  const bodies: [object, string][] = [
    [{ ...selection, sessionId: ours.sessionId, tickets: tickets(ours.typeId) }, 'event_not_found'],
    [
      { ...ourSelection, sessionId: event.sessionId, tickets: tickets(ours.typeId) },
      'session_not_found',
    ],
    [{ ...ourSelection, tickets: tickets(event.typeId) }, 'ticket_type_not_found'],
    [{ ...ourSelection, tickets: tickets(ours.typeId), addOns }, 'add_on_not_found'],
  ]
  const hold = { cartId: '34567', quantity: 1 }
  const item = { params: { itemId: theirs.itemId }, answers: 'cart_item_not_found' }
  const heldCart = { params: { cartId: theirs.heldCart } }
  const noOrder = 'order_not_found'
  const ofDevice = { passTypeId: PASS_TYPE_ID, deviceId: theirs.deviceId }
  const ofPass = {
    params: { passTypeId: PASS_TYPE_ID, serialNumber: theirs.serialNumber },
    headers: { authorization: `ApplePass ${theirs.passToken}` },
    answers: 'pass_not_authorized',
  }
  const registration = { ...ofPass, params: { ...ofPass.params, ...ofDevice } }
  const ofOrder = credentials(theirs).map((query) => ({
    params: { orderId: theirs.orderId },
    query,
    answers: noOrder,
  }))
  const ofWaiver = (isNamed: boolean) =>
    [...credentials(theirs), { participant: '1', token: theirs.waiverToken }].map((query) => ({
      params: { orderId: theirs.orderId, ...(isNamed ? { participant: '1' } : {}) },
      query,
      answers: noOrder,
    }))

  const ofOffer = { params: { orderId: theirs.orderId }, answers: noOrder }
  const token = theirs.changeToken

  return {
    getOfferedChange: [{ ...ofOffer, query: { token } }],
    payOfferedChange: [{ ...ofOffer, body: { token, amount: 10, currency: 'usd' } }],
    finishOfferedChange: [{ ...ofOffer, body: { token, paymentIntentId: theirs.intentId } }],
    getEvent: [ofEvent],
    searchEvents: [
      { query: { q: THEIR_NAME }, answers: NOTHING_FOUND },
      { query: { venue: event.venueId }, answers: NOTHING_FOUND },
    ],
    getSimilarEvents: [ofEvent],
    getVenue: [{ params: { venueId: event.venueId }, answers: 'venue_not_found' }],
    getSitePage: [{ params: { slug: theirs.page }, answers: ourPage(theirs.page) }],
    getCalendar: [ofEvent],
    getEventSale: [ofEvent],
    getSaleReminder: [ofEvent],
    enterAccessCode: [{ ...ofEvent, body: { code: 'FANCLUB' } }],
    getSessionPrices: [{ ...ofEvent, answers: 'deprecated' }],
    getDailyPrices: [
      { query: { eventId: event.eventId, date: event.date }, answers: 'event_not_found' },
    ],
    getFeeSet: [{ params: { feeSetId: theirs.feeSetId }, answers: 'fee_set_not_found' }],
    listTicketGroups: [askingEvent],
    listTicketTypes: [askingEvent, { query: { ticketGroupId: theirs.groupId }, answers: [] }],
    listAddOns: [askingEvent],
    getInventory: [askingEvent],
    previewQuote: [
      { body: { ...selection, tickets: tickets(event.typeId) }, answers: 'event_not_found' },
      ...bodies.map(([body, answers]) => ({ body, answers })),
    ],
    holdCart: [
      {
        params: { cartId: '34567' },
        body: { ...selection, tickets: tickets(event.typeId) },
        answers: 'session_not_found',
      },
      ...bodies.map(([body, answers]) => ({
        params: { cartId: '34567' },
        body,
        // A session of another event counts as unknown, on any tenant.
        answers: answers === 'event_not_found' ? 'session_not_found' : answers,
      })),
      {
        params: { cartId: '34567' },
        body: {
          ...ourSelection,
          tickets: [
            ...tickets(ours.typeId),
            { ticketTypeId: event.typeId, quantity: 1, sessionId: event.sessionId },
          ],
        },
        answers: 'session_not_found',
      },
    ],
    createHold: [
      {
        body: { ...hold, sessionId: event.sessionId, ticketTypeId: event.typeId },
        answers: 'session_not_found',
      },
      {
        body: { ...hold, sessionId: ours.sessionId, ticketTypeId: event.typeId },
        answers: 'ticket_type_not_found',
      },
    ],
    getCart: [
      { ...heldCart, answers: 'cart_not_found' },
      { params: { cartId: theirs.boughtCart }, answers: 'cart_not_found' },
    ],
    addMoreTime: [{ ...heldCart, answers: 'cart_not_found' }],
    startPayment: [{ ...heldCart, body: BUYER, answers: 'cart_not_found' }],
    applyCoupon: [{ ...heldCart, body: { code: 'THEIRS' }, answers: 'cart_not_found' }],
    removeCoupon: [{ ...heldCart, answers: 'cart_not_found' }],
    releaseCart: [{ ...heldCart, answers: { success: true, releasedHolds: 0 } }],
    addCartItem: [
      {
        body: { eventId: event.eventId, ticketTypeId: event.typeId, quantity: 1 },
        answers: 'ticket_type_not_found',
      },
      {
        body: { eventId: ours.eventId, ticketTypeId: event.typeId, quantity: 1 },
        answers: 'ticket_type_not_found',
      },
    ],
    listCartItems: [{ ...askingEvent, answers: { items: [] } }],
    updateCartItem: [5, 0].map((quantity) => ({ ...item, body: { quantity } })),
    removeCartItem: [item],
    clearCart: [{ ...askingEvent, answers: { success: true } }],
    createPaymentIntent: [
      {
        body: { amount: 60, metadata: { cartId: theirs.heldCart, eventId: event.eventId } },
        answers: 'cart_not_found',
      },
      ...[{}, { customerEmail: BUYER.contact.email }].map((credential) => ({
        body: {
          amount: 10,
          metadata: {
            type: 'reschedule',
            orderId: theirs.orderId,
            sessionId: event.sessionId,
          },
          ...credential,
        },
        answers: noOrder,
      })),
    ],
    getPayment: [{ params: { paymentIntentId: theirs.intentId }, answers: 'payment_not_found' }],
    createOrder: [theirs.heldCart, theirs.boughtCart].flatMap((cartId) => [
      { body: orderBody(event, theirs.intentId, cartId), answers: 'payment_not_found' },
      { body: orderBody(event, undefined, cartId), answers: 'cart_not_found' },
    ]),
    completePurchase: [
      { body: { cartId: theirs.boughtCart, orderId: theirs.orderId }, answers: noOrder },
    ],
    getOrderConsents: ofOrder,
    revokeMarketing: ofOrder,
    getPurchase: ofOrder,
    getOrder: ofOrder,
    downloadTickets: ofOrder,
    downloadReceipt: ofOrder,
    getCalendarFile: ofOrder,
    getGooglePass: ofOrder,
    getApplePass: ofOrder.map((call) => ({
      ...call,
      params: { ...call.params, ticketId: theirs.ticketId },
    })),
    getWaivers: ofWaiver(false),
    signWaiver: ofWaiver(true).map((call) => ({ ...call, body: SIGNED })),
    sendWaiverLink: ofOrder.map((call) => ({
      ...call,
      params: { ...call.params, participant: '1' },
      body: { email: 'grace@example.com' },
    })),
    downloadWaiver: ofWaiver(true),
    quoteCancellation: ofOrder,
    cancelOrder: [
      {
        params: { orderId: theirs.orderId },
        body: {
          ticketIds: [theirs.ticketId],
          customerEmail: BUYER.contact.email,
          refundAmount: 0,
        },
        answers: noOrder,
      },
    ],
    getRescheduleOptions: ofOrder,
    quoteReschedule: ofOrder.map((call) => ({
      ...call,
      query: { ...call.query, newSessionId: event.sessionId },
    })),
    listUpgradeOptions: ofOrder.map((call) => ({
      ...call,
      query: { ...call.query, ticketIds: theirs.ticketId },
    })),
    rescheduleOrder: [event.sessionId, ours.sessionId].map((newSessionId) => ({
      params: { orderId: theirs.orderId },
      body: { newSessionId, customerEmail: BUYER.contact.email },
      answers: noOrder,
    })),
    listDisruptions: ofOrder,
    answerDisruption: ofOrder.map((call) => ({
      ...call,
      params: { ...call.params, disruptionId: theirs.orderId },
      body: { answer: { type: 'reschedule', newSessionId: event.sessionId } },
    })),
    lookUpOrders: [
      {
        body: { email: BUYER.contact.email, zipCode: BUYER.billingAddress.zipCode },
        answers: { success: true, data: [], confirmation: null },
      },
    ],
    confirmLookup: [
      { body: { lookupId: theirs.orderId, code: '000000' }, answers: 'lookup_code_ended' },
    ],
    getOrderCard: ofOrder,
    resendEmail: [
      { body: { orderId: theirs.orderId, email: BUYER.contact.email }, answers: noOrder },
    ],
    payChange: [event.sessionId, ours.sessionId].map((newSessionId) => ({
      params: { orderId: theirs.orderId },
      body: {
        customerEmail: BUYER.contact.email,
        change: { type: 'reschedule', newSessionId },
        amount: 10,
        currency: 'usd',
      },
      answers: noOrder,
    })),
    upgradeOrder: [
      {
        params: { orderId: theirs.orderId },
        body: {
          ticketId: theirs.ticketId,
          newTicketTypeId: event.typeId,
          customerEmail: BUYER.contact.email,
        },
        answers: noOrder,
      },
    ],
    registerPass: [{ ...registration, body: { pushToken: 'a1' } }],
    unregisterPass: [registration],
    listChangedPasses: [{ params: ofDevice, answers: {}, status: 204 }],
    getPass: [ofPass],
    // It names nothing, and stores nothing.
    reportPassProblems: [{ body: { logs: [theirs.serialNumber] }, answers: {} }],
    sendConfirmation: [
      { body: { orderId: theirs.orderId, email: BUYER.contact.email }, answers: noOrder },
    ],
  }
}

/** The address of a call with its ids filled in. */
export function addressOf(
  endpoint: Endpoint,
  call: { params?: Record<string, string>; query?: Record<string, string> },
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  )
  const query = new URLSearchParams(call.query).toString()
  return query ? `${path}?${query}` : path
}
