import { formatLongDate, formatSelection, parseSelection, totalQuantity } from '@foyer/domain'
import { Button, Notice } from '@foyer/ui'
import { nextTier, type Tier, tiersOf } from '../../../data/tiers.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { nextLabels } from '../layout/next-labels.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import { TicketSkeleton } from '../tickets/ticket-skeleton.tsx'
import { TierOffer } from './tier-offer.tsx'

/**
 * Offers the next tier above the chosen ones for all tickets at once. Keeping the choice takes one
 * press too.
 */
export function UpsellStep() {
  const { next, goOn, search, session, facts, ticketTypes, daily } = useEventFlow()
  const { locale } = useApp().tenant
  const selection = parseSelection(search.types)
  const count = totalQuantity(selection)
  const isLoaded = ticketTypes.data !== undefined && daily.data !== undefined
  const tier = isLoaded ? nextTier(ticketTypes.data, daily.data, selection) : null
  // If the day has one session, it is chosen by now, as on the tickets step.
  const chosen = facts.skipped.has('time') ? session?.session_id : search.session
  const keep = () => goOn({ ...search, session: chosen })
  const accept = ({ type }: Tier) =>
    goOn({ ...search, types: formatSelection({ [type.id]: count }), session: chosen })
  return (
    <StepLayout
      heading={tier ? `Upgrade to ${tier.type.name}?` : 'Upgrade Your Tickets'}
      lead={search.date && formatLongDate(search.date, locale)}
      draft={search}
      action={
        tier
          ? { label: `Upgrade ${ticketsText(count)}`, onPress: () => accept(tier) }
          : { label: nextLabels[next], onPress: keep }
      }
    >
      {!isLoaded && <TicketSkeleton />}
      {isLoaded && !tier && (
        <Notice title="No higher tier has room for all your tickets" announce="status">
          Your tickets are kept as they are.
        </Notice>
      )}
      {tier && (
        <>
          <TierOffer
            offered={tier}
            chosen={tiersOf(ticketTypes.data ?? [], daily.data).filter(
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
