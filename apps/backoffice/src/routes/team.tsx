import { getRouteApi } from '@tanstack/react-router'
import { TeamScreen } from '../features/team/team-screen.tsx'
import { useMe, useOrganizer } from './use-signed-in.ts'

const route = getRouteApi('/signed-in/o/$organizer/team')

export function TeamRoute() {
  const navigate = route.useNavigate()
  return (
    <TeamScreen
      me={useMe()}
      organizer={useOrganizer()}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
