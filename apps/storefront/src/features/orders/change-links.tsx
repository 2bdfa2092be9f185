import type { OrderView } from '@foyer/contract'
import { buttonStyle } from '@foyer/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeableTickets,
  isByLinkAlone,
  isChangeable,
  rescheduleSearchOf,
  selectionOfOrder,
  upgradeSearchOf,
} from '../../data/orders/order-changes.ts'
import { pricedTypesOf, upgradeOptions } from '../../data/priced-types.ts'
import { orderQuery, ticketTypesQuery } from '../../data/queries.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { EmailForm } from '../../shared/order/email-form.tsx'

/**
 * Links to reschedule or upgrade the order, while its policy allows it and, for an upgrade, a higher
 * type exists.
 */
export function ChangeLinks({ order }: { order: OrderView }) {
  const { locale } = useApp().tenant
  const [now] = useState(Date.now)
  if (!isChangeable(order, now)) return null
  if (isByLinkAlone(order)) return <UnlockChanges orderId={order.order.id} />
  // Side by side: the link to upgrade comes later, and must not move what is below.
  return (
    <div className="mt-3 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
      {changeableTickets(order, 'reschedule', now).length > 0 && (
        <Link
          {...paths.legacyEvent(order.event.id, rescheduleSearchOf(order, locale))}
          className={buttonStyle('quiet')}
        >
          Reschedule
        </Link>
      )}
      {changeableTickets(order, 'upgrade', now).length > 0 && <UpgradeLinks order={order} />}
    </div>
  )
}

/** One link for each type of the order that can be upgraded. */
function UpgradeLinks({ order }: { order: OrderView }) {
  const { data: ticketTypes } = useQuery(ticketTypesQuery(useApp(), order.event.id))
  if (!ticketTypes) return null
  const types = pricedTypesOf(ticketTypes, undefined)
  const held = Object.keys(selectionOfOrder(order))
  return held
    .filter((typeId) => upgradeOptions(types, typeId)?.length)
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

interface UnlockChangesProps {
  orderId: string
  /** The page that is opened; the confirmation by default. */
  path?: typeof paths.order
}

/** Opens a page of the order by the address that it was bought with. */
export function UnlockChanges({ orderId, path = paths.orderConfirmation }: UnlockChangesProps) {
  const app = useApp()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const open = async (email: string) => {
    await queryClient.fetchQuery({ ...orderQuery(app, orderId, { email }), retry: false })
    await navigate({ ...path(orderId, { email }), replace: true })
  }
  return <UnlockForm onSubmit={open} />
}

/**
 * A link may be in the wrong hands, so a link alone changes nothing. The e-mail address of the order
 * opens it fully; a rejection of `onSubmit` is shown at the field.
 */
export function UnlockForm({ onSubmit }: { onSubmit: (email: string) => Promise<void> }) {
  return (
    <section className="mt-6" aria-label="Change this order">
      <p className="mb-3 max-w-prose text-sm text-muted">
        To reschedule, upgrade or cancel, type the e-mail address that this order was bought with. A
        link alone shows only a part of an order.
      </p>
      <EmailForm action="Continue" onSubmit={onSubmit} />
    </section>
  )
}
