/** The terms on which an organizer is on the platform. Its operators set them. */
export interface PlatformTerms {
  /** Since when the organizer is suspended; null: it is not. */
  suspendedAt: Date | null
  /** Until when it may sell without the operator's yes; null: the operator has given it, or had no need to. */
  trialUntil: Date | null
}

/** Why a shop sells nothing new. What is held can be paid, and orders can be changed. */
export const SHOP_STOPS = ['suspended', 'trial_ended'] as const
export type ShopStop = (typeof SHOP_STOPS)[number]

export function shopStopOf({ suspendedAt, trialUntil }: PlatformTerms, now: Date): ShopStop | null {
  if (suspendedAt) return 'suspended'
  return trialUntil && trialUntil <= now ? 'trial_ended' : null
}

/** Where an organizer is on the platform, in one word; `trial`: one that has not ended. */
export const ORGANIZER_STATES = ['open', 'trial', 'trial_ended', 'suspended'] as const
export type OrganizerState = (typeof ORGANIZER_STATES)[number]

export const organizerStateOf = (terms: PlatformTerms, now: Date): OrganizerState =>
  shopStopOf(terms, now) ?? (terms.trialUntil ? 'trial' : 'open')

/** What buyers read of a shop that is stopped, whatever the reason: that is not theirs to know. */
export const SHOP_PAUSED_TEXT =
  'This shop is paused for now. Tickets that you hold can still be paid, and orders stay as they are.'

/** No operator asks for more of each payment, of one organizer or of all. A slip of the keyboard is refused. */
export const MOST_PLATFORM_FEE = { ppm: 500_000, fixedMinor: 10_000 } as const

/** All actions of operators, and how their log names them, after the person who acted. Stored names. */
export const OPERATOR_ACTIONS = {
  'operator.granted': 'made somebody an operator',
  'operator.revoked': 'took the rights of an operator away',
  'fee.changed': 'changed the platform’s fee',
  'trial.changed': 'changed the end of the trial',
  'configuration.changed': 'changed the configuration of the installation',
  'organizer.suspended': 'suspended the organizer',
  'organizer.resumed': 'let the organizer sell again',
} as const satisfies Record<string, string>
export type OperatorAction = keyof typeof OPERATOR_ACTIONS

export const OPERATOR_ACTION_NAMES = Object.keys(OPERATOR_ACTIONS) as readonly OperatorAction[]
