import type { StatusView } from '@foyer/contract'

/** All times of the page are UTC: it is about a machine, and has readers everywhere. */
const ZONE = 'UTC'

export const formatDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: ZONE }).format(new Date(day))

export const formatInstant = (instant: string, locale: string): string => {
  const at = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: ZONE,
  })
  return `${at.format(new Date(instant))} UTC`
}

/** Rounded down, so that 100 % means that no minute was missing. */
export const formatShare = (share: number, locale: string): string => {
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: share === 1 ? 0 : 2,
  })
  return percent.format(Math.floor(share * 10_000) / 10_000)
}

/** From two days on, minutes are left out. */
const LONG_MINUTES = 2 * 24 * 60

export const formatMinutes = (minutes: number): string => {
  if (minutes >= LONG_MINUTES) {
    const hoursLeft = Math.floor((minutes % (24 * 60)) / 60)
    const days = `${Math.floor(minutes / (24 * 60))} days`
    return hoursLeft === 0 ? days : `${days} ${hoursLeft} h`
  }
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return rest === 1 ? '1 minute' : `${rest} minutes`
  const words = hours === 1 ? '1 hour' : `${hours} hours`
  return rest === 0 ? words : `${words} ${rest} min`
}

/** Times are the ends of ranges, so more digits would claim more than was measured. */
export const formatMs = (milliseconds: number | null): string => {
  if (milliseconds === null) return 'none yet'
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`
}

const HEADLINES: Record<StatusView['state'], readonly [title: string, text: string]> = {
  operational: ['Everything runs.', 'The server answers, and nothing is known to be wrong.'],
  incident: ['Something is not as it should be.', 'The server answers. What is wrong is below.'],
  down: ['Nobody can buy right now.', 'The server answers, but says that it is not ready to sell.'],
  unmeasured: [
    'Not measured right now.',
    'This page was answered, but no measurement was written in the last minutes.',
  ],
}

export const headlineOf = ({ state }: StatusView) => HEADLINES[state]

type Day = StatusView['days'][number]

/** A day in words, also for a screen reader. */
export function dayText(
  { day, uptime, measuredMinutes, downMinutes }: Day,
  locale: string,
): string {
  const name = formatDay(day, locale)
  if (uptime === null) return `${name}: not measured`
  if (downMinutes === 0) return `${name}: no interruption in ${formatMinutes(measuredMinutes)}`
  return `${name}: down for ${formatMinutes(downMinutes)}, up ${formatShare(uptime, locale)}`
}

type Incident = StatusView['incidents'][number]

const INCIDENTS: Record<Incident['kind'], string> = {
  outage: 'No process answered.',
  errors: 'Many answers were errors.',
  audit: 'The audit found books that disagree.',
  note: '',
}

export const incidentText = ({ kind, note }: Incident): string => note || INCIDENTS[kind]

export function incidentTime({ beganAt, endedAt }: Incident, locale: string): string {
  const began = formatInstant(beganAt, locale)
  if (endedAt === null) return `Since ${began}, still open`
  const minutes = Math.round((Date.parse(endedAt) - Date.parse(beganAt)) / 60_000)
  return `${began}, for ${minutes === 0 ? 'less than a minute' : formatMinutes(minutes)}`
}
