/**
 * When the organizer moves a session to another time or calls it off
 * (docs/decisions/0019-the-organizer-changes-a-session.md).
 */

/** What a buyer of a disrupted session may answer. */
export const DISRUPTION_ANSWERS = ['keep', 'reschedule', 'refund'] as const
export type DisruptionAnswer = (typeof DISRUPTION_ANSWERS)[number]

/** What may count for a buyer who does not answer. */
export const UNANSWERED_DEFAULTS = ['keep', 'refund'] as const
export type UnansweredDefault = (typeof UNANSWERED_DEFAULTS)[number]

export const DISRUPTION_KINDS = ['moved', 'called_off'] as const
export type DisruptionKind = (typeof DISRUPTION_KINDS)[number]

/**
 * What buyers may answer to each kind, and what may count for those who do not; the first of these
 * counts unless the organizer says otherwise.
 */
export const DISRUPTIONS: Readonly<
  Record<
    DisruptionKind,
    { answers: readonly DisruptionAnswer[]; unanswered: readonly UnansweredDefault[] }
  >
> = {
  moved: { answers: ['keep', 'reschedule', 'refund'], unanswered: ['keep', 'refund'] },
  called_off: { answers: ['reschedule', 'refund'], unanswered: ['refund'] },
}

/**
 * The states of an order of a disrupted session: listed -> asked (its mail is queued) -> settling (the
 * answer counts, and a refund is being decided) -> settled, or -> failed (an operator must act).
 */
export type DisruptionAnswerState = 'listed' | 'asked' | 'settling' | 'settled' | 'failed'
