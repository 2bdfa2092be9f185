import type { Schedule } from '@foyer/contract'
import { weekdayOf } from '@foyer/domain'
import type { DatesInfo } from './queries.ts'
import { typedCapacity, typedPrice } from './texts.ts'

/** What a person chooses and types on the screen for repeating dates, and the schedule it means. */

export const WEEKDAYS = [
  { value: 1, code: 'MO', name: 'Monday' },
  { value: 2, code: 'TU', name: 'Tuesday' },
  { value: 3, code: 'WE', name: 'Wednesday' },
  { value: 4, code: 'TH', name: 'Thursday' },
  { value: 5, code: 'FR', name: 'Friday' },
  { value: 6, code: 'SA', name: 'Saturday' },
  { value: 0, code: 'SU', name: 'Sunday' },
] as const

export type Repeats = 'weekly' | 'daily' | 'month_day' | 'month_weekday' | 'custom'

export interface TypeValues {
  isOffered: boolean
  price: string
  capacity: string
}

export interface VariationValues {
  /** Distinguishes them while they are edited. */
  key: number
  weekdays: readonly number[]
  from: string
  to: string
  capacity: string
  prices: Readonly<Record<string, string>>
}

export interface RepeatValues {
  repeats: Repeats
  weekdays: readonly number[]
  interval: string
  rule: string
  from: string
  to: string
  exceptDates: readonly string[]
  extraDates: readonly string[]
  timesKind: 'every' | 'at'
  first: string
  last: string
  every: string
  at: readonly string[]
  duration: string
  name: string
  /** The id of the room; empty for none. */
  room: string
  capacity: string
  types: Readonly<Record<string, TypeValues>>
  variations: readonly VariationValues[]
}

export const newValues = (info: DatesInfo): RepeatValues => ({
  repeats: 'weekly',
  weekdays: [2, 3, 4, 5, 6, 0],
  interval: '1',
  rule: 'FREQ=WEEKLY;BYDAY=SA,SU',
  from: info.today,
  to: '',
  exceptDates: [],
  extraDates: [],
  timesKind: 'every',
  first: '10:00',
  last: '17:30',
  every: '30',
  at: ['19:30'],
  duration: '30',
  name: '',
  room: '',
  capacity: '20',
  types: Object.fromEntries(
    info.types
      .filter(({ isArchived }) => !isArchived)
      .map(({ id }) => [id, { isOffered: true, price: '', capacity: '' }]),
  ),
  variations: [],
})

/** The rule of RFC 5545 that the choices mean. */
export function ruleOf({ repeats, weekdays, interval, rule, from }: RepeatValues): string {
  const every = Number(interval) > 1 ? `;INTERVAL=${Number(interval)}` : ''
  switch (repeats) {
    case 'custom':
      return rule
    case 'daily':
      return `FREQ=DAILY${every}`
    case 'weekly': {
      const codes = WEEKDAYS.filter(({ value }) => weekdays.includes(value)).map(({ code }) => code)
      return `FREQ=WEEKLY${every};BYDAY=${codes.join(',')}`
    }
    case 'month_day':
      return `FREQ=MONTHLY${every};BYMONTHDAY=${Number(from.slice(8))}`
    case 'month_weekday': {
      const { nth, code } = weekdayInMonth(from)
      return `FREQ=MONTHLY${every};BYDAY=${nth}${code}`
    }
  }
}

/** Which weekday of its month a day is: the 2nd Saturday. */
export function weekdayInMonth(date: string) {
  const { code, name } = WEEKDAYS.find(({ value }) => value === weekdayOf(date)) ?? WEEKDAYS[0]
  return { nth: Math.ceil(Number(date.slice(8)) / 7), code, name }
}

export type Problems = Readonly<Record<string, string>>

/** What the parts of the form have in common. */
export interface RepeatPartProps {
  info: DatesInfo
  values: RepeatValues
  problems: Problems
  onChange: (part: Partial<RepeatValues>) => void
}

/** The schedule that was typed, or what is wrong with it by field. */
export function scheduleOf(
  values: RepeatValues,
  { currency, types }: DatesInfo,
): { schedule: Schedule } | { problems: Problems } {
  const problems: Record<string, string> = {}
  const { from, to } = values
  if (!from) problems.from = 'Choose the first day.'
  if (!to) problems.to = 'Choose the last day.'
  else if (from && to < from) problems.to = 'Choose a last day after the first one.'
  if (values.repeats === 'weekly' && values.weekdays.length === 0) {
    problems.weekdays = 'Choose at least one day of the week.'
  }
  const every = Number(values.every)
  if (values.timesKind === 'every') {
    if (!values.first) problems.first = 'Choose the first time.'
    if (!values.last) problems.last = 'Choose the last time.'
    if (!isWhole(every, 5, 1440)) problems.every = 'Enter minutes, at least 5.'
  }
  const at = values.at.filter(Boolean)
  if (values.timesKind === 'at' && at.length === 0) problems.at = 'Add a time.'
  const durationMinutes = Number(values.duration)
  if (!isWhole(durationMinutes, 5, 40_320)) problems.duration = 'Enter minutes, at least 5.'
  const capacity = typedCapacity(values.capacity)
  if (capacity === undefined) problems.capacity = 'Enter a whole number, or nothing for no limit.'
  const offered = types.flatMap(({ id, isPricedBySession }) => {
    const typed = values.types[id]
    if (!typed?.isOffered) return []
    const own = typedCapacity(typed.capacity)
    const priceMinor = isPricedBySession ? typedPrice(typed.price, currency) : null
    if (own === undefined) problems[`capacity ${id}`] = 'Enter a whole number, or nothing.'
    if (priceMinor === undefined) problems[`price ${id}`] = 'Enter a price such as 12.50.'
    return [
      {
        ticketTypeId: id,
        capacity: own ?? null,
        ...(isPricedBySession ? { priceMinor: priceMinor ?? null } : {}),
      },
    ]
  })
  const variations = values.variations.map((variation) => {
    const own = variation.capacity === '' ? undefined : typedCapacity(variation.capacity)
    if (variation.capacity !== '' && own === undefined) {
      problems[`variation ${variation.key}`] = 'Enter whole numbers for capacities.'
    }
    const prices = Object.entries(variation.prices).flatMap(([ticketTypeId, typed]) => {
      if (typed.trim() === '') return []
      const priceMinor = typedPrice(typed, currency)
      if (priceMinor === undefined) {
        problems[`variation ${variation.key}`] = 'Enter prices such as 12.50.'
        return []
      }
      return [{ ticketTypeId, priceMinor }]
    })
    return {
      weekdays: [...variation.weekdays],
      ...(variation.from ? { from: variation.from } : {}),
      ...(variation.to ? { to: variation.to } : {}),
      ...(own === undefined ? {} : { capacity: own }),
      prices,
    }
  })
  if (Object.keys(problems).length > 0) return { problems }
  return {
    schedule: {
      rule: ruleOf(values),
      ...{ from, to, durationMinutes },
      exceptDates: values.exceptDates.filter(Boolean),
      extraDates: values.extraDates.filter(Boolean),
      times:
        values.timesKind === 'every'
          ? { first: values.first, last: values.last, everyMinutes: every }
          : { at },
      name: values.name,
      roomId: values.room || null,
      capacity: capacity ?? null,
      types: offered,
      variations,
    },
  }
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most
