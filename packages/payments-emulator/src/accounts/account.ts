import { presentAccount } from '../present/account.ts'
import type { AccountRecord } from '../store/records.ts'
import { invalidRequest, noSuch } from '../wire/errors.ts'
import { newAccountId } from '../wire/ids.ts'
import { mergeMetadata } from '../wire/metadata.ts'
import type { Work } from '../work.ts'
import type { AccountValues } from './params.ts'

/** How the onboarding page may be left. */
export const ONBOARDING_OUTCOMES = ['complete', 'wanted', 'refused'] as const
export type OnboardingOutcome = (typeof ONBOARDING_OUTCOMES)[number]

const AT_FIRST = [
  'business_profile.mcc',
  'business_profile.url',
  'business_type',
  'external_account',
  'tos_acceptance.date',
  'tos_acceptance.ip',
]

/** Makes an account that cannot charge before its onboarding. */
export function createAccount(work: Work, params: AccountValues): AccountRecord {
  const { controller } = params
  const account = work.store.accounts.save({
    id: newAccountId(),
    created: work.now,
    country: params.country ?? 'US',
    currency: params.default_currency ?? 'usd',
    email: params.email ?? null,
    businessName: params.business_profile?.name ?? null,
    metadata: mergeMetadata({}, params.metadata),
    controller: {
      fees: controller?.fees?.payer ?? 'account',
      losses: controller?.losses?.payments ?? 'stripe',
      requirements: controller?.requirement_collection ?? 'stripe',
      dashboard: controller?.stripe_dashboard?.type ?? 'full',
    },
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: false,
    currentlyDue: AT_FIRST,
    disabledReason: 'requirements.past_due',
  })
  return account
}

type Standing = Pick<
  AccountRecord,
  'chargesEnabled' | 'payoutsEnabled' | 'detailsSubmitted' | 'currentlyDue' | 'disabledReason'
>

const STANDINGS: Record<OnboardingOutcome, Standing> = {
  complete: {
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    currentlyDue: [],
    disabledReason: null,
  },
  wanted: {
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: true,
    currentlyDue: ['external_account', 'individual.verification.document'],
    disabledReason: 'requirements.past_due',
  },
  refused: {
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: true,
    currentlyDue: [],
    disabledReason: 'rejected.fraud',
  },
}

/** Concludes the onboarding of an account; the platform hears of it by a webhook of the account. */
export function concludeOnboarding(work: Work, id: string, outcome: OnboardingOutcome): void {
  const account = work.store.accounts.get(id)
  if (!account) throw noSuch('account', id, 'account')
  const changed = work.store.accounts.save({ ...account, ...STANDINGS[outcome] })
  work.emit('account.updated', presentAccount(changed), id)
}

/** @throws ApiError 400 if the account that is called for may not charge. */
export function assertAccountCharges({ store }: Work): void {
  if (store.account === null || store.accounts.of(store.account).chargesEnabled) return
  throw invalidRequest('Your account cannot currently make live charges.')
}
