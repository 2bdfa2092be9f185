import { ApiError } from '@foyer/contract'
import { formatLongDate, formatSelection, parseSelection } from '@foyer/domain'
import { buttonStyle, EmptyState, ErrorCard } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { upgradeOptionsQuery } from '../../../data/orders/change-quotes.ts'
import { ticketsToUpgrade } from '../../../data/orders/order-changes.ts'
import { useOrder } from '../../../data/orders/use-order.ts'
import { useNavigate } from '../../../routing/hooks.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import { TicketSkeleton } from '../tickets/ticket-skeleton.tsx'
import { UpgradeChoice } from './upgrade-choice.tsx'

/** The types above the order's: choosing one chooses it for the tickets that the link counts. */
export function UpgradeStep() {
  const { search, linkTo, goOn } = useEventFlow()
  const { locale } = useApp().tenant
  const navigate = useNavigate()
  const quantity = Number(search.quantity ?? 1)
  const [chosen] = Object.keys(parseSelection(search.types))
  const choose = (typeId: string) => {
    const types = formatSelection({ [typeId]: quantity })
    void navigate({ ...linkTo('tickets', { ...search, types }), replace: true, resetScroll: false })
  }
  return (
    <StepLayout
      heading="Upgrade Your Tickets"
      lead={[search.date && formatLongDate(search.date, locale), ticketsText(quantity)]
        .filter(Boolean)
        .join(', ')}
      draft={search}
      action={{
        label: 'Continue to Upgrade',
        onPress: () => goOn(search),
        disabledReason: chosen ? undefined : 'Choose a ticket first',
      }}
    >
      <Options quantity={quantity} chosen={chosen} onChoose={choose} />
    </StepLayout>
  )
}

interface OptionsProps {
  quantity: number
  chosen: string | undefined
  onChoose: (typeId: string) => void
}

function Options(props: OptionsProps) {
  const { orderId, currentTicketType } = useEventFlow().search
  if (!orderId || !currentTicketType) return <UnknownTicket />
  return <Quoted orderId={orderId} ticketTypeId={currentTicketType} {...props} />
}

interface QuotedProps extends OptionsProps {
  orderId: string
  ticketTypeId: string
}

/** All prices come in one request; the server knows which types are dearer. */
function Quoted({ orderId, ticketTypeId, quantity, chosen, onChoose }: QuotedProps) {
  const access = useOrder(orderId, {})
  const { shown, credential } = access
  const tickets =
    shown.kind === 'found' ? ticketsToUpgrade(shown.order, ticketTypeId, quantity) : []
  const ticketIds = tickets.map(({ id }) => id)
  const hasTickets = ticketIds.length > 0
  const options = useQuery({
    ...upgradeOptionsQuery(useApp(), orderId, credential, ticketIds),
    enabled: hasTickets,
  })
  if (shown.kind === 'missing' || shown.kind === 'ended') return <UnknownTicket />
  const { data, error } = options
  if (data) {
    const offered = data.upgradeOptions.filter(({ change }) => change !== null)
    if (offered.length === 0) {
      return <NoOptions>{NO_OPTIONS}</NoOptions>
    }
    return <UpgradeChoice options={offered} chosen={chosen} onChoose={onChoose} />
  }
  if (error instanceof ApiError && error.status < 500) {
    return <NoOptions>{error.text ?? NO_OPTIONS}</NoOptions>
  }
  if (error || shown.kind === 'failed') {
    return (
      <ErrorCard
        level={2}
        title="The price could not be loaded"
        message="Nothing about your order has changed. Try again in a moment."
        onRetry={hasTickets ? () => void options.refetch() : access.retry}
        retrying={options.isFetching || access.isRetrying}
      />
    )
  }
  // An order from this browser's storage may be without its tickets until the server has answered.
  if (shown.kind === 'found' && shown.order.tickets.length > 0 && !hasTickets) {
    return <UnknownTicket />
  }
  return <TicketSkeleton />
}

const NO_OPTIONS = 'No upgrade options available for your current ticket type.'

const UnknownTicket = () => (
  <NoOptions>Current ticket type not found. Cannot show upgrade options.</NoOptions>
)

function NoOptions({ children }: { children: string }) {
  const { orderId } = useEventFlow().search
  const link = orderId ? paths.manageOrder(orderId) : paths.manageOrders()
  return (
    <EmptyState
      level={2}
      title="No Upgrades Available"
      actions={
        <Link {...link} className={buttonStyle()}>
          Back to your order
        </Link>
      }
    >
      {children}
    </EmptyState>
  )
}
