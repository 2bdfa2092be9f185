import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { organizerQuery } from '../data/queries.ts'
import { Office } from '../shell/office.tsx'

const organizerRoute = getRouteApi('/signed-in/o/$organizer')

export function OrganizerFrame() {
  const { organizer: slug } = organizerRoute.useParams()
  const { data: organizer } = useSuspenseQuery(organizerQuery(slug))
  return (
    <Office organizer={organizer}>
      <Outlet />
    </Office>
  )
}

export function PersonalFrame() {
  return (
    <Office organizer={null}>
      <Outlet />
    </Office>
  )
}
