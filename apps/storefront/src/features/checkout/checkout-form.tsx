import type { CartView } from '@foyer/contract'
import { countryOfLocale, formatAmount, formatCountdown, isCountry } from '@foyer/domain'
import { Button, ErrorSummary, Notice, Skeleton, StickyBar, StickyBarSummary } from '@foyer/ui'
import { Suspense, useEffect, useRef } from 'react'
import { useApp } from '../../shared/app-context.tsx'
import { CARD_FORM_ID, type CardHandle } from '../../shared/payment/card-form.tsx'
import type { WalletPayment } from '../../shared/payment/express-checkout.tsx'
import { PaymentSection, Problem } from '../../shared/payment/payment-section.tsx'
import { useElements } from '../../shared/payment/use-elements.ts'
import { TERMS_FIELD_ID, useConsents } from './consents/use-consents.ts'
import { DetailsSections } from './details/details-sections.tsx'
import { useDetailsForm } from './details/use-details-form.ts'
import { detailsOfWallet } from './details/wallet-details.ts'
import { useSecondsLeft } from './hold/countdown.ts'
import { HoldBar } from './hold/hold-bar.tsx'
import { ConsentBoxes, ExpressCheckout, fetchPayActions, inAdvance } from './lazy-parts.tsx'
import { WhatAndWhen } from './order-card.tsx'
import { isInProgress } from './payment/payment-states.ts'
import { TermsLine } from './terms-line.tsx'
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
  const { locale, consents: asked } = useApp().tenant
  const consents = useConsents(asked)
  const { payment, setup, notice } = checkout
  const group = useElements(setup)
  const card = useRef<CardHandle>(null)
  const quote = cart?.quote
  const isFree = quote?.totalMinor === 0
  const details = useDetailsForm({ isFree, country: useLikelyCountry(cart) })
  const isPaying = isInProgress(payment)
  const problem = payment.step === 'filling' ? payment.problem : null
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

  const pay = async () => {
    const isCardOpen = setup.kind === 'ready' && card.current?.isComplete() === false
    const valid = await details.check({
      before: consents.check(),
      after: isCardOpen ? [CARD_FAILURE] : [],
    })
    const { payable, machine } = checkout
    if (!valid || !payable) return
    const purchase = { cart: payable, details: valid, consents: consents.given() }
    if (setup.kind === 'free') return machine.pay(purchase, null)
    const elements = card.current?.elements
    if (setup.kind === 'ready' && elements) {
      machine.pay(purchase, { ...setup, elements, wallet: null })
    }
  }
  /** The cart that the open sheet of a wallet shows: the page's own may change behind it. */
  const inSheet = useRef<CartView>(null)
  const openWallet = () => {
    const missing = consents.check()
    if (missing.length > 0) {
      // The sheet would hide what is missing.
      document.getElementById(TERMS_FIELD_ID)?.focus()
      return false
    }
    inSheet.current = checkout.payable
    return !isPaying
  }
  const payByWallet = ({ billing, ...wallet }: WalletPayment) => {
    const { elements } = group
    const seen = inSheet.current
    const shared = detailsOfWallet(billing)
    if (!shared) return wallet.fail('Your tickets need an e-mail address.')
    if (!seen || setup.kind !== 'ready' || !elements) return wallet.fail('Please try again.')
    const purchase = { cart: seen, details: shared, consents: consents.given() }
    checkout.machine.pay(purchase, { ...setup, elements, wallet })
  }

  const button = (
    <Button
      type="submit"
      form={FORM_ID}
      variant="primary"
      size="lg"
      className="max-[23rem]:px-4 lg:w-full"
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
          if (!isPaying && !reasonOf(setup)) void pay()
        }}
      >
        {notice && (
          <Notice tone={notice.tone} announce="status">
            {notice.text}
          </Notice>
        )}
        {consents.asked && (
          <Suspense fallback={<Skeleton className="h-36 w-full" />}>
            <ConsentBoxes consents={consents} isFree={isFree} isLocked={isPaying} />
          </Suspense>
        )}
        {isFree ? (
          <Notice title="No payment needed">The total is $0, so no card is asked for.</Notice>
        ) : (
          <ExpressCheckout
            elements={group.elements}
            shares={EVERYTHING}
            problem={
              problem?.wallet && <Problem problem={problem} nothingCharged={NOTHING_CHARGED} />
            }
            isPrepared={setup.kind === 'ready' && setup.isCurrent}
            onOpen={openWallet}
            onConfirm={payByWallet}
            without={<CardOnly />}
          />
        )}
        <ErrorSummary
          ref={details.summary}
          title="Please check these fields"
          failures={details.failures.filter(
            ({ fieldId }) => fieldId !== TERMS_FIELD_ID || consents.problem !== null,
          )}
        />
        <DetailsSections form={details} isLocked={isPaying} />
        {!isFree && (
          <PaymentSection
            setup={setup}
            group={group}
            hasExpress
            problem={problem?.wallet ? null : problem}
            isLocked={isPaying}
            unchanged={UNCHANGED}
            onCardReady={focusCard}
            card={card}
          />
        )}
        {isFree && problem && <Problem problem={problem} nothingCharged={NOTHING_CHARGED} />}
        <div className="flex flex-col gap-4 border-t border-edge pt-6">
          {cart && (
            <DueRow cart={cart} clockOffset={clockOffset} isPaying={isPaying} locale={locale} />
          )}
          <div className="max-lg:hidden">{button}</div>
          <TermsLine
            cart={cart}
            isFree={isFree}
            isAccepted={consents.asked?.termsVersion !== undefined}
          />
        </div>
      </form>
      <StickyBar
        label="Your order"
        head={
          cart ? <WhatAndWhen cart={cart} locale={locale} /> : <Skeleton className="h-4 w-48" />
        }
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

