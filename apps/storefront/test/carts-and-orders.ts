import type { CartView, OrderView } from '@foyer/contract'
import { DEFAULT_POLICY, IMPORTANT_INFORMATION } from '@foyer/domain'

/** One cart and one order for tests: two tickets and an add-on, $75.96 in all. */

const EVENT_ID = '11111111-1111-4111-8111-111111111111'
const SESSION_ID = '22222222-2222-4222-8222-222222222222'
const TYPE_ID = '33333333-3333-4333-8333-333333333333'
const ORDER_ID = '55555555-5555-4555-8555-5555abcd1234'

export const aCart = (changes: Partial<CartView> = {}): CartView => ({
  cartId: '12345',
  eventId: EVENT_ID,
  eventName: 'Harbor Lights',
  imageUrl: `/posters/${EVENT_ID}/poster.svg`,
  venueName: 'Pier 9',
  venueLocation: 'San Francisco, CA',
  venueCountry: 'US',
  timeZone: 'America/Los_Angeles',
  sessionId: SESSION_ID,
  sessionName: 'Evening',
  sessionStartsAt: '2026-12-05T03:00:00.000Z',
  selectedDate: '2026-12-04',
  sessions: [
    {
      sessionId: SESSION_ID,
      name: 'Evening',
      startsAt: '2026-12-05T03:00:00.000Z',
      date: '2026-12-04',
    },
  ],
  isTimedEntry: true,
  quote: {
    currency: 'usd',
    lines: [
      {
        kind: 'ticket',
        id: TYPE_ID,
        name: 'General Admission',
        quantity: 2,
        unitPriceMinor: 2699,
        subtotalMinor: 5398,
        feeMinor: 599,
        taxMinor: 0,
        totalMinor: 5997,
        feeName: 'Service fee',
        unitPrices: [
          { quantity: 1, amountMinor: 2999 },
          { quantity: 1, amountMinor: 2998 },
        ],
      },
      {
        kind: 'addOn',
        id: '44444444-4444-4444-8444-444444444444',
        name: 'Souvenir photo',
        quantity: 1,
        unitPriceMinor: 1599,
        subtotalMinor: 1599,
        feeMinor: 0,
        taxMinor: 0,
        totalMinor: 1599,
        feeName: null,
        unitPrices: [{ quantity: 1, amountMinor: 1599 }],
      },
    ],
    ticketCount: 2,
    subtotalMinor: 6997,
    discountMinor: 0,
    feeMinor: 599,
    fees: [{ name: 'Service fee', feeMinor: 599 }],
    taxMinor: 0,
    taxes: [],
    totalMinor: 7596,
  },
  expiresAt: '2026-12-01T20:15:00.000Z',
  serverTime: '2026-12-01T20:00:00.000Z',
  moreTimeMinutes: 5,
  orderId: null,
  ...changes,
})

export function anOrder(): Pick<OrderView, 'order'> {
  const cart = aCart()
  return {
    order: {
      id: ORDER_ID,
      orderNumber: 'ABCD1234',
      cartId: cart.cartId,
      status: 'PAID',
      email: 'ana@example.com',
      firstName: 'Ana',
      lastName: 'Silva',
      phone: '555 0100',
      billingAddress: {
        address: '1 Main St',
        city: 'Springfield',
        state: 'IL',
        zipCode: '62701',
        country: 'US',
      },
      eventId: cart.eventId,
      sessionId: cart.sessionId,
      selectedDate: cart.selectedDate,
      totalAmount: 75.96,
      subtotal: 69.97,
      feeAmount: 5.99,
      fee_amount: 5.99,
      currency: 'usd',
      ticketCount: 2,
      promoCode: null,
      paymentId: 'pi_1',
      quote: cart.quote,
      createdAt: '2026-12-01T20:05:00.000Z',
    },
  }
}

const ticket = (number: number): OrderView['tickets'][number] => ({
  id: `66666666-6666-4666-8666-66666666666${number}`,
  number,
  orderId: ORDER_ID,
  eventId: EVENT_ID,
  email: 'ana@example.com',
  createdAt: '2026-12-01T20:05:00.000Z',
  ticketTypeId: TYPE_ID,
  revision: 0,
  session: {
    id: SESSION_ID,
    startTime: '2026-12-05T03:00:00.000Z',
    endTime: '2026-12-05T05:30:00.000Z',
    date: '2026-12-04',
  },
  sessionId: SESSION_ID,
  typeName: 'General Admission',
  price: 26.99,
  // The odd cent of the fee is the first ticket's.
  amountMinor: number === 1 ? 2999 : 2998,
  status: 'VALID',
  isCancelled: false,
  isRedeemed: false,
  redeemedAt: null,
  validationCode: `ABCD-00${number}`,
  qrCode: `https://tickets.example/t/ABCD-00${number}`,
})

export function anOrderView(): OrderView {
  const cart = aCart()
  return {
    ...anOrder(),
    session: {
      id: SESSION_ID,
      eventId: EVENT_ID,
      startTime: cart.sessionStartsAt,
      endTime: '2026-12-05T05:30:00.000Z',
      capacityType: 'numerical',
      capacityValue: 120,
      status: 'active',
      displayName: cart.sessionName,
      title: cart.sessionName,
    },
    event: {
      id: EVENT_ID,
      name: cart.eventName,
      imageUrl: cart.imageUrl,
      isTimedEntry: true,
      venueName: cart.venueName,
      venueAddress: '9 Embarcadero',
      location: cart.venueLocation,
      timeZone: cart.timeZone,
      doorsMinutes: 30,
      importantInformation: [...IMPORTANT_INFORMATION],
      isTransferable: false,
    },
    tickets: [ticket(1), ticket(2)],
    replacedTickets: [],
    changePolicy: DEFAULT_POLICY,
    balance: {
      paidMinor: cart.quote.totalMinor,
      refundedMinor: 0,
      leftMinor: cart.quote.totalMinor,
      changeFeesMinor: 0,
      keptMinor: 0,
      creditMinor: 0,
    },
    refunds: [],
    changes: [
      {
        id: ORDER_ID,
        kind: 'purchase',
        outcome: 'done',
        at: '2026-12-01T20:05:00.000Z',
        madeBy: 'buyer',
        tickets: [],
        differenceMinor: cart.quote.totalMinor,
        changeFeeMinor: 0,
        paidMinor: cart.quote.totalMinor,
        refundMinor: 0,
        refundReferences: [],
        creditMinor: 0,
        waivedMinor: 0,
        keptMinor: 0,
        receipt: cart.quote,
        reason: null,
      },
    ],
    waivers: null,
    isToAnswer: false,
    hasOtherSession: true,
    mail: {
      kind: 'confirmation',
      status: 'queued',
      to: 'ana@example.com',
      at: '2026-12-01T20:05:01.000Z',
      problem: null,
    },
  }
}
