import { expect, test } from 'vitest'
import { majorText, minorOf, percentText, ppmOf } from './amounts.ts'

test.each([
  ['12.5', 125_000],
  ['8,875', 88_750],
  [' 23 ', 230_000],
  ['0', 0],
  ['0.0001', 1],
  ['0.00001', Number.NaN],
  ['', Number.NaN],
  ['a tenth', Number.NaN],
])('%j percent is %d parts per million', (typed, ppm) => {
  expect(ppmOf(typed)).toBe(ppm)
})

test.each([125_000, 88_750, 1, 333_333, 1_000_000])('%d parts per million are read back', (ppm) => {
  expect(ppmOf(percentText(ppm))).toBe(ppm)
})

test.each([
  ['18', 'usd', 1800],
  ['18,50', 'usd', 1850],
  ['500', 'jpy', 500],
  ['1.005', 'usd', Number.NaN],
  ['', 'usd', Number.NaN],
])('%j of %s is %d in minor units', (typed, currency, minor) => {
  expect(minorOf(typed, currency)).toBe(minor)
})

test('an amount with cents has both of them', () => {
  expect([majorText(1850, 'usd'), majorText(1800, 'usd'), majorText(500, 'jpy')]).toEqual([
    '18.50',
    '18',
    '500',
  ])
})
