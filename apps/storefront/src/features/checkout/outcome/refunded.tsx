import type { CartView } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Button, buttonStyle, Spinner } from '@foyer/ui'
import { CircleCheck, TriangleAlert } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import { cartFlowOf } from '../../../data/stored/cart-flow.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { OrderCard } from '../order-card.tsx'
import type { Refund } from '../payment/payment-states.ts'
import { Address, Outcome } from './outcome.tsx'

interface RefundedProps {
  refund: Refund
  /** What the buyer chose, if the server or this browser knows it. */
  cart: CartView | null
  /** Where the mail about the refund is sent; null if this browser does not know it. */
  email: string | null
  /** The cart was held again after the refund, from another page. */
  isHeld: boolean
  onPay: () => void
}

const NOTHING_TO_DO = 'Nothing for the refund: it goes back to the card or account you paid with.'

const shown: Record<
  Refund['state'],
  { title: string; icon: ReactNode; news: (amount: string) => string; next: string }
> = {
  refund_pending: {
    title: 'Your payment is being refunded',
    icon: <Spinner className="mt-0.5 size-5 shrink-0 text-accent-text" />,
    news: (amount) => `The full ${amount} is on its way back. Nothing is needed from you.`,
    next: NOTHING_TO_DO,
  },
  refunded: {
    title: 'Your payment was refunded',
    icon: <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success-text" />,
    news: (amount) =>
      `The full ${amount} has been given back. Banks take up to ten days to show it.`,
    next: NOTHING_TO_DO,
  },
  refund_failed: {
    title: 'Your refund has not arrived',
    icon: <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning-text" />,
    news: (amount) =>
      `Your bank sent the ${amount} back to us. It is yours, and we are looking after it.`,
    next: 'Tell the organizer the reference above, to agree on another way for your money.',
  },
}

/** The tickets were sold while the bank was still confirming, so the money is refunded by itself. */
export function Refunded({ refund, cart, email, isHeld, onPay }: RefundedProps) {
  const { locale } = useApp().tenant
  const amount = formatAmount(refund.amountMinor, refund.currency, locale)
  const { title, icon, news, next } = shown[refund.state]
  return (
    <Outcome
      title={title}
      aside={cart && <OrderCard cart={cart} stage="choosing" locale={locale} />}
    >
      <dl className="grid gap-x-8 gap-y-1 rounded-lg bg-surface p-5 sm:grid-cols-2">
        <Fact label="Amount">{amount}</Fact>
        <Fact label="Refund reference">
          <span className="break-all select-all">{refund.reference}</span>
        </Fact>
      </dl>
      <p role="status" className="mt-4 flex items-start gap-3">
        {icon}
        {news(amount)}
      </p>
      <div className="mt-6 flex max-w-prose flex-col gap-4 border-t border-edge pt-5">
        <Part title="What happened">{whatHappened(refund)} No tickets were issued.</Part>
        <Part title="What was kept">
          Your choice and what you typed. The reference above is yours to quote; we also send it to{' '}
          <Address email={email} />.
        </Part>
        <Part title="What to do next">
          {next}{' '}
          {refund.isOverLimit
            ? 'The tickets you have stay valid.'
            : 'If you still want to come, look for another time.'}
        </Part>
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        {!refund.isOverLimit && <WayOn cart={cart} isHeld={isHeld} onPay={onPay} />}
        <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
          Back to Events
        </Link>
      </div>
    </Outcome>
  )
}

function whatHappened({ isCalledOff, isOverLimit, isNotAllowed }: Refund): string {
  if (isNotAllowed) {
    return 'The organizer does not sell this at this price to the e-mail address of the order.'
  }
  if (isCalledOff) return 'The organizer called this session off before your payment arrived.'
  return isOverLimit
    ? 'With the tickets you have already, this is more than one customer may have of this event.'
    : 'Your payment arrived after your hold had ended, and by then the tickets were sold.'
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="figures font-display text-lg font-bold">{children}</dd>
  </div>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="font-semibold">{title}</h2>
    <p className="mt-0.5 text-muted">{children}</p>
  </div>
)

function WayOn({ cart, isHeld, onPay }: Pick<RefundedProps, 'cart' | 'isHeld' | 'onPay'>) {
  if (!cart) return null
  if (isHeld) {
    return (
      <Button variant="primary" size="lg" onClick={onPay}>
        Pay for your new hold
      </Button>
    )
  }
  return <OtherTime cart={cart} />
}

function OtherTime({ cart }: { cart: CartView }) {
  const { linkTo } = cartFlowOf(cart)
  return (
    <Link {...linkTo('time', { cartId: undefined })} className={buttonStyle('primary', 'lg')}>
      Choose another time
    </Link>
  )
}
