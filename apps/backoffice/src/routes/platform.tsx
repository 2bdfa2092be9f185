import { getRouteApi } from '@tanstack/react-router'
import { ConfigurationScreen } from '../features/platform/configuration-screen.tsx'
import { HealthScreen } from '../features/platform/health-screen.tsx'
import { LogScreen } from '../features/platform/log-screen.tsx'
import { OrganizerScreen } from '../features/platform/organizer-screen.tsx'
import { OrganizersScreen } from '../features/platform/organizers-screen.tsx'
import { RouteMissing } from './route-failed.tsx'
import { useMe } from './use-signed-in.ts'

const organizersRoute = getRouteApi('/signed-in/personal/platform/organizers')
const organizerRoute = getRouteApi('/signed-in/personal/platform/organizers/$slug')
const logRoute = getRouteApi('/signed-in/personal/platform/log')

/** For everybody else there is no such screen. */
export function OperatedListRoute() {
  const navigate = organizersRoute.useNavigate()
  const search = organizersRoute.useSearch()
  if (!useMe().isOperator) return <RouteMissing />
  return (
    <OrganizersScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  )
}

export function OperatedRoute() {
  const { slug } = organizerRoute.useParams()
  return useMe().isOperator ? <OrganizerScreen key={slug} slug={slug} /> : <RouteMissing />
}

export function ConfigurationRoute() {
  return useMe().isOperator ? <ConfigurationScreen /> : <RouteMissing />
}

export function HealthRoute() {
  return useMe().isOperator ? <HealthScreen /> : <RouteMissing />
}

export function OperatorLogRoute() {
  const { organizer } = logRoute.useSearch()
  return useMe().isOperator ? <LogScreen organizer={organizer} /> : <RouteMissing />
}
