/**
 * What can be bought of an event, a day, a session or a ticket type, in one word. Every screen, call, mail
 * and search engine takes its word from this table.
 */

interface SaleStatusRow {
  /** What people read. */
  label: string
  /** The same in a cell of a calendar. */
  short: string
  /** Whether tickets can be chosen. */
  isOpen: boolean
  /** Whether a buyer is led to other events: nothing will be sold here, unless tickets come back. */
  isDeadEnd: boolean
  /** Of an offer: https://schema.org/ItemAvailability. */
  availability: string
  /** Of an event: https://schema.org/EventStatusType. */
  eventStatus: 'EventScheduled' | 'EventCancelled'
}

const SCHEDULED = { eventStatus: 'EventScheduled' } as const
const OPEN = { isOpen: true, isDeadEnd: false, ...SCHEDULED } as const
const SHUT = { isOpen: false, isDeadEnd: false, ...SCHEDULED } as const
const DEAD_END = { isOpen: false, isDeadEnd: true, ...SCHEDULED } as const

export const SALE_STATUSES = {
  available: { label: 'Available', short: '', availability: 'InStock', ...OPEN },
  selling_fast: {
    ...OPEN,
    label: 'Selling fast',
    short: 'Selling fast',
    availability: 'LimitedAvailability',
  },
  /** No ticket is left. */
  sold_out: { label: 'Sold Out', short: 'Sold Out', availability: 'SoldOut', ...DEAD_END },
  /** A start of its sales is planned. */
  not_yet: { label: 'Not on sale yet', short: 'Soon', availability: 'PreOrder', ...SHUT },
  /** It is on sale, and nothing of it has a price yet. */
  unpriced: { label: 'Price to come', short: 'To come', availability: 'PreOrder', ...SHUT },
  /** Sales have ended or are interrupted, although tickets may be left. */
  closed: { label: 'Sales closed', short: 'Closed', availability: 'OutOfStock', ...SHUT },
  /** It is under way, and nothing more of it is sold. */
  begun: { label: 'Has begun', short: 'Begun', availability: 'OutOfStock', ...DEAD_END },
  /** It has taken place. */
  over: { label: 'Over', short: 'Over', availability: 'OutOfStock', ...DEAD_END },
  /** The organizer has called it off. */
  called_off: {
    ...DEAD_END,
    label: 'Called off',
    short: 'Off',
    availability: 'OutOfStock',
    eventStatus: 'EventCancelled',
  },
} as const satisfies Record<string, SaleStatusRow>
export type SaleStatus = keyof typeof SALE_STATUSES

/** Of an event as a whole. */
export const EVENT_STATUSES = Object.keys(SALE_STATUSES) as readonly SaleStatus[]

/** Of a day of the calendar, which lists nothing that has passed or was called off. */
export const DATE_STATUSES = [
  'available',
  'selling_fast',
  'sold_out',
  'not_yet',
  'unpriced',
  'closed',
] as const satisfies readonly SaleStatus[]
export type DateStatus = (typeof DATE_STATUSES)[number]

/** Of a session or a ticket type that is not sold now, although tickets may be left. */
export const SHUT_STATUSES = ['not_yet', 'closed'] as const satisfies readonly SaleStatus[]
export type ShutStatus = (typeof SHUT_STATUSES)[number]

/**
 * A session that takes place at another time than it was announced for. It has a status of its own as well:
 * this word stands beside it.
 */
export const MOVED = { label: 'New time', eventStatus: 'EventRescheduled' } as const

export const statusLabel = (status: SaleStatus): string => SALE_STATUSES[status].label

/** Whether tickets can be chosen. */
export const isOpenStatus = (status: SaleStatus | undefined): boolean =>
  status !== undefined && SALE_STATUSES[status].isOpen

/** The last session of an event that has none to come. */
export interface LastSession {
  isCalledOff: boolean
  startsAt: Date
  endsAt: Date
}

/**
 * The status of an event without a session to come, from its last session. `hasTakenPlace` says whether
 * any other session was not called off: a run whose last night was called off is over once that night has
 * passed. Null: it never had a session, so nothing of it is on sale.
 */
export function statusWithoutSessions(
  last: LastSession | null,
  hasTakenPlace: boolean,
  now: Date,
): SaleStatus {
  if (!last) return 'closed'
  if (last.isCalledOff) return hasTakenPlace && last.startsAt <= now ? 'over' : 'called_off'
  return last.endsAt > now ? 'begun' : 'over'
}
