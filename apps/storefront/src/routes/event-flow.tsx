import { lazy, type ReactNode, Suspense } from 'react'
import { EventFlowPage as FlowPage } from '../features/event-flow/layout/event-flow-page.tsx'
import { EventNotFound as NotFound } from '../features/event-flow/layout/event-not-found.tsx'
import { stepAt } from '../routing/find-family.ts'
import { useLocation, useParams } from '../routing/hooks.ts'

export { EventNotLoaded } from '../features/event-flow/layout/event-not-found.tsx'

// Below the fold, so no part of an event's first load.
const SimilarEvents = lazy(async () => ({
  default: (await import('../shared/event/more-events.tsx')).SimilarEvents,
}))
const WhatIsOn = lazy(async () => ({
  default: (await import('../shared/event/more-events.tsx')).WhatIsOn,
}))

/** The steps of an event; its own page ends with events like it. */
export function EventFlowPage({ children }: { children: ReactNode }) {
  const { eventId = '' } = useParams()
  const { route, search } = useLocation()
  const isChange = Boolean(search.orderId)
  return (
    <>
      <FlowPage>{children}</FlowPage>
      {stepAt(route?.path)?.step === 'date' && !isChange && (
        <Suspense>
          <SimilarEvents eventId={eventId} />
        </Suspense>
      )}
    </>
  )
}

/** For an address that names no event of this tenant. */
export function EventNotFound() {
  return (
    <>
      <NotFound />
      <Suspense>
        <WhatIsOn />
      </Suspense>
    </>
  )
}
