import { expect, test } from 'vitest'
import { isRounded, readDecimal, readWholeNumber, readYesNo } from './numbers.ts'

test.each([
  ['12.5', 12.5],
  ['12,50', 12.5],
  ['1.250,00', 1250],
  ['1,250.00', 1250],
  ['1 250,00', 1250],
  ['1\u202F250,5', 1250.5],
  ["1'250.00", 1250],
  ['1.234.567', 1_234_567],
  ['0', 0],
  // 1250 in one country, 1.25 in another.
  ['1.250', null],
  ['1,250', null],
  ['1.25.00', null],
  ['12.', null],
  ['-5', null],
  ['', null],
])('‘%s’ with two decimals is %s', (text, value) => {
  expect(readDecimal(text, 2)).toBe(value)
})

test('thousands of a currency without decimals are no decimals', () => {
  expect(readDecimal('1,500', 0)).toBe(1500)
  expect(readDecimal('1.500', 0)).toBe(1500)
})

test('a whole number may have its thousands separated', () => {
  expect(['60', '1.000', '1,000', '1 000', '10 00', '1.00'].map(readWholeNumber)).toEqual([
    ...[60, 1000, 1000, 1000, null, null],
  ])
})

test('yes and no are read as spreadsheets of several languages show them', () => {
  expect(['yes', 'WAHR', 'VRAI', 'TRUE', '1', 'DOĞRU'].map(readYesNo)).toEqual(Array(6).fill(true))
  expect(['no', 'FALSCH', 'FAUX', 'FALSE', '0', 'FAŁSZ'].map(readYesNo)).toEqual(
    Array(6).fill(false),
  )
  expect(['', 'perhaps'].map(readYesNo)).toEqual([null, null])
})

test('an identifier that was rounded is noticed, and one that only has an E is not', () => {
  expect(['9.9933E+35', '9,9933E+35', '1E+10'].map(isRounded)).toEqual([true, true, true])
  expect(['99933E31', 'E+1', '12.5', 'SUMMER'].map(isRounded)).toEqual([false, false, false, false])
})
