import { type Alternative, ApiError, type ErrorCode } from '@foyer/contract'
import { readAlternatives } from '../../../data/read-alternatives.ts'
import { holdFailure } from '../../../shared/purchase-text.ts'

/** What a buyer can do about a cart that could not be held. */
export type Remedy = 'retry' | 'other_time' | 'fewer_tickets' | 'other_add_ons'

export interface HoldFailure {
  /** What happened: the server's words where it has any. */
  text: string
  /** What is kept and what to do next. */
  advice: string
  remedy: Remedy
  /** Times with room for the whole party, nearest first; null where the server looked for none. */
  alternatives: readonly Alternative[] | null
}

const remedyOf: Partial<Record<ErrorCode, Remedy>> = {
  sold_out: 'other_time',
  sales_closed: 'other_time',
  session_not_found: 'other_time',
  ticket_type_not_found: 'fewer_tickets',
  quantity_above_maximum: 'fewer_tickets',
  amount_too_high: 'fewer_tickets',
}

const adviceOf: Record<Remedy, string> = {
  retry: 'Nothing is charged and your selection is kept. Please try again in a moment.',
  other_time: 'Your selection is kept. Choose another time, or change your tickets.',
  fewer_tickets: 'Your selection is kept. Change your tickets and reserve again.',
  other_add_ons: 'Your selection is kept. Change your add-ons and reserve again.',
}

/** Times that have room stand below it: they are what to do next. */
const adviceBeside = (alternatives: readonly Alternative[]): string =>
  alternatives.length > 0
    ? 'Nothing is charged and your selection is kept.'
    : 'Your selection is kept. No other time has room for all your tickets right now.'

/** Puts a failed hold into words: the server's text, else the spec's two fallbacks. */
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
    advice: alternatives ? adviceBeside(alternatives) : adviceOf[remedy],
    remedy,
    alternatives,
  }
}

/** Where some places are left, fewer tickets at the same time may be the shorter way. */
function remedyFor({ code, details }: ApiError): Remedy {
  // Whatever is wrong with an extra, neither another time nor fewer tickets would change it.
  if (details.addOnId !== undefined) return 'other_add_ons'
  if (code === 'sold_out' && typeof details.available === 'number' && details.available > 0) {
    return 'fewer_tickets'
  }
  return code === 'network_error' ? 'retry' : (remedyOf[code] ?? 'retry')
}
