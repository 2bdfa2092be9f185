import {
  type Alternative,
  ApiError,
  type CartView,
  type Client,
  cart as cartCalls,
} from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { ticketsText } from '../../../shared/quote-lines.ts'
import { readAlternatives } from '../../../shared/read-alternatives.ts'

/** What a buyer should know about a selection that was held a second time. */
export interface HoldChange {
  tone: 'success' | 'warning'
  text: string
}

export type HoldAgainOutcome =
  | { kind: 'held'; cart: CartView; change: HoldChange }
  | HoldAgainRefusal

export interface HoldAgainRefusal {
  kind: 'refused'
  message: string
  /** The places at this time are gone, others of the day may not be. */
  isOtherTimeWorthIt: boolean
  /** Times with room for the same tickets, nearest first; empty where the server knows of none. */
  alternatives: readonly Alternative[]
}

/** Asks for the very same selection once more, and says what is different now. */
export async function holdAgain(
  call: Client,
  last: CartView,
  locale: string,
): Promise<HoldAgainOutcome> {
  const linesOf = (kind: 'ticket' | 'addOn') =>
    last.quote.lines.filter((line) => line.kind === kind)
  try {
    const cart = await call(cartCalls.holdCart, {
      params: { cartId: last.cartId },
      body: {
        eventId: last.eventId,
        sessionId: last.sessionId,
        tickets: linesOf('ticket').map(({ id, quantity }) => ({ ticketTypeId: id, quantity })),
        addOns: linesOf('addOn').map(({ id, quantity }) => ({ addOnId: id, quantity })),
      },
    })
    return { kind: 'held', cart, change: changeOf(last, cart, locale) }
  } catch (error) {
    return refusalOf(error)
  }
}

function changeOf(before: CartView, after: CartView, locale: string): HoldChange {
  const { ticketCount } = after.quote
  const held =
    ticketCount === 1 ? 'Your ticket is held again.' : `Your ${ticketCount} tickets are held again.`
  if (before.quote.totalMinor === after.quote.totalMinor) {
    return { tone: 'success', text: `${held} The price is the same.` }
  }
  const amount = ({ quote }: CartView) => formatAmount(quote.totalMinor, quote.currency, locale)
  const text = `${held} The total changed from ${amount(before)} to ${amount(after)}.`
  return { tone: 'warning', text }
}

function refusalOf(error: unknown): HoldAgainRefusal {
  if (!(error instanceof ApiError)) {
    const message = 'We could not reach our server. Your selection is kept. Please try again.'
    return { kind: 'refused', message, isOtherTimeWorthIt: false, alternatives: [] }
  }
  const { available } = error.details
  const isSoldOut = error.code === 'sold_out'
  const message =
    isSoldOut && typeof available === 'number'
      ? soldOutText(available)
      : error.text || 'Failed to reserve tickets'
  const isOtherTimeWorthIt = isSoldOut || error.code === 'sales_closed'
  const alternatives = readAlternatives(error.details) ?? []
  return { kind: 'refused', message, isOtherTimeWorthIt, alternatives }
}

const soldOutText = (available: number): string =>
  available > 0
    ? `Only ${ticketsText(available)} left at this time.`
    : 'These tickets have been sold in the meantime.'
