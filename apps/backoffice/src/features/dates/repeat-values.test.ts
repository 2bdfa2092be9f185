import { describe, expect, test } from 'vitest'
import type { DatesInfo } from './queries.ts'
import { newValues, type RepeatValues, ruleOf, scheduleOf } from './repeat-values.ts'

const INFO: DatesInfo = {
  eventId: 'event',
  name: 'Lighthouse',
  timeZone: 'Europe/Berlin',
  currency: 'eur',
  isPublished: true,
  today: '2027-04-10',
  rooms: [],
  types: [
    { id: 'adult', name: 'Adult', isPricedBySession: true, priceMinor: null, isArchived: false },
    { id: 'child', name: 'Child', isPricedBySession: false, priceMinor: 500, isArchived: false },
    { id: 'old', name: 'Old', isPricedBySession: false, priceMinor: 500, isArchived: true },
  ],
}

const values = (change: Partial<RepeatValues> = {}): RepeatValues => ({
  ...newValues(INFO),
  to: '2027-10-31',
  ...change,
})

test('the choices are a rule of RFC 5545', () => {
  expect(ruleOf(values())).toBe('FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA,SU')
  expect(ruleOf(values({ repeats: 'weekly', weekdays: [6], interval: '2' }))).toBe(
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA',
  )
  expect(ruleOf(values({ repeats: 'daily' }))).toBe('FREQ=DAILY')
  expect(ruleOf(values({ repeats: 'month_day' }))).toBe('FREQ=MONTHLY;BYMONTHDAY=10')
  expect(ruleOf(values({ repeats: 'month_weekday' }))).toBe('FREQ=MONTHLY;BYDAY=2SA')
})

describe('what was typed', () => {
  test('is a schedule with prices in minor units, for types that are priced by date', () => {
    const typed = values({
      types: {
        adult: { isOffered: true, price: '12,50', capacity: '' },
        child: { isOffered: true, price: '', capacity: '5' },
      },
      variations: [
        {
          key: 1,
          weekdays: [6, 0],
          from: '12:00',
          to: '',
          capacity: '40',
          prices: { adult: '15' },
        },
      ],
    })
    expect(scheduleOf(typed, INFO)).toMatchObject({
      schedule: {
        capacity: 20,
        types: [
          { ticketTypeId: 'adult', capacity: null, priceMinor: 1250 },
          { ticketTypeId: 'child', capacity: 5 },
        ],
        variations: [
          {
            weekdays: [6, 0],
            from: '12:00',
            capacity: 40,
            prices: [{ ticketTypeId: 'adult', priceMinor: 1500 }],
          },
        ],
      },
    })
  })

  test('has a problem for each field that is none', () => {
    const typed = values({
      to: '2027-01-01',
      weekdays: [],
      every: '1',
      duration: 'long',
      capacity: '-1',
      types: { adult: { isOffered: true, price: '1.234', capacity: '1.5' } },
    })
    const result = scheduleOf(typed, INFO)
    expect('problems' in result && Object.keys(result.problems)).toEqual([
      'to',
      'weekdays',
      'every',
      'duration',
      'capacity',
      'capacity adult',
      'price adult',
    ])
  })
})
