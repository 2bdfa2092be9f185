/** Every screen in which a checkout ends; one chunk, fetched apart from the form. */
export { CartMissing } from '../cart-missing.tsx'
export { HoldExpired } from '../hold/hold-expired.tsx'
export { Confirming, PaidInOtherTab } from './confirming.tsx'
export { Refunded } from './refunded.tsx'
