import { formatTime } from './calendar.ts'
import { knownZone } from './time-zones.ts'

const MINUTE_MS = 60_000

/**
 * 'Doors open at 6:45 PM', in the venue's zone, for a session that starts at the instant `startTime`;
 * null if the organizer has not said when, or if they open at the start. A browser may have stored an
 * order without the minutes.
 */
export function doorsLine(
  { doorsMinutes, timeZone }: { doorsMinutes?: number | null; timeZone: string },
  startTime: string,
  locale: string,
): string | null {
  if (!doorsMinutes) return null
  const opens = new Date(Date.parse(startTime) - doorsMinutes * MINUTE_MS).toISOString()
  return `Doors open at ${formatTime(opens, knownZone(timeZone), locale)}`
}
