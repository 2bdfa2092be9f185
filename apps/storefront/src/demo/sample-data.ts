import { addDays, weekdayOf } from '@foyer/domain'

/** Fixed data of the demonstrations: amounts in US cents, no server. */

/** The only event of the alternative checkout; in the demo data it is Sky at Dusk. */
export const DEMO_EVENT_ID = '60b5b7d4-c15b-8b63-aaac-aa8e1c16cfc1'

export const DEMO_EVENT = {
  name: 'Sky at Dusk',
  venue: 'Meridian Observatory, Los Angeles, CA',
} as const

export interface SampleType {
  id: string
  name: string
  /** Its label beside the price: 'GA + $10'. */
  displayPrice: string
  priceMinor: number
  maxQuantity: number
}

export const SAMPLE_TYPES: readonly [SampleType, ...SampleType[]] = [
  { id: 'ga', name: 'General Admission', displayPrice: 'GA', priceMinor: 2999, maxQuantity: 8 },
  { id: 'fast', name: 'Fast Pass', displayPrice: 'GA + $10', priceMinor: 3999, maxQuantity: 8 },
  {
    id: 'immediate',
    name: 'Immediate Access',
    displayPrice: 'GA + $20',
    priceMinor: 4999,
    maxQuantity: 8,
  },
  {
    id: 'platinum',
    name: 'Platinum VIP',
    displayPrice: 'GA + $30',
    priceMinor: 5999,
    maxQuantity: 8,
  },
]

export const SOUVENIR_PHOTO = { name: 'Souvenir Photo', priceMinor: 1599, maxQuantity: 10 } as const

const FIRST_DATE = '2025-09-12'
const LAST_DATE = '2025-11-01'
const MONDAY = 1
const WEDNESDAY = 3

/** 30 evenings of one autumn, Thursday to Sunday, as YYYY-MM-DD. */
export const SESSION_DATES: readonly string[] = daysFrom(FIRST_DATE, LAST_DATE).filter((date) => {
  const weekday = weekdayOf(date)
  return weekday < MONDAY || weekday > WEDNESDAY
})

function daysFrom(first: string, last: string): string[] {
  const days = [first]
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

export interface SampleSlot {
  time: string
  priceMinor: number
}

const SLOT_COUNT = 13
const LOWEST_MINOR = 2999
const HIGHEST_MINOR = 3999

/** Every 15 minutes from 7:00 PM to 10:00 PM; the middle of the evening costs most. */
export const TIME_SLOTS: readonly SampleSlot[] = Array.from({ length: SLOT_COUNT }, (_, index) => {
  const minutes = index * 15
  const middle = (SLOT_COUNT - 1) / 2
  const share = 1 - Math.abs(index - middle) / middle
  return {
    time: `${7 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} PM`,
    priceMinor: LOWEST_MINOR + Math.round(share * (HIGHEST_MINOR - LOWEST_MINOR)),
  }
})
