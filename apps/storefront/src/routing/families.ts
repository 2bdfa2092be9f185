import type { Flow, Step } from '../features/event-flow/engine/flow.ts'
import type { FlowSearch } from './search.ts'

/** A route family: every address of the event flow follows from a row. */
export interface Family extends Pick<Flow, 'prefix' | 'leaveTo' | 'steps'> {
  /** The same addresses with fewer steps, for an order that is changed. */
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

/** The family that orders are changed in. */
export const EVENT_FAMILY = legacyFamily('/event')

/** The steps by their names; the address without one opens the first. */
export const checkoutFamily = (prefix: '/checkout' | '/checkout-test'): Family => ({
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

/** The flow that a URL asks for: to buy, unless it names an order to change. */
export function flowOf({ prefix, leaveTo, steps, changes }: Family, search: FlowSearch): Flow {
  if (changes && search.reschedule && search.orderId) {
    return { mode: 'reschedule', prefix, leaveTo, steps: changes.reschedule }
  }
  if (changes && search.upgrade) {
    return { mode: 'upgrade', prefix, leaveTo, steps: changes.upgrade }
  }
  return { mode: 'purchase', prefix, leaveTo, steps }
}
