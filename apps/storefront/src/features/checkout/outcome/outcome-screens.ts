/** Where a checkout ends once its form is sent or its time is over; fetched apart from the form. */
export { CartMissing } from '../cart-missing.tsx'
export { HoldExpired } from '../hold/hold-expired.tsx'
export { Confirming, Elsewhere } from './confirming.tsx'
export { Refunded } from './refunded.tsx'
