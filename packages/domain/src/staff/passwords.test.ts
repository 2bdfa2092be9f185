import { expect, test } from 'vitest'
import { passwordProblem } from './passwords.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' }

test.each([
  ['four words in a row', null],
  ['kräftige Bühne 3', null],
  ['ada and the engine of 1843', null],
  ['elevenchars', 'too_short'],
  ['🎭'.repeat(11), 'too_short'],
  ['x'.repeat(101) + 'y'.repeat(100), 'too_long'],
  ['aaaaaaaaaaaa', 'common'],
  ['121212121212', 'common'],
  ['password1234', 'common'],
  ['PasswordPassword!', 'common'],
  ['123456789012', 'common'],
  ['abcdefghijkl', 'common'],
  ['ada.lovelace@example.com', 'personal'],
  ['Ada Lovelace 1', 'personal'],
  ['lovelaceada2026', 'personal'],
])('%s: %s', (password, problem) => {
  expect(passwordProblem(password, ADA)).toBe(problem)
})
