import { expect, test } from 'vitest'
import { isEmail, mailAddress } from './contact.ts'

test.each([
  ['ada@example.com', true],
  ["o'brien+tickets@mail.example.co.uk", true],
  ['b&b@example.com', true],
  ['a/b=c#d@example.com', true],
  ['ada@müller-halle.example', true],
  ['ada@пример.рф', true],
  ['ada@example.xn--p1ai', true],
  ['\u200bada@example.com\u2060', true],
  ['ada', false],
  ['@example.com', false],
  ['ada@example', false],
  ['ada@example.c', false],
  ['ada@1.2.3.4', false],
  ['ada@-example.com', false],
  ['ada@exa mple.com', false],
  ['ada@@example.com', false],
  ['.ada@example.com', false],
  ['ada.@example.com', false],
  ['a..da@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
  ['jörg@example.com', false],
])('%j looks like a mail address: %s', (typed, looksLikeOne) => {
  expect(isEmail(typed)).toBe(looksLikeOne)
})

test('a domain in other letters gets its ASCII form, and what nobody sees goes', () => {
  expect(mailAddress(' Ada@Müller-Halle.example\u00ad ')).toBe('Ada@xn--mller-halle-thb.example')
  expect(mailAddress('ada@example.com')).toBe('ada@example.com')
  for (const text of ['no address', 'a@b/c', 'a@ü b.example', '@ü.example'])
    expect(mailAddress(text)).toBe(text)
})
