import { expect, test } from 'vitest'
import { commonRoom, placeLine } from './place-line.ts'

test('a place names the room before its venue, if there is one', () => {
  expect(placeLine('The Kelp Hall', 'Great Hall')).toBe('Great Hall, The Kelp Hall')
  expect(placeLine('The Kelp Hall', null)).toBe('The Kelp Hall')
})

test('sessions in several rooms, or partly in none, have no room in common', () => {
  expect(commonRoom([{ room: 'Great Hall' }, { room: 'Great Hall' }])).toBe('Great Hall')
  expect(commonRoom([{ room: 'Great Hall' }, { room: 'Studio' }])).toBe(null)
  expect(commonRoom([{ room: 'Great Hall' }, {}])).toBe(null)
  expect(commonRoom([])).toBe(null)
})
