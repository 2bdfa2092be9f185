import { formatCountdown, formatTime, isUrgent } from '@foyer/domain'
import { VisuallyHidden } from '@foyer/ui'
import { Clock, Ticket, TriangleAlert } from '@foyer/ui/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { readHoldRecord } from '../../../data/stored/cart-hold-record.ts'
import { useLocation } from '../../../routing/hooks.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useSecondsLeft } from '../hold/countdown.ts'
import { findUnfinished, type Unfinished } from './find-unfinished.ts'

const LOOK_EVERY_MILLISECONDS = 15_000

/**
 * The way back to a cart that is held or to a payment that is not resolved, in the header of every
 * page but the checkout. Shown only while the server confirms it.
 */
export function UnfinishedPurchase() {
  const { path } = useLocation()
  const found = useUnfinished(path)
  const [announced, setAnnounced] = useState('')
  return (
    <>
      {found?.kind === 'held' && <HeldCart key={found.cartId} {...found} announce={setAnnounced} />}
      {found?.kind === 'payment' && <Payment {...found} announce={setAnnounced} />}
      <VisuallyHidden role="status">{found ? announced : ''}</VisuallyHidden>
    </>
  )
}

/** Null on the checkout, which shows the same cart itself. */
function useUnfinished(path: string): Unfinished | null {
  const { call } = useApp()
  const [found, setFound] = useState<Unfinished | null>(null)
  const isAtCheckout = path.startsWith('/checkout-api/')
  const isPayment = found?.kind === 'payment'
  useEffect(() => {
    if (isAtCheckout) return setFound(null)
    let isCurrent = true
    const look = async () => {
      if (document.hidden) return
      const next = await findUnfinished({ call, path })
      if (isCurrent) setFound(next)
    }
    void look()
    // Only a payment changes by itself; a hold ends by its clock.
    const timer = isPayment ? setInterval(look, LOOK_EVERY_MILLISECONDS) : undefined
    window.addEventListener('storage', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      isCurrent = false
      clearInterval(timer)
      window.removeEventListener('storage', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [call, path, isAtCheckout, isPayment])
  return found
}

interface Announcing {
  /** Says a text once to a screen reader; the seconds are not announced. */
  announce: (text: string) => void
}

type HeldCartProps = Extract<Unfinished, { kind: 'held' }> & Announcing

function HeldCart({ cartId, expiresAt, clockOffset, announce }: HeldCartProps) {
  const { locale } = useApp().tenant
  const seconds = useSecondsLeft(expiresAt, clockOffset)
  const isOver = seconds === 0
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const promise = `Tickets held until ${formatTime(expiresAt, timeZone, locale)}`
  useEffect(
    () => announce(isOver ? 'Your tickets are no longer held.' : `${promise}.`),
    [announce, isOver, promise],
  )
  // Its record is removed as soon as this page releases the cart.
  if (isOver || readHoldRecord(cartId).kind !== 'found') return null
  const Icon = isUrgent(seconds) ? TriangleAlert : Ticket
  return (
    <WayBack
      cartId={cartId}
      icon={<Icon aria-hidden="true" className="size-4 shrink-0" />}
      action="Continue to checkout"
    >
      <VisuallyHidden>{promise}</VisuallyHidden>
      <span aria-hidden="true" className="figures">
        <span className="max-sm:hidden">Tickets held for </span>
        {formatCountdown(seconds)}
      </span>
    </WayBack>
  )
}

const PAYMENT_TEXTS = {
  processing: ['Pending', 'Your payment is being confirmed', 'See status'],
  ticketed: ['Paid', 'Your tickets are ready', 'See tickets'],
  refund_pending: ['Refund', 'Your payment is being refunded', 'See status'],
  refund_failed: ['Refund', 'Your refund did not arrive', 'See status'],
} as const

type PaymentProps = Extract<Unfinished, { kind: 'payment' }> & Announcing

function Payment({ cartId, state, announce }: PaymentProps) {
  const [short, text, action] = PAYMENT_TEXTS[state]
  useEffect(() => announce(`${text}.`), [announce, text])
  const Icon = state === 'ticketed' ? Ticket : Clock
  return (
    <WayBack
      cartId={cartId}
      icon={<Icon aria-hidden="true" className="size-4 shrink-0" />}
      action={action}
    >
      <span aria-hidden="true" className="sm:hidden">
        {short}
      </span>
      <span className="max-sm:sr-only">{text}</span>
    </WayBack>
  )
}

interface WayBackProps {
  cartId: string
  icon: ReactNode
  action: string
  children: ReactNode
}

/** A link to the checkout; a narrow window shows what it is about, and a wide one also its action. */
const WayBack = ({ cartId, icon, action, children }: WayBackProps) => (
  <Link
    {...paths.checkout(cartId)}
    className="inline-flex min-h-target shrink-0 items-center gap-1.5 rounded-full border border-edge px-2.5 max-[22rem]:[&>svg]:hidden sm:gap-2 sm:px-3.5 text-sm font-semibold whitespace-nowrap transition-colors hover:bg-hover"
  >
    {icon}
    {children}
    <span className="max-lg:sr-only">
      <span className="underline underline-offset-4">{action}</span>
    </span>
  </Link>
)
