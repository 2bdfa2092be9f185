import type { CartView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Button, ErrorSummary, Notice, StickyBar } from '@foyer/ui'
import { useEffect, useRef } from 'react'
import { useApp } from '../../app-context.tsx'
import { DetailsSections } from './details/details-sections.tsx'
import { useDetailsForm } from './details/use-details-form.ts'
import { HoldBar } from './hold/hold-bar.tsx'
import { fetchPaying, inAdvance } from './lazy-parts.ts'
import { isUnderWay } from './payment/payment-flow.ts'
import { PaymentSection } from './payment/payment-section.tsx'
import type { Checkout } from './use-checkout.ts'

interface CheckoutFormProps {
  cart: CartView
  clockOffset: number
  checkout: Checkout
}

const FORM_ID = 'checkout-form'

/** Who buys and how it is paid, with the one button that does it. */
export function CheckoutForm({ cart, clockOffset, checkout }: CheckoutFormProps) {
  const { locale } = useApp().tenant
  const { payment, setup, notice, card } = checkout
  const details = useDetailsForm()
  const isPaying = isUnderWay(payment)
  const problem = payment.step === 'filling' ? payment.problem : null
  const total = formatAmount(cart.quote.totalMinor, cart.quote.currency, locale)

  // After a refusal the next thing to do is in the card form, once it is there to take the focus.
  const shownProblem = useRef(problem)
  const focusCard = () => {
    if (problem?.isCard) card.current?.focus()
  }
  useEffect(() => {
    if (problem?.isCard && problem !== shownProblem.current) card.current?.focus()
    shownProblem.current = problem
  }, [problem, card])

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
        onFocus={() => inAdvance(fetchPaying)}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPaying && !reasonOf(setup)) details.submit(checkout.pay)
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
          onCardReady={focusCard}
          card={card}
        />
        <div className="flex items-center gap-6 max-lg:hidden">
          {button}
          <p className="text-sm text-muted">
            {setup.kind === 'free' && 'Nothing is charged.'}
            {setup.kind === 'ready' && `${total} is charged, once.`}
          </p>
        </div>
      </form>
      <StickyBar
        label="Your order"
        summary={
          <HoldBar
            total={total}
            cart={cart}
            clockOffset={clockOffset}
            isPaying={isPaying}
            moreTime={checkout.moreTime}
          />
        }
        action={button}
      />
    </>
  )
}

function reasonOf(setup: Checkout['setup']): string | undefined {
  if (setup.kind === 'loading') return 'The payment form is still loading'
  return setup.kind === 'blocked' ? setup.problem.message : undefined
}
