import { getRouteApi } from '@tanstack/react-router'
import { ImportScreen } from '../features/import/import-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const route = getRouteApi('/signed-in/o/$organizer/import')

export function ImportRoute() {
  const navigate = route.useNavigate()
  return (
    <ImportScreen
      organizer={useOrganizer()}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
