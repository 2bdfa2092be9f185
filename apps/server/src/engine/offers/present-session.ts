import type { SessionView } from '@foyer/contract'
import { capacityTypeOf, type SessionState } from '@foyer/domain'

/** A session under the names of the specification. */
export const presentSession = (session: {
  id: string
  eventId: string
  startsAt: Date
  endsAt: Date
  /** Null is without limit. */
  capacity: number | null
  state: SessionState
  name: string
}): SessionView => ({
  id: session.id,
  eventId: session.eventId,
  startTime: session.startsAt.toISOString(),
  endTime: session.endsAt.toISOString(),
  capacityType: capacityTypeOf(session.capacity),
  capacityValue: session.capacity,
  status: session.state,
  displayName: session.name,
  title: session.name,
})
