const isList = (path: string): boolean => /^\/(events|events-api|testflow)?$/.test(path)
const isEvent = (path: string): boolean =>
  /^\/(event|events|events-api|checkout)\/[^/]+$/.test(path)

/** Whether a navigation carries the event's poster over: between the list and an event, both ways. */
export const carriesPoster = (from: string, to: string): boolean =>
  (isList(from) && isEvent(to)) || (isEvent(from) && isList(to))
