import { ApiError, type ChangeParams } from '@foyer/contract'
import type { PaymentProblem } from '../../../shared/payment/payment-problems.ts'

/** The specification's texts for a change that could not be made. */
const FAILED = {
  reschedule: {
    title: 'Reschedule Failed',
    message: 'Failed to reschedule your order. Please try again.',
    unexpected: 'An error occurred while rescheduling your order.',
  },
  upgrade: {
    title: 'Upgrade Failed',
    message: 'Failed to upgrade your ticket. Please try again.',
    unexpected: 'An error occurred while upgrading your ticket.',
  },
} as const satisfies Record<
  ChangeParams['type'],
  { title: string; message: string; unexpected: string }
>

/**
 * Why a change was not made: the server's text if it refused, the status of an answer that is no
 * refusal, or the general text if no answer came.
 */
export function changeProblem(error: unknown, type: ChangeParams['type']): PaymentProblem {
  const { title, message } = FAILED[type]
  return { title, message, isCard: false, ...messageOf(error) }
}

/** The page itself failed, for example the provider's card form. Whether it happens again is unknown. */
export function unexpectedProblem(type: ChangeParams['type'] = 'reschedule'): PaymentProblem {
  const { title, unexpected } = FAILED[type]
  return { title, message: unexpected, isCard: false }
}

function messageOf(error: unknown): { message: string } | null {
  if (!(error instanceof ApiError)) return null
  if (error.status < 500 && error.text) return { message: error.text }
  return { message: error.httpText }
}

/** Why no upgrade is offered: the server's text if it refused, else the specification's. */
export function whyNoUpgrades(error: unknown): string {
  if (!(error instanceof ApiError)) return 'We could not reach our server. Please try again.'
  if (error.status >= 500) return error.httpText
  return error.text ?? 'No upgrade options are available for this order.'
}

const REASONS: Readonly<Record<string, string>> = {
  not_allowed: 'The organizer does not offer it for this event.',
  too_late: 'The time in which it was possible has passed.',
  limit_reached: 'It was changed as often as the organizer allows.',
}

/** The rule of the order's policy by which the server refused a change; null if it names none. */
export function whyRefused(error: unknown): string | null {
  const reason = error instanceof ApiError ? error.details.reason : null
  return (typeof reason === 'string' && REASONS[reason]) || null
}

/** Whether a link to pay is refused itself: too many calls, or a server that fails, can be tried again. */
export const isLinkRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429

/** The quote was out of date. Nothing was charged and nothing changed. */
export const PRICE_CHANGED: PaymentProblem = {
  title: 'The price has changed',
  message: 'Nothing was charged and your tickets are as they were. Please check the new amount.',
  isCard: false,
}

/** The hold had expired before the card was sent, and the tickets could be held again. */
export const HELD_AGAIN: PaymentProblem = {
  title: 'Your hold had expired',
  message: 'The same tickets are held again. Please enter your card once more.',
  isCard: true,
}
