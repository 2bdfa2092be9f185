import { expect, test } from 'vitest'
import { cannotGoTexts } from './cannot-go.ts'
import { DEFAULT_POLICY } from './change-policy.ts'

test.each([
  [true, 'Give a ticket to a friend'],
  [false, 'Tickets are non-transferable: nobody else can go with yours.'],
])('a buyer who cannot go reads whether a friend can: %s', (isTransferable, beginning) => {
  const texts = cannotGoTexts(DEFAULT_POLICY, isTransferable, { currency: 'usd', locale: 'en-US' })
  expect(texts).toEqual({
    reschedule: expect.stringMatching(/^Reschedule free of charge until the session begins\./),
    cancel: 'Tickets cannot be cancelled here.',
    transfer: expect.any(String),
  })
  expect(texts.transfer.startsWith(beginning)).toBe(true)
})
