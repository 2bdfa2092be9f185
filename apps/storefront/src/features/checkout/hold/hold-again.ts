import { type Alternative, ApiError, type CartView, type Client, carts } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { accessOf } from '../../../data/access.ts'
import { readAlternatives } from '../../../data/read-alternatives.ts'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { holdFailure } from '../../../shared/purchase-text.ts'

/** What changed for the buyer when the same selection was held again. */
export interface HoldChange {
  tone: 'success' | 'warning'
  text: string
}

export type HoldAgainOutcome =
  | { kind: 'held'; cart: CartView; change: HoldChange }
  | HoldAgainRefusal

export interface HoldAgainRefusal {
  kind: 'refused'
  /** What happened, in the server's words if it gave any. */
  message: string
  /** What was kept and what to do next. */
  advice: string
  /** The step that may help: another time, or all days if the server knows no time with room. */
  wayOn: 'time' | 'date' | null
  /** Times that have room for the same tickets, nearest first; empty if the server knows none. */
  alternatives: readonly Alternative[]
}

/** Holds the same selection again, and says what is different now. */
export async function holdAgain(
  call: Client,
  last: CartView,
  locale: string,
): Promise<HoldAgainOutcome> {
  const linesOf = (kind: 'ticket' | 'addOn') =>
    last.quote.lines.filter((line) => line.kind === kind)
  try {
    const cart = await call(carts.holdCart, {
      params: { cartId: last.cartId },
      body: {
        eventId: last.eventId,
        sessionId: last.sessionId,
        tickets: linesOf('ticket').map(({ id, quantity }) => ({ ticketTypeId: id, quantity })),
        addOns: linesOf('addOn').map(({ id, quantity }) => ({ addOnId: id, quantity })),
        access: accessOf(last.eventId),
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
  const isCouponLost = before.quote.coupon && !after.quote.coupon
  const advice = isCouponLost ? ' Your coupon ended with the hold; please enter it again.' : ''
  return { tone: 'warning', text: text + advice }
}

function refusalOf(error: unknown): HoldAgainRefusal {
  if (!(error instanceof ApiError)) {
    const advice = 'We could not reach our server. Your selection is kept. Please try again.'
    const message = holdFailure(error)
    return { kind: 'refused', message, advice, wayOn: null, alternatives: [] }
  }
  const { available } = error.details
  const isSoldOut = error.code === 'sold_out'
  const message =
    isSoldOut && typeof available === 'number' ? soldOutText(available) : holdFailure(error)
  const alternatives = readAlternatives(error.details)
  const wayOn = isSoldOut || error.code === 'sales_closed' ? (alternatives ? 'date' : 'time') : null
  const next = { time: OTHER_TIME, date: NO_TIME, none: RETRY }[wayOn ?? 'none']
  const advice = alternatives?.length ? KEPT : `${KEPT} ${next}`
  return { kind: 'refused', message, advice, wayOn, alternatives: alternatives ?? [] }
}

const KEPT = 'Nothing was charged and your selection is kept.'
const OTHER_TIME = 'Choose another time, or change your tickets.'
const NO_TIME = 'No other time has room for all your tickets right now.'
const RETRY = 'Please try again in a moment.'

const soldOutText = (available: number): string =>
  available > 0
    ? `Only ${ticketsText(available)} left at this time.`
    : 'These tickets have been sold in the meantime.'
