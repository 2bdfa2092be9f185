import type { OrderView } from '@foyer/contract'
import { DEFAULT_POLICY, IMPORTANT_INFORMATION } from '@foyer/domain'
import type { Tenant } from '@foyer/server/context'
import { createSecrets } from '../../src/adapters/secrets.ts'

const ID = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a00'
const secrets = createSecrets('a secret of thirty-two characters or more')

export const aTenant = (part: Partial<Tenant> = {}): Tenant => ({
  id: 1,
  slug: 'main',
  isDefault: true,
  name: 'Foyer',
  tagline: '',
  footerText: '',
  hue: 75,
  currency: 'usd',
  locale: 'en-US',
  supportEmail: 'help@example.com',
  socialLinks: {},
  logoFile: null,
  domain: null,
  hasCoupons: false,
  takesCharges: false,
  testOf: null,
  orderLookup: 'verified',
  senderName: '',
  senderEmail: null,
  replyTo: null,
  timeZone: '',
  importantInformation: null,
  termsVersion: null,
  asksMarketing: false,
  marketingText: null,
  keepPaidYears: null,
  keepFreeYears: null,
  suspendedAt: null,
  suspensionReason: null,
  trialUntil: null,
  platformFee: null,
  ...part,
})

type Ticket = OrderView['tickets'][number]

interface OrderPlan {
  firstName?: string
  lastName?: string
  event?: Partial<OrderView['event']>
  session?: Partial<OrderView['session']>
  tickets?: number
  /** If given, one ticket is for this session instead of the order's first. */
  lastSession?: Ticket['session']
}

/** Makes an order as its view shows it, for tests of drawings and texts. */
export function anOrder(plan: OrderPlan = {}): OrderView {
  const { firstName = 'Ada', lastName = 'Lovelace', tickets = 1 } = plan
  const address = {
    address: '1 Main St',
    city: 'New York',
    state: 'NY',
    zipCode: '',
    country: 'US',
  }
  const session: OrderView['session'] = {
    id: ID,
    eventId: ID,
    startTime: '2026-07-04T02:00:00.000Z',
    endTime: '2026-07-04T04:30:00.000Z',
    capacityType: 'unlimited',
    capacityValue: null,
    status: 'active',
    displayName: 'Evening',
    title: 'Evening',
    ...plan.session,
  }
  const { startTime, endTime } = session
  const visit = { id: ID, startTime, endTime, date: '2026-07-03' }
  return {
    order: {
      id: ID,
      orderNumber: '0E2F0A00',
      cartId: '12345',
      status: 'PAID',
      email: 'ada@example.com',
      firstName,
      lastName,
      phone: '',
      billingAddress: address,
      eventId: ID,
      sessionId: ID,
      selectedDate: '2026-07-03',
      totalAmount: 17.49 * tickets,
      subtotal: 17.49 * tickets,
      feeAmount: 0,
      fee_amount: 0,
      currency: 'usd',
      ticketCount: tickets,
      promoCode: null,
      paymentId: null,
      quote: {
        currency: 'usd',
        lines: [],
        ticketCount: tickets,
        subtotalMinor: 1749 * tickets,
        discountMinor: 0,
        feeMinor: 0,
        fees: [],
        taxMinor: 0,
        taxes: [],
        totalMinor: 1749 * tickets,
      },
      createdAt: '2026-05-01T10:00:00.000Z',
    },
    session,
    event: {
      id: ID,
      name: 'Harbor Lights',
      imageUrl: '',
      isTimedEntry: false,
      venueName: 'The Great Pier Hall',
      venueAddress: '9 Embarcadero, San Francisco, CA 94105',
      location: 'The Great Pier Hall, San Francisco, CA',
      timeZone: 'America/Los_Angeles',
      doorsMinutes: 45,
      importantInformation: [...IMPORTANT_INFORMATION],
      isTransferable: false,
      ...plan.event,
    },
    tickets: Array.from({ length: tickets }, (_, index) =>
      ticketOf(index + 1, index === tickets - 1 ? (plan.lastSession ?? visit) : visit),
    ),
    replacedTickets: [],
    balance: {
      paidMinor: 0,
      refundedMinor: 0,
      leftMinor: 0,
      changeFeesMinor: 0,
      keptMinor: 0,
      creditMinor: 0,
    },
    changes: [],
    refunds: [],
    changePolicy: DEFAULT_POLICY,
    waivers: null,
    isToAnswer: false,
    hasOtherSession: true,
    mail: null,
  }
}

function ticketOf(number: number, session: Ticket['session']): Ticket {
  const id = ID.slice(0, -1) + number
  const validationCode = `7K2M9-XQ4R${number}`
  return {
    id,
    number,
    orderId: ID,
    eventId: ID,
    email: 'ada@example.com',
    createdAt: '2026-05-01T10:00:00.000Z',
    ticketTypeId: ID,
    revision: 0,
    session,
    sessionId: session.id,
    typeName: 'General Admission',
    price: 17.49,
    amountMinor: 1749,
    status: 'VALID',
    isCancelled: false,
    isRedeemed: false,
    redeemedAt: null,
    validationCode,
    qrCode: secrets.ticketCode({ tenantId: 1, ticketId: id, sessionId: ID, validationCode }),
  }
}
