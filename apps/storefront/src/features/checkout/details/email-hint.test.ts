import { describe, expect, it } from 'vitest'
import { suggestEmail } from './email-hint.ts'

describe('suggestEmail', () => {
  it.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@gmal.com', 'ana@gmail.com'],
    ['Ana.Smith+x@hotmial.com', 'Ana.Smith+x@hotmail.com'],
    ['ana@yaho.com', 'ana@yahoo.com'],
    ['ana@outlok.co', 'ana@outlook.com'],
    ['ana@GMAIL.CMO', 'ana@gmail.com'],
  ])('offers the likely domain for %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant)
  })

  it.each([
    'ana@gmail.com',
    'ana@GMAIL.com',
    'ana@example.com',
    'ana@mailbox.org',
    'ana@ymail.com',
    'ana@hotmail.fr',
    'ana@yahoo.ca',
    'ana@',
    '@gmial.com',
    'ana',
    '',
  ])('suggests nothing for %j', (typed) => {
    expect(suggestEmail(typed)).toBeNull()
  })
})
