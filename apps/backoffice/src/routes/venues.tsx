import { getRouteApi } from '@tanstack/react-router'
import { VenuesScreen } from '../features/venues/venues-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const venuesRoute = getRouteApi('/signed-in/o/$organizer/venues')

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
