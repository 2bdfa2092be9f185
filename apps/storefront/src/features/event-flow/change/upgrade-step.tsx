import { formatLongDate, formatSelection, parseSelection } from '@foyer/domain'
import { buttonStyle, EmptyState, ErrorCard } from '@foyer/ui'
import { fetchFailed } from '../../../data/error-text.ts'
import { tiersAbove, tiersOf } from '../../../data/tiers.ts'
import { useNavigate } from '../../../routing/hooks.ts'
import { Link } from '../../../routing/link.tsx'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import { TicketSkeleton } from '../tickets/ticket-skeleton.tsx'
import { TierChoice } from './tier-choice.tsx'

/** The tiers above the order's: choosing one chooses it for all its tickets of that type. */
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
  const { search, ticketTypes, daily } = useEventFlow()
  if (ticketTypes.isPending || (search.date && daily.isPending)) return <TicketSkeleton />
  if (!ticketTypes.data) {
    return (
      <ErrorCard
        level={2}
        title={fetchFailed.ticketTypes()}
        message="Nothing about your order has changed. Try again in a moment."
        onRetry={() => void ticketTypes.refetch()}
        retrying={ticketTypes.isFetching}
      />
    )
  }
  const tiers = tiersOf(ticketTypes.data, daily.data)
  const current = tiers.find(({ type }) => type.id === search.currentTicketType)
  const above = tiersAbove(tiers, search.currentTicketType)
  if (!current || !above || !search.orderId) {
    return <NoOptions>Current ticket type not found. Cannot show upgrade options.</NoOptions>
  }
  if (above.length === 0) {
    return <NoOptions>No upgrade options available for your current ticket type.</NoOptions>
  }
  return <TierChoice current={current} tiers={above} {...props} />
}

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
