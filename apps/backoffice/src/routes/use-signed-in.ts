import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { meQuery, organizerQuery } from '../data/queries.ts'

const signedIn = getRouteApi('/signed-in')
const organizerRoute = getRouteApi('/signed-in/o/$organizer')

/** The person who is signed in, as the newest answer says; the route has made sure that there is one. */
export function useMe() {
  const { me } = signedIn.useRouteContext()
  const { data } = useSuspenseQuery(meQuery)
  return data ?? me
}

/** The organizer of the address. */
export function useOrganizer() {
  const { organizer } = organizerRoute.useParams()
  return useSuspenseQuery(organizerQuery(organizer)).data
}
