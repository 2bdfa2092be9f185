import type { CartView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Button, VisuallyHidden } from '@foyer/ui'
import { CircleCheck } from '@foyer/ui/icons'
import type { Ref } from 'react'
import { useApp } from '../../../shared/app-context.tsx'

interface AppliedCouponProps {
  code: string
  quote: CartView['quote']
  isRemoving: boolean
  isLocked: boolean
  /** Why it could not be removed. */
  problem: string | null
  onRemove: () => void
  ref: Ref<HTMLButtonElement>
}

/** The coupon that counts, what it takes off, and the way back. */
export function AppliedCoupon({
  code,
  quote,
  isRemoving,
  isLocked,
  problem,
  onRemove,
  ref,
}: AppliedCouponProps) {
  const { locale } = useApp().tenant
  const off = formatAmount(quote.discountMinor, quote.currency, locale)
  return (
    <>
      <div className="flex min-h-target items-center gap-x-3">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success-text" />
        <p className="min-w-0">
          <VisuallyHidden>Coupon </VisuallyHidden>
          <strong className="font-semibold break-all">{code}</strong>{' '}
          <span className="inline-block text-muted">
            takes <span className="figures">{off}</span> off
          </span>
        </p>
        <Button
          ref={ref}
          variant="ghost"
          className="ms-auto shrink-0"
          busy={isRemoving}
          disabled={isLocked}
          onClick={onRemove}
        >
          Remove<VisuallyHidden> coupon {code}</VisuallyHidden>
        </Button>
      </div>
      {problem && <p className="mt-1 text-sm text-danger-text">{problem}</p>}
    </>
  )
}
