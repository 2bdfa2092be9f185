import { instantOf, zonedIso } from '@foyer/domain'
import * as z from 'zod/mini'

/** Moments as fields of the kind `datetime-local` have them: by the clocks of a time zone. Empty is none. */

const WALL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(:\d{2})?$/

/** '2026-11-27T10:00' in the zone as an instant. */
function instantAt(wall: string, timeZone: string): string | null {
  const [, date = '', hours = '', minutes = ''] = WALL_TIME.exec(wall) ?? []
  if (date === '') return null
  return instantOf(date, Number(hours) * 60 + Number(minutes), timeZone).toISOString()
}

/** An instant as the value of a field of the kind `datetime-local`, by the clocks of the zone. */
export const wallTime = (instant: string | null, timeZone: string): string =>
  instant === null ? '' : zonedIso(instant, timeZone).slice(0, 16)

/** Reads such a field as an instant, or null. */
export const timeIn = (timeZone: string) =>
  z.pipe(
    z.string().check(
      z.refine((text) => text === '' || WALL_TIME.test(text), {
        error: 'Enter a day and a time, with a year of four digits.',
      }),
    ),
    z.transform((text) => instantAt(text, timeZone)),
  )
