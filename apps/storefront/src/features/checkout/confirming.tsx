import type { CartView } from '@foyer/contract'
import { Button, buttonStyle, Notice, Spinner } from '@foyer/ui'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useApp } from '../../app-context.tsx'
import { paths } from '../../paths.ts'
import { yourTickets } from '../../shared/quote-lines.ts'
import { OrderStub } from './order-stub.tsx'
import type { PaymentState } from './payment/payment-flow.ts'

/** The payment is with the bank or through: nothing to do but to wait, and it says for what. */
export function Confirming({ attempt, cart }: { attempt: number; cart: CartView | null }) {
  const { locale } = useApp().tenant
  const stamp = cart && (
    <p className="text-sm text-muted">
      {`We keep ${yourTickets(cart.quote.ticketCount)} while your payment is confirmed.`}
    </p>
  )
  return (
    <Outcome
      title="Confirming your tickets…"
      aside={cart && <OrderStub cart={cart} stage="held" locale={locale} stamp={stamp} />}
    >
      <p role="status" className="flex items-center gap-3">
        <Spinner className="size-5 text-accent-text" />
        {attempt === 0
          ? 'Your payment is being confirmed. This takes a few seconds.'
          : `The connection is slow. Still trying, attempt ${attempt + 1}.`}
      </p>
      <p className="mt-3 text-muted">
        You can reload this page or close it: you will not be charged twice, and your tickets are
        also sent by email.
      </p>
    </Outcome>
  )
}

/** Paid, and our server stays out of reach: the reference, another try, somebody to write to. */
export function Stuck({
  state,
  onRetry,
}: {
  state: Extract<PaymentState, { step: 'stuck' }>
  onRetry: () => void
}) {
  const { supportEmail } = useApp().tenant
  return (
    <Outcome title={state.title}>
      <Notice tone="danger" title={state.message}>
        <Reference value={state.reference} />
        <p className="mt-1">
          Your payment is safe with the reference above: we finish the order or refund it, even if
          you close this page.
        </p>
      </Notice>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" size="lg" onClick={onRetry}>
          Try again
        </Button>
        <a href={`mailto:${supportEmail}`} className={buttonStyle('quiet', 'lg')}>
          Contact support
        </a>
      </div>
    </Outcome>
  )
}

/** The last places went while the bank was still confirming. */
export function Refunded({
  reference,
  timeLink,
}: {
  reference: string | null
  timeLink: ReactNode
}) {
  return (
    <Outcome title="Your payment is being refunded">
      <Notice tone="warning" title="The tickets were gone before your payment arrived.">
        <p>
          Your card was charged, so the full amount is already on its way back. Banks take up to ten
          days to show it. We have sent you an email about it.
        </p>
        <Reference value={reference} />
      </Notice>
      <div className="mt-6 flex flex-wrap gap-3">
        {timeLink}
        <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
          Back to Events
        </Link>
      </div>
    </Outcome>
  )
}

function Reference({ value }: { value: string | null }) {
  if (!value) return null
  return (
    <p>
      Payment reference: <code className="font-mono break-all select-all">{value}</code>
    </p>
  )
}

interface OutcomeProps {
  title: string
  /** The order in sight, where it is still the buyer's. */
  aside?: ReactNode
  children: ReactNode
}

/** One message as the page's whole content, read out when it appears. */
function Outcome({ title, aside, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 py-8 lg:grid-cols-[minmax(0,1fr)_var(--container-stub)] xl:gap-x-20">
      <div className="max-w-form">
        <h1 ref={heading} tabIndex={-1} className="font-display text-title font-bold">
          {title}
        </h1>
        <div className="mt-5">{children}</div>
      </div>
      {aside}
    </div>
  )
}
