import type { CartView } from '@foyer/contract'
import { Disclosure } from '@foyer/ui'
import { useEffect, useRef, useState } from 'react'
import { AppliedCoupon } from './applied-coupon.tsx'
import { CouponForm } from './coupon-form.tsx'
import { useCoupon } from './use-coupon.ts'

export interface CouponSectionProps {
  cart: CartView
  /** A payment is under way: shown, not changed. */
  isLocked: boolean
}

/** The one coupon of a cart: a quiet question until there is one, then what it takes off. */
export default function CouponSection({ cart, isLocked }: CouponSectionProps) {
  const { isAsking, problem, news, settled, apply, remove } = useCoupon(cart.cartId)
  const [isOpen, setOpen] = useState(false)
  const focus = useRef<HTMLElement | null>(null)
  const takeFocus = (element: HTMLElement | null) => {
    focus.current = element
  }
  const { coupon } = cart.quote
  const couponId = coupon?.id ?? null
  // What had the focus is gone with the change: it goes to what stands there once the cart shows it.
  useEffect(() => {
    if (settled?.couponId === couponId) focus.current?.focus()
  }, [settled, couponId])

  return (
    <section aria-label="Coupon">
      {coupon ? (
        <AppliedCoupon
          code={coupon.code}
          quote={cart.quote}
          isRemoving={isAsking}
          isLocked={isLocked}
          problem={problem}
          onRemove={() => {
            setOpen(true)
            remove()
          }}
          ref={takeFocus}
        />
      ) : (
        <Disclosure
          className="-mx-1"
          summary={<span className="ps-1">Have a coupon?</span>}
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <CouponForm
            isAsking={isAsking}
            isLocked={isLocked}
            problem={problem}
            onApply={apply}
            ref={takeFocus}
          />
        </Disclosure>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </section>
  )
}
