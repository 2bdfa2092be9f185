import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { eventQuery } from '../data/queries.ts'

const route = getRouteApi('/signed-in/o/$organizer/events/$eventId')

/** The event of the address, for its frame and the screens of its tabs. */
export function useEvent() {
  const { organizer, eventId } = route.useParams()
  return useSuspenseQuery(eventQuery(organizer, eventId)).data
}
