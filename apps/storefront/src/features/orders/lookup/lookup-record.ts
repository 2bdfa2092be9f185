import { readStored, removeStored, writeStored } from '../../../data/stored/browser-storage.ts'
import { type Check, isNumber, isShape, isText } from '../../../data/stored/shape.ts'

/** What the form asks for; all but `email` may be empty. */
export interface LookupValues {
  email: string
  phone: string
  zipCode: string
  orderNumber: string
}

/** A code that was sent and is waited for. */
export interface SentCode {
  lookupId: string
  email: string
  validMinutes: number
  /** By the clock of the device, in milliseconds. */
  sentAt: number
}

/** What lists orders without a form: the secret of a mail's link, or the key of a confirmed code. */
export interface LookupKey {
  lookupId: string
  key: string
  kind: 'link' | 'list'
}

/** What opened one order: the address of the page no longer has it. */
export interface OpenedBy {
  email: string
  token: string
}

/**
 * Where the buyer is, stored for this tab, so that a reload keeps them there. Holds no orders: the
 * server lists them again.
 */
export type LookupRecord =
  | { at: 'found'; values: LookupValues }
  | { at: 'code'; sent: SentCode }
  | { at: 'key'; key: LookupKey }
  | { at: 'order'; openedBy: OpenedBy }

const isValues = isShape<LookupValues>({
  email: isText,
  phone: isText,
  zipCode: isText,
  orderNumber: isText,
})
const isSent = isShape<SentCode>({
  lookupId: isText,
  email: isText,
  validMinutes: isNumber,
  sentAt: isNumber,
})
const isKey = isShape<LookupKey>({
  lookupId: isText,
  key: isText,
  kind: (value): value is LookupKey['kind'] => value === 'link' || value === 'list',
})
const isOpenedBy = isShape<OpenedBy>({ email: isText, token: isText })

const isRecord: Check<LookupRecord> = (value): value is LookupRecord => {
  if (typeof value !== 'object' || value === null || !('at' in value)) return false
  const has = <T>(name: string, check: Check<T>) => check(Reflect.get(value, name))
  switch (value.at) {
    case 'found':
      return has('values', isValues)
    case 'code':
      return has('sent', isSent)
    case 'key':
      return has('key', isKey)
    case 'order':
      return has('openedBy', isOpenedBy)
    default:
      return false
  }
}

/** The page of one order has a record of its own. */
const keyOf = (orderId: string | undefined) =>
  orderId ? `foyer-lookup-${orderId}` : 'foyer-lookup'

export function readLookup(orderId: string | undefined): LookupRecord | null {
  const stored = readStored('session', keyOf(orderId), isRecord)
  return stored.kind === 'found' ? stored.value : null
}

export const saveLookup = (orderId: string | undefined, record: LookupRecord): void =>
  writeStored('session', keyOf(orderId), record)

export const removeLookup = (orderId: string | undefined): void =>
  removeStored('session', keyOf(orderId))
