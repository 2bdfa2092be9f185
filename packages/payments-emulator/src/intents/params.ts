import { ADDRESS, COMMON, METHOD_DATA } from '../methods/params.ts'
import { currency } from '../wire/currencies.ts'
import { email } from '../wire/email.ts'
import { metadata } from '../wire/metadata.ts'
import {
  boolean,
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
import { webUrl } from '../wire/url.ts'

/**
 * Which of the account's payment methods the intent may use; it was `payment_method_types` in older
 * versions.
 */
const ALLOWED_TYPES = { allowed_payment_method_types: list(text()) }

/** How a call names what to pay with. */
const METHOD = {
  payment_method: clearable(text()),
  payment_method_data: object(METHOD_DATA),
  payment_method_options: ignored,
}

/** Parameters of a confirmation, by its own call or together with the creation. */
const CONFIRMATION = {
  confirmation_token: text(),
  mandate_data: ignored,
  off_session: boolean,
  return_url: webUrl,
  use_stripe_sdk: boolean,
}

const DETAILS = {
  description: clearable(text(1000)),
  metadata,
  receipt_email: clearable(email),
  setup_future_usage: clearable(oneOf('off_session', 'on_session')),
  shipping: clearable(
    object({
      address: required(object(ADDRESS)),
      carrier: ignored,
      name: text(),
      phone: clearable(text()),
      tracking_number: ignored,
    }),
  ),
  statement_descriptor: clearable(text(22)),
  statement_descriptor_suffix: clearable(text(22)),
}

export const CREATE = {
  ...COMMON,
  ...ALLOWED_TYPES,
  ...METHOD,
  ...CONFIRMATION,
  ...DETAILS,
  amount: required(integer(1)),
  application_fee_amount: integer(1),
  currency: required(currency),
  automatic_payment_methods: object({
    allow_redirects: oneOf('always', 'never'),
    enabled: required(boolean),
  }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: boolean,
  confirmation_method: oneOf('automatic'),
}

export const UPDATE = {
  ...COMMON,
  ...ALLOWED_TYPES,
  ...METHOD,
  ...DETAILS,
  amount: integer(1),
  application_fee_amount: integer(1),
  currency,
}

export const CONFIRM = {
  ...COMMON,
  ...ALLOWED_TYPES,
  ...METHOD,
  ...CONFIRMATION,
  client_secret: text(),
  expected_payment_method_type: ignored,
  receipt_email: clearable(email),
  radar_options: ignored,
  client_attribution_metadata: ignored,
  setup_future_usage: clearable(oneOf('off_session', 'on_session')),
  shipping: DETAILS.shipping,
}

export const CANCEL = {
  ...COMMON,
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
}

export type CreateValues = Values<typeof CREATE>
export type UpdateValues = Values<typeof UPDATE>
export type AllowedTypesValues = Values<typeof ALLOWED_TYPES>
export type MethodValues = Values<typeof METHOD>
export type DetailValues = Partial<Values<typeof DETAILS>>
export type ConfirmationValues = MethodValues & AllowedTypesValues & Values<typeof CONFIRMATION>
