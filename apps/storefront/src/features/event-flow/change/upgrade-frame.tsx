import type { EventView } from '@foyer/contract'
import { parseSelection } from '@foyer/domain'
import { useNavigate, useSearch } from '../../../routing/hooks.ts'
import { paths } from '../../../routing/paths.ts'
import { type FlowSearch, readFlowSearch } from '../../../routing/search.ts'
import { EventFlowProvider } from '../engine/event-flow-context.tsx'
import { UpgradeStep } from './upgrade-step.tsx'

/** The event flow that upgrades an order: one step, then the confirmation. */
export function UpgradeFrame({ event }: { event: EventView }) {
  const { orderId } = useSearch(readFlowSearch)
  const navigate = useNavigate()
  const confirm = ({ types, currentTicketType, quantity }: FlowSearch) => {
    const [upgradeTicketType] = Object.keys(parseSelection(types))
    if (!orderId || !upgradeTicketType) return
    void navigate(
      paths.upgradeCheckout(orderId, {
        eventId: event.id,
        upgradeTicketType,
        currentTicketType,
        quantity,
      }),
    )
  }
  return (
    <EventFlowProvider event={event} onEnd={confirm}>
      <UpgradeStep />
    </EventFlowProvider>
  )
}
