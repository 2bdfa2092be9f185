import { COMMON } from '../methods/params.ts'
import { currency } from '../wire/currencies.ts'
import { email } from '../wire/email.ts'
import { metadata } from '../wire/metadata.ts'
import { clearable, ignored, object, oneOf, required, text, type Values } from '../wire/params.ts'
import { webUrl } from '../wire/url.ts'

export const ACCOUNT = {
  ...COMMON,
  business_profile: object({ name: clearable(text()), url: ignored, mcc: ignored }),
  business_type: ignored,
  capabilities: ignored,
  controller: object({
    fees: object({ payer: oneOf('account', 'application') }),
    losses: object({ payments: oneOf('application', 'stripe') }),
    requirement_collection: oneOf('application', 'stripe'),
    stripe_dashboard: object({ type: oneOf('express', 'full', 'none') }),
  }),
  country: text(2),
  default_currency: currency,
  email,
  metadata,
  type: oneOf('custom', 'express', 'standard'),
}

export const ACCOUNT_LINK = {
  ...COMMON,
  account: required(text()),
  type: required(oneOf('account_onboarding', 'account_update')),
  refresh_url: required(webUrl),
  return_url: required(webUrl),
  collect: ignored,
  collection_options: ignored,
}

export type AccountValues = Values<typeof ACCOUNT>