const UNCHANGED = 'Your tickets are still held and everything you typed is kept.'
const NOTHING_CHARGED = `Nothing was charged. ${UNCHANGED}`
const EVERYTHING = {
  emailRequired: true,
  phoneNumberRequired: true,
  billingAddressRequired: true,
} as const
const CARD_FAILURE = { fieldId: CARD_FORM_ID, message: 'Complete your card details.' }

/** The country of most buyers: that of the venue, or else of the shop. */
function useLikelyCountry(cart: CartView | null): string {
  const { locale } = useApp().tenant
  const venue = cart?.venueCountry.toUpperCase() ?? ''
  return isCountry(venue) ? venue : countryOfLocale(locale)
}

/** Where no wallet can be used: as high as the wallets' buttons. */
const CardOnly = () => (
  <Notice>
    You pay by card at the end of this page. Nothing is charged before you press the button.
  </Notice>
)

interface DueRowProps {
  cart: CartView
  clockOffset: number
  isPaying: boolean
  locale: string
}

/** The total and the time left, right above the button that pays. A phone has them in its bar. */
function DueRow({ cart, clockOffset, isPaying, locale }: DueRowProps) {
  const seconds = useSecondsLeft(cart.expiresAt, clockOffset)
  const { totalMinor, currency } = cart.quote
  return (
    <div className="figures flex items-baseline justify-between gap-4 max-lg:hidden">
      <p>
        <span className="font-semibold">Total</span>{' '}
        <span className="font-display text-lg font-bold">
          {formatAmount(totalMinor, currency, locale)}
        </span>
      </p>
      <p className="text-sm text-muted">
        {isPaying ? 'Confirming…' : `${formatCountdown(seconds)} left`}
      </p>
    </div>
  )
}

function reasonOf(setup: Checkout['setup']): string | undefined {
  const isLoading = setup.kind === 'loading' || (setup.kind === 'ready' && !setup.isCurrent)
  if (isLoading) return 'The payment form is still loading'
  return setup.kind === 'blocked' ? setup.problem.message : undefined
}
