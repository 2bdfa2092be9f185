import { getRouteApi } from '@tanstack/react-router'
import { AuditScreen } from '../features/audit-log/audit-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const route = getRouteApi('/signed-in/o/$organizer/audit-log')

export function AuditLogRoute() {
  const navigate = route.useNavigate()
  const { slug } = useOrganizer()
  return (
    <AuditScreen
      organizer={slug}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
