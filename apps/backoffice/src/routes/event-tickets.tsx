import { may } from '@foyer/domain'
import { TicketsScreen } from '../features/event-tickets/tickets-screen.tsx'
import { useEvent } from './use-event.ts'
import { useOrganizer } from './use-signed-in.ts'

export function EventTicketsRoute() {
  const organizer = useOrganizer()
  const { id } = useEvent()
  return (
    <TicketsScreen
      key={id}
      organizer={organizer}
      eventId={id}
      mayChange={may(organizer.role, 'catalog.change')}
    />
  )
}
