import type { api } from '@foyer/contract'
import { BUYER, type BuiltEvent, orderBody } from '@foyer/testkit'
import { PASS_TYPE_ID } from './wallets.ts'

/** What a participant sends to sign the first version of a waiver. */
export const SIGNED = {
  textVersion: 1,
  name: 'Grace Hopper',
  email: 'grace@example.com',
  signature: { kind: 'typed', value: 'Grace Hopper' },
  agreedToTerms: true,
  agreedToRisks: true,
}

export interface ValidCall {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** What the calls below refer to. Each field says why even an accepted call changes no count. */
export interface World {
  /** Sold out, so no hold is granted. */
  soldOut: BuiltEvent
  /** The caller holds cart 12345 for it, with an open, unpaid intent. */
  event: BuiltEvent
  feeSetId: string
  groupId: string
  intentId: string
  itemId: string
  /** An order of another buyer. */
  orderId: string
}

/** A well-formed call of each endpoint that takes input. Tests mutate one value at a time. */
export function validCalls(world: World): Partial<Record<keyof typeof api, ValidCall>> {
  const { event, soldOut } = world
  const byEvent = { params: { eventId: event.eventId } }
  const askingEvent = { query: { eventId: event.eventId } }
  const cart = { cartId: '12345' }
  const chosen = {
    eventId: soldOut.eventId,
    sessionId: soldOut.sessionId,
    tickets: [{ ticketTypeId: soldOut.typeId, quantity: 2 }],
    addOns: soldOut.addOnIds.map((addOnId) => ({ addOnId, quantity: 1 })),
  }
  const order = { params: { orderId: world.orderId } }
  const credential = { email: 'nobody@example.com', token: 'abcdef' }
  const ofPass = { passTypeId: PASS_TYPE_ID, serialNumber: `${world.orderId}-1` }
  const ofDevice = { passTypeId: PASS_TYPE_ID, deviceId: 'a-phone' }
  return {
    getSitePage: { params: { slug: 'help' } },
    getPlatformPage: { params: { slug: 'terms' } },
    getGuide: { params: { slug: 'operations' } },
    searchGuides: { query: { q: 'backup' } },
    getEvent: byEvent,
    searchEvents: {
      query: {
        q: 'night',
        category: 'music',
        city: 'New York',
        venue: event.venueId,
        day: 'weekend',
        from: event.date,
        maxPrice: '80.50',
        sort: 'price',
        when: 'all',
        offset: '0',
        limit: '12',
      },
    },
    getSimilarEvents: byEvent,
    getVenue: { params: { venueId: event.venueId } },
    getCalendar: byEvent,
    getSessionPrices: byEvent,
    getDailyPrices: { query: { eventId: event.eventId, date: event.date } },
    getFeeSet: { params: { feeSetId: world.feeSetId } },
    listTicketGroups: askingEvent,
    listTicketTypes: { query: { eventId: event.eventId, ticketGroupId: world.groupId } },
    listAddOns: askingEvent,
    getInventory: askingEvent,
    previewQuote: { body: { ...chosen, date: soldOut.date } },
    holdCart: {
      params: { cartId: '23456' },
      body: {
        ...chosen,
        tickets: chosen.tickets.map((line) => ({ ...line, sessionId: soldOut.sessionId })),
      },
    },
    createHold: {
      body: {
        cartId: '23456',
        sessionId: soldOut.sessionId,
        ticketTypeId: soldOut.typeId,
        quantity: 1,
        customerIdentifier: 'temp-12345@example.com',
      },
    },
    getEventSale: byEvent,
    getSaleReminder: byEvent,
    enterAccessCode: { ...byEvent, body: { code: 'FANCLUB' } },
    getCart: { params: cart },
    // No more time can be added.
    addMoreTime: { params: cart },
    startPayment: { params: cart, body: BUYER },
    releaseCart: { params: cart },
    applyCoupon: { params: cart, body: { code: 'NOSUCHCODE' } },
    removeCoupon: { params: cart },
    addCartItem: {
      body: { eventId: soldOut.eventId, ticketTypeId: soldOut.typeId, quantity: 1 },
    },
    listCartItems: askingEvent,
    // Another browser's item, because a quantity of 0 would remove one's own.
    updateCartItem: { params: { itemId: world.orderId }, body: { quantity: 2 } },
    removeCartItem: { params: { itemId: world.itemId } },
    clearCart: askingEvent,
    createPaymentIntent: {
      body: { amount: 60, currency: 'usd', metadata: { ...cart, eventId: event.eventId } },
    },
    getPayment: { params: { paymentIntentId: world.intentId } },
    createOrder: {
      body: {
        ...orderBody(event, world.intentId),
        totalAmount: 60,
        subtotal: 60,
        fee_amount: 0,
        fee_details: { name: 'Service fee' },
        selectedDate: event.date,
        sessionId: event.sessionId,
        paymentMethod: 'card',
        tickets: [{ id: event.typeId }],
      },
    },
    completePurchase: { body: { ...cart, orderId: world.orderId } },
    getPurchase: { ...order, query: credential },
    getOrder: { ...order, query: credential },
    getRescheduleOptions: {
      ...order,
      query: { ...credential, ticketIds: event.eventId, date: event.date },
    },
    quoteReschedule: {
      ...order,
      query: { ...credential, newSessionId: event.sessionId, ticketIds: event.eventId },
    },
    quoteCancellation: {
      ...order,
      query: { ...credential, ticketIds: `${event.eventId},${event.sessionId}` },
    },
    cancelOrder: {
      ...order,
      body: {
        customerEmail: 'nobody@example.com',
        ticketIds: [event.eventId],
        refundAmount: 12.5,
        reason: 'We are ill.',
      },
    },
    listUpgradeOptions: { ...order, query: { ...credential, ticketIds: event.eventId } },
    payChange: {
      ...order,
      body: {
        customerEmail: 'nobody@example.com',
        change: { type: 'upgrade', newTicketTypeId: event.typeId, ticketIds: [event.eventId] },
        amount: 12.5,
        currency: 'usd',
      },
    },
    getOfferedChange: { ...order, query: { token: 'x.y.z' } },
    payOfferedChange: { ...order, body: { token: 'x.y.z', amount: 12.5, currency: 'usd' } },
    finishOfferedChange: { ...order, body: { token: 'x.y.z', paymentIntentId: world.intentId } },
    upgradeOrder: {
      ...order,
      body: {
        ticketId: event.eventId,
        ticketIds: [event.sessionId],
        newTicketTypeId: event.typeId,
        customerEmail: 'nobody@example.com',
        paymentMethodId: 'pm_mock',
        paymentIntentId: world.intentId,
      },
    },
    rescheduleOrder: {
      ...order,
      body: {
        newSessionId: event.sessionId,
        customerEmail: 'nobody@example.com',
        reason: 'Another day suits us better.',
        paymentIntentId: world.intentId,
      },
    },
    listDisruptions: { ...order, query: credential },
    answerDisruption: {
      params: { orderId: world.orderId, disruptionId: world.orderId },
      query: credential,
      body: { answer: { type: 'reschedule', newSessionId: event.sessionId } },
    },
    downloadTickets: { ...order, query: { ...credential, paper: 'a4' } },
    downloadReceipt: { ...order, query: credential },
    getCalendarFile: { ...order, query: credential },
    getApplePass: {
      params: { orderId: world.orderId, ticketId: world.orderId },
      query: credential,
    },
    getGooglePass: { ...order, query: credential },
    // More would be refused: each lookup by address alone sends a mail.
    lookUpOrders: {
      body: { email: 'nobody@example.com', phone: '212 555 0100', zipCode: '10001' },
    },
    confirmLookup: { body: { lookupId: world.orderId, code: '000000' } },
    getOrderCard: { ...order, query: credential },
    getOrderConsents: { ...order, query: credential },
    revokeMarketing: { ...order, query: credential },
    resendEmail: { body: { orderId: world.orderId, email: 'nobody@example.com' } },
    getWaivers: { ...order, query: { ...credential, participant: '1' } },
    signWaiver: {
      params: { orderId: world.orderId, participant: '1' },
      query: { ...credential, participant: '1' },
      body: { ...SIGNED, guardianName: 'Mary Hopper' },
    },
    sendWaiverLink: {
      params: { orderId: world.orderId, participant: '1' },
      query: credential,
      body: { email: 'grace@example.com', name: 'Grace' },
    },
    downloadWaiver: {
      params: { orderId: world.orderId, participant: '1' },
      query: { ...credential, participant: '1' },
    },
    registerPass: { params: { ...ofDevice, ...ofPass }, body: { pushToken: 'a1' } },
    unregisterPass: { params: { ...ofDevice, ...ofPass } },
    listChangedPasses: { params: ofDevice, query: { passesUpdatedSince: '1700000000' } },
    getPass: { params: ofPass },
    reportPassProblems: { body: { logs: ['The pass could not be read'] } },
    sendConfirmation: {
      body: {
        orderId: world.orderId,
        email: 'nobody@example.com',
        customerName: 'Nobody',
        cartData: { lines: 1 },
        purchaseResult: { ok: true },
      },
    },
  }
}
