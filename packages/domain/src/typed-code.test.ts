import { expect, test } from 'vitest'
import { codeSpellings } from './typed-code.ts'

test.each([
  ['an en dash', 'SUMMER\u201325'],
  ['a hyphen that does not break', 'SUMMER\u201125'],
  ['a minus', 'SUMMER\u221225'],
  ['a soft hyphen and a mark of direction', '\u200eSUM\u00adMER-25'],
  ['full-width letters', 'ＳＵＭＭＥＲ－２５'],
  ['a blank for the dash', ' SUMMER 25 '],
])('%s is read as the dash and letters that were meant', (_, typed) => {
  expect(codeSpellings(typed)).toContain('SUMMER-25')
})

test('letters in several parts are put together', () => {
  expect(codeSpellings('CAFE\u0301')).toContain('CAFÉ')
})

test('what was typed comes first, and once', () => {
  expect(codeSpellings(' SUMMER-25 ')).toEqual(['SUMMER-25'])
  expect(codeSpellings('A\u2013B')[0]).toBe('A\u2013B')
})
