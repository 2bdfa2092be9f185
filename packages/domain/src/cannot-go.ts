import type { ChangePolicy } from './change-policy.ts'
import { type PolicyTextOptions, policyTexts } from './policy-text.ts'

/** What a buyer who can't go can do, a sentence or two for each way. */
export interface CannotGoTexts {
  reschedule: string
  cancel: string
  /** Whether a friend may go with the ticket. */
  transfer: string
}

/**
 * Says what can be done with tickets that are not going to be used, and until when. The pages of an
 * order and its mails show the same sentences.
 */
export function cannotGoTexts(
  policy: ChangePolicy,
  isTransferable: boolean,
  options: PolicyTextOptions,
): CannotGoTexts {
  const { reschedule, cancel } = policyTexts(policy, options)
  return {
    reschedule,
    cancel,
    transfer: isTransferable
      ? 'Give a ticket to a friend: send the PDF of that one ticket. Its code admits one person, once.'
      : 'Tickets are non-transferable: nobody else can go with yours.',
  }
}
