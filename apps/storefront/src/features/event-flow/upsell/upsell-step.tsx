import { formatLongDate, parseSelection, totalQuantity } from '@foyer/domain'
import { Button, Notice } from '@foyer/ui'
import {
  nextUpgradeOption,
  type PricedType,
  pricedTypesOf,
  upgradedTypes,
} from '../../../data/priced-types.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { nextLabels } from '../layout/next-labels.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import { TicketSkeleton } from '../tickets/ticket-skeleton.tsx'
import { UpgradeOffer } from './upgrade-offer.tsx'

/**
 * Offers the next ticket type above the chosen ones for all tickets at once. Keeping the choice
 * takes one press too.
 */
export function UpsellStep() {
  const { next, goOn, search, session, facts, ticketTypes, daily } = useEventFlow()
  const { locale } = useApp().tenant
  const selection = parseSelection(search.types)
  const count = totalQuantity(selection)
  const isLoaded = ticketTypes.data !== undefined && daily.data !== undefined
  const offered = isLoaded ? nextUpgradeOption(ticketTypes.data, daily.data, selection) : null
  // If the day has one session, it is chosen by now, as on the tickets step.
  const chosen = facts.skipped.has('time') ? session?.session_id : search.session
  const keep = () => goOn({ ...search, session: chosen })
  const accept = ({ type }: PricedType) =>
    goOn({ ...search, types: upgradedTypes(selection, type.id), session: chosen })
  return (
    <StepLayout
      heading={offered ? `Upgrade to ${offered.type.name}?` : 'Upgrade Your Tickets'}
      lead={search.date && formatLongDate(search.date, locale)}
      draft={search}
      action={
        offered
          ? { label: `Upgrade ${ticketsText(count)}`, onPress: () => accept(offered) }
          : { label: nextLabels[next], onPress: keep }
      }
    >
      {!isLoaded && <TicketSkeleton />}
      {isLoaded && !offered && (
        <Notice title="No higher tier has room for all your tickets" announce="status">
          Your tickets are kept as they are.
        </Notice>
      )}
      {offered && (
        <>
          <UpgradeOffer
            offered={offered}
            chosen={pricedTypesOf(ticketTypes.data ?? [], daily.data).filter(
              ({ type }) => selection[type.id],
            )}
            selection={selection}
          />
          <Button size="lg" className="mt-6" onClick={keep}>
            No Thanks
          </Button>
        </>
      )}
    </StepLayout>
  )
}
