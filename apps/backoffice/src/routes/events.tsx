import { getRouteApi } from '@tanstack/react-router'
import { EventsScreen } from '../features/events/events-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const eventsRoute = getRouteApi('/signed-in/o/$organizer/events')

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
