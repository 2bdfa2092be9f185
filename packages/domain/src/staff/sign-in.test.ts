import { expect, test } from 'vitest'
import {
  LONGEST_MAIL_WAIT_SECONDS,
  STAFF_LINK_HOURS,
  STAFF_LINK_KINDS,
  signInWaitSeconds,
} from './sign-in.ts'

test('the wait between two tries grows from nothing to a quarter of an hour', () => {
  expect([0, 1, 4, 5, 6, 7, 10, 15, 1000].map((failures) => signInWaitSeconds(failures))).toEqual([
    0, 0, 0, 2, 4, 8, 64, 900, 900,
  ])
})

test('mails to one address that are asked for as early as possible are 27 a day', () => {
  let [seconds, mails] = [0, 0]
  while (seconds <= 24 * 60 * 60) {
    mails += 1
    seconds += signInWaitSeconds(mails, LONGEST_MAIL_WAIT_SECONDS)
  }
  expect(mails).toBe(27)
})

test('every kind of link has its time', () => {
  expect(Object.keys(STAFF_LINK_HOURS)).toEqual([...STAFF_LINK_KINDS])
})
