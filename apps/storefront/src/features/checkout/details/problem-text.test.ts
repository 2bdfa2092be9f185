import { VALIDATION_TEXTS } from '@foyer/contract'
import { expect, it } from 'vitest'
import { detailFieldsOf } from './details.ts'
import { problemText } from './problem-text.ts'

it('says in a sentence what to do, and names the word of the specification beside it', () => {
  const fields = detailFieldsOf({ country: 'US', isFree: false })
  expect(fields.map((field) => problemText(field, VALIDATION_TEXTS.required).text)).toEqual([
    'Enter your first name.',
    'Enter your last name.',
    'Enter your e-mail address.',
    'Enter your phone number.',
    'Enter your street and house number.',
    'Enter your city.',
    'Enter your state.',
    'Enter your ZIP code.',
  ])
  const [, , email] = fields
  if (!email) throw new Error('no e-mail field')
  expect(problemText(email, VALIDATION_TEXTS.invalidEmail)).toEqual({
    text: 'Enter an e-mail address like name@example.com.',
    word: 'Invalid email',
  })
})
