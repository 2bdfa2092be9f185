/**
 * Accounts of organizers at the payment provider. An installation pays organizers in one of two ways:
 * `own`: every payment is made with the provider's keys of the environment; `connect`: on the account
 * that the organizer has connected, and without one buyers cannot pay.
 */
export const PAYMENT_MODES = ['own', 'connect'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** What the provider still asks an account for, in its own names, such as `external_account`. */
export interface AccountRequirements {
  /** Asked for now, with what is overdue among it. */
  due: readonly string[]
  overdue: readonly string[]
  /** Asked for once the account grows. */
  later: readonly string[]
  /** Sent, and being checked. */
  inReview: readonly string[]
  /** When what is due is overdue; ISO 8601. Null without a date. */
  dueAt: string | null
  /** Why the account is limited, in the provider's word, such as `rejected.fraud`. */
  limitedFor: string | null
}

export const NO_REQUIREMENTS: AccountRequirements = {
  due: [],
  overdue: [],
  later: [],
  inReview: [],
  dueAt: null,
  limitedFor: null,
}

/** An amount of one currency, in minor units; of a balance it may be below 0. */
export interface CurrencyAmount {
  amountMinor: number
  currency: string
}

/** What an account can do, as the provider last said. */
export interface AccountAbilities {
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
  requirements: AccountRequirements
}

/**
 * Where an account is on its way: `started`: its form was not finished; `wanted`: the provider wants
 * something before it charges or pays out; `review`: it checks; `refused`: it will not have the account;
 * `ended`: it lets the platform act no longer; `active`: it charges and pays out.
 */
export const ACCOUNT_STAGES = ['started', 'wanted', 'review', 'refused', 'ended', 'active'] as const
export type AccountStage = (typeof ACCOUNT_STAGES)[number]

/** The reason that is stored for an account that lets the platform act no longer. */
export const ACCESS_ENDED = 'platform_access_ended'

export function accountStageOf(account: AccountAbilities): AccountStage {
  const { chargesEnabled, payoutsEnabled, detailsSubmitted, requirements } = account
  if (requirements.limitedFor?.startsWith('rejected.')) return 'refused'
  if (requirements.limitedFor === ACCESS_ENDED) return 'ended'
  if (chargesEnabled && payoutsEnabled) return 'active'
  if (!detailsSubmitted) return 'started'
  return requirements.due.length > 0 ? 'wanted' : 'review'
}

const REQUIREMENT_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^external_account$/, 'A bank account for payouts'],
  [/^tos_acceptance\./, "Acceptance of the payment provider's terms"],
  [/^business_profile\.url$/, 'The address of your website'],
  [/^business_profile\.mcc$/, 'What your business sells'],
  [/^business_profile\./, 'Details about your business'],
  [/^business_type$/, 'Whether you are a company or a person'],
  [/verification\.additional_document$/, 'A further document that proves who you are'],
  [/verification\.document$/, 'A document that proves who you are'],
  [/verification\.proof_of_liveness$/, 'A picture that proves who you are'],
  [/\.(id_number|ssn_last_4)$/, 'An identity number'],
  [/\.dob\./, 'A date of birth'],
  [/^company\.tax_id$/, 'The tax number of your company'],
  [/\.address\./, 'An address'],
  [/\.phone$/, 'A phone number'],
  [/\.email$/, 'An e-mail address'],
  [/\.(first_name|last_name|name)$/, 'A name'],
  [
    /^(company\.)?(owners|directors|executives)_provided$|^(owners|directors|executives|representative)\b/,
    'Who owns and directs your company',
  ],
]

/** What the provider asks for, in words; several of its names may have the same words. */
export const requirementText = (name: string): string =>
  REQUIREMENT_TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'A detail about your business'

/** The words for a list of requirements, each once, in the provider's order. */
export const requirementTexts = (names: readonly string[]): string[] => [
  ...new Set(names.map(requirementText)),
]
