import { email } from '../wire/email.ts'
import { metadata } from '../wire/metadata.ts'
import {
  clearable,
  ignored,
  integer,
  list,
  object,
  oneOf,
  required,
  text,
  type Values,
} from '../wire/params.ts'

const line = clearable(text())

export const ADDRESS = {
  city: line,
  country: clearable(text(2)),
  line1: line,
  line2: line,
  postal_code: line,
  state: line,
}

/** What Stripe.js adds to a payment method about the browser it was typed into. */
const BROWSER_FIELDS = {
  allow_redisplay: ignored,
  client_attribution_metadata: ignored,
  guid: ignored,
  muid: ignored,
  pasted_fields: ignored,
  payment_user_agent: ignored,
  radar_options: ignored,
  referrer: ignored,
  sid: ignored,
  time_on_page: ignored,
}

export const METHOD_DATA = {
  type: required(oneOf('card', 'ideal', 'amazon_pay')),
  card: object({
    number: required(text(50)),
    exp_month: required(integer(0)),
    exp_year: required(integer(0)),
    cvc: text(10),
    networks: ignored,
    /** Sent by this package's stand-in of a wallet, whose cards Stripe knows by a token instead. */
    wallet: oneOf('apple_pay', 'google_pay', 'link'),
  }),
  amazon_pay: ignored,
  ideal: ignored,
  billing_details: object({
    address: clearable(object(ADDRESS)),
    email: clearable(email),
    name: line,
    phone: line,
    tax_id: ignored,
  }),
  metadata,
  ...BROWSER_FIELDS,
}

export type MethodData = Values<typeof METHOD_DATA>

/** Parameters that every call takes: what to expand, and how Stripe.js names key and version. */
export const COMMON = {
  expand: list(text()),
  key: ignored,
  _stripe_account: ignored,
  _stripe_version: ignored,
}
