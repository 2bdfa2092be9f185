import type { OrderView } from '@foyer/contract'
import { formatAmount, formatSelection } from '@foyer/domain'
import { buttonStyle, EmptyState, ErrorCard, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { fetchFailed } from '../../data/error-text.ts'
import { selectionOfOrder } from '../../data/orders/order-changes.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import { dailyPricesQuery, ticketTypesQuery } from '../../data/queries.ts'
import { type Tier, tiersAbove, tiersOf } from '../../data/tiers.ts'
import { useQuote } from '../../data/use-quote.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import type { UpgradeSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { BackLink } from '../../shared/page/back-link.tsx'
import { AskOrganizer } from './ask-organizer.tsx'
import { ChangeLayout } from './change-layout.tsx'
import { Comparison } from './comparison.tsx'

const FAILURE = { title: 'Error Loading Order', message: 'Unable to load order details' }

interface UpgradeScreenProps extends UpgradeSearch {
  orderId: string
}

/** The tickets of an order, the better ones, and what lies between them. */
export function UpgradeScreen({ orderId, ...wish }: UpgradeScreenProps) {
  const access = useOrder(orderId, {})
  return (
    <>
      <BackLink {...paths.manageOrder(orderId)}>Back to your order</BackLink>
      <OrderState access={access} failure={FAILURE}>
        {(order) => <Upgrade order={order} {...wish} />}
      </OrderState>
    </>
  )
}

interface UpgradeProps extends UpgradeSearch {
  order: OrderView
}

function Upgrade({ order, currentTicketType, upgradeTicketType, quantity }: UpgradeProps) {
  const app = useApp()
  const types = useQuery(ticketTypesQuery(app, order.event.id))
  const daily = useQuery(dailyPricesQuery(app, order.event.id, order.order.selectedDate))
  if (types.isPending || daily.isPending) return <Skeleton className="mt-6 h-80 max-w-form" />
  if (!types.data) {
    return (
      <ErrorCard
        level={1}
        title={fetchFailed.ticketTypes()}
        message="Nothing about your order has changed. Try again in a moment."
        onRetry={() => void types.refetch()}
        retrying={types.isFetching}
      />
    )
  }
  const tiers = tiersOf(types.data, daily.data)
  const held = currentTicketType ? selectionOfOrder(order)[currentTicketType] : undefined
  const current = tiers.find(({ type }) => type.id === currentTicketType)
  const next = tiersAbove(tiers, currentTicketType)?.find(
    ({ type }) => type.id === upgradeTicketType,
  )
  if (!held || !current || !next) return <NotFound order={order} />
  const count = Math.min(held, Number(quantity ?? held))
  return <Offer order={order} current={current} next={next} count={count} />
}

function NotFound({ order }: { order: OrderView }) {
  return (
    <EmptyState
      level={1}
      title="Error: Ticket information not found."
      actions={
        <Link {...paths.manageOrder(order.order.id)} className={buttonStyle('primary', 'lg')}>
          Back to your order
        </Link>
      }
    >
      This upgrade is not, or no longer, offered for your tickets. Nothing has changed.
    </EmptyState>
  )
}

interface OfferProps {
  order: OrderView
  current: Tier
  next: Tier
  count: number
}

function Offer({ order, current, next, count }: OfferProps) {
  const { locale } = useApp().tenant
  const { currency, orderNumber } = order.order
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  const eachMinor = next.allInMinor - current.allInMinor
  const total = useDifference(order, current, next, count)
  return (
    <ChangeLayout order={order} heading="Upgrade your tickets">
      <Comparison
        before={{ title: 'Current ticket', children: <Ticket tier={current} price={amount} /> }}
        after={{ title: 'New ticket', children: <Ticket tier={next} price={amount} /> }}
      />
      <dl className="my-6 flex flex-col gap-2">
        <div className="flex items-baseline justify-between gap-6 text-muted">
          <dt>{`Price difference, ${ticketsText(count)}`}</dt>
          <dd className="figures">{`${count} × ${amount(eachMinor)}`}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-6 font-semibold">
          <dt>Total</dt>
          <dd className="figures font-display text-lg font-bold">
            {total === null ? <Skeleton className="h-7 w-20" /> : amount(total)}
          </dd>
        </div>
      </dl>
      <AskOrganizer
        title="The organizer makes this upgrade for you"
        subject={`Order ${orderNumber}: upgrade ${ticketsText(count)} to ${next.type.name}`}
      >
        Nothing is charged here. Your tickets stay as they are until the organizer has answered:
      </AskOrganizer>
    </ChangeLayout>
  )
}

/**
 * What the better tickets cost more together, minor units: the server's sums, as in the upsell. So
 * many times the difference of one would be a cent off where fees are a share. Null while unknown.
 */
function useDifference(
  { event, order }: OrderView,
  current: Tier,
  next: Tier,
  count: number,
): number | null {
  const quoteOf = ({ type }: Tier) => ({
    date: order.selectedDate,
    types: formatSelection({ [type.id]: count }),
  })
  const kept = useQuote(event.id, quoteOf(current))
  const upgraded = useQuote(event.id, quoteOf(next))
  if (kept.error || upgraded.error) return (next.allInMinor - current.allInMinor) * count
  return kept.priced && upgraded.priced
    ? upgraded.priced.quote.totalMinor - kept.priced.quote.totalMinor
    : null
}

function Ticket({ tier, price }: { tier: Tier; price: (minor: number) => string }) {
  return (
    <>
      <p className="font-display text-lg leading-tight font-bold">{tier.type.name}</p>
      <p className="figures mt-1 text-sm">
        {tier.isFrom && 'from '}
        {price(tier.allInMinor)} incl. fees
      </p>
    </>
  )
}
