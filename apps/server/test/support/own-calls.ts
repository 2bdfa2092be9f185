import type { api } from '@foyer/contract'
import { BUYER, type BuiltEvent, orderBody } from '@foyer/testkit'
import { SIGNED, type ValidCall } from './valid-calls.ts'
import { PASS_TYPE_ID } from './wallets.ts'

/** The ids that the calls below name. All of it belongs to one browser, or is public. */
export interface OwnWorld {
  /** Has a second session at the same price. */
  event: BuiltEvent
  /** Is on sale later, or now with the access code 'FANCLUB'. */
  soonEventId: string
  feeSetId: string
  couponCode: string
  /** Carts of the browser: held and not yet paid; held and paid; bought. */
  heldCart: string
  paidCart: string
  boughtCart: string
  unpaidIntentId: string
  paidIntentId: string
  itemId: string
  orderId: string
  ticketId: string
  /** Of the order's session, and not settled. */
  disruptionId: string
  /** A pass of the order, and a phone that is registered for it. */
  serialNumber: string
  deviceId: string
  /** Another ticket of the order, which can be cancelled without a refund. */
  otherTicketId: string
}

/**
 * A successful call of every endpoint, without credentials: no e-mail address, no link. A new
 * endpoint does not compile until it has a call here.
 */
export function ownCalls(world: OwnWorld): Record<keyof typeof api, ValidCall> {
  const { event } = world
  const byEvent = { params: { eventId: event.eventId } }
  const bySoonEvent = { params: { eventId: world.soonEventId } }
  const askingEvent = { query: { eventId: event.eventId } }
  const cart = { params: { cartId: world.heldCart } }
  const order = { params: { orderId: world.orderId } }
  const ofPass = { passTypeId: PASS_TYPE_ID, serialNumber: world.serialNumber }
  const ofDevice = { passTypeId: PASS_TYPE_ID, deviceId: world.deviceId }
  const participant = { orderId: world.orderId, participant: '1' }
  const selection = {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets: [{ ticketTypeId: event.typeId, quantity: 1 }],
  }
  return {
    getTenant: {},
    getSitePage: { params: { slug: 'help' } },
    getPlatformPage: { params: { slug: 'terms' } },
    getStatus: {},
    listGuides: {},
    getGuide: { params: { slug: 'operations' } },
    searchGuides: { query: { q: 'backup' } },
    listEvents: {},
    getEvent: byEvent,
    searchEvents: { query: { q: 'night' } },
    getSimilarEvents: byEvent,
    getEventSale: bySoonEvent,
    getSaleReminder: bySoonEvent,
    enterAccessCode: { ...bySoonEvent, body: { code: 'FANCLUB' } },
    getVenue: { params: { venueId: event.venueId } },
    getCalendar: byEvent,
    getSessionPrices: byEvent,
    getDailyPrices: { query: { eventId: event.eventId, date: event.date } },
    getFeeSet: { params: { feeSetId: world.feeSetId } },
    listTicketGroups: askingEvent,
    listTicketTypes: askingEvent,
    listAddOns: askingEvent,
    getInventory: askingEvent,
    previewQuote: { body: selection },
    holdCart: { ...cart, body: selection },
    createHold: {
      body: {
        cartId: '45678',
        sessionId: event.sessionId,
        ticketTypeId: event.typeId,
        quantity: 1,
      },
    },
    getCart: cart,
    addMoreTime: cart,
    startPayment: { ...cart, body: BUYER },
    releaseCart: cart,
    applyCoupon: { ...cart, body: { code: world.couponCode } },
    removeCoupon: cart,
    addCartItem: {
      body: { eventId: event.eventId, ticketTypeId: event.typeId, quantity: 1 },
    },
    listCartItems: askingEvent,
    updateCartItem: { params: { itemId: world.itemId }, body: { quantity: 3 } },
    removeCartItem: { params: { itemId: world.itemId } },
    clearCart: askingEvent,
    getPaymentConfig: {},
    createPaymentIntent: {
      body: { amount: 60, currency: 'usd', metadata: { cartId: world.heldCart } },
    },
    getPayment: { params: { paymentIntentId: world.unpaidIntentId } },
    createOrder: { body: orderBody(event, world.paidIntentId, world.paidCart) },
    completePurchase: { body: { cartId: world.boughtCart, orderId: world.orderId } },
    getPurchase: order,
    getOrder: order,
    quoteCancellation: order,
    cancelOrder: { ...order, body: { ticketIds: [world.otherTicketId], refundAmount: 0 } },
    getRescheduleOptions: order,
    quoteReschedule: { ...order, query: { newSessionId: event.sessionIds[1] ?? '' } },
    listUpgradeOptions: order,
    payChange: {
      ...order,
      body: {
        change: {
          type: 'upgrade',
          newTicketTypeId: event.typeIds[2],
          ticketIds: [world.ticketId],
        },
        amount: 10,
        currency: 'usd',
      },
    },
    upgradeOrder: {
      ...order,
      body: { ticketId: world.ticketId, newTicketTypeId: event.typeIds[1] },
    },
    // The link of an offered change has tests of its own: offered-changes.test.ts.
    getOfferedChange: { ...order, query: { token: 'none' } },
    payOfferedChange: { ...order, body: { token: 'none', amount: 10 } },
    finishOfferedChange: { ...order, body: { token: 'none', paymentIntentId: 'pi_1' } },
    rescheduleOrder: { ...order, body: { newSessionId: event.sessionIds[1] } },
    getOrderConsents: order,
    revokeMarketing: order,
    listDisruptions: order,
    answerDisruption: {
      params: { orderId: world.orderId, disruptionId: world.disruptionId },
      body: { answer: { type: 'keep' } },
    },
    lookUpOrders: { body: { email: 'nobody@example.com' } },
    confirmLookup: { body: { lookupId: world.orderId, code: '000000' } },
    listOwnOrders: {},
    getOrderCard: order,
    resendEmail: { body: { orderId: world.orderId } },
    sendConfirmation: { body: { orderId: world.orderId } },
    getTicketKeys: {},
    getWallets: {},
    downloadTickets: order,
    downloadReceipt: order,
    getCalendarFile: order,
    getApplePass: { params: { orderId: world.orderId, ticketId: world.ticketId } },
    getGooglePass: order,
    getWaivers: order,
    signWaiver: { params: participant, body: SIGNED },
    sendWaiverLink: { params: participant, body: { email: 'grace@example.com', name: 'Grace' } },
    downloadWaiver: { params: participant },
    registerPass: { params: { ...ofDevice, ...ofPass }, body: { pushToken: 'a1' } },
    unregisterPass: { params: { ...ofDevice, ...ofPass } },
    listChangedPasses: { params: ofDevice },
    getPass: { params: ofPass },
    reportPassProblems: { body: { logs: ['The pass could not be read'] } },
  }
}
