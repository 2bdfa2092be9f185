import { type ComponentType, lazy, Suspense } from 'react'
import { lazyScreen } from '../../routing/lazy-screen.ts'
import type { CouponSectionProps } from './coupon/coupon-section.tsx'

/*
 * What the form does without until it is sent, or until its time is over: a third of the checkout's
 * code, which would come before the first field could be filled in.
 */
const loadOutcomeScreens = () => import('./outcome/outcome-screens.ts')

export const CartMissing = lazyScreen(async () => (await loadOutcomeScreens()).CartMissing)
export const Confirming = lazyScreen(async () => (await loadOutcomeScreens()).Confirming)
export const Elsewhere = lazyScreen(async () => (await loadOutcomeScreens()).Elsewhere)
export const HoldExpired = lazyScreen(async () => (await loadOutcomeScreens()).HoldExpired)
export const Refunded = lazyScreen(async () => (await loadOutcomeScreens()).Refunded)

const OUTCOME_SCREENS = [CartMissing, Confirming, Elsewhere, HoldExpired, Refunded]

/** Has every ending there before it is needed, so that none has to be fetched in the middle of one. */
export async function fetchOutcomeScreens(): Promise<void> {
  await loadOutcomeScreens()
  await Promise.all(OUTCOME_SCREENS.map((ending) => ending.preload()))
}

/** Fetches the code that pays and the screens that show how a payment ended. Rejects without a connection. */
export async function fetchPayActions() {
  const [actions] = await Promise.all([import('./payment/pay.ts'), fetchOutcomeScreens()])
  return actions
}

/** For those who will ask again in earnest: a failure is theirs to tell. */
export const inAdvance = (fetching: () => Promise<unknown>): void =>
  void fetching().catch(() => undefined)

// Where it can't be fetched there is no field: nobody is kept from paying for want of a coupon.
const CouponSection = lazy<ComponentType<CouponSectionProps>>(() =>
  import('./coupon/coupon-section.tsx').catch(() => ({ default: () => null })),
)

interface CouponProps extends Omit<CouponSectionProps, 'cart'> {
  /** Null until it is known. */
  cart: CouponSectionProps['cart'] | null
}

/** Fetched only where a tenant has coupons; what comes is as high as what holds its place. */
export function Coupon({ cart, isLocked }: CouponProps) {
  return (
    <div className="mt-6 min-h-target">
      {cart && (
        <Suspense>
          <CouponSection cart={cart} isLocked={isLocked} />
        </Suspense>
      )}
    </div>
  )
}
