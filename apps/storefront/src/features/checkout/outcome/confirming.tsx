import type { CartView } from '@foyer/contract'
import { Button, buttonStyle, cx, Notice, Spinner } from '@foyer/ui'
import { Check, Lock, TriangleAlert } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { useOnline } from '../../../shared/browser/use-online.ts'
import { yourTickets } from '../../../shared/order/quote-lines.ts'
import { orderTexts } from '../../../shared/purchase-text.ts'
import { OrderCard } from '../order-card.tsx'
import type { PaymentInProgress, Wait } from '../payment/payment-states.ts'
import { Address, Outcome, Reference } from './outcome.tsx'

interface ConfirmingProps {
  payment: PaymentInProgress
  cart: CartView | null
  /** Where the tickets will be sent; null if this browser does not know it. */
  email: string | null
  onRetry: () => void
}

/** Tells the waiting buyer what is pending: the bank's answer, or the order after the charge. */
export function Confirming({ payment, cart, email, onRetry }: ConfirmingProps) {
  const { wait, isPaid, reference } = payment
  const isOnline = useOnline()
  const isBank = wait === 'bank'
  return (
    <Outcome title={titleOf(payment)} aside={cart && <WaitingOrderCard cart={cart} wait={wait} />}>
      {isOnline && wait === 'unreached' ? (
        <Trouble payment={payment} onRetry={onRetry} />
      ) : (
        <>
          <div role="status">
            <Status isOnline={isOnline} wait={wait} />
          </div>
          {reference && <PaymentSteps isPaid={isPaid} />}
          <div className="mt-6 flex max-w-prose flex-col gap-3 border-t border-edge pt-5 text-muted">
            {isOnline && isBank ? <BankTerms email={email} /> : <UsualTerms email={email} />}
          </div>
        </>
      )}
    </Outcome>
  )
}

function titleOf({ wait, isPaid }: PaymentInProgress): string {
  if (wait === 'bank') return 'Your bank is still confirming'
  return wait === 'unreached' && isPaid ? orderTexts.failedTitle : 'Confirming your tickets…'
}

function Status({ isOnline, wait }: { isOnline: boolean; wait: Wait }) {
  if (!isOnline) {
    return (
      <Line icon={<TriangleAlert aria-hidden="true" className="mt-0.5 size-5 text-warning-text" />}>
        <strong className="block font-semibold">You are offline.</strong>
        This page goes on by itself as soon as the connection is back.
      </Line>
    )
  }
  return (
    <Line icon={<Spinner className="mt-0.5 size-5 text-accent-text" />}>
      {wait === 'usual' && 'Your payment is being confirmed. This takes a few seconds.'}
      {wait === 'slow' && 'This takes longer than usual. We keep asking; there is nothing to do.'}
      {wait === 'bank' &&
        'Some banks take minutes, and a debit from a bank account a few business days. This page shows the answer as soon as it is there.'}
    </Line>
  )
}

const UsualTerms = ({ email }: { email: string | null }) => (
  <p>
    You can reload this page or close it: you will not be charged twice, and your tickets are also
    sent by email to <Address email={email} />.
  </p>
)

const BankTerms = ({ email }: { email: string | null }) => (
  <>
    <p>
      <strong className="font-semibold text-text">You may close this page.</strong> Once your bank
      has answered, we send your tickets, or the reason why not, to <Address email={email} />. You
      will not be charged twice.
    </p>
    <p>
      We keep your tickets for as long as we can. Should they be gone by the time your bank agrees,
      you get the full amount back by itself.
    </p>
  </>
)

/** Another tab of this browser has begun to pay this cart. */
export function PaidInOtherTab({ cart }: { cart: CartView | null }) {
  return (
    <Outcome
      title="Paying in another tab"
      aside={cart && <WaitingOrderCard cart={cart} wait="usual" />}
    >
      <Line icon={<Lock aria-hidden="true" className="mt-0.5 size-5 text-muted" />}>
        This order is being paid in another tab of this browser. Please go on there: so it is
        charged once.
      </Line>
      <p className="mt-3 max-w-prose text-muted">
        As soon as that tab is done or closed, this one goes on by itself. What you typed is kept.
      </p>
    </Outcome>
  )
}

/** One line of text beside its icon. */
const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex items-start gap-3">
    <span className="shrink-0">{icon}</span>
    <p className="max-w-prose">{children}</p>
  </div>
)

/** The order while its payment is being confirmed. */
function WaitingOrderCard({ cart, wait }: { cart: CartView; wait: Wait }) {
  const { locale } = useApp().tenant
  const tickets = yourTickets(cart.quote.ticketCount)
  const stamp = (
    <p className="text-sm text-muted">
      {wait === 'bank'
        ? 'Waiting for your bank. Not a ticket yet.'
        : `We keep ${tickets} while your payment is confirmed.`}
    </p>
  )
  return <OrderCard cart={cart} stage="held" locale={locale} stamp={stamp} />
}

const STEPS = ['Sent to your bank', 'Confirmed by your bank', 'Tickets issued'] as const

/** How far a payment has come, as far as this page knows. */
function PaymentSteps({ isPaid }: { isPaid: boolean }) {
  const current = isPaid ? 2 : 1
  return (
    <ol aria-label="Progress of your payment" className="mt-6 flex flex-col gap-3">
      {STEPS.map((label, index) => {
        const isDone = index < current
        return (
          <li
            key={label}
            aria-current={index === current ? 'step' : undefined}
            className={cx('flex items-center gap-3', index > current && 'text-muted')}
          >
            <Mark isDone={isDone} isCurrent={index === current} />
            <span className={cx(index === current && 'font-semibold')}>{label}</span>
            <span className="text-sm text-muted">{isDone ? 'Done' : 'Waiting'}</span>
          </li>
        )
      })}
    </ol>
  )
}

const Mark = ({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) => (
  <span
    aria-hidden="true"
    className={cx(
      'grid size-5 shrink-0 place-items-center rounded-full border-2',
      isDone && 'border-success-text text-success-text',
      isCurrent && 'border-accent-text',
      !isDone && !isCurrent && 'border-edge-strong',
    )}
  >
    {isDone && <Check className="size-3" strokeWidth={3} />}
    {isCurrent && <span className="size-2 rounded-full bg-accent-text" />}
  </span>
)

interface TroubleProps {
  payment: PaymentInProgress
  onRetry: () => void
}

/** Our server does not answer: shows what is certain, the reference, and the address for help. */
function Trouble({ payment: { isPaid, reference }, onRetry }: TroubleProps) {
  const { supportEmail } = useApp().tenant
  return (
    <>
      <Notice
        tone={isPaid ? 'danger' : 'warning'}
        announce="alert"
        title={isPaid ? orderTexts.failed : 'We could not reach our server.'}
      >
        <Reference label="Payment reference" value={reference} />
        <p className="mt-1">
          {isPaid
            ? 'Your payment is safe with the reference above: we finish the order or refund it, even if you close this page.'
            : 'Whether you were charged is not known here yet. If you were, we finish the order or refund it, even if you close this page.'}
        </p>
        <p className="mt-1">This page keeps asking, and goes on by itself.</p>
      </Notice>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" size="lg" onClick={onRetry}>
          Try again
        </Button>
        <a href={`mailto:${supportEmail}`} className={buttonStyle('quiet', 'lg')}>
          Contact support
        </a>
      </div>
    </>
  )
}
