import { describe, expect, test } from 'vitest'
import { organizerStateOf, type PlatformTerms, shopStopOf } from './platform-terms.ts'

const now = new Date('2027-03-01T12:00:00Z')
const before = new Date(now.getTime() - 1)
const later = new Date(now.getTime() + 1)
const FREE: PlatformTerms = { suspendedAt: null, trialUntil: null }

describe('an organizer', () => {
  test.each([
    ['without terms', {}, null, 'open'],
    ['in its trial', { trialUntil: later }, null, 'trial'],
    ['at the end of its trial', { trialUntil: now }, 'trial_ended', 'trial_ended'],
    ['after its trial', { trialUntil: before }, 'trial_ended', 'trial_ended'],
    ['that is suspended', { suspendedAt: before }, 'suspended', 'suspended'],
    [
      'that is suspended after its trial',
      { suspendedAt: before, trialUntil: before },
      'suspended',
      'suspended',
    ],
  ] as const)('%s', (_, terms, stop, state) => {
    expect(shopStopOf({ ...FREE, ...terms }, now)).toBe(stop)
    expect(organizerStateOf({ ...FREE, ...terms }, now)).toBe(state)
  })
})
