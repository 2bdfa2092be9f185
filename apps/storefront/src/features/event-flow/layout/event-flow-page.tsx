import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { eventQuery, type KnownEvent } from '../../../data/queries.ts'
import { flowOf } from '../../../routing/families.ts'
import { useParams, useSearch } from '../../../routing/hooks.ts'
import { readFlowSearch } from '../../../routing/search.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { EventFlowProvider, useAddress } from '../engine/event-flow-context.tsx'
import { EventNotFound } from './event-not-found.tsx'

const RescheduleFrame = lazy(() =>
  import('../change/reschedule-frame.tsx').then((module) => ({ default: module.RescheduleFrame })),
)
const UpgradeFrame = lazy(() =>
  import('../change/upgrade-frame.tsx').then((module) => ({ default: module.UpgradeFrame })),
)

/** The frame of every step. The route loads the event before this renders. */
export function EventFlowPage({ children }: { children: ReactNode }) {
  const { eventId = '' } = useParams()
  const { data: event } = useQuery(eventQuery(useApp(), eventId))
  if (!event) return <EventNotFound />
  return <Mode event={event}>{children}</Mode>
}

/** The frame of the steps by the mode of the flow: a purchase, an upgrade or a reschedule. */
function Mode({ event, children }: { event: KnownEvent; children: ReactNode }) {
  const search = useSearch(readFlowSearch)
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
          {children}
        </RescheduleFrame>
      </Suspense>
    )
  }
  return <EventFlowProvider event={event}>{children}</EventFlowProvider>
}
