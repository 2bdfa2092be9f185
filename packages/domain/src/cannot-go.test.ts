import { expect, test } from 'vitest'
import { cannotGoTexts, isTransferable } from './cannot-go.ts'
import { DEFAULT_POLICY } from './change-policy.ts'
import { importantInformationOf } from './orders.ts'

const USD = { currency: 'usd', locale: 'en-US' }

test('the default lines of an event let nobody else go with a ticket', () => {
  const texts = cannotGoTexts(DEFAULT_POLICY, importantInformationOf(null), USD)
  expect(texts).toEqual({
    reschedule: expect.stringMatching(/^Reschedule free of charge until the session begins\./),
    cancel: 'Tickets cannot be cancelled here.',
    transfer: 'Tickets are non-transferable: nobody else can go with yours.',
  })
})

test.each([
  [[], true],
  [['Wear flat shoes.'], true],
  [['This ticket is not transferable.'], false],
  [['Nontransferable.'], false],
])('tickets of an event with the lines %j can be given away: %s', (lines, isAllowed) => {
  expect(isTransferable(lines)).toBe(isAllowed)
  const { transfer } = cannotGoTexts(DEFAULT_POLICY, lines, USD)
  expect(transfer.startsWith('Give a ticket to a friend')).toBe(isAllowed)
})
