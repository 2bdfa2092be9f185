import type { BulkPreview, ListedSession } from '@foyer/contract'
import {
  type BulkKind,
  formatDay,
  formatTime,
  localDateOf,
  minorOf,
  type SessionState,
  statusLabel,
  toMajor,
} from '@foyer/domain'

/** How dates of an event read, and how what people type becomes values. */

export const STATE_TEXTS = {
  active: { name: 'Open', tone: 'success' },
  cancelled: { name: 'Closed', tone: 'neutral' },
  called_off: { name: statusLabel('called_off'), tone: 'danger' },
} as const satisfies Record<SessionState, { name: string; tone: string }>

/** What a date is now: its state, and of an open one whether it has begun or is over. */
export function sessionText({ state, startsAt, endsAt }: ListedSession, now = Date.now()) {
  if (state !== 'active' || Date.parse(startsAt) > now) return STATE_TEXTS[state]
  const name = statusLabel(Date.parse(endsAt) > now ? 'begun' : 'over')
  return { name, tone: 'neutral' } as const
}

const NUMBER = new Intl.NumberFormat('en-US')

/** '1 date', '1,234 dates' */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBER.format(count)} ${count === 1 ? one : many}`

export const numberText = (count: number): string => NUMBER.format(count)

/** 'Sat, Apr 3, 2027' of a calendar date. */
export const dateText = (date: string): string =>
  formatDay(date, 'en-US', { weekday: 'short', year: 'numeric' })

/** 'Sat, Apr 3, 2027, 10:00 AM' at the venue. */
export const startText = (startsAt: string, timeZone: string): string =>
  `${dateText(localDateOf(new Date(startsAt), timeZone))}, ${formatTime(startsAt, timeZone)}`

/** What becomes of dates that a plan leaves out. */
export const SKIP_TEXTS = {
  exists: (count) =>
    `${counted(count, 'exists', 'exist')} already and ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}`,
  past: (count) => `${counted(count, 'is', 'are')} over already`,
  closed_already: (count) => `${counted(count, 'is', 'are')} closed already`,
  open_already: (count) => `${counted(count, 'is', 'are')} open already`,
  called_off: (count) =>
    `${counted(count, 'was', 'were')} called off and ${count === 1 ? 'stays' : 'stay'} so`,
  capacity_below_taken: (count) =>
    `${counted(count, 'has', 'have')} more held or sold than the new capacity, and ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}`,
  nothing_to_change: (count) => `${counted(count, 'is', 'are')} like this already`,
} as const satisfies Record<BulkPreview['skipped'][number]['reason'], (count: number) => string>

/** Why a date could not be changed when its turn came. */
export const problemText = (problem: string): string =>
  PROBLEMS[problem] ?? `It could not be changed (${problem}).`

const PROBLEMS: Readonly<Record<string, string>> = {
  exists: 'Another date was created at this time meanwhile.',
  called_off: 'It was called off meanwhile.',
  capacity_below_taken: 'More was held or sold meanwhile than the new capacity.',
  in_the_past: 'It began meanwhile.',
  session_not_found: 'It does not exist any more.',
  ticket_type_not_found: 'A ticket type was changed meanwhile and cannot be sold so.',
  event_not_found: 'The event does not exist any more.',
}

/** What tickets that are sold have to do with it. */
export function ticketsText(kind: BulkKind, preview: BulkPreview): string | null {
  const { ticketsSold, sessionsSold, ticketsHeld } = preview
  if (kind === 'create' || (ticketsSold === 0 && ticketsHeld === 0)) return null
  const sold = `${counted(ticketsSold, 'ticket')} ${ticketsSold === 1 ? 'is' : 'are'} sold in ${counted(sessionsSold, 'date')}`
  const held =
    ticketsHeld > 0
      ? ` ${counted(ticketsHeld, 'ticket')} ${ticketsHeld === 1 ? 'is' : 'are'} in carts right now.`
      : ''
  switch (kind) {
    case 'close':
      return `${sold}: they stay valid, and what is in carts can still be paid.${held}`
    case 'call_off':
      return `${sold}: their buyers get a mail and their money back, or another date if they choose one.${held}`
    default:
      return `${sold}: they stay valid, at the price at which they were bought.${held}`
  }
}

/** How a change is called while and after it runs. */
export const KIND_TEXTS = {
  create: { running: 'Creating dates', done: 'created', plan: 'Create' },
  edit: { running: 'Changing dates', done: 'changed', plan: 'Change' },
  close: { running: 'Closing dates', done: 'closed', plan: 'Close' },
  reopen: { running: 'Opening dates again', done: 'opened again', plan: 'Open' },
  call_off: { running: 'Calling off dates', done: 'called off', plan: 'Call off' },
} as const satisfies Record<BulkKind, { running: string; done: string; plan: string }>

/** A capacity as typed: '' is without limit; undefined is no number. */
export function typedCapacity(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const count = Number(typed)
  return Number.isInteger(count) && count >= 0 && count <= 1_000_000 ? count : undefined
}

/** A price as typed, in minor units: '' is not priced yet; undefined is no price. */
export function typedPrice(typed: string, currency: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text)) return undefined
  const minor = minorOf(Number(text), currency)
  return toMajor(minor, currency) === Number(text) ? minor : undefined
}

/** A price as a field shows it. */
export const priceField = (priceMinor: number | null, currency: string): string =>
  priceMinor === null ? '' : String(toMajor(priceMinor, currency))

export const capacityField = (capacity: number | null): string =>
  capacity === null ? '' : String(capacity)
