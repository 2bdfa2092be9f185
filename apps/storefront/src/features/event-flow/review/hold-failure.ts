import { type Alternative, ApiError, type ErrorCode } from '@foyer/contract'
import { readAlternatives } from '../../../data/read-alternatives.ts'
import { holdFailure } from '../../../shared/purchase-text.ts'

/** What a buyer can do about a cart that could not be held. */
type Remedy = 'retry' | 'other_time' | 'fewer_tickets' | 'other_number' | 'other_add_ons'

export interface HoldFailure {
  /** What happened: the server's text if there is one. */
  text: string
  /** What is kept, and what to do next. */
  advice: string
  remedy: Remedy
  /** Times with room for all tickets, nearest first; null if the server looked for none. */
  alternatives: readonly Alternative[] | null
}

const remedyOf: Partial<Record<ErrorCode, Remedy>> = {
  sold_out: 'other_time',
  sales_closed: 'other_time',
  session_not_found: 'other_time',
  ticket_type_not_found: 'fewer_tickets',
  quantity_above_maximum: 'fewer_tickets',
  quantity_below_minimum: 'other_number',
  quantity_not_in_steps: 'other_number',
  amount_too_high: 'fewer_tickets',
  rule_blocked: 'fewer_tickets',
}

const KEPT = 'Nothing is charged and your selection is kept.'

const adviceOf: Record<Remedy, string> = {
  retry: `${KEPT} Please try again in a moment.`,
  other_time: 'Your selection is kept. Choose another time, or change your tickets.',
  fewer_tickets: 'Your selection is kept. Change your tickets and reserve again.',
  other_number: 'Your selection is kept. Change the number of tickets and reserve again.',
  other_add_ons: 'Your selection is kept. Change your add-ons and reserve again.',
}

/** Alternative times are listed below the text: they are the next action. */
const adviceBeside = (alternatives: readonly Alternative[]): string =>
  alternatives.length > 0
    ? KEPT
    : 'Your selection is kept. No other time has room for all your tickets right now.'

/**
 * Explains a failed hold: by the server's text, else by one of the specification's two fallbacks.
 */
export function explainFailure(error: unknown): HoldFailure {
  if (!(error instanceof ApiError)) {
    return {
      text: holdFailure(error),
      advice: adviceOf.retry,
      remedy: 'retry',
      alternatives: null,
    }
  }
  const remedy = remedyFor(error)
  const alternatives = readAlternatives(error.details)
  return {
    text: holdFailure(error),
    advice: adviceFor(error, remedy, alternatives),
    remedy,
    alternatives,
  }
}

function adviceFor(
  { code }: ApiError,
  remedy: Remedy,
  alternatives: readonly Alternative[] | null,
): string {
  if (alternatives) return adviceBeside(alternatives)
  // The server's own text already says when to try again.
  return code === 'busy' ? KEPT : adviceOf[remedy]
}

/** If some tickets are left, fewer tickets at the same time may be easier. */
function remedyFor({ code, details }: ApiError): Remedy {
  // Neither another time nor fewer tickets solve a problem with an add-on.
  if (details.addOnId !== undefined) return 'other_add_ons'
  if (code === 'sold_out' && typeof details.available === 'number' && details.available > 0) {
    return 'fewer_tickets'
  }
  return code === 'network_error' ? 'retry' : (remedyOf[code] ?? 'retry')
}
