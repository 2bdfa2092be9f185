import { formatSelection, isCalendarDate, parseSelection, UUID_PATTERN } from '@foyer/domain'

/** The event flow's state as the URL carries it: everything is text. */
export interface FlowSearch {
  date?: string | undefined
  /** 'ticketTypeId:quantity,…', quantities above 0. */
  types?: string | undefined
  session?: string | undefined
  /** 'addOnId:quantity,…' */
  addons?: string | undefined
  cartId?: string | undefined
}

/** What opens an order from outside the browser that bought it. */
export interface OrderSearch {
  token?: string | undefined
  email?: string | undefined
}

type RawSearch = Record<string, unknown>

const textIf = (value: unknown, isFit: (text: string) => boolean): string | undefined =>
  typeof value === 'string' && value !== '' && isFit(value) ? value : undefined

/** Keeps the pairs that read and drops the rest. */
const selectionIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? formatSelection(parseSelection(value)) : undefined

/**
 * Anyone may type a URL: what does not read is dropped, never an error. Every key is answered,
 * since the router lays this over the raw values: a missing key would let the garbage through.
 */
export const readFlowSearch = (raw: RawSearch): FlowSearch => ({
  date: textIf(raw.date, isCalendarDate),
  types: selectionIn(raw.types),
  session: textIf(raw.session, (text) => UUID_PATTERN.test(text)),
  addons: selectionIn(raw.addons),
  cartId: textIf(raw.cartId, (text) => /^\d{5}$/.test(text)),
})

export const readOrderSearch = (raw: RawSearch): OrderSearch => ({
  token: textIf(raw.token, (text) => text.length <= 200),
  email: textIf(raw.email, (text) => text.length <= 254),
})

/** Values stay text: the router's own parser would turn `session=5` into a number. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

/** The inverse. ':' and ',' are legal in a query and stay readable: 'types=…:2,…:1'. */
export function stringifySearch(search: RawSearch): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${encode(name)}=${encode(String(value))}`],
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%3A/g, ':').replace(/%2C/g, ',')
