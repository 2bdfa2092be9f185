import { Notice } from '@foyer/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import { type Organizer, organizerQuery } from '../data/queries.ts'
import { NextStep } from '../features/home/next-step.tsx'
import { paths } from '../routing/paths.ts'
import { dayText } from '../shared/time.ts'
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
      <StopNotice organizer={organizer} />
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

/** Why the shop sells nothing new, above each screen of its team. */
function StopNotice({ organizer: { stop } }: { organizer: Pick<Organizer, 'stop'> }) {
  if (!stop) return null
  const isSuspended = stop.why === 'suspended'
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6 lg:px-10 lg:pt-6">
      <Notice
        tone={isSuspended ? 'danger' : 'warning'}
        announce="none"
        title={
          isSuspended
            ? `The operator of this site suspended your shop on ${dayText(stop.since)}`
            : `Your trial ended on ${dayText(stop.since)}`
        }
      >
        {stop.reason && <p className="mb-1 break-words">“{stop.reason}”</p>}
        <p>
          Nothing new is sold, and buyers read that the shop is paused. Carts that are held can be
          paid, and orders stay as they are.{' '}
          {isSuspended
            ? 'Ask the operator what is needed.'
            : 'Ask the operator of this site to let you go on selling.'}
        </p>
      </Notice>
    </div>
  )
}
