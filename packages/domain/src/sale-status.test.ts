import { describe, expect, test } from 'vitest'
import {
  DATE_STATUSES,
  EVENT_STATUSES,
  isOpenStatus,
  SALE_STATUSES,
  statusWithoutSessions,
} from './sale-status.ts'

test('every status has its own words, and only two of them sell', () => {
  const labels = EVENT_STATUSES.map((status) => SALE_STATUSES[status].label)
  expect(new Set(labels).size).toBe(EVENT_STATUSES.length)
  expect(EVENT_STATUSES.filter(isOpenStatus)).toEqual(['available', 'selling_fast'])
  expect(isOpenStatus(undefined)).toBe(false)
  expect(EVENT_STATUSES).toEqual(expect.arrayContaining([...DATE_STATUSES]))
})

test('search engines are told that an event was called off, and no ticket is in stock unless it is sold', () => {
  for (const status of EVENT_STATUSES) {
    const { isOpen, availability, eventStatus } = SALE_STATUSES[status]
    expect(['InStock', 'LimitedAvailability'].includes(availability)).toBe(isOpen)
    expect(eventStatus === 'EventCancelled').toBe(status === 'called_off')
  }
})

test('a buyer is led to other events where nothing will be sold, and never from what is on sale or will be', () => {
  expect(EVENT_STATUSES.filter((status) => SALE_STATUSES[status].isDeadEnd)).toEqual([
    'sold_out',
    'begun',
    'over',
    'called_off',
  ])
})

describe('an event without a session to come', () => {
  const NOW = new Date('2026-11-28T12:00:00Z')
  const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
  const session = (from: number, to: number, isCalledOff = false) => ({
    isCalledOff,
    startsAt: at(from),
    endsAt: at(to),
  })

  test('has begun until its last session ends, and then is over', () => {
    expect(statusWithoutSessions(session(-1, 1), true, NOW)).toBe('begun')
    expect(statusWithoutSessions(session(-2, 0), true, NOW)).toBe('over')
  })

  test('was called off, also after its date, unless other sessions have taken place by then', () => {
    expect(statusWithoutSessions(session(5, 6, true), false, NOW)).toBe('called_off')
    expect(statusWithoutSessions(session(5, 6, true), true, NOW)).toBe('called_off')
    expect(statusWithoutSessions(session(-5, -4, true), false, NOW)).toBe('called_off')
    expect(statusWithoutSessions(session(-5, -4, true), true, NOW)).toBe('over')
  })

  test('is not on sale if it never had one', () => {
    expect(statusWithoutSessions(null, false, NOW)).toBe('closed')
  })
})
