import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import { organizerQuery } from '../data/queries.ts'
import { NextStep } from '../features/home/next-step.tsx'
import { paths } from '../routing/paths.ts'
import { Office } from '../shell/office.tsx'

const organizerRoute = getRouteApi('/signed-in/o/$organizer')

export function OrganizerFrame() {
  const { organizer: slug } = organizerRoute.useParams()
  const { data: organizer } = useSuspenseQuery(organizerQuery(slug))
  const { eventId } = useParams({ strict: false })
  const isHome = useMatchRoute()(paths.home(slug))
  return (
    <Office
      organizer={organizer}
      guide={isHome ? null : <NextStep organizer={organizer} eventId={eventId} />}
    >
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
