import { type DayZero, dayOf } from './number-formats.ts'

/** Days and times of day as people and spreadsheets write them. */

/** Which of the first two numbers of 6/5/2027 is the day. */
export type DayOrder = 'day first' | 'month first'

/** How the dates of one file are to be read. */
export interface DateStyle {
  order: DayOrder
  dayZero: DayZero
}

/** More characters than any date or time has. */
const LONGEST = 60

/** Full-width digits and unbreakable spaces become the plain ones. */
const folded = (text: string): string =>
  text.length > LONGEST ? '' : text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

type ReadDay =
  | { year: number; month: number; day: number }
  /** Either the day or the month comes first. */
  | { year: number; numbers: readonly [number, number] }

const ISO = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?$/
const YEAR_LAST = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?$/
const JAPANESE = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/
const WITH_WORDS =
  /^(?:(\d{1,2})[. -]{0,2})?(?:de )?(\p{L}{2,20})\.?[ ,-]{0,2}(?:(\d{1,2})(?:st|nd|rd|th)?,? )?(?:de )?(\d{4}|\d{2})$/u
/** Days from 1920 to 2119, as a spreadsheet counts them. */
const SERIAL = /^\d{4,5}$/

/** '27' is 2027: nobody imports dates of the last century. */
const yearOf = (digits: string): number => Number(digits) + (digits.length === 2 ? 2000 : 0)

function readDay(text: string, dayZero: DayZero): ReadDay | null {
  const first = ISO.exec(text) ?? JAPANESE.exec(text)
  if (first) {
    const [year, month, day] = first.slice(1).filter((part) => /\d/.test(part))
    return { year: Number(year), month: Number(month), day: Number(day) }
  }
  const last = YEAR_LAST.exec(text)
  if (last) {
    const [, one, sign, other, year = ''] = last
    // Everywhere where points separate them, the day is first.
    if (sign === '.') return { year: yearOf(year), month: Number(other), day: Number(one) }
    return { year: yearOf(year), numbers: [Number(one), Number(other)] }
  }
  const words = WITH_WORDS.exec(text)
  if (words) {
    const [, before, name = '', after, year = ''] = words
    const month = monthOf(name)
    const day = before ?? after
    return month && day ? { year: yearOf(year), month, day: Number(day) } : null
  }
  const serial = SERIAL.test(text) ? dayOf(Number(text), dayZero) : null
  if (!serial) return null
  const [year, month, day] = serial.split('-').map(Number)
  return { year: year ?? 0, month: month ?? 0, day: day ?? 0 }
}

/** Their languages write the months of the dates that are read. */
const LOCALES = [
  ...['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'pt-BR', 'pl-PL', 'sv-SE'],
  ...['tr-TR', 'ja-JP'],
]
let months: Map<string, number> | null = null

function monthOf(name: string): number | undefined {
  months ??= namesOfMonths()
  return months.get(name)
}

function namesOfMonths(): Map<string, number> {
  const names = new Map<string, number>()
  for (const locale of LOCALES) {
    for (const style of ['long', 'short'] as const) {
      // With a day, as some languages inflect the month then.
      const inDate = new Intl.DateTimeFormat(locale, {
        month: style,
        day: 'numeric',
        timeZone: 'UTC',
      })
      const alone = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month += 1) {
        const day = Date.UTC(2027, month - 1, 1)
        for (const format of [inDate, alone]) {
          const name = format.formatToParts(day).find(({ type }) => type === 'month')?.value ?? ''
          names.set(folded(name).replace(/\.$/, ''), month)
        }
      }
    }
  }
  return names
}

const two = (value: number): string => String(value).padStart(2, '0')

/** '2027-06-05', or null if there is no such day. */
function isoOf(day: ReadDay | null, order: DayOrder): string | null {
  if (!day) return null
  const month = 'month' in day ? day.month : day.numbers[order === 'month first' ? 0 : 1]
  const ofMonth = 'day' in day ? day.day : day.numbers[order === 'month first' ? 1 : 0]
  const date = new Date(Date.UTC(day.year, month - 1, ofMonth))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === ofMonth
  return isDay && day.year >= 1900 ? `${day.year}-${two(month)}-${two(ofMonth)}` : null
}

