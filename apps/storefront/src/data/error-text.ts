import { ApiError } from '@foyer/contract'

/**
 * The specification's texts for failures, verbatim and each once. The components that show them add
 * what is kept and what to do next.
 */

/** The text of any thrown value that a person may read. */
export function textOf(error: unknown): string {
  if (error instanceof ApiError) return error.textOrStatus
  return error instanceof Error ? error.message : String(error)
}

/**
 * Why a page cannot be shown: the server's own words, or, for an error of the program, a sentence in
 * place of words that mean nothing to a buyer. {@link detailsOf} has these.
 */
export const textForPerson = (error: unknown): string =>
  error instanceof ApiError
    ? textOf(error)
    : 'This page could not be shown. The fault is ours, not yours.'

/**
 * What a person may tell support about any thrown value, by name: the kind of error or the answer of
 * the server, and the reference under which the server has logged it.
 */
export function detailsOf(error: unknown): (readonly [name: string, value: string])[] {
  if (!(error instanceof ApiError)) {
    return [
      ['Error', error instanceof Error ? error.name : typeof error],
      ['Message', textOf(error)],
    ]
  }
  const { status, code, details } = error
  const { requestId } = details
  return [
    ['Error', `${status} ${code}`],
    ...(typeof requestId === 'string' ? [['Reference', requestId] as const] : []),
  ]
}

/** The reason phrase of an answer that is not OK. HTTP/2 has none: there the server's words stand in. */
const statusTextOf = (error: unknown): string =>
  (error instanceof ApiError && error.statusText) || textOf(error)

/** ': 503 busy', or nothing if there was no answer. */
const answerOf = (error: unknown): string =>
  error instanceof ApiError ? `: ${error.status} ${error.text ?? error.statusText}`.trimEnd() : ''

/**
 * What could not be fetched. All of these texts are logged; that of the calendar is shown nowhere
 * else.
 */
export const fetchFailed = {
  events: (error: unknown) => `Failed to fetch events: ${statusTextOf(error)}`,
  event: () => 'Failed to fetch event',
  ticketTypes: () => 'Failed to fetch ticket types',
  dailyPrices: (error: unknown) => `Failed to fetch daily price availability${answerOf(error)}`,
  calendar: () => 'Failed to fetch calendar pricing',
} as const
