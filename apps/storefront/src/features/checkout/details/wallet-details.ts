import {
  addressProblems,
  DETAIL_LIMITS,
  isCountry,
  isPlainText,
  isPossiblePhone,
} from '@foyer/domain'
import type { WalletPayment } from '../../../shared/payment/express-checkout.tsx'
import { type DetailName, type Details, NO_DETAILS } from './details.ts'

/**
 * The buyer's details as a wallet shares them. Its owner entered them long ago and cannot correct
 * them here, so what our server would refuse is left out. Null without an e-mail address, to which
 * the tickets are sent.
 */
export function detailsOfWallet(billing: WalletPayment['billing']): Details | null {
  const email = lineOf('email', billing?.email).toLowerCase()
  if (!billing || email === '') return null
  const names = billing.name.trim().split(/\s+/)
  const lastName = names.length > 1 ? names.pop() : undefined
  const phone = lineOf('phone', billing.phone)
  return {
    ...NO_DETAILS,
    firstName: lineOf('firstName', names.join(' ')) || '-',
    lastName: lineOf('lastName', lastName),
    email,
    phone: isPossiblePhone(phone) ? phone : '',
    ...addressOf(billing.address),
  }
}

/** The whole address, or none if its country needs more. */
function addressOf(shared: NonNullable<WalletPayment['billing']>['address'] | undefined) {
  const country = shared?.country.toUpperCase() ?? ''
  const address = {
    address: lineOf('address', shared?.line1),
    city: lineOf('city', shared?.city),
    state: lineOf('state', shared?.state),
    zipCode: lineOf('zipCode', shared?.postal_code),
  }
  const isWhole = isCountry(country) && addressProblems(address, country).length === 0
  return isWhole ? { ...address, country } : {}
}

function lineOf(name: DetailName, value: string | null | undefined): string {
  const line = value?.trim().slice(0, DETAIL_LIMITS[name]) ?? ''
  return isPlainText(line) ? line : ''
}
