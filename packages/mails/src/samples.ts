import { DEFAULT_POLICY, IMPORTANT_INFORMATION } from '@foyer/domain'
import type { MailBrand, MailEvent, MailOrder, MailTicket, MailView, MailViewOf } from './mail.ts'
import { cancelled, moved, upgraded } from './sample-changes.ts'

/** One mail of each kind and variant, for tests. */

export const brand: MailBrand = {
  name: 'Foyer Demo',
  hue: 75,
  locale: 'en-US',
  supportEmail: 'help@foyer.example',
}

const BASE = 'https://tickets.example.com'

export const event: MailEvent = {
  name: 'The Long Night of Small Orchestras',
  place: 'Alder Street Hall, Portland, OR',
  timeZone: 'America/Los_Angeles',
  isTimedEntry: false,
  importantInformation: [...IMPORTANT_INFORMATION],
  isTransferable: false,
  url: `${BASE}/events-api/e1`,
  pictureUrl: `${BASE}/previews/e1/0123456789ab.png`,
}

export const order: MailOrder = {
  number: '7F3A91C2',
  status: 'PAID',
  firstName: 'Ada',
  event,
  visits: [
    {
      startsAt: '2026-11-29T03:30:00.000Z',
      date: '2026-11-28',
      tickets: [
        ticket(1, 'General admission', '7K2M9-XQ4RT', 3249),
        ticket(2, 'General admission', 'B1W8C-0ZJ5N', 3249),
        ticket(3, 'Balcony, reduced', 'Q9T3H-M2V6D', 2099),
      ],
    },
  ],
  quote: {
    currency: 'usd',
    lines: [
      { ...line('ticket', 'General admission', 2, 3000), feeMinor: 498, feeName: 'Service fee' },
      { ...line('ticket', 'Balcony, reduced', 1, 1850), feeMinor: 249, feeName: 'Service fee' },
      line('addOn', 'Printed programme', 1, 600),
    ],
    ticketCount: 3,
    subtotalMinor: 8450,
    discountMinor: 0,
    feeMinor: 747,
    totalMinor: 9197,
  },
  url: `${BASE}/order-confirmation/o1?token=abc`,
  ticketsUrl: `${BASE}/order-tickets/o1?token=abc`,
  changeUrl: `${BASE}/order-change/o1?token=abc`,
  calendarUrl: `${BASE}/api/orders/o1/calendar.ics?token=abc`,
  changePolicy: DEFAULT_POLICY,
  hasOtherSession: true,
  waivers: null,
}

function ticket(
  number: number,
  typeName: string,
  validationCode: string,
  amountMinor: number,
): MailTicket {
  const code = { text: `foyer:${validationCode}`, pictureId: `ticket-${number}@foyer` }
  return { number, typeName, places: 1, validationCode, amountMinor, code }
}

function line(kind: 'ticket' | 'addOn', name: string, quantity: number, unitPriceMinor: number) {
  const subtotalMinor = quantity * unitPriceMinor
  return {
    kind,
    id: name,
    name,
    quantity,
    unitPriceMinor,
    subtotalMinor,
    feeMinor: 0,
    totalMinor: subtotalMinor,
    feeName: null,
  }
}

const [visit] = order.visits
if (!visit) throw new Error('The sample order has a visit')

const refund = (data: MailViewOf<'refund'>['data'], of: MailOrder | null): MailView => ({
  kind: 'refund',
  brand,
  event,
  order: of,
  change: null,
  data,
})

/** The order without its third ticket. */
const withoutThird: MailOrder = {
  ...order,
  visits: [{ ...visit, tickets: visit.tickets.slice(0, 2) }],
  quote: {
    ...order.quote,
    lines: order.quote.lines.filter(({ name }) => name !== 'Balcony, reduced'),
    ticketCount: 2,
    subtotalMinor: 6600,
    feeMinor: 498,
    totalMinor: 7098,
  },
}

const withoutAny: MailOrder = {
  ...order,
  status: 'REFUNDED',
  visits: [],
  quote: {
    ...order.quote,
    lines: [],
    ticketCount: 0,
    subtotalMinor: 0,
    feeMinor: 0,
    totalMinor: 0,
  },
}

