import { type ComponentType, lazy, Suspense } from 'react'
import type { CouponSectionProps } from './coupon-section.tsx'

// Where it can't be fetched there is no field: nobody is kept from paying for want of a coupon.
const CouponSection = lazy<ComponentType<CouponSectionProps>>(() =>
  import('./coupon-section.tsx').catch(() => ({ default: () => null })),
)

/** Fetched only where a tenant has coupons; what comes is as high as what holds its place. */
export function Coupon(props: CouponSectionProps) {
  return (
    <div className="mt-6 min-h-target">
      <Suspense>
        <CouponSection {...props} />
      </Suspense>
    </div>
  )
}
