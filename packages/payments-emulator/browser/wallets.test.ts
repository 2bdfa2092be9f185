import { expect, it } from 'vitest'
import {
  ACCOUNTS,
  availableWallets,
  sharedDetails,
  WALLET_CARDS,
  WALLETS,
  walletMethodData,
} from './wallets.ts'

const [apple] = WALLETS
const [jenny] = ACCOUNTS
const [works] = WALLET_CARDS
if (!apple || !jenny || !works) throw new Error('no wallet to test with')

it('offers every wallet where cards are taken, and none where they are not', () => {
  expect(availableWallets(['card', 'ideal'], undefined)).toEqual(WALLETS)
  expect(availableWallets(['us_bank_account'], undefined)).toEqual([])
})

it('offers no wallet that the page switched off', () => {
  const offered = availableWallets(['card'], { applePay: 'never', link: 'auto' })
  expect(offered.map(({ type }) => type)).toEqual(['google_pay', 'link'])
})

it('shares with the page only what it asked for', () => {
  expect(sharedDetails(jenny, {})).toBeUndefined()
  const { name, address } = jenny
  expect(sharedDetails(jenny, { billingAddressRequired: true })).toEqual({ name, address })
  const all = { emailRequired: true, phoneNumberRequired: true, billingAddressRequired: true }
  expect(sharedDetails(jenny, all)).toEqual(jenny)
})

it('tells the bank whose card it is, whatever the page asked for', () => {
  const { name, email, phone } = jenny
  expect(walletMethodData(apple, jenny, works)).toMatchObject({
    type: 'card',
    card: { number: works.number, wallet: 'apple_pay' },
    billing_details: { name, email, phone, address: { country: 'US' } },
  })
})
