import type { CartView } from '@foyer/contract'
import { formatTime, toMajor } from '@foyer/domain'
import { CART_RECORDS, removeStored, type Stored, storedKeys } from './browser-storage.ts'
import { readRecord, writeRecord } from './stored-record.ts'

interface RecordLine {
  id: string
  name: string
  price: number
  quantity: number
  fees?: number
}

/**
 * What the browser stores of a hold; amounts in major units. It is shown until the server has
 * answered, and it is the selection to hold again. Its prices and times are never trusted.
 */
export interface CartHoldRecord {
  cartId: string
  eventId: string
  sessionId: string
  /** YYYY-MM-DD in the venue's zone. */
  selectedDate: string
  /** Wall-clock start at the venue, '7:00 PM'. */
  selectedTimeSlot: string
  tickets: RecordLine[]
  addOns: RecordLine[]
  totalAmount: number
  subtotal: number
  calculatedFees: number
  feeDetails: { name: string; amount: number }[]
  feeSet: { name: string } | null
  totalWithFees: number
  expiresAt: string
  /** The server's answer, and when it arrived by this device's clock (milliseconds). */
  cart: CartView
  savedAt: number
}

const keyOf = (cartId: string) => CART_RECORDS + cartId

export function holdRecordOf(cart: CartView, savedAt: number): CartHoldRecord {
  const { quote } = cart
  const major = (amountMinor: number) => toMajor(amountMinor, quote.currency)
  const linesOf = (kind: 'ticket' | 'addOn') =>
    quote.lines
      .filter((quoted) => quoted.kind === kind)
      .map((quoted) => ({
        id: quoted.id,
        name: quoted.name,
        price: major(quoted.unitPriceMinor),
        quantity: quoted.quantity,
        fees: major(quoted.feeMinor),
      }))
  const feeDetails = quote.lines.flatMap(({ feeName, feeMinor }) =>
    feeName === null ? [] : [{ name: feeName, amount: major(feeMinor) }],
  )
  const feeName = feeDetails[0]?.name
  return {
    cartId: cart.cartId,
    eventId: cart.eventId,
    sessionId: cart.sessionId,
    selectedDate: cart.selectedDate,
    selectedTimeSlot: formatTime(cart.sessionStartsAt, cart.timeZone),
    tickets: linesOf('ticket'),
    addOns: linesOf('addOn'),
    totalAmount: major(quote.totalMinor),
    subtotal: major(quote.subtotalMinor),
    calculatedFees: major(quote.feeMinor),
    feeDetails,
    feeSet: feeName === undefined ? null : { name: feeName },
    totalWithFees: major(quote.totalMinor),
    expiresAt: cart.expiresAt,
    cart,
    savedAt,
  }
}

export function saveHoldRecord(cart: CartView, savedAt = Date.now()): void {
  writeRecord('local', keyOf(cart.cartId), holdRecordOf(cart, savedAt))
}

export const readHoldRecord = (cartId: string): Stored<CartHoldRecord> =>
  readRecord('local', keyOf(cartId))

export const removeHoldRecord = (cartId: string): void => removeStored('local', keyOf(cartId))

/** All valid records in this browser, including those whose hold has expired. */
export const allHoldRecords = (): CartHoldRecord[] =>
  storedKeys('local', CART_RECORDS)
    .map((key) => readRecord<CartHoldRecord>('local', key))
    .flatMap((stored) => (stored.kind === 'found' ? [stored.value] : []))

/** The records of one event. */
export const findHoldRecords = (eventId: string): CartHoldRecord[] =>
  allHoldRecords().filter((record) => record.eventId === eventId)
