import type { AccountAbilities, CurrencyAmount } from '@foyer/domain'
import type Stripe from 'stripe'

/** An account of an organizer as the provider has it. */
export interface ProviderAccount extends AccountAbilities {
  id: string
  /** ISO 3166-1 alpha-2, upper case. */
  country: string | null
  /** In which it is paid out, unless it has others too. */
  currency: string | null
}

interface ProviderBalance {
  /** Can be paid out. */
  available: CurrencyAmount[]
  /** Charged, and not available yet. */
  pending: CurrencyAmount[]
}

interface ProviderPayout extends CurrencyAmount {
  id: string
  state: 'pending' | 'paid' | 'failed'
  madeAt: Date
  arrivesAt: Date
  /** Why it failed, in the provider's words. */
  problem: string | null
}

interface NewAccount {
  tenantId: number
  name: string
  email: string
  url: string
}

/**
 * Accounts of organizers, connected to the platform's. An account has the provider's whole dashboard,
 * pays the provider's fees itself, and is answerable for its own losses, so the platform does not owe
 * what an organizer owes. Every call may throw `ProviderError`.
 */
export interface AccountsGateway {
  /** Whether real money moves. */
  isLive: boolean
  create(account: NewAccount, idempotencyKey: string): Promise<ProviderAccount>
  /** Null if it does not exist, or no longer lets the platform act for it. */
  retrieve(accountId: string): Promise<ProviderAccount | null>
  /** The address of the page on which the provider asks what it wants to know; it opens once. */
  link(accountId: string, back: { returnUrl: string; refreshUrl: string }): Promise<string>
  balance(accountId: string): Promise<ProviderBalance>
  /** The newest first. */
  payouts(accountId: string, limit: number): Promise<ProviderPayout[]>
}

interface Asking {
  isLive: boolean
  asking<T>(ask: () => Promise<T>): Promise<T>
  finding<T>(ask: () => Promise<T>, missing: readonly number[]): Promise<T | null>
}

/** Statuses for an account that does not exist, and for one that is no longer connected. */
const GONE = [404, 403]

export function createAccountsGateway(
  stripe: Stripe,
  { isLive, asking, finding }: Asking,
): AccountsGateway {
  return {
    isLive,
    create: ({ tenantId, name, email, url }, idempotencyKey) =>
      asking(async () =>
        presentAccount(
          await stripe.accounts.create(
            {
              controller: {
                fees: { payer: 'account' },
                losses: { payments: 'stripe' },
                requirement_collection: 'stripe',
                stripe_dashboard: { type: 'full' },
              },
              business_profile: { name, url },
              email,
              metadata: { tenantId: String(tenantId) },
            },
            { idempotencyKey },
          ),
        ),
      ),
    retrieve: (accountId) =>
      finding(async () => presentAccount(await stripe.accounts.retrieve(accountId)), GONE),
    link: (account, { returnUrl, refreshUrl }) =>
      asking(async () => {
        const link = await stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        })
        return link.url
      }),
    balance: (stripeAccount) =>
      asking(async () => {
        const { available, pending } = await stripe.balance.retrieve({}, { stripeAccount })
        return { available: available.map(presentAmount), pending: pending.map(presentAmount) }
      }),
    payouts: (stripeAccount, limit) =>
      asking(async () => {
        const { data } = await stripe.payouts.list({ limit }, { stripeAccount })
        return data.map(presentPayout)
      }),
  }
}

const presentAmount = ({ amount, currency }: { amount: number; currency: string }) => ({
  amountMinor: amount,
  currency,
})

const PAYOUT_STATES: Readonly<Record<string, ProviderPayout['state']>> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
}

const presentPayout = (payout: Stripe.Payout): ProviderPayout => ({
  id: payout.id,
  ...presentAmount(payout),
  state: PAYOUT_STATES[payout.status] ?? 'pending',
  madeAt: new Date(payout.created * 1000),
  arrivesAt: new Date(payout.arrival_date * 1000),
  problem: payout.failure_message,
})

function presentAccount(account: Stripe.Account): ProviderAccount {
  const { requirements } = account
  const deadline = requirements?.current_deadline
  return {
    id: account.id,
    country: account.country ?? null,
    currency: account.default_currency ?? null,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    detailsSubmitted: account.details_submitted,
    requirements: {
      due: requirements?.currently_due ?? [],
      overdue: requirements?.past_due ?? [],
      later: requirements?.eventually_due ?? [],
      inReview: requirements?.pending_verification ?? [],
      dueAt: deadline ? new Date(deadline * 1000).toISOString() : null,
      limitedFor: requirements?.disabled_reason ?? null,
    },
  }
}
