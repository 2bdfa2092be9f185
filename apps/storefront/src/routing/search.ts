import { formatSelection, isCalendarDate, parseSelection, UUID_PATTERN } from '@foyer/domain'
import type { RawSearch } from './address.ts'

/** The event flow's state in the URL: everything is text. */
export interface FlowSearch {
  date?: string | undefined
  /** 'ticketTypeId:quantity,…', quantities above 0. */
  types?: string | undefined
  session?: string | undefined
  /** 'addOnId:quantity,…' */
  addons?: string | undefined
  cartId?: string | undefined
  /** The order that resulted from the cart, or that is changed. */
  orderId?: string | undefined
  /** 'true': the order is rescheduled. */
  reschedule?: string | undefined
  /** The order's current session, as shown: YYYY-MM-DD and '7:00 PM'. */
  originalDate?: string | undefined
  originalTime?: string | undefined
  /** 'true': the order is upgraded. */
  upgrade?: string | undefined
  currentTicketType?: string | undefined
  /** How many tickets of the order, 1 to 100. */
  quantity?: string | undefined
}

/**
 * What a cart was made of, in the query of its checkout: a checkout opens only in its own browser,
 * so anyone else who gets its address is offered the same event with the same choices.
 */
export interface CheckoutSearch extends Pick<FlowSearch, 'date' | 'types' | 'session' | 'addons'> {
  event?: string | undefined
}

/** What opens an order in a browser that did not buy it. */
export interface OrderSearch {
  token?: string | undefined
  email?: string | undefined
}

/** What opens the waivers of an order; with a participant, `token` is that of their own link. */
export interface WaiverSearch extends OrderSearch {
  participant?: string | undefined
}

/** How an order is rescheduled, in the address of the confirmation. */
export interface RescheduleSearch {
  /** Here if the path does not contain them. */
  orderId?: string | undefined
  sessionId?: string | undefined
  /** Ids of the tickets that move, separated by commas; all of them by default. */
  ticketIds?: string | undefined
  email?: string | undefined
  /** Major units, as it was when the time was chosen; the server decides. */
  priceDifference?: string | undefined
  eventId?: string | undefined
  newDate?: string | undefined
  newTime?: string | undefined
  originalDate?: string | undefined
  originalTime?: string | undefined
}

/** Which tickets of an order are upgraded to which type. */
export interface UpgradeSearch {
  /** Opens the order. */
  email?: string | undefined
  eventId?: string | undefined
  upgradeTicketType?: string | undefined
  currentTicketType?: string | undefined
  quantity?: string | undefined
  /** Separated by commas; they precede type and quantity. */
  ticketIds?: string | undefined
}

/** The value if it is a valid text; an empty one counts as missing. */
export const textIf = (value: unknown, isFit: (text: string) => boolean): string | undefined =>
  typeof value === 'string' && value !== '' && isFit(value) ? value : undefined

/** Keeps the valid pairs and drops the rest. */
const selectionIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? formatSelection(parseSelection(value)) : undefined

/**
 * Anyone may type a URL: invalid values are dropped and never an error. Every key is returned,
 * since the route table merges the result over the raw values: a missing key would let the raw
 * value through.
 */
export const readFlowSearch = (raw: RawSearch): FlowSearch => ({
  date: textIf(raw.date, isCalendarDate),
  types: selectionIn(raw.types),
  session: textIf(raw.session, isId),
  addons: selectionIn(raw.addons),
  cartId: textIf(raw.cartId, (text) => /^\d{5}$/.test(text)),
  orderId: textIf(raw.orderId, isId),
  reschedule: textIf(raw.reschedule, isTrue),
  originalDate: textIf(raw.originalDate, isCalendarDate),
  originalTime: textIf(raw.originalTime, isShortText),
  upgrade: textIf(raw.upgrade, isTrue),
  currentTicketType: textIf(raw.currentTicketType, isId),
  quantity: textIf(raw.quantity, isQuantity),
})

export function readCheckoutSearch(raw: RawSearch): CheckoutSearch {
  const { date, types, session, addons } = readFlowSearch(raw)
  return { event: textIf(raw.event, isId), date, types, session, addons }
}

const isId = (text: string) => UUID_PATTERN.test(text)
const areIds = (text: string) => text.split(',').every(isId)
const isTrue = (text: string) => text === 'true'
const isQuantity = (text: string) => /^([1-9]\d?|100)$/.test(text)
/** A time of day in the format of any locale. */
const isShortText = (text: string) => text.length <= 20

export const readOrderSearch = (raw: RawSearch): OrderSearch => ({
  token: textIf(raw.token, (text) => text.length <= 200),
  email: textIf(raw.email, (text) => text.length <= 254),
})

/** The link to pay for a change; its token opens nothing else. */
export const readChangeLinkSearch = (raw: RawSearch): Pick<OrderSearch, 'token'> => ({
  token: readOrderSearch(raw).token,
})

export const readWaiverSearch = (raw: RawSearch): WaiverSearch => ({
  ...readOrderSearch(raw),
  participant: textIf(raw.participant, (text) => /^[1-9]\d{0,3}$/.test(text)),
})

export const readRescheduleSearch = (raw: RawSearch): RescheduleSearch => ({
  orderId: textIf(raw.orderId, isId),
  sessionId: textIf(raw.sessionId, isId),
  ticketIds: textIf(raw.ticketIds, areIds),
  email: readOrderSearch(raw).email,
  priceDifference: textIf(raw.priceDifference, (text) => /^-?\d{1,9}(\.\d{1,2})?$/.test(text)),
  eventId: textIf(raw.eventId, isId),
  newDate: textIf(raw.newDate, isCalendarDate),
  newTime: textIf(raw.newTime, isShortText),
  originalDate: textIf(raw.originalDate, isCalendarDate),
  originalTime: textIf(raw.originalTime, isShortText),
})

export const readUpgradeSearch = (raw: RawSearch): UpgradeSearch => ({
  email: readOrderSearch(raw).email,
  eventId: textIf(raw.eventId, isId),
  upgradeTicketType: textIf(raw.upgradeTicketType, isId),
  currentTicketType: textIf(raw.currentTicketType, isId),
  quantity: textIf(raw.quantity, isQuantity),
  ticketIds: textIf(raw.ticketIds, areIds),
})
