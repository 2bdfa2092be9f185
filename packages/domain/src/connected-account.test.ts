import { describe, expect, test } from 'vitest'
import {
  ACCESS_ENDED,
  accountStageOf,
  NO_REQUIREMENTS,
  requirementTexts,
} from './connected-account.ts'

const OPEN = { chargesEnabled: false, payoutsEnabled: false, detailsSubmitted: true }

describe('an account', () => {
  test.each([
    [
      'is active once it charges and pays out',
      { chargesEnabled: true, payoutsEnabled: true },
      {},
      'active',
    ],
    [
      'is started until its form was sent',
      { detailsSubmitted: false },
      { due: ['email'] },
      'started',
    ],
    ['is wanted while something is due', {}, { due: ['external_account'] }, 'wanted'],
    ['is in review while nothing is due', {}, { inReview: ['company.tax_id'] }, 'review'],
    ['is ended once it lets the platform act no longer', {}, { limitedFor: ACCESS_ENDED }, 'ended'],
    ['is refused once the provider rejects it', {}, { limitedFor: 'rejected.fraud' }, 'refused'],
  ])('%s', (_what, abilities, requirements, stage) => {
    const account = { ...OPEN, ...abilities, requirements: { ...NO_REQUIREMENTS, ...requirements } }
    expect(accountStageOf(account)).toBe(stage)
  })
})

test('what the provider asks for is said in words, each once', () => {
  expect(
    requirementTexts([
      'individual.dob.day',
      'individual.dob.year',
      'external_account',
      'new.thing',
    ]),
  ).toEqual(['A date of birth', 'A bank account for payouts', 'A detail about your business'])
})
