import { formatAmount, formatTime } from '@foyer/domain'
import { Button, cx, Notice, Spinner } from '@foyer/ui'
import type { StripeElements, StripeError } from '@stripe/stripe-js'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import type { CardHandle } from '../../../shared/payment/card-form.tsx'
import type { PaymentProblem } from '../../../shared/payment/payment-problems.ts'
import { PaymentSection } from '../../../shared/payment/payment-section.tsx'
import type { PaymentSetup } from '../../../shared/payment/payment-setup.ts'
import { useElements } from '../../../shared/payment/use-elements.ts'
import type { ChangeState } from './change-states.ts'
import type { RequestedChange } from './pending-change.ts'
import type { Change } from './use-change.ts'

const UNCHANGED = 'Your tickets are as they were.'

interface ChangePaymentProps extends Change {
  /** Beside that button: the way back. */
  back?: ReactNode
  /** A look between the filled-in card form and the payment; the form stays, but is not shown then. */
  review?: Review
  /** What a buyer can do after a refusal or a refund; the tickets are as they were. */
  wayOn?: ReactNode
}

interface Review {
  isShown: boolean
  /** The card form is filled in. */
  onReview: () => void
}

/**
 * What follows a quote that was confirmed: the card form if something is due, the confirmation by the
 * bank, and the reason if the change was not made. Draws nothing while the quote is read and after the
 * change was made.
 */
export function ChangePayment({ wayOn, ...props }: ChangePaymentProps) {
  const { state, machine } = props
  switch (state.step) {
    case 'opening':
    case 'quoted':
      return null
    case 'holding':
    case 'paying':
    case 'authorising':
      return <CardStep {...props} state={state} />
    case 'submitting':
      return <Submitting state={state} onRetry={machine.retry} />
    case 'done':
      return <Waiting>Done. One moment…</Waiting>
    case 'refunded':
      return (
        <Outcome>
          <Notice tone="warning" announce="alert" title="Your payment is refunded" actions={wayOn}>
            {state.message}
          </Notice>
        </Outcome>
      )
    case 'failed':
      return (
        <Outcome>
          <Notice
            tone="danger"
            title={state.problem.title}
            actions={
              <>
                {state.canRetry && <Button onClick={machine.retry}>Try Again</Button>}
                {wayOn}
              </>
            }
          >
            {state.problem.message}
            <span className="mt-1 block text-muted">{UNCHANGED}</span>
          </Notice>
        </Outcome>
      )
  }
}

interface CardStepProps extends Omit<ChangePaymentProps, 'wayOn'> {
  state: Extract<ChangeState, { step: 'holding' | 'paying' | 'authorising' }>
}

function CardStep({ state, machine, back, review }: CardStepProps) {
  const { locale } = useApp().tenant
  const card = useRef<CardHandle>(null)
  const [readyForm, setFormReady] = useState<string | null>(null)
  const setup: PaymentSetup =
    state.step === 'holding'
      ? { kind: 'loading' }
      : {
          kind: 'ready',
          stripe: state.stripe,
          clientSecret: state.intent.clientSecret,
          paymentIntentId: state.intent.id,
          revision: 0,
          isFormReady: readyForm === state.intent.clientSecret,
          setFormReady,
          isCurrent: readyForm === state.intent.clientSecret,
        }
  const group = useElements(setup)
  const isReady = setup.kind === 'ready' && setup.isCurrent
  const [incomplete, setIncomplete] = useState<PaymentProblem | null>(null)
  const problem = incomplete ?? (state.step === 'paying' ? state.problem : null)
  const isReviewNext = review !== undefined && !review.isShown
  const submit = async (elements: StripeElements) => {
    if (!isReviewNext) return machine.pay(elements)
    const { error } = await elements.submit()
    setIncomplete(error ? incompleteCard(error) : null)
    if (!error) review.onReview()
  }
  const focusCard = () => {
    if (problem?.isCard) card.current?.focus()
  }
  useEffect(() => {
    if (problem?.isCard) card.current?.focus()
  }, [problem])
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <form
      noValidate
      aria-busy={state.step === 'authorising'}
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        const elements = card.current?.elements
        if (state.step === 'paying' && elements) void submit(elements)
      }}
    >
      <div hidden={review?.isShown}>
        <PaymentSection
          setup={setup}
          group={group}
          problem={problem}
          isLocked={state.step === 'authorising'}
          unchanged={UNCHANGED}
          onCardReady={focusCard}
          card={card}
        />
      </div>
      {state.step !== 'holding' && (
        <p className="text-sm text-muted">
          {`Your new tickets are held until ${formatTime(state.intent.expiresAt, zone, locale)}. Your old ones stay valid until you have paid.`}
        </p>
      )}
      {/* In a dialog, which has a way back, the buttons are at the end, as in all dialogs. */}
      <div
        className={cx(
          'flex flex-col-reverse gap-3 sm:flex-row sm:items-center',
          back !== undefined && 'sm:justify-end',
        )}
      >
        {back}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={state.step === 'authorising'}
          busyLabel="Processing..."
          {...(isReady ? {} : { disabledReason: 'The payment form is still loading' })}
        >
          {isReviewNext ? 'Continue to Confirmation' : payLabelOf(state.wanted, locale)}
        </Button>
      </div>
    </form>
  )
}

/** 'Pay $20.00 & Reschedule', for what is due in minor units. */
export const payLabelOf = (
  { change, dueMinor, currency }: Pick<RequestedChange, 'change' | 'dueMinor' | 'currency'>,
  locale: string,
): string =>
  `Pay ${formatAmount(dueMinor, currency, locale)} & ${change.type === 'reschedule' ? 'Reschedule' : 'Upgrade'}`

/** The texts of the specification, unless the form says something better than that a field is empty. */
const incompleteCard = ({ code, message }: StripeError): PaymentProblem =>
  message && !code?.startsWith('incomplete')
    ? { title: 'Check your card details', message, isCard: true }
    : {
        title: 'Payment Required',
        message: 'Please fill in all payment information.',
        isCard: true,
      }

interface SubmittingProps {
  state: Extract<ChangeState, { step: 'submitting' }>
  onRetry: () => void
}

/** A free change ends at once; a paid one when the bank and our server agree. */
function Submitting({ state: { wait, reference }, onRetry }: SubmittingProps) {
  if (!reference) return <Waiting>Processing...</Waiting>
  if (wait === 'unreached') {
    return (
      <Outcome>
        <Notice
          tone="warning"
          announce="alert"
          title="We could not reach our server."
          actions={<Button onClick={onRetry}>Try Again</Button>}
        >
          {`If you were charged, we finish the change or refund it, even if you close this page. Payment reference: ${reference}`}
        </Notice>
      </Outcome>
    )
  }
  return (
    <Waiting>
      {wait === 'bank'
        ? 'Waiting for your bank. You may close this page: you will not be charged twice, and we write to you.'
        : 'Confirming your payment… You may reload this page: you will not be charged twice.'}
    </Waiting>
  )
}

/** Takes the focus, because the button that was pressed is gone. */
function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="rounded-lg">
      {children}
    </div>
  )
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <Outcome>
    <p role="status" className="flex items-start gap-3">
      <Spinner className="mt-0.5 size-5 shrink-0 text-accent-text" />
      {children}
    </p>
  </Outcome>
)
