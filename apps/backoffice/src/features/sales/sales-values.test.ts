import { UNTIL_END_CUTOFF_MINUTES } from '@foyer/domain'
import { describe, expect, test } from 'vitest'
import {
  cutoffText,
  eventSchema,
  eventValues,
  sessionSchema,
  sessionValues,
} from './sales-values.ts'

const ZONE = 'America/New_York'
const VERSION = '0123456789abcdef0123'
const rules = {
  opensAt: null,
  closesAt: null,
  minPerOrder: null,
  maxPerOrder: null,
  maxPerCustomer: null,
}

describe('the end of the sales of a date', () => {
  test.each([
    [0, 'start', '', 'until it begins'],
    [90, 'before', '90', 'until 90 minutes before it begins'],
    [-45, 'after', '45', 'until 45 minutes after it has begun'],
    [UNTIL_END_CUTOFF_MINUTES, 'end', '', 'until it ends'],
  ])(
    'is a choice with its minutes, and is sent as it was read: %i',
    (cutoffMinutes, salesEnd, endMinutes, text) => {
      const values = eventValues({ rules: { ...rules, cutoffMinutes }, version: VERSION }, ZONE)
      expect(values).toMatchObject({ salesEnd, endMinutes })
      expect(eventSchema(ZONE).parse(values)).toEqual({ ...rules, cutoffMinutes, version: VERSION })
      expect(cutoffText(cutoffMinutes)).toBe(text)
    },
  )

  test('may be that of the event', () => {
    const own = { opensAt: null, closesAt: null, cutoffMinutes: null }
    const values = sessionValues({ rules: own, version: VERSION }, ZONE)
    expect(values).toMatchObject({ salesEnd: 'event' })
    expect(sessionSchema(ZONE).parse(values)).toEqual({ ...own, version: VERSION })
  })

  test.each([
    ['before', '0'],
    ['before', '525601'],
    ['after', '40321'],
    ['after', ''],
    ['after', 'an hour'],
    ['before', '1.5'],
  ])('needs minutes that are a number within its bounds: %s %s', (salesEnd, endMinutes) => {
    const values = {
      ...eventValues({ rules: { ...rules, cutoffMinutes: 0 }, version: VERSION }, ZONE),
      salesEnd,
      endMinutes,
    }
    const { error } = eventSchema(ZONE).safeParse(values)
    expect(error?.issues.map(({ path }) => path)).toEqual([['endMinutes']])
  })
})
