/** All screens in which a checkout can end, in one chunk that is loaded separately from the form. */
export { CartMissing } from '../cart-missing.tsx'
export { HoldExpired } from '../hold/hold-expired.tsx'
export { Confirming, PaidInOtherTab } from './confirming.tsx'
export { Refunded } from './refunded.tsx'
