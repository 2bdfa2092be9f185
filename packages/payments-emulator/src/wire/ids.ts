import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random string of `length` base-62 characters, from the system's secure source. */
function randomToken(length: number): string {
  let token = ''
  for (let i = 0; i < length; i += 1) token += ALPHABET[randomInt(ALPHABET.length)]
  return token
}

export type IdPrefix =
  | 'pi'
  | 'pm'
  | 'ch'
  | 're'
  | 'du'
  | 'txn'
  | 'evt'
  | 'req'
  | 'ctoken'
  | 'po'
  | 'fee'
  | 'fr'
  | 'link'

/** A new object id in Stripe's shape, such as `pi_3Kd…`: unguessable, 24 characters long. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomToken(24)}`
}

/** The client secret of a payment intent. Stripe.js finds the intent's id in front of `_secret_`. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomToken(25)}`
}

/** The id of an account is shorter, as at Stripe. */
export function newAccountId(): string {
  return `acct_${randomToken(16)}`
}