export const samples: Readonly<Record<string, MailView>> = {
  confirmation: { kind: 'confirmation', brand, order, data: {} },
  'confirmation of two dates': {
    kind: 'confirmation',
    brand: { ...brand, name: 'Harbor', hue: 165 },
    data: {},
    order: {
      ...order,
      event: { ...event, isTimedEntry: true },
      visits: [
        { ...visit, tickets: visit.tickets.slice(0, 2) },
        {
          startsAt: '2026-11-30T03:30:00.000Z',
          date: '2026-11-29',
          tickets: visit.tickets.slice(2),
        },
      ],
    },
  },
  'confirmation of an event with a waiver': {
    kind: 'confirmation',
    brand,
    data: {},
    order: { ...order, waivers: { missing: 2, url: `${BASE}/waiver/o1?token=abc` } },
  },
  'confirmation without valid tickets': {
    kind: 'confirmation',
    brand,
    data: {},
    order: { ...order, status: 'REFUNDED', visits: [] },
  },
  'refund of all': refund(
    { reference: 're_3Pq8LkFoyer9x2', amountMinor: 9197, currency: 'usd', extent: 'whole' },
    withoutAny,
  ),
  'refund of an amount': refund(
    { reference: 're_3Pq8LkFoyer9x2', amountMinor: 2099, currency: 'usd', extent: 'partial' },
    order,
  ),
  'refund of a change that could not be made': {
    kind: 'refund',
    brand,
    event,
    order,
    change: {
      ...moved,
      outcome: 'refunded',
      refunds: [{ reference: 'R-8LKF0Y2X', amountMinor: 1800 }],
    },
    data: {
      reference: 'R-8LKF0Y2X',
      amountMinor: 1800,
      currency: 'usd',
      extent: 'unplaced',
      changeId: 'c1',
    },
  },
  'refund where no places were left': refund(
    { reference: 're_3Pq8LkFoyer9x2', amountMinor: 9197, currency: 'usd', extent: 'unplaced' },
    null,
  ),
  'refund of a session that was called off': refund(
    {
      reference: 're_3Pq8LkFoyer9x2',
      amountMinor: 9197,
      currency: 'usd',
      extent: 'unplaced',
      isCalledOff: true,
    },
    null,
  ),
  'refund of more tickets than one customer may have': refund(
    {
      reference: 're_3Pq8LkFoyer9x2',
      amountMinor: 9197,
      currency: 'usd',
      extent: 'unplaced',
      isOverLimit: true,
    },
    null,
  ),
  reschedule: { kind: 'reschedule', brand, order, change: moved, data: { changeId: 'c1' } },
  'reschedule whose difference was waived': {
    kind: 'reschedule',
    brand,
    order,
    data: { changeId: 'c1' },
    change: {
      ...moved,
      tickets: moved.tickets.slice(0, 1).map((ticket) => ({ ...ticket, differenceMinor: 30 })),
      differenceMinor: 30,
      changeFeeMinor: 0,
      paidMinor: 0,
      waivedMinor: 30,
    },
  },
  'cheaper reschedule': {
    kind: 'reschedule',
    brand,
    order,
    data: { changeId: 'c1' },
    change: {
      ...moved,
      tickets: moved.tickets.map((ticket) => ({ ...ticket, differenceMinor: -500 })),
      differenceMinor: -1200,
      paidMinor: 0,
      refunds: [{ reference: 'R-8LKF0Y2X', amountMinor: 1200 }],
    },
  },
  upgrade: { kind: 'upgrade', brand, order, change: upgraded, data: { changeId: 'c1' } },
  'cancellation of one ticket': {
    kind: 'cancellation',
    brand,
    order: withoutThird,
    change: cancelled([3]),
    data: { changeId: 'c1' },
  },
  'cancellation of all': {
    kind: 'cancellation',
    brand,
    order: withoutAny,
    change: cancelled([1, 2, 3]),
    data: { changeId: 'c1' },
  },
  'cancellation without a refund': {
    kind: 'cancellation',
    brand,
    order: withoutThird,
    change: { ...cancelled([3]), keptMinor: 2099, refunds: [] },
    data: { changeId: 'c1' },
  },
  'lookup code': {
    kind: 'lookup_code',
    brand,
    url: `${BASE}/manage-orders?code=402913`,
    data: { code: '402913', validMinutes: 10, path: '/manage-orders?code=402913' },
  },
  'waiver link': {
    kind: 'waiver_link',
    brand,
    order,
    url: `${BASE}/waiver/w1?token=abc`,
    data: { participantName: 'Grace', path: '/waiver/w1?token=abc' },
  },
  'payment trouble': {
    kind: 'payment_trouble',
    brand,
    event,
    url: `${BASE}/events-api/e1`,
    data: { reason: 'declined', amountMinor: 9197, currency: 'usd', path: '/events-api/e1' },
  },
  'session called off': {
    kind: 'session_change',
    brand,
    order,
    data: {
      change: 'called_off',
      fromStartsAt: '2026-11-27T03:30:00.000Z',
      toStartsAt: null,
      message: 'The storm has damaged the roof. We are sorry.',
      answerBy: '2026-11-24T20:00:00.000Z',
      unanswered: 'refund',
    },
  },
  'session called off without a choice': {
    kind: 'session_change',
    brand,
    order: { ...order, visits: [] },
    data: {
      change: 'called_off',
      fromStartsAt: '2026-11-27T03:30:00.000Z',
      toStartsAt: null,
      message: null,
      answerBy: null,
      unanswered: 'refund',
    },
  },
  'message to the buyers of a session': {
    kind: 'session_message',
    brand,
    order,
    data: {
      subject: 'Doors open half an hour earlier',
      body: 'Please come by the north gate.\n\nWe look forward to seeing you.',
    },
  },
  'session moved': {
    kind: 'session_change',
    brand,
    order,
    data: {
      change: 'moved',
      fromStartsAt: '2026-11-27T03:30:00.000Z',
      toStartsAt: '2026-11-28T04:00:00.000Z',
      message: null,
      answerBy: '2026-11-24T20:00:00.000Z',
      unanswered: 'keep',
    },
  },
}
