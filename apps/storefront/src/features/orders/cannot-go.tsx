import type { OrderView } from '@foyer/contract'
import { cannotGoTexts } from '@foyer/domain'
import { activeTickets, onlySessionOf } from '../../data/orders/order-changes.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { files } from '../../routing/files.ts'
import { useApp } from '../../shared/app-context.tsx'
import { isAdmitting } from './ticket-code.tsx'

interface CannotGoProps {
  order: OrderView
  credential: OrderCredential
}

/** What a buyer who can't go can do, and until when; nothing once no ticket is left. */
export function CannotGo({ order, credential }: CannotGoProps) {
  const app = useApp()
  const { locale, supportEmail } = app.tenant
  const { event, order: head } = order
  if (activeTickets(order).length === 0 && order.tickets.length > 0) return null
  const { reschedule, cancel, transfer } = cannotGoTexts(order.changePolicy, event.isTransferable, {
    currency: head.currency,
    locale,
    session: onlySessionOf(order),
    hasOtherSession: order.hasOtherSession,
    now: new Date(),
  })
  const giveable = event.isTransferable ? order.tickets.filter(isAdmitting) : []
  return (
    <section aria-labelledby="cannot-go">
      <h2 id="cannot-go" className="mb-3 font-display text-lg font-bold">
        If You Can’t Go
      </h2>
      <ul className="grid max-w-prose gap-2 text-sm">
        <li>{reschedule}</li>
        <li>{cancel}</li>
        <li>
          {transfer}
          {giveable.length > 0 && (
            <span className="mt-1 flex flex-wrap gap-x-4">
              {giveable.map(({ id, number, typeName }) => (
                <a key={id} href={files.ticket(app, head.id, id, credential)} className="link py-1">
                  {`Ticket ${number}, ${typeName} (PDF)`}
                </a>
              ))}
            </span>
          )}
        </li>
        <li>
          {'Anything else? Write to '}
          <a href={`mailto:${supportEmail}`} className="link break-words">
            {supportEmail}
          </a>
          .
        </li>
      </ul>
    </section>
  )
}
