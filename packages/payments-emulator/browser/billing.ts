import type { FieldsOption, StripePaymentElementOptions } from '@stripe/stripe-js'
import type { Params } from './api.ts'
import { IntegrationError } from './errors.ts'

type BillingFields = FieldsOption['billingDetails']
export type DefaultValues = StripePaymentElementOptions['defaultValues']

/** Details that the page must pass itself if it has switched off their field, as with Stripe. */
const ADDRESS_FIELDS = {
  city: 'city',
  country: 'country',
  line1: 'line1',
  postal_code: 'postalCode',
  state: 'state',
} as const
const PERSON_FIELDS = ['name', 'email', 'phone'] as const

type AddressName = keyof typeof ADDRESS_FIELDS

/** Whether the page has switched an address field off. */
export function isNever(fields: BillingFields, name: AddressName): boolean {
  if (fields === 'never') return true
  if (typeof fields !== 'object') return false
  const { address } = fields
  return typeof address === 'object'
    ? address[ADDRESS_FIELDS[name]] === 'never'
    : address === 'never'
}

/**
 * Checks Stripe.js's rule: the page must pass each detail that the element does not ask for, except
 * `line2`.
 *
 * @throws IntegrationError that names the first missing detail.
 */
export function assertBillingPassed(fields: BillingFields, passed: Params | undefined): void {
  const given = passed ?? {}
  const address = typeof given.address === 'object' ? (given.address ?? {}) : {}
  for (const name of PERSON_FIELDS) {
    const never = fields === 'never' || (typeof fields === 'object' && fields[name] === 'never')
    if (never && given[name] === undefined) throw missing(name)
  }
  for (const name of ['city', 'country', 'line1', 'postal_code', 'state'] as const) {
    if (isNever(fields, name) && address[name] === undefined) throw missing(`address.${name}`)
  }
}

function missing(path: string): IntegrationError {
  return new IntegrationError(
    `You specified "never" for fields.billing_details.${path} when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.${path} when calling stripe.confirmPayment(). If you opt out of collecting data via the payment Element using the fields option, the data must be passed in when calling stripe.confirmPayment().`,
  )
}

/**
 * Merges billing details: the defaults, then what was typed, then what the page passes. Later ones
 * win.
 */
export function mergeBilling(
  defaults: DefaultValues,
  typed: Params,
  passed: Params | undefined,
): Params {
  const { address: defaultAddress, ...person } = defaults?.billingDetails ?? {}
  const { address: passedAddress, ...rest } = passed ?? {}
  return {
    ...person,
    ...withoutUndefined(rest),
    address: {
      ...defaultAddress,
      ...withoutUndefined(typed),
      ...withoutUndefined(typeof passedAddress === 'object' ? (passedAddress ?? {}) : {}),
    },
  }
}

function withoutUndefined(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}
