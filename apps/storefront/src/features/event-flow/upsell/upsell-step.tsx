import { formatLongDate, parseSelection } from '@foyer/domain'
import { Notice } from '@foyer/ui'
import { useState } from 'react'
import { nextUpgradeOption, pricedTypesOf, upgradedTypes } from '../../../data/priced-types.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { nextLabels } from '../layout/next-labels.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import { TicketSkeleton } from '../tickets/ticket-skeleton.tsx'
import { UpgradeOffer } from './upgrade-offer.tsx'

/**
 * Offers the next ticket type above the chosen ones for all tickets at once, beside keeping the
 * choice, which is preselected. One button goes on with either, where the step before had it.
 */
export function UpsellStep() {
  const { goOn, search, session, facts, ticketTypes, daily } = useEventFlow()
  const { locale } = useApp().tenant
  const [isUpgraded, setUpgraded] = useState(false)
  const selection = parseSelection(search.types)
  const isLoaded = ticketTypes.data !== undefined && daily.data !== undefined
  const offered = isLoaded ? nextUpgradeOption(ticketTypes.data, daily.data, selection) : null
  // If the day has one session, it is chosen by now, as on the tickets step.
  const chosen = facts.skipped.has('time') ? session?.session_id : search.session
  const types = offered && isUpgraded ? upgradedTypes(selection, offered.type.id) : search.types
  return (
    <StepLayout
      heading={offered ? `Upgrade to ${offered.type.name}?` : 'Upgrade Your Tickets'}
      lead={search.date && formatLongDate(search.date, locale)}
      draft={{ ...search, types }}
      action={{
        label: nextLabels.upsell,
        onPress: () => goOn({ ...search, types, session: chosen }),
      }}
    >
      {!isLoaded && <TicketSkeleton />}
      {isLoaded && !offered && (
        <Notice title="No higher tier has room for all your tickets" announce="status">
          Your tickets are kept as they are.
        </Notice>
      )}
      {offered && (
        <UpgradeOffer
          offered={offered}
          chosen={pricedTypesOf(ticketTypes.data ?? [], daily.data).filter(
            ({ type }) => selection[type.id],
          )}
          selection={selection}
          isUpgraded={isUpgraded}
          onChoose={setUpgraded}
        />
      )}
    </StepLayout>
  )
}
