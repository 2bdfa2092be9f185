import { type Refused, refused } from '@foyer/contract'
import type { AddOnLine } from '../carts/cart-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { Widen } from '../lanes/widen.ts'
import type { Shortage } from '../stock/stock-book.ts'
import type { StockLine } from '../stock/stock-types.ts'
import type { LaneHold } from './hold-types.ts'

// The operation is retried. Each retry's batch ends the next expired holds, until the lines fit or
// no expired hold is left.
const ASK_AGAIN: Widen = { widenTo: [] }

/**
 * Null if all lines fit once `freed` is given back; otherwise the refusal, which says what is left.
 */
export function shortfallOf(
  book: Book,
  lines: readonly StockLine[],
  freed: readonly StockLine[] = [],
): Refused<'sold_out'> | Widen | null {
  const short = book.stock.shortage(lines, freed)
  if (!short) return null
  if (book.holds.isBehind(short.sessionId)) return ASK_AGAIN
  return refusalOf(book, short, lines)
}

/** A type has tickets left. What types have in common has places, of which a ticket may take several. */
function refusalOf(
  book: Book,
  { room, sessionId, ticketTypeId, groupId }: Shortage,
  lines: readonly StockLine[],
): Refused<'sold_out'> {
  const nameOf = (typeId: string) => book.offers.offerOf(sessionId)?.types.get(typeId)?.name
  if (ticketTypeId !== null) return soldOut(room, nameOf(ticketTypeId), ticketTypeId)
  const typeIds = lines
    .filter((line) => line.sessionId === sessionId)
    .map((line) => line.ticketTypeId)
    .filter((typeId) => !groupId || book.stock.groupOf(sessionId, typeId) === groupId)
  const placesOf = (typeId: string) => book.stock.placesOf(sessionId, typeId)
  if (!groupId && typeIds.every((typeId) => placesOf(typeId) === 1)) return soldOut(room)
  const [only, another] = new Set(typeIds)
  if (only === undefined || another !== undefined) {
    if (room === 0) return soldOut(room)
    const left = room === 1 ? 'place is left' : 'places are left'
    const text = `Only ${room} ${left} for these tickets at this time.`
    return refused('sold_out', text, { available: room })
  }
  const places = placesOf(only)
  const fit = Math.floor(room / places)
  if (fit > 0 || room === 0) return soldOut(fit, nameOf(only), only)
  const left = room === 1 ? 'place is left' : 'places are left'
  return refused(
    'sold_out',
    `Only ${room} ${left} for this time, and one ${nameOf(only)} ticket takes ${places}.`,
    { available: 0, ticketTypeId: only },
  )
}

function soldOut(room: number, name?: string, ticketTypeId?: string): Refused<'sold_out'> {
  const what = name ? `${name} ticket` : 'ticket'
  return refused(
    'sold_out',
    room === 0
      ? `No more ${what}s are available for this time.`
      : `Only ${room} ${what}${room === 1 ? ' is' : 's are'} left for this time.`,
    ticketTypeId ? { available: room, ticketTypeId } : { available: room },
  )
}

/** {@link shortfallOf} for add-ons; `lines` are the add-ons that have a stock. */
export function addOnShortfallOf(
  book: Book,
  addOns: readonly AddOnLine[],
  lines: readonly StockLine[],
  freed: readonly LaneHold[],
): Refused<'sold_out'> | Widen | null {
  const short = book.stock.shortage(lines, freed)
  if (short && book.holds.isBehind(short.sessionId)) return ASK_AGAIN
  const addOn = short && addOns.find(({ addOnId }) => addOnId === short.sessionId)
  if (!addOn) return null
  const { room } = short
  return refused(
    'sold_out',
    room === 0 ? `${addOn.name} is sold out.` : `${addOn.name}: only ${room} left.`,
    { available: room, addOnId: addOn.addOnId },
  )
}
