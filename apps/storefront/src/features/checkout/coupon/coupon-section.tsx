import type { CartView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Button, Disclosure, Field, TextInput, VisuallyHidden } from '@foyer/ui'
import { CircleCheck } from '@foyer/ui/icons'
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { takeLinkedCoupon } from '../../../data/coupon-link.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useCoupon } from './use-coupon.ts'

export interface CouponSectionProps {
  cart: CartView
  /** A payment is under way: the coupon is shown and cannot be changed. */
  isLocked: boolean
}

/** The one coupon of a cart: a folded question until there is one, then what it takes off. */
export default function CouponSection({ cart, isLocked }: CouponSectionProps) {
  const { isAsking, problem, news, settled, apply, remove } = useCoupon(cart.cartId)
  const [isOpen, setOpen] = useState(false)
  const focus = useRef<HTMLElement | null>(null)
  const [linked, setLinked] = useState('')
  const isOfLink = useRef(false)
  const takeFocus = (element: HTMLElement | null) => {
    focus.current = element
  }
  const { coupon } = cart.quote
  const couponId = coupon?.id ?? null
  const applyLinked = useEffectEvent(() => {
    if (coupon || isLocked) return
    const code = takeLinkedCoupon()
    if (!code) return
    // Open, so that a refusal is read beside the code.
    isOfLink.current = true
    setLinked(code)
    setOpen(true)
    apply(code)
  })
  useEffect(() => applyLinked(), [])
  // The change removes the element that had the focus, so the focus moves to the one that replaces it.
  useEffect(() => {
    if (settled?.couponId !== couponId) return
    // A code that applied itself must not move the focus of a page that has just opened.
    if (isOfLink.current) isOfLink.current = false
    else focus.current?.focus()
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
            key={linked}
            linked={linked}
            isAsking={isAsking}
            isLocked={isLocked}
            problem={problem}
            onApply={(code) => {
              isOfLink.current = false
              apply(code)
            }}
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

/** The applied coupon, what it takes off, and a button that removes it. */
function AppliedCoupon({
  code,
  quote,
  isRemoving,
  isLocked,
  problem,
  onRemove,
  ref,
}: AppliedCouponProps) {
  const { locale } = useApp().tenant
  const off = formatAmount(
    quote.coupon?.discountMinor ?? quote.discountMinor,
    quote.currency,
    locale,
  )
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

interface CouponFormProps {
  /** The code of the link that the buyer came by; empty without. */
  linked: string
  isAsking: boolean
  isLocked: boolean
  /** Why the last code was refused. */
  problem: string | null
  onApply: (code: string) => void
  ref: Ref<HTMLInputElement>
}

/** A form of its own: Enter applies the code and does not pay. */
function CouponForm({ linked, isAsking, isLocked, problem, onApply, ref }: CouponFormProps) {
  const [code, setCode] = useState(linked)
  return (
    <form
      noValidate
      // Leaves room for the focus ring, which the disclosure would cut off.
      className="max-w-md px-1 pt-1 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLocked) onApply(code)
      }}
    >
      <Field label="Coupon code" {...(problem ? { error: problem } : {})}>
        <div className="flex items-stretch gap-3">
          <TextInput
            ref={ref}
            name="coupon"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            readOnly={isLocked}
          />
          <Button
            type="submit"
            className="shrink-0"
            busy={isAsking}
            busyLabel="Applying…"
            disabled={isLocked}
          >
            Apply
          </Button>
        </div>
      </Field>
    </form>
  )
}
