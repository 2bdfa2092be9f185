import { Outlet } from '@tanstack/react-router'
import { EventFrame } from '../features/events/event-frame.tsx'
import { useEvent } from './use-event.ts'
import { useOrganizer } from './use-signed-in.ts'

export function EventRoute() {
  return (
    <EventFrame organizer={useOrganizer()} event={useEvent()}>
      <Outlet />
    </EventFrame>
  )
}
