import { expect, test } from 'vitest'
import { STAFF_LINK_HOURS, STAFF_LINK_KINDS, signInWaitSeconds } from './sign-in.ts'

test('the wait between two tries grows from nothing to a quarter of an hour', () => {
  expect([0, 1, 4, 5, 6, 7, 10, 15, 1000].map(signInWaitSeconds)).toEqual([
    0, 0, 0, 2, 4, 8, 64, 900, 900,
  ])
})

test('every kind of link has its time', () => {
  expect(Object.keys(STAFF_LINK_HOURS)).toEqual([...STAFF_LINK_KINDS])
})