/** '19:00' or '7:00 pm', also without minutes where a word says that it is a time. */
const CLOCK = /^(\d{1,2})(?: ?([:.h時]) ?(\d{2}))?(?: ?[:.分] ?00)?(?: ?([h時分秒]|uhr|ore|godz))?$/
/** A part of a day, as a spreadsheet counts it. */
const PART_OF_DAY = /^0?[.,](?:\d|\d{3,17})$/
const HALVES = /^(午前|午後|öö|ös)? ?(.*?) ?(a\.? ?m\.?|p\.? ?m\.?|öö|ös)?$/

/** Minutes since midnight. */
function minutesOf(text: string): number | null {
  if (PART_OF_DAY.test(text)) {
    const minutes = Math.round(Number(text.replace(',', '.')) * 1440)
    return minutes < 1440 ? minutes : null
  }
  const bare = text.replace(/^kl\.? ?/, '')
  const [, before, clock = '', behind] = HALVES.exec(bare) ?? []
  const half = before ?? behind
  const [, hourText = '', sign, minuteText, word] = CLOCK.exec(clock) ?? []
  if (hourText === '' || (minuteText === undefined && !half && !word)) return null
  // 0.25 is a quarter of a day in one spreadsheet and a quarter past midnight for a person.
  if (sign === '.' && hourText === '0' && !word) return null
  const hour = Number(hourText)
  const minute = Number(minuteText ?? 0)
  if (minute > 59) return null
  if (!half) return hour <= 23 ? hour * 60 + minute : null
  if (hour < 1 || hour > 12) return null
  const isLate = /^(p|午後|ös)/.test(half)
  return ((hour % 12) + (isLate ? 12 : 0)) * 60 + minute
}

/** The parts of '6/5/2027 7:00 pm' and of '2027-06-05t19:00'; without a time, `clock` is empty. */
function splitMoment(text: string): { day: string; clock: string } {
  const [, serial, part = ''] = /^(\d{4,5})[.,](\d{1,17})$/.exec(text) ?? []
  if (serial) return { day: serial, clock: fractionClock(part) }
  const [, date, time = ''] = /^(\d{4}-\d{2}-\d{2})t(.{4,20})$/.exec(text) ?? []
  if (date) return { day: date, clock: time }
  for (let space = text.indexOf(' '); space > 0; space = text.indexOf(' ', space + 1)) {
    const day = text.slice(0, space).replace(/,$/, '')
    const clock = text.slice(space + 1)
    if (minutesOf(clock) !== null && readDay(day, '1899-12-30')) return { day, clock }
  }
  return { day: text, clock: '' }
}

function fractionClock(digits: string): string {
  const minutes = Math.round(Number(`0.${digits}`) * 1440) % 1440
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** A day; null if the text is none. A time is refused, unless it is midnight, which programs add. */
export function readDate(text: string, { order, dayZero }: DateStyle): string | null {
  const { day, clock } = splitMoment(folded(text))
  if (clock !== '' && minutesOf(clock) !== 0) return null
  return isoOf(readDay(day, dayZero), order)
}

/** A time of day in minutes since midnight; null if the text is none. */
export const readTime = (text: string): number | null => minutesOf(folded(text))

/** A day and a time of day; null if the text is not both. */
export function readMoment(
  text: string,
  { order, dayZero }: DateStyle,
): { date: string; minutes: number } | null {
  const { day, clock } = splitMoment(folded(text))
  const date = isoOf(readDay(day, dayZero), order)
  const minutes = minutesOf(clock)
  return date && minutes !== null ? { date, minutes } : null
}

/** A date whose order nothing in its file decides, and what it is in each order. */
export interface OpenDate {
  text: string
  dayFirst: string
  monthFirst: string
}

/**
 * Finds out in which order a file writes day and month. One date with a number above 12 decides for all.
 *
 * @returns the order, or a date to ask about; a file without such dates has any order.
 */
export function orderOf(texts: Iterable<string>): DayOrder | OpenDate {
  let open: OpenDate | null = null
  for (const text of texts) {
    const { day } = splitMoment(folded(text))
    const read = readDay(day, '1899-12-30')
    if (!read || !('numbers' in read)) continue
    const [first, second] = read.numbers
    if (first > 12 && second <= 12) return 'day first'
    if (second > 12 && first <= 12) return 'month first'
    const dayFirst = isoOf(read, 'day first')
    const monthFirst = isoOf(read, 'month first')
    if (dayFirst && monthFirst && dayFirst !== monthFirst) {
      open ??= { text: day, dayFirst, monthFirst }
    }
  }
  return open ?? 'day first'
}
