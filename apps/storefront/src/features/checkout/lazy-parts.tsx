import { type ComponentType, lazy, Suspense } from 'react'
import { lazyScreen } from '../../routing/lazy-screen.ts'
import type { ExpressCheckoutProps } from '../../shared/payment/express-checkout.tsx'
import type { CouponSectionProps } from './coupon/coupon-section.tsx'

/*
 * The parts that the form needs only when it is submitted or its hold ends. They are a third of the
 * checkout's code, which would otherwise load before the first field can be filled in.
 */
const loadOutcomeScreens = () => import('./outcome/outcome-screens.ts')

export const CartMissing = lazyScreen(async () => (await loadOutcomeScreens()).CartMissing)
export const Confirming = lazyScreen(async () => (await loadOutcomeScreens()).Confirming)
export const PaidInOtherTab = lazyScreen(async () => (await loadOutcomeScreens()).PaidInOtherTab)
export const HoldExpired = lazyScreen(async () => (await loadOutcomeScreens()).HoldExpired)
export const Refunded = lazyScreen(async () => (await loadOutcomeScreens()).Refunded)

const OUTCOME_SCREENS = [CartMissing, Confirming, PaidInOtherTab, HoldExpired, Refunded]

/** Fetches every outcome screen before one is needed, because a connection may be lost by then. */
export async function fetchOutcomeScreens(): Promise<void> {
  await loadOutcomeScreens()
  await Promise.all(OUTCOME_SCREENS.map((screen) => screen.preload()))
}

/** Fetches the code that pays and the screens that show how a payment ended. Rejects without a connection. */
export async function fetchPayActions() {
  const [actions] = await Promise.all([import('./payment/pay.ts'), fetchOutcomeScreens()])
  return actions
}

/** Fetches early. A failure is ignored, because the later use fetches again and reports its own. */
export const inAdvance = (fetching: () => Promise<unknown>): void =>
  void fetching().catch(() => undefined)

// If it cannot be fetched, no field is shown: a missing coupon field must not prevent a payment.
const CouponSection = lazy<ComponentType<CouponSectionProps>>(() =>
  import('./coupon/coupon-section.tsx').catch(() => ({ default: () => null })),
)

/** Fetched only if the shop asks for something. Without them nothing can be bought, so a failure is shown. */
export const ConsentBoxes = lazy(() =>
  import('./consents/consent-boxes.tsx').then((module) => ({ default: module.ConsentBoxes })),
)

// If it cannot be fetched, the order is paid by card.
const Wallets = lazy<ComponentType<ExpressCheckoutProps>>(() =>
  import('../../shared/payment/express-checkout.tsx').catch(() => ({
    default: ({ without }) => without,
  })),
)

/** As high before it is fetched as afterwards. The provider's script takes longer to arrive. */
export const ExpressCheckout = (props: ExpressCheckoutProps) => (
  <div className="min-h-24">
    <Suspense>
      <Wallets {...props} />
    </Suspense>
  </div>
)

interface CouponProps extends Omit<CouponSectionProps, 'cart'> {
  /** Null until the cart is known. */
  cart: CouponSectionProps['cart'] | null
}

/** Fetched only if the tenant has coupons; as high before as afterwards. */
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
