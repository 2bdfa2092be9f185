import { expect, test } from 'vitest'
import { readsAsNumber } from './orders.ts'

test.each(['00468198', '46819800', '99933E31', '287139E1', '1DEC2027', '12345FEB', '', '7jan2027'])(
  '%s reads as a number or a day',
  (identifier) => {
    expect(readsAsNumber(identifier)).toBe(true)
  },
)

test.each([
  '99933E3A',
  '9993E3E1',
  'A0468198',
  '00468C98',
  'SUMMER25',
  'R-00468198',
  '7K2M9-XQ4RT',
])('%s reads as a text', (identifier) => {
  expect(readsAsNumber(identifier)).toBe(false)
})
