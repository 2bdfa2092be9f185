import { ApiError, type OrderView } from '@foyer/contract'
import { knownZone } from '@foyer/domain'
import { Button, buttonStyle, EmptyState, ErrorCard, Notice, notify, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { upgradeOptionsQuery } from '../../data/orders/change-quotes.ts'
import { ticketsToUpgrade } from '../../data/orders/order-changes.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import type { UpgradeSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { OrderState } from '../../shared/order/order-state.tsx'
import { PolicyTermsText } from '../../shared/order/policy-terms.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'
import { ChangeLayout } from './change-layout.tsx'
import { ChangePayment } from './payment/change-payment.tsx'
import { useChange } from './payment/use-change.ts'
import { UPGRADED, UpgradeSummary, upgradeLabel } from './upgrade-summary.tsx'

const FAILURE = { title: 'Error Loading Order', message: 'Unable to load order details' }

interface UpgradeScreenProps extends UpgradeSearch {
  orderId: string
}

/** The tickets of an order, their new type, the price of the upgrade, and its payment. */
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

function Upgrade({ order, credential, ...search }: UpgradeProps) {
  const app = useApp()
  const navigate = useNavigate()
  const { id, eventId, email } = order.order
  const { state, machine } = useChange(id, order, async () => {
    await navigate({ ...paths.allOrders(), replace: true })
    void notify(UPGRADED)
  })
  const tickets = ticketsToUpgrade(order, search.currentTicketType, Number(search.quantity ?? 1))
  const ticketIds = tickets.map((ticket) => ticket.id)
  const isNamed = ticketIds.length > 0 && (search.eventId ?? eventId) === eventId
  const options = useQuery({
    ...upgradeOptionsQuery(app, id, credential, ticketIds),
    enabled: isNamed && state.step === 'quoted',
  })
  const option = options.data?.upgradeOptions.find(
    ({ toTicketTypeId, change }) => toTicketTypeId === search.upgradeTicketType && change !== null,
  )
  const change = option?.change
  const label = change ? upgradeLabel(change, app.tenant.locale) : 'Pay & Upgrade'
  // A payment that an earlier page began is finished also if this address does not name the tickets.
  const isUnderWay = state.step !== 'quoted'
  if (state.step === 'opening') return <Skeleton className="mt-6 h-80 max-w-form" />
  if (!isUnderWay && !(option && change)) {
    if (!isNamed || options.data || isRefusal(options.error)) return <NotFound order={order} />
    if (!options.error) return <Skeleton className="mt-6 h-80 max-w-form" />
    return (
      <ErrorCard
        level={1}
        title="The price could not be loaded"
        message="Nothing about your order has changed. Try again in a moment."
        onRetry={() => void options.refetch()}
        retrying={options.isFetching}
      />
    )
  }
  const toOrder = (
    <Link {...paths.manageOrder(id)} className={buttonStyle()}>
      Back to your order
    </Link>
  )
  const start = () => {
    if (!option || !change) return
    machine.start({
      email,
      change: {
        type: 'upgrade',
        newTicketTypeId: option.toTicketTypeId,
        ticketIds: option.ticketIds,
      },
      dueMinor: change.dueMinor,
      currency: change.after.currency,
    })
  }
  return (
    <ChangeLayout order={order} heading="Upgrade your tickets">
      {options.data && (
        <PolicyTermsText
          terms={options.data.policy}
          currency={options.data.currency}
          zone={knownZone(order.event.timeZone)}
          locale={app.tenant.locale}
          kind="upgrade"
        />
      )}
      {option && change && (
        <div className="mt-6">
          <UpgradeSummary option={option} change={change} />
        </div>
      )}
      {state.step === 'quoted' && state.problem && (
        <Notice tone="danger" title={state.problem.title} className="mb-6">
          {state.problem.message}
        </Notice>
      )}
      {state.step === 'quoted' && option && (
        <Button
          variant="primary"
          size="lg"
          className="w-full sm:w-auto sm:min-w-72"
          busy={options.isFetching}
          disabledReason={option.canUpgrade ? undefined : 'Too few tickets of this type are left'}
          onClick={start}
        >
          {change?.dueMinor ? 'Continue to Payment' : label}
        </Button>
      )}
      <ChangePayment state={state} machine={machine} payLabel={label} wayOn={toOrder} />
    </ChangeLayout>
  )
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
