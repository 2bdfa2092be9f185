import type { FlowSearch } from './search.ts'

/**
 * The event flow as data. A step names the choices that it requires and the one that it supplies.
 * Its addresses and links follow from these rows, and so does the order of its screens (`flow.ts`
 * of the event flow). A new route family is another row, not another set of screens.
 */

/** What a buyer chooses in the flow, and the cart and order that result; each is kept in the URL. */
export type Choice = 'date' | 'tickets' | 'session' | 'cart' | 'order'

export type StepId =
  | 'date'
  | 'tickets'
  | 'upsell'
  | 'time'
  | 'addons'
  | 'review'
  | 'payment'
  | 'confirmation'
  /** The confirmation of an order change. */
  | 'change'

/** First segments of the event flow's addresses; the last one belongs to the demonstrations. */
export type Prefix = '/events-api' | '/event' | '/events' | '/checkout' | '/checkout-test'

/** Last segments; a family's row says which it has, and for which step. */
export type Suffix =
  | ''
  | '/date'
  | '/tickets'
  | '/upsell'
  | '/time'
  | '/timeslots'
  | '/addons'
  | '/review'
  | '/checkout'
  | '/payment'
  | '/confirmation'

export interface Step {
  id: StepId
  label: string
  /** Appended to prefix and event id; null if the step's screen has an address of its own. */
  suffix: Suffix | null
  /** A second address, which redirects to the first. */
  alias?: Suffix
  requires: readonly Choice[]
  supplies: Choice | null
  /** An offer on the way to the next step: the step indicator counts it as part of this step. */
  within?: StepId
}

/** To buy, or to change an order that was bought. */
type Mode = 'purchase' | 'reschedule' | 'upgrade'

/** The steps of one mode of a family. */
export interface Flow {
  mode: Mode
  /** A step's address is `${prefix}/${eventId}${suffix}`. */
  prefix: Prefix
  /** Where Back leads from the first step of a purchase. */
  leaveTo: '/events-api' | '/events'
  steps: readonly Step[]
}

/** A route family: every address of the event flow follows from a row. */
export interface Family extends Pick<Flow, 'prefix' | 'leaveTo' | 'steps'> {
  /** The same addresses with fewer steps, for an order change. */
  changes?: Readonly<Record<'reschedule' | 'upgrade', readonly Step[]>>
}

const DATE: Step = { id: 'date', label: 'Date', suffix: '', requires: [], supplies: 'date' }
const TICKETS: Step = {
  id: 'tickets',
  label: 'Tickets',
  suffix: '/tickets',
  requires: ['date'],
  supplies: 'tickets',
}
const TIME: Step = {
  id: 'time',
  label: 'Time',
  suffix: '/time',
  requires: ['date', 'tickets'],
  supplies: 'session',
}
const REVIEW: Step = {
  id: 'review',
  label: 'Review',
  suffix: '/review',
  requires: ['date', 'tickets', 'session'],
  supplies: 'cart',
}
/** The cart holds everything the earlier steps chose: its id alone opens the checkout. */
const PAYMENT: Step = {
  id: 'payment',
  label: 'Payment',
  suffix: '/payment',
  requires: ['cart'],
  supplies: 'order',
}
const CHANGE: Step = { id: 'change', label: 'Confirm', suffix: null, requires: [], supplies: null }

export const API_FAMILY: Family = {
  prefix: '/events-api',
  leaveTo: '/events-api',
  steps: [
    DATE,
    TICKETS,
    TIME,
    { ...REVIEW, suffix: '/addons' },
    { ...PAYMENT, label: 'Checkout', suffix: '/checkout' },
  ],
}

const legacyFamily = (prefix: '/event' | '/events'): Family => ({
  prefix,
  leaveTo: '/events',
  steps: [
    DATE,
    TICKETS,
    {
      id: 'upsell',
      label: 'Upgrade',
      suffix: '/upsell',
      requires: ['date', 'tickets'],
      supplies: null,
      within: 'tickets',
    },
    TIME,
    {
      id: 'addons',
      label: 'Add-ons',
      suffix: '/addons',
      requires: ['date', 'tickets', 'session'],
      supplies: null,
    },
    { ...REVIEW, suffix: '/checkout' },
    { ...PAYMENT, suffix: null },
  ],
  changes: {
    reschedule: [DATE, { ...TIME, requires: ['date'] }, CHANGE],
    upgrade: [{ ...TICKETS, requires: [] }, CHANGE],
  },
})

/** The family in which orders are changed. */
export const EVENT_FAMILY = legacyFamily('/event')

/** Each step by its own name; the address without one opens the first step. */
const checkoutFamily = (prefix: '/checkout' | '/checkout-test'): Family => ({
  prefix,
  leaveTo: '/events-api',
  steps: [
    { ...DATE, alias: '/date' },
    TICKETS,
    { ...TIME, suffix: '/timeslots' },
    REVIEW,
    PAYMENT,
    {
      id: 'confirmation',
      label: 'Confirmation',
      suffix: '/confirmation',
      requires: ['order'],
      supplies: null,
    },
  ],
})

export const FAMILIES: readonly Family[] = [
  API_FAMILY,
  EVENT_FAMILY,
  legacyFamily('/events'),
  checkoutFamily('/checkout'),
]

/** The same steps for the demonstrations, which register their routes themselves. */
export const DEMO_FAMILY = checkoutFamily('/checkout-test')

/** The pattern of a step's route: '/events-api/$eventId/time'. */
export const stepPattern = (prefix: Prefix, suffix: Suffix) =>
  `${prefix}/$eventId${suffix}` as const

/** The flow that a URL asks for: a purchase, unless it names an order to change. */
export function flowOf({ prefix, leaveTo, steps, changes }: Family, search: FlowSearch): Flow {
  if (changes && search.reschedule && search.orderId) {
    return { mode: 'reschedule', prefix, leaveTo, steps: changes.reschedule }
  }
  if (changes && search.upgrade) {
    return { mode: 'upgrade', prefix, leaveTo, steps: changes.upgrade }
  }
  return { mode: 'purchase', prefix, leaveTo, steps }
}
