import { getRouteApi } from '@tanstack/react-router'
import { RepeatScreen } from '../features/dates/repeat-screen.tsx'
import { paths } from '../routing/paths.ts'

const route = getRouteApi('/signed-in/o/$organizer/events/$eventId/dates/repeat')

export function RepeatRoute() {
  const navigate = route.useNavigate()
  const { organizer, eventId } = route.useParams()
  return (
    <RepeatScreen
      organizer={organizer}
      eventId={eventId}
      onStarted={() => void navigate(paths.dates(organizer, eventId))}
    />
  )
}
