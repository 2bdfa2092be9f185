import { ApiError, type OrderView } from '@foyer/contract'
import { knownZone } from '@foyer/domain'
import { Button, buttonStyle, EmptyState, ErrorCard, Notice, Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { upgradeOptionsQuery } from '../../data/orders/change-quotes.ts'
import { ticketsToUpgrade } from '../../data/orders/order-changes.ts'
import { useOrder } from '../../data/orders/use-order.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import type { UpgradeSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'
import { notifyOfChange } from '../../shared/order/notify-of-mail.ts'
import { OrderState } from '../../shared/order/order-state.tsx'
import { PolicyTermsText } from '../../shared/order/policy-terms.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'
import { ChangeLayout } from './change-layout.tsx'
import { ChangePayment } from './payment/change-payment.tsx'
import type { ChangeState } from './payment/change-states.ts'
import { GoToCheckout } from './payment/go-to-checkout.tsx'
import { type PendingChange, readPendingChange } from './payment/pending-change.ts'
import { useChange } from './payment/use-change.ts'
import { UPGRADED, UpgradeSummary } from './upgrade-summary.tsx'

const FAILURE = { title: 'Error Loading Order', message: 'Unable to load order details' }

interface UpgradeScreenProps extends UpgradeSearch {
  orderId: string
}

/** The tickets of an order, their new type, the price of the upgrade, and its payment. */
export function UpgradeScreen(props: UpgradeScreenProps) {
  // The record of a payment is in the browser: the server's page cannot know it.
  return useHydrated() ? <Checkout {...props} /> : <Skeleton className="h-80 max-w-form" />
}

function Checkout({ orderId, ...search }: UpgradeScreenProps) {
  // Read once, since the record ends with the payment.
  const [pending] = useState(() => readPendingChange(orderId))
  const { email, ...named } = withPending(search, pending)
  const access = useOrder(orderId, { email })
  if (pending && (pending.token || pending.change.type === 'reschedule')) {
    return <GoToCheckout orderId={orderId} pending={pending} replace />
  }
  return (
    <>
      <BackLink {...paths.manageOrder(orderId, { email })}>Back to your order</BackLink>
      <OrderState access={access} failure={FAILURE}>
        {(order) => <Upgrade order={order} credential={access.credential} {...named} />}
      </OrderState>
    </>
  )
}

/**
 * The address, completed by the record of an upgrade that this browser began to pay: a bank's redirect
 * returns without the query.
 */
function withPending(search: UpgradeSearch, pending: PendingChange | null): UpgradeSearch {
  if (pending?.change.type !== 'upgrade') return search
  const { email, change } = pending
  return {
    ...search,
    email,
    upgradeTicketType: change.newTicketTypeId,
    ticketIds: change.ticketIds.join(','),
  }
}

/** The steps at which the price is shown: later it would be quoted for the tickets that were replaced. */
const QUOTED_STEPS: readonly ChangeState['step'][] = ['quoted', 'holding', 'paying', 'authorising']

interface UpgradeProps extends UpgradeSearch {
  order: OrderView
  credential: OrderCredential
}

function Upgrade({ order, credential, ...search }: UpgradeProps) {
  const app = useApp()
  const navigate = useNavigate()
  const { id, eventId, email } = order.order
  // An order that an address opened is shown at the address; else the orders of this browser are.
  const myOrders = credential.email ? paths.manageOrder(id, credential) : paths.allOrders()
  const { state, machine } = useChange(id, order, async () => {
    await navigate({ ...myOrders, replace: true })
    void notifyOfChange(app, { orderId: id, credential }, UPGRADED)
  })
  const ticketIds =
    search.ticketIds?.split(',') ??
    ticketsToUpgrade(order, search.currentTicketType, Number(search.quantity ?? 1)).map(
      (ticket) => ticket.id,
    )
  const isNamed = ticketIds.length > 0 && (search.eventId ?? eventId) === eventId
  const options = useQuery({
    ...upgradeOptionsQuery(app, id, credential, ticketIds),
    enabled: isNamed && QUOTED_STEPS.includes(state.step),
  })
  const option = options.data?.upgradeOptions.find(
    ({ toTicketTypeId, change }) => toTicketTypeId === search.upgradeTicketType && change !== null,
  )
  const change = option?.change
  // A payment that an earlier page began is finished also if this address does not name the tickets.
  const isUnderWay = state.step !== 'quoted'
  if (state.step === 'opening') return <Skeleton className="mt-6 h-80 max-w-form" />
  if (!isUnderWay && !(option && change)) {
    if (!isNamed || options.data || isRefusal(options.error))
      return <NotFound order={order} credential={credential} />
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
    <Link {...paths.manageOrder(id, credential)} className={buttonStyle()}>
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
          {change?.dueMinor ? 'Continue to Payment' : 'Confirm Upgrade'}
        </Button>
      )}
      <ChangePayment state={state} machine={machine} wayOn={toOrder} />
    </ChangeLayout>
  )
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500

function NotFound({ order, credential }: Pick<UpgradeProps, 'order' | 'credential'>) {
  return (
    <EmptyState
      level={1}
      title="Error: Ticket information not found."
      actions={
        <Link
          {...paths.manageOrder(order.order.id, credential)}
          className={buttonStyle('primary', 'lg')}
        >
          Back to your order
        </Link>
      }
    >
      This upgrade is not, or no longer, offered for your tickets. Nothing has changed.
    </EmptyState>
  )
}
