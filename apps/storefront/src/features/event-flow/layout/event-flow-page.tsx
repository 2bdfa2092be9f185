import type { EventView } from '@foyer/contract'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useApp } from '../../../app-context.tsx'
import { eventQuery } from '../../../queries.ts'
import { EventFlowProvider, useAddress } from '../engine/event-flow-context.tsx'
import { flowOf } from '../engine/families.ts'
import { EventNotFound } from './event-not-found.tsx'

const RescheduleFrame = lazy(() =>
  import('../change/reschedule-frame.tsx').then((module) => ({ default: module.RescheduleFrame })),
)
const UpgradeFrame = lazy(() =>
  import('../change/upgrade-frame.tsx').then((module) => ({ default: module.UpgradeFrame })),
)

/** The frame of every step; the route's loader has the event at hand before this renders. */
export function EventFlowPage() {
  const { eventId = '' } = useParams({ strict: false })
  const { data: event } = useQuery(eventQuery(useApp(), eventId))
  if (!event) return <EventNotFound />
  return <Mode event={event} />
}

/** What surrounds the steps: nothing but their data where one buys. */
function Mode({ event }: { event: EventView }) {
  const search = useSearch({ strict: false })
  const { family } = useAddress()
  const { mode } = flowOf(family, search)
  if (mode === 'upgrade') {
    return (
      <Suspense>
        <UpgradeFrame event={event} />
      </Suspense>
    )
  }
  if (mode === 'reschedule' && search.orderId) {
    return (
      <Suspense>
        <RescheduleFrame event={event} orderId={search.orderId}>
          <Outlet />
        </RescheduleFrame>
      </Suspense>
    )
  }
  return (
    <EventFlowProvider event={event}>
      <Outlet />
    </EventFlowProvider>
  )
}
