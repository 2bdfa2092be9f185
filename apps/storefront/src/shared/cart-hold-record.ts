import { type CartView, cartSchema } from '@foyer/contract'
import { formatTime, toMajor } from '@foyer/domain'
import * as z from 'zod/mini'
import {
  readStored,
  removeStored,
  type Stored,
  storedKeys,
  writeStored,
} from './browser-storage.ts'

const line = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  quantity: z.int(),
  fees: z.optional(z.number()),
})

/**
 * What a browser remembers of a hold, amounts in major units. It is never believed about money or
 * time: it shows something until the server has answered, and it is the selection to hold again.
 */
const recordSchema = z.object({
  cartId: z.string(),
  eventId: z.string(),
  sessionId: z.string(),
  selectedDate: z.string(),
  selectedTimeSlot: z.string(),
  tickets: z.array(line),
  addOns: z.array(line),
  totalAmount: z.number(),
  subtotal: z.number(),
  calculatedFees: z.number(),
  feeDetails: z.array(z.object({ name: z.string(), amount: z.number() })),
  feeSet: z.nullable(z.object({ name: z.string() })),
  totalWithFees: z.number(),
  expiresAt: z.string(),
  /** The server's answer, and when it came by this device's clock (milliseconds). */
  cart: cartSchema,
  savedAt: z.number(),
})
export type CartHoldRecord = z.output<typeof recordSchema>

const PREFIX = 'foyer-cart-'
const keyOf = (cartId: string) => `${PREFIX}${cartId}`

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
  writeStored('local', keyOf(cart.cartId), holdRecordOf(cart, savedAt))
}

export const readHoldRecord = (cartId: string): Stored<CartHoldRecord> =>
  readStored('local', keyOf(cartId), recordSchema)

export const removeHoldRecord = (cartId: string): void => removeStored('local', keyOf(cartId))

/** Every whole record of an event in this browser, those whose hold has ended included. */
export const findHoldRecords = (eventId: string): CartHoldRecord[] =>
  storedKeys('local', PREFIX)
    .map((key) => readStored('local', key, recordSchema))
    .flatMap((stored) =>
      stored.kind === 'found' && stored.value.eventId === eventId ? [stored.value] : [],
    )
