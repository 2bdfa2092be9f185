import { type ComponentType, lazy, Suspense } from 'react'
import type { CouponSectionProps } from './coupon-section.tsx'

// Where it can't be fetched there is no field: nobody is kept from paying for want of a coupon.
const CouponSection = lazy<ComponentType<CouponSectionProps>>(() =>
  import('./coupon-section.tsx').catch(() => ({ default: () => null })),
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
