import { getRouteApi } from '@tanstack/react-router'
import { EventsScreen } from '../features/events/events-screen.tsx'
import { NewEventScreen } from '../features/events/new-event-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const eventsRoute = getRouteApi('/signed-in/o/$organizer/events')
const newEventRoute = getRouteApi('/signed-in/o/$organizer/events/new')

export function EventsRoute() {
  const navigate = eventsRoute.useNavigate()
  return (
    <EventsScreen
      organizer={useOrganizer()}
      search={eventsRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

export function NewEventRoute() {
  const { venue } = newEventRoute.useSearch()
  return <NewEventScreen organizer={useOrganizer().slug} venueId={venue} />
}
