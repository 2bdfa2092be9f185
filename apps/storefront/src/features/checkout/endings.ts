/** Where a checkout ends once its form is sent or its time is over; fetched apart from the form. */
export { CartMissing } from './cart-missing.tsx'
export { HoldExpired } from './hold/hold-expired.tsx'
export { Confirming } from './outcome/confirming.tsx'
export { Elsewhere } from './outcome/elsewhere.tsx'
export { Refunded } from './outcome/refunded.tsx'
