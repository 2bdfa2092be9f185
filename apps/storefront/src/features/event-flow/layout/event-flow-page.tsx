import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useApp } from '../../../app-context.tsx'
import { eventQuery } from '../../../queries.ts'
import { EventFlowProvider } from '../engine/event-flow-context.tsx'
import { EventNotFound } from './event-not-found.tsx'

/** The frame of every step; the route's loader has the event at hand before this renders. */
export function EventFlowPage() {
  const { eventId } = useParams({ from: '/events-api/$eventId' })
  const { data: event } = useQuery(eventQuery(useApp(), eventId))
  if (!event) return <EventNotFound />
  return (
    <EventFlowProvider event={event}>
      <Outlet />
    </EventFlowProvider>
  )
}
