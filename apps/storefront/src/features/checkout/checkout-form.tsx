import type { CartView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Button, ErrorSummary, Notice, Skeleton, StickyBar, StickyBarSummary } from '@foyer/ui'
import { useEffect, useRef } from 'react'
import { useApp } from '../../shared/app-context.tsx'
import type { CardHandle } from '../../shared/payment/card-form.tsx'
import { PaymentSection } from '../../shared/payment/payment-section.tsx'
import { DetailsSections } from './details/details-sections.tsx'
import { useDetailsForm } from './details/use-details-form.ts'
import { HoldBar } from './hold/hold-bar.tsx'
import { fetchPayActions, inAdvance } from './lazy-parts.tsx'
import { isInProgress } from './payment/payment-states.ts'
import type { Checkout } from './use-checkout.ts'

interface CheckoutFormProps {
  /** Null until the cart is known; what the buyer types until then stays. */
  cart: CartView | null
  /** Milliseconds by which the server's clock is ahead of the device's. */
  clockOffset: number
  checkout: Checkout
}

const FORM_ID = 'checkout-form'

/** Asks who buys and how they pay, and has the one button that pays. */
export function CheckoutForm({ cart, clockOffset, checkout }: CheckoutFormProps) {
  const { locale } = useApp().tenant
  const { payment, setup, notice } = checkout
  const card = useRef<CardHandle>(null)
  const details = useDetailsForm()
  const isPaying = isInProgress(payment)
  const problem = payment.step === 'filling' ? payment.problem : null
  const quote = cart?.quote
  const total = quote ? formatAmount(quote.totalMinor, quote.currency, locale) : null

  // After a declined card the focus moves to the card form, as soon as that can take it.
  const shownProblem = useRef(problem)
  const focusCard = () => {
    if (problem?.isCard) card.current?.focus()
  }
  useEffect(() => {
    if (problem?.isCard && problem !== shownProblem.current) card.current?.focus()
    shownProblem.current = problem
  }, [problem])

  const pay = () => {
    const valid = details.check()
    const { payable, machine } = checkout
    if (!valid || !payable) return
    const purchase = { cart: payable, details: valid }
    if (setup.kind === 'free') return machine.pay(purchase, null)
    const elements = card.current?.elements
    if (setup.kind === 'ready' && elements) machine.pay(purchase, { ...setup, elements })
  }

  const button = (
    <Button
      type="submit"
      form={FORM_ID}
      variant="primary"
      size="lg"
      busy={isPaying}
      busyLabel="Processing..."
      disabledReason={reasonOf(setup)}
    >
      {setup.kind === 'free' ? 'Complete Order' : 'Complete Payment'}
    </Button>
  )
  return (
    <>
      <form
        id={FORM_ID}
        noValidate
        aria-busy={isPaying}
        className="flex flex-col gap-10"
        onFocus={() => inAdvance(fetchPayActions)}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPaying && !reasonOf(setup)) pay()
        }}
      >
        {notice && (
          <Notice tone={notice.tone} announce="status">
            {notice.text}
          </Notice>
        )}
        <ErrorSummary
          ref={details.summary}
          title="Please check these fields"
          failures={details.failures}
        />
        <DetailsSections form={details} isLocked={isPaying} isFree={setup.kind === 'free'} />
        <PaymentSection
          setup={setup}
          problem={problem}
          isLocked={isPaying}
          unchanged="Your tickets are still held and everything you typed is kept."
          onCardReady={focusCard}
          card={card}
        />
        <div className="flex items-center gap-6 max-lg:hidden">
          {button}
          <p className="text-sm text-muted">
            {setup.kind === 'free' && 'Nothing is charged.'}
            {total && setup.kind === 'ready' && setup.isCurrent && `${total} is charged, once.`}
          </p>
        </div>
      </form>
      <StickyBar
        label="Your order"
        summary={
          cart && total ? (
            <HoldBar
              total={total}
              cart={cart}
              clockOffset={clockOffset}
              isPaying={isPaying}
              moreTime={checkout.moreTime}
            />
          ) : (
            <StickyBarSummary
              total={<Skeleton className="my-0.5 h-6 w-20" />}
              note={<Skeleton className="h-4 w-16" />}
            />
          )
        }
        action={button}
      />
    </>
  )
}

function reasonOf(setup: Checkout['setup']): string | undefined {
  const isLoading = setup.kind === 'loading' || (setup.kind === 'ready' && !setup.isCurrent)
  if (isLoading) return 'The payment form is still loading'
  return setup.kind === 'blocked' ? setup.problem.message : undefined
}
