import type Stripe from 'stripe'
import type { AccountRecord } from '../store/records.ts'

/** The wire form of a connected account, checked against the SDK's own type. */
export function presentAccount(account: AccountRecord): Stripe.Account {
  const { controller, currentlyDue, disabledReason, chargesEnabled, payoutsEnabled } = account
  const isDue = disabledReason === 'requirements.past_due'
  return {
    id: account.id,
    object: 'account',
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: account.businessName,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: {
      card_payments: chargesEnabled ? 'active' : 'inactive',
      transfers: payoutsEnabled ? 'active' : 'inactive',
    },
    charges_enabled: chargesEnabled,
    controller: {
      fees: { payer: controller.fees },
      is_controller: true,
      losses: { payments: controller.losses },
      requirement_collection: controller.requirements,
      stripe_dashboard: { type: controller.dashboard },
      type: 'application',
    },
    country: account.country,
    created: account.created,
    default_currency: account.currency,
    details_submitted: account.detailsSubmitted,
    email: account.email,
    metadata: account.metadata,
    payouts_enabled: payoutsEnabled,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: currentlyDue,
      disabled_reason: disabledReason,
      errors: [],
      eventually_due: currentlyDue,
      past_due: isDue ? currentlyDue : [],
      pending_verification: [],
    },
    type: 'none',
  }
}
