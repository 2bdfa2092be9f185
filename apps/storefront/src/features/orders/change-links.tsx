import type { OrderView } from '@foyer/contract'
import { buttonStyle } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApp } from '../../app-context.tsx'
import { Link } from '../../navigation/link.tsx'
import { paths } from '../../paths.ts'
import { ticketTypesQuery } from '../../queries.ts'
import {
  isChangeable,
  rescheduleSearchOf,
  selectionOfOrder,
  upgradeSearchOf,
} from '../../shared/order-changes.ts'
import { isByLinkAlone } from '../../shared/order-shape.ts'
import { tiersAbove, tiersOf } from '../event-flow/engine/tiers.ts'
import { UnlockChanges } from './unlock-changes.tsx'

/** Another time, or better tickets: as long as the event has not begun and there is something better. */
export function ChangeLinks({ order }: { order: OrderView }) {
  const { locale } = useApp().tenant
  const [now] = useState(Date.now)
  if (!isChangeable(order, now)) return null
  if (isByLinkAlone(order)) return <UnlockChanges orderId={order.order.id} />
  return (
    <div className="mt-3 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
      <Link
        {...paths.legacyEvent(order.event.id, rescheduleSearchOf(order, locale))}
        className={buttonStyle('quiet')}
      >
        Reschedule
      </Link>
      <UpgradeLinks order={order} />
    </div>
  )
}

/** One for each type of the order that has a better one above it. */
function UpgradeLinks({ order }: { order: OrderView }) {
  const { data: ticketTypes } = useQuery(ticketTypesQuery(useApp(), order.event.id))
  if (!ticketTypes) return null
  const tiers = tiersOf(ticketTypes, undefined)
  const held = Object.keys(selectionOfOrder(order))
  return held
    .filter((typeId) => tiersAbove(tiers, typeId)?.length)
    .map((typeId) => (
      <Link
        key={typeId}
        {...paths.legacyEventTickets(order.event.id, upgradeSearchOf(order, typeId))}
        className={buttonStyle('quiet')}
      >
        {held.length === 1
          ? 'Upgrade Tickets'
          : `Upgrade ${ticketTypes.find(({ id }) => id === typeId)?.name}`}
      </Link>
    ))
}
