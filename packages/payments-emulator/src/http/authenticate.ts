import { createHash, timingSafeEqual } from 'node:crypto'
import type { Store } from '../store/store.ts'
import { ApiError, unauthorized } from '../wire/errors.ts'
import type { Branch, FormNode } from '../wire/form.ts'

export interface Keys {
  secretKey: string
  publishableKey: string
}

export type Caller = 'secret' | 'publishable'

const MISSING =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."
const NOT_PUBLISHABLE =
  'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'

/**
 * Identifies the caller by the Authorization header (Bearer, or Basic with the key as the user
 * name), or by the form field `key`, in which Stripe.js puts the publishable key.
 *
 * @throws ApiError 401 without a key or with an unknown one.
 */
export function authenticate(
  authorization: string | undefined,
  field: FormNode | undefined,
  keys: Keys,
): Caller {
  const key = keyIn(authorization) ?? (typeof field === 'string' ? field : '')
  if (key === '') throw unauthorized(MISSING)
  if (sameText(key, keys.secretKey)) return 'secret'
  if (sameText(key, keys.publishableKey)) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`)
}

/** @throws ApiError 401 `secret_key_required` when a browser's key asks for a server's call. */
export function requireSecretKey(caller: Caller): void {
  if (caller !== 'secret') throw unauthorized(NOT_PUBLISHABLE, 'secret_key_required')
}

/**
 * The connected account that a call is for, by the header `Stripe-Account`, or by the form field in
 * which Stripe.js puts it; null for the platform's own.
 *
 * @throws ApiError 403 `account_invalid` for an account that is not connected.
 */
export function accountOf(
  store: Store,
  header: string | string[] | undefined,
  form: Branch,
): string | null {
  const field = form._stripe_account
  const account = header?.toString() ?? (typeof field === 'string' ? field : '')
  if (account === '') return null
  if (store.accounts.get(account)) return account
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  })
}

/** Compares in constant time, so that the duration does not reveal where two texts differ. */
export function sameText(left: string, right: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(left), digest(right))
}

function keyIn(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  return Buffer.from(value, 'base64').toString().split(':')[0]
}

/** A wrong key, masked as Stripe shows it: enough to recognise it. */
function masked(key: string): string {
  if (key.length < 12) return '*'.repeat(key.length)
  return `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
}
