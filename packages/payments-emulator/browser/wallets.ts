import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js'
import type { Params } from './api.ts'

/** The wallets that the emulated Express Checkout Element offers, in the order of their buttons. */
export const WALLETS = [
  { type: 'apple_pay', option: 'applePay', name: 'Apple Pay' },
  { type: 'google_pay', option: 'googlePay', name: 'Google Pay' },
  { type: 'link', option: 'link', name: 'Link' },
] as const

export type Wallet = (typeof WALLETS)[number]

export interface WalletAccount {
  name: string
  email: string
  phone: string
  address: {
    line1: string
    line2: null
    city: string
    state: string
    postal_code: string
    country: string
  }
}

/** Invented people of two countries, between whom a test sheet lets its user choose. */
export const ACCOUNTS: readonly WalletAccount[] = [
  {
    name: 'Jenny Rosen',
    email: 'jenny.rosen@example.com',
    phone: '+1 415 555 0132',
    address: {
      line1: '510 Townsend Street',
      line2: null,
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94103',
      country: 'US',
    },
  },
  {
    name: 'Inês Duarte',
    email: 'ines.duarte@example.com',
    phone: '+351 912 345 678',
    address: {
      line1: 'Rua Garrett 73',
      line2: null,
      city: 'Lisboa',
      state: '',
      postal_code: '1200-203',
      country: 'PT',
    },
  },
]

export interface WalletCard {
  number: string
  label: string
}

/** The cards in every account; what a bank does with them is that of the test cards. */
export const WALLET_CARDS: readonly WalletCard[] = [
  { number: '4242424242424242', label: 'Visa •••• 4242' },
  { number: '4000000000000002', label: 'Visa •••• 0002 (declined)' },
  { number: '4000000000009995', label: 'Visa •••• 9995 (insufficient funds)' },
]

type Asked = Pick<
  StripeExpressCheckoutElementOptions,
  'emailRequired' | 'phoneNumberRequired' | 'billingAddressRequired'
>

/**
 * What the page learns of an account: the name and the address, the e-mail address and the phone
 * number if it asked for them. Undefined if it asked for nothing, as at Stripe.
 */
export function sharedDetails(account: WalletAccount, asked: Asked) {
  const { emailRequired, phoneNumberRequired, billingAddressRequired } = asked
  if (!emailRequired && !phoneNumberRequired && !billingAddressRequired) return undefined
  const { name, email, phone, address } = account
  return {
    name,
    ...(emailRequired && { email }),
    ...(phoneNumberRequired && { phone }),
    address,
  }
}

/** The payment as `payment_method_data`. A wallet always tells the bank whose card it is. */
export function walletMethodData(wallet: Wallet, account: WalletAccount, card: WalletCard): Params {
  const { name, email, phone, address } = account
  const expYear = String(new Date().getFullYear() + 3)
  return {
    type: 'card',
    card: { number: card.number, exp_month: '12', exp_year: expYear, wallet: wallet.type },
    billing_details: { name, email, phone, address: { ...address } },
  }
}

/** The wallets that a page may offer for an intent: all that it did not switch off, if cards are taken. */
export function availableWallets(
  methodTypes: readonly string[],
  switches: StripeExpressCheckoutElementOptions['paymentMethods'],
): Wallet[] {
  if (!methodTypes.includes('card')) return []
  return WALLETS.filter(({ option }) => switches?.[option] !== 'never')
}
