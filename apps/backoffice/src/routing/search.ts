/** What the addresses of lists contain. They are read leniently: what is not known is left out. */

/** What of the team is shown, and in which order. */
export interface TeamSearch {
  q?: string
  role?: string
  sort?: string
  isDescending?: boolean
}

/** Which entries of the audit log are shown. Dates are calendar dates of the reader. */
export interface AuditSearch {
  personId?: string
  actionType?: string
  entityType?: string
  name?: string
  from?: string
  to?: string
}

/** Which events are listed, and in which order. */
export interface EventsSearch {
  q?: string
  state?: string
  sort?: string
  isDescending?: boolean
}

/** The venue that a new event begins with: one that was made for it. */
export interface NewEventSearch {
  venue?: string
}

export interface VenuesSearch {
  q?: string
}

/** Which coupons or rules are listed, and in which order. */
export interface CouponsSearch {
  q?: string | undefined
  sort?: string | undefined
  isDescending?: boolean | undefined
  /** Of codes: those of one group alone. */
  group?: string | undefined
}

/** The days whose orders a report counts, both with their whole day. */
export interface ReportSearch {
  from?: string | undefined
  to?: string | undefined
}

/** What is simulated: a cart of an event, or an order; empty: one that is still to be named. */
export interface SimulatorSearch {
  event?: string | undefined
  order?: string | undefined
}

/** Which orders are listed. */
export interface OrdersSearch {
  q?: string | undefined
  event?: string | undefined
  date?: string | undefined
  state?: string | undefined
  tag?: string | undefined
}

/** How a person comes to the screen of money from Stripe's page: back, or because its link has ended. */
export interface MoneySearch {
  from?: 'stripe' | 'ended-link'
}

/** Which dates of an event are shown, and whether as a list or by day. */
export interface DatesSearch {
  view?: 'days' | undefined
  from?: string | undefined
  to?: string | undefined
  state?: string | undefined
  sold?: string | undefined
}

/** What is imported, and of which event. */
export interface ImportSearch {
  kind?: string | undefined
  event?: string | undefined
}

/** Which organizers operators see. */
export interface PlatformSearch {
  q?: string | undefined
  state?: string | undefined
}

/** Whose log they read: that of one organizer, or of all. */
export interface OperatorLogSearch {
  organizer?: string | undefined
}

type Raw = Record<string, unknown>

/** Numbers too: a search for '2026' is a number in an address. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

const dateOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

export const readTeamSearch = (raw: Raw): TeamSearch => ({
  q: textOf(raw.q),
  role: textOf(raw.role),
  sort: textOf(raw.sort),
  isDescending: raw.isDescending === true || undefined,
})

export const readEventsSearch = (raw: Raw): EventsSearch => ({
  q: textOf(raw.q),
  state: textOf(raw.state),
  sort: textOf(raw.sort),
  isDescending: typeof raw.isDescending === 'boolean' ? raw.isDescending : undefined,
})

export const readNewEventSearch = (raw: Raw): NewEventSearch => ({ venue: textOf(raw.venue) })

export const readVenuesSearch = (raw: Raw): VenuesSearch => ({ q: textOf(raw.q) })

export const readCouponsSearch = (raw: Raw): CouponsSearch => ({
  q: textOf(raw.q),
  sort: textOf(raw.sort),
  isDescending: typeof raw.isDescending === 'boolean' ? raw.isDescending : undefined,
  group: textOf(raw.group),
})

export const readReportSearch = (raw: Raw): ReportSearch => ({
  from: dateOf(raw.from),
  to: dateOf(raw.to),
})

export const readSimulatorSearch = (raw: Raw): SimulatorSearch => ({
  event: textOf(raw.event),
  order: raw.order === '' ? '' : textOf(raw.order),
})

export const readOrdersSearch = (raw: Raw): OrdersSearch => ({
  q: textOf(raw.q),
  event: textOf(raw.event),
  date: dateOf(raw.date),
  state: textOf(raw.state),
  tag: textOf(raw.tag),
})

export const readMoneySearch = ({ from }: Raw): MoneySearch => ({
  from: from === 'stripe' || from === 'ended-link' ? from : undefined,
})

export const readAuditSearch = (raw: Raw): AuditSearch => ({
  personId: textOf(raw.personId),
  actionType: textOf(raw.actionType),
  entityType: textOf(raw.entityType),
  name: textOf(raw.name),
  from: dateOf(raw.from),
  to: dateOf(raw.to),
})

export const readDatesSearch = (raw: Raw): DatesSearch => ({
  view: raw.view === 'days' ? raw.view : undefined,
  from: dateOf(raw.from),
  to: dateOf(raw.to),
  state: textOf(raw.state),
  sold: textOf(raw.sold),
})

export const readImportSearch = (raw: Raw): ImportSearch => ({
  kind: textOf(raw.kind),
  event: textOf(raw.event),
})

export const readPlatformSearch = (raw: Raw): PlatformSearch => ({
  q: textOf(raw.q),
  state: textOf(raw.state),
})

export const readOperatorLogSearch = (raw: Raw): OperatorLogSearch => ({
  organizer: textOf(raw.organizer),
})
