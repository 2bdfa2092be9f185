import { getRouteApi } from '@tanstack/react-router'
import { NewVenueScreen, VenueScreen } from '../features/venues/venue-screens.tsx'
import { VenuesScreen } from '../features/venues/venues-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const venuesRoute = getRouteApi('/signed-in/o/$organizer/venues')
const newVenueRoute = getRouteApi('/signed-in/o/$organizer/venues/new')
const venueRoute = getRouteApi('/signed-in/o/$organizer/venues/$venueId')

export function VenuesRoute() {
  const navigate = venuesRoute.useNavigate()
  return (
    <VenuesScreen
      organizer={useOrganizer()}
      search={venuesRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

export function NewVenueRoute() {
  const { next } = newVenueRoute.useSearch()
  return <NewVenueScreen organizer={useOrganizer()} isForEvent={next === 'event'} />
}

export function VenueRoute() {
  const { venueId } = venueRoute.useParams()
  return <VenueScreen organizer={useOrganizer()} venueId={venueId} />
}
