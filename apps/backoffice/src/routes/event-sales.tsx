import { may } from '@foyer/domain'
import { SalesScreen } from '../features/sales/sales-screen.tsx'
import { useEvent } from './use-event.ts'
import { useOrganizer } from './use-signed-in.ts'

export function EventSalesRoute() {
  const { slug, role } = useOrganizer()
  const { id } = useEvent()
  return <SalesScreen organizer={slug} eventId={id} mayChange={may(role, 'catalog.change')} />
}
