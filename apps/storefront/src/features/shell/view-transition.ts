import type { ParsedLocation } from '@tanstack/react-router'

const isList = (path: string): boolean => /^\/(events|events-api|testflow)?$/.test(path)
const isEvent = (path: string): boolean =>
  /^\/(event|events|events-api|checkout)\/[^/]+$/.test(path)

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
