import { expect, test } from 'vitest'
import { doorsLine } from './doors.ts'

const at = (doorsMinutes: number | null | undefined, timeZone = 'America/New_York') =>
  doorsLine(
    { timeZone, ...(doorsMinutes === undefined ? {} : { doorsMinutes }) },
    '2026-12-05T00:30:00Z',
    'en-US',
  )

test('a ticket says when the doors open, in the zone of the venue', () => {
  expect(at(45)).toBe('Doors open at 6:45 PM')
  expect(at(60, 'Europe/Lisbon')).toBe('Doors open at 11:30 PM')
})

test.each([0, null, undefined])('a ticket says nothing of doors that are set to %s', (minutes) => {
  expect(at(minutes)).toBeNull()
})
