import { ApiError, type ChangeParams, type OfferedChange } from '@foyer/contract'
import { formatAmount, formatLongDate, formatTime, knownZone } from '@foyer/domain'
import { Button, buttonStyle, EmptyState, ErrorCard, Notice, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { offeredChangeQuery } from '../../data/orders/change-quotes.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'
import { LaterWhatIsOn } from '../../shared/event/later-events.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { PriceRow } from './change-price.tsx'
import { Comparison } from './comparison.tsx'
import { ChangePayment } from './payment/change-payment.tsx'
import { isLinkRefused } from './payment/change-problems.ts'
import { readPendingChange } from './payment/pending-change.ts'
import { useChange } from './payment/use-change.ts'

interface PayChangeScreenProps {
  orderId: string
  /** Of the mailed link; undefined once it has left the address and this browser has no record of it. */
  linkToken: string | undefined
}

/**
 * The payment of one change that the team has offered. Whoever has the link sees this change and nothing
 * else of the order.
 */
export function PayChangeScreen(props: PayChangeScreenProps) {
  // The record of a payment is in the browser: the server's page cannot know it.
  return useHydrated() ? <PayChange {...props} /> : <Skeleton className="h-80 max-w-form" />
}

function PayChange({ orderId, linkToken }: PayChangeScreenProps) {
  const app = useApp()
  // Read once, since the record ends with the payment. A bank's redirect returns without the token.
  const [token] = useState(() => linkToken ?? readPendingChange(orderId)?.token ?? '')
  const change = useChange(orderId, null, () => {})
  const { state, machine } = change
  const isQuoted = state.step === 'opening' || state.step === 'quoted'
  const { data, error, isFetching, refetch } = useQuery({
    ...offeredChangeQuery(app, orderId, token),
    enabled: isQuoted && token !== '',
  })
  if (state.step === 'done') return <Done />
  if (isQuoted && (token === '' || isLinkRefused(error))) return <Ended error={error} />
  if (isQuoted && error && !data) {
    return (
      <ErrorCard
        level={1}
        title="The price could not be loaded"
        message="Nothing about your order has changed. Try again in a moment."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  const start = (offer: OfferedChange) =>
    machine.start({
      email: '',
      token,
      change: changeOf(offer),
      dueMinor: offer.dueMinor,
      currency: offer.currency,
    })
  return (
    <div className="lg:max-w-form">
      <h1 className="font-display text-title font-bold">
        {data?.kind === 'upgrade' ? 'Pay for your upgrade' : 'Pay for your new time'}
      </h1>
      {data ? <Offer offer={data} /> : isQuoted && <Skeleton className="mt-6 h-64 w-full" />}
      {state.step === 'quoted' && state.problem && (
        <Notice tone="warning" title={state.problem.title} announce="alert" className="mb-6">
          {state.problem.message}
        </Notice>
      )}
      {state.step === 'quoted' && data && !data.hasRoom && (
        <Notice tone="warning" title="Too few tickets are left" announce="status">
          Nothing was charged, and your tickets are as they were. Please ask the organizer.
        </Notice>
      )}
      {state.step === 'quoted' && data?.hasRoom && (
        <Button
          variant="primary"
          size="lg"
          className="w-full sm:w-auto sm:min-w-72"
          busy={isFetching}
          onClick={() => start(data)}
        >
          Continue to Payment
        </Button>
      )}
      <ChangePayment {...change} wayOn={<FindOrder />} />
    </div>
  )
}

const changeOf = ({ kind, toId, tickets }: OfferedChange): ChangeParams => {
  const ticketIds = tickets.map(({ id }) => id)
  return kind === 'reschedule'
    ? { type: kind, newSessionId: toId, ticketIds }
    : { type: kind, newTicketTypeId: toId, ticketIds }
}

/** What changes, and what it costs. */
function Offer({ offer }: { offer: OfferedChange }) {
  const { locale } = useApp().tenant
  const { kind, tickets, currency, dueMinor, changeFeeMinor, eventName, orderNumber } = offer
  const [first] = tickets
  const zone = knownZone(offer.timeZone)
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  const sideOf = (side: 'before' | 'after') =>
    first && <Side {...first[side]} zone={zone} locale={locale} kind={kind} />
  return (
    <>
      <p className="mt-2 mb-6 text-muted">
        {`${eventName}, order ${orderNumber}, ${ticketsText(tickets.length)}`}
      </p>
      <Comparison
        before={{ title: 'Current booking', children: sideOf('before') }}
        after={{ title: 'New booking', children: sideOf('after') }}
      />
      <div className="my-6">
        <dl className="flex flex-col gap-2">
          {changeFeeMinor > 0 && (
            <PriceRow label="Change fee, included">{amount(changeFeeMinor)}</PriceRow>
          )}
          <PriceRow label="To pay now" isTotal>
            {amount(dueMinor)}
          </PriceRow>
        </dl>
        <p className="mt-3 text-sm text-muted">
          The change is made once it is paid. The tickets get new codes then, and the old ones stop
          working; the new ones are mailed.
        </p>
      </div>
    </>
  )
}

interface SideProps {
  typeName: string
  startTime: string
  zone: string
  locale: string
  kind: OfferedChange['kind']
}

function Side({ typeName, startTime, zone, locale, kind }: SideProps) {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(startTime))
  const when = `${formatTime(startTime, zone, locale)}, ${formatLongDate(date, locale)}`
  const [title, below] = kind === 'upgrade' ? [typeName, when] : [when, typeName]
  return (
    <>
      <p className="font-display text-lg leading-tight font-bold">{title}</p>
      <p className="mt-1 text-sm">{below}</p>
    </>
  )
}

function Done() {
  return (
    <WayOn title="Your change is made">
      <p>The payment arrived. The new tickets are on their way by mail; the old ones have ended.</p>
    </WayOn>
  )
}

/** The link opens no payment any more; the server says why. */
function Ended({ error }: { error: unknown }) {
  const isEnded = error instanceof ApiError && error.code === 'change_link_ended'
  const isDone = isEnded && error.details.reason === 'done'
  return (
    <WayOn
      title={
        isDone
          ? 'This change is made'
          : isEnded
            ? 'This link has ended'
            : 'This link cannot be opened'
      }
      isOrganizerAsked={!isDone}
    >
      <p>
        {isEnded
          ? error.text
          : 'This link to pay for a change was cut off, or it is not one of ours. Please open it from the mail again, or ask the organizer. Nothing was charged.'}
      </p>
    </WayOn>
  )
}

interface WayOnProps {
  title: string
  /** The text sends the buyer to the organizer. */
  isOrganizerAsked?: boolean
  children: ReactNode
}

/** Nothing is left to pay: the way to the order, to the organizer, and to what is on. */
function WayOn({ title, isOrganizerAsked = false, children }: WayOnProps) {
  const { supportEmail } = useApp().tenant
  return (
    <>
      <EmptyState
        level={1}
        title={title}
        actions={
          <>
            <FindOrder />
            {isOrganizerAsked && (
              <a href={`mailto:${supportEmail}`} className={buttonStyle('quiet', 'lg')}>
                Contact support
              </a>
            )}
          </>
        }
      >
        {children}
      </EmptyState>
      <LaterWhatIsOn />
    </>
  )
}

/** The link opens no order: the buyer finds it by what they know of it. */
const FindOrder = () => (
  <Link {...paths.manageOrders()} className={buttonStyle('primary', 'lg')}>
    Find your order
  </Link>
)
