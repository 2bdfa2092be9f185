import { getRouteApi } from '@tanstack/react-router'
import { NewVenueScreen, VenueScreen } from '../features/venues/venue-screens.tsx'
import { useOrganizer } from './use-signed-in.ts'

const newVenueRoute = getRouteApi('/signed-in/o/$organizer/venues/new')
const venueRoute = getRouteApi('/signed-in/o/$organizer/venues/$venueId')

export function NewVenueRoute() {
  const { next } = newVenueRoute.useSearch()
  return <NewVenueScreen organizer={useOrganizer()} isForEvent={next === 'event'} />
}

export function VenueRoute() {
  const { venueId } = venueRoute.useParams()
  return <VenueScreen organizer={useOrganizer()} venueId={venueId} />
}
