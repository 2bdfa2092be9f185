import { getRouteApi } from '@tanstack/react-router'
import { NewEventScreen } from '../features/events/new-event-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const newEventRoute = getRouteApi('/signed-in/o/$organizer/events/new')

export function NewEventRoute() {
  const { venue } = newEventRoute.useSearch()
  return <NewEventScreen organizer={useOrganizer().slug} venueId={venue} />
}
