import type { ParsedLocation } from '@tanstack/react-router'

const isList = (path: string): boolean => path === '/' || path === '/events-api'
const isEvent = (path: string): boolean => /^\/events-api\/[^/]+$/.test(path)

/** Whether a navigation carries the event's poster over: between the list and an event, both ways. */
export const carriesPoster = (from: string | undefined, to: string): boolean =>
  from !== undefined && ((isList(from) && isEvent(to)) || (isEvent(from) && isList(to)))

interface Move {
  fromLocation?: ParsedLocation
  toLocation: ParsedLocation
}

/** Only where it means something, and never under reduced motion. */
export const posterTransition = {
  types: ({ fromLocation, toLocation }: Move): string[] | false =>
    carriesPoster(fromLocation?.pathname, toLocation.pathname) &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches
      ? ['poster']
      : false,
}
