import type { TicketTypeView } from '@foyer/contract'
import { ApiError } from '@foyer/contract'
import type { Selection } from '@foyer/domain'
import type { DailySession } from '../engine/facts.ts'

/** What keeps an order from being reserved, though every choice has been made. */
export type ReviewBlock = 'pricing' | 'no_session' | 'session_not_found'

interface ReviewFacts {
  /** The session of the URL, or the one chosen by itself. */
  sessionId: string | undefined
  session: DailySession | undefined
  /** Whether the day's prices are there; until then nothing is held against the session. */
  isDayLoaded: boolean
  selection: Selection
  ticketTypes: readonly TicketTypeView[]
  quoteError: unknown
}

/** Null when the order can be reserved. */
export function reviewBlockOf(facts: ReviewFacts): ReviewBlock | null {
  if (!facts.sessionId) return 'no_session'
  if (facts.isDayLoaded && !facts.session) return 'session_not_found'
  if (facts.quoteError instanceof ApiError && facts.quoteError.code === 'price_not_ready') {
    return 'pricing'
  }
  return facts.ticketTypes.some((type) => isUnpriced(type, facts)) ? 'pricing' : null
}

/** A dynamic price of 0 is one that has not arrived; a fixed one may well be free. */
function isUnpriced(type: TicketTypeView, { selection, session }: ReviewFacts): boolean {
  if (type.pricing_mode !== 'dynamic' || !selection[type.id] || !session) return false
  return !session.ticket_prices.find((price) => price.ticket_type_id === type.id)?.price
}
