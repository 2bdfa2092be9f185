import { ApiError, type OrderView, type UpgradeOption } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { buttonStyle, EmptyState, ErrorCard, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { upgradeQuotesQuery } from '../../data/orders/change-quotes.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import type { UpgradeSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { BackLink } from '../../shared/page/back-link.tsx'
import { AskOrganizer } from './ask-organizer.tsx'
import { ChangeLayout } from './change-layout.tsx'
import { ChangePrice, PriceRow } from './change-price.tsx'
import { Comparison } from './comparison.tsx'

const FAILURE = { title: 'Error Loading Order', message: 'Unable to load order details' }

interface UpgradeScreenProps extends UpgradeSearch {
  orderId: string
}

/** The tickets of an order, their new type, and the price of the upgrade. */
export function UpgradeScreen({ orderId, ...search }: UpgradeScreenProps) {
  const access = useOrder(orderId, {})
  return (
    <>
      <BackLink {...paths.manageOrder(orderId)}>Back to your order</BackLink>
      <OrderState access={access} failure={FAILURE}>
        {(order) => <Upgrade order={order} credential={access.credential} {...search} />}
      </OrderState>
    </>
  )
}

interface UpgradeProps extends UpgradeSearch {
  order: OrderView
  credential: OrderCredential
}

function Upgrade(props: UpgradeProps) {
  const { order, credential, currentTicketType, upgradeTicketType, quantity } = props
  const tickets = { ticketTypeId: currentTicketType ?? '', quantity: Number(quantity ?? 1) }
  const quotes = useQuery({
    ...upgradeQuotesQuery(useApp(), order.order.id, tickets, credential),
    enabled: currentTicketType !== undefined,
  })
  if (!currentTicketType || isRefusal(quotes.error)) return <NotFound order={order} />
  if (quotes.isPending) return <Skeleton className="mt-6 h-80 max-w-form" />
  if (!quotes.data) {
    return (
      <ErrorCard
        level={1}
        title="The price could not be loaded"
        message="Nothing about your order has changed. Try again in a moment."
        onRetry={() => void quotes.refetch()}
        retrying={quotes.isFetching}
      />
    )
  }
  const { options, current, quantity: count } = quotes.data
  const option = options.find(({ ticketTypeId }) => ticketTypeId === upgradeTicketType)
  if (!option) return <NotFound order={order} />
  return <Offer order={order} currentName={current.name} option={option} count={count} />
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500

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
  currentName: string
  option: UpgradeOption
  count: number
}

function Offer({ order, currentName, option, count }: OfferProps) {
  const { locale } = useApp().tenant
  const { orderNumber, currency } = order.order
  const { change, eachMinor, name } = option
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  const tickets = ticketsText(count)
  return (
    <ChangeLayout order={order} heading="Upgrade your tickets">
      <Comparison
        before={{ title: 'Current ticket', children: <Tickets name={currentName} count={count} /> }}
        after={{ title: 'New ticket', children: <Tickets name={name} count={count} /> }}
      />
      <div className="my-6">
        <ChangePrice change={change} beforeLabel="Your order now" afterLabel="With the new tickets">
          <PriceRow label={`Price difference, ${tickets}`}>
            {eachMinor === null
              ? amount(change.differenceMinor)
              : `${count} × ${amount(eachMinor)}`}
          </PriceRow>
        </ChangePrice>
        {change.isWaived && (
          <p className="mt-3 text-sm text-muted">This difference is too small to be charged.</p>
        )}
      </div>
      <AskOrganizer
        title="The organizer makes this upgrade for you"
        subject={`Order ${orderNumber}: upgrade ${tickets} to ${name}`}
      >
        Nothing is charged here. Your tickets stay as they are until the organizer has answered:
      </AskOrganizer>
    </ChangeLayout>
  )
}

function Tickets({ name, count }: { name: string; count: number }) {
  return (
    <>
      <p className="font-display text-lg leading-tight font-bold">{name}</p>
      <p className="mt-1 text-sm">{ticketsText(count)}</p>
    </>
  )
}
