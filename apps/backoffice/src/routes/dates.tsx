import { getRouteApi } from '@tanstack/react-router'
import { DatesScreen } from '../features/dates/dates-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const route = getRouteApi('/signed-in/o/$organizer/events/$eventId/dates')

export function DatesRoute() {
  const navigate = route.useNavigate()
  return (
    <DatesScreen
      organizer={useOrganizer()}
      eventId={route.useParams().eventId}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
