import { describe, expect, test } from 'vitest'
import {
  CONFIG_KEYS,
  CONFIGURATION,
  configurationOf,
  effectiveConfig,
  whyConfigRefused,
} from './system-configuration.ts'

const HERE = { isProduction: false, paymentMode: 'own' } as const
const PRODUCTION = { isProduction: true, paymentMode: 'own' } as const
const CONNECTED = { isProduction: true, paymentMode: 'connect' } as const
const CENTS = 'Must be a number of cents, or of the smallest units, from 0 to 10000, such as 30.'

describe('a setting of the installation', () => {
  test('is that of the environment, or of the operator, or the default', () => {
    const [environment, stored] = [{ trialDays: '7' }, { trialDays: '14' }]
    const of = (given: object, set: object) =>
      effectiveConfig('trialDays', { environment: given, stored: set }, HERE)
    expect(of(environment, stored)).toEqual({ value: '7', source: 'environment' })
    expect(of({}, stored)).toEqual({ value: '14', source: 'operator' })
    expect(of({}, {})).toEqual({ value: '30', source: 'default' })
  })

  test('is the default if a stored value can no longer be used', () => {
    const stored = { trialDays: '0', signUp: 'open' }
    const of = (key: 'trialDays' | 'signUp') =>
      effectiveConfig(key, { environment: {}, stored }, PRODUCTION)
    expect(of('trialDays')).toEqual({ value: '30', source: 'default' })
    expect(of('signUp')).toEqual({ value: 'invited', source: 'default' })
    expect(effectiveConfig('signUp', { environment: {}, stored }, CONNECTED).value).toBe('open')
  })

  test.each([
    ['trialDays', '366', 'Must be a number of days from 1 to 365.'],
    ['trialDays', '1.5', 'Must be a number of days from 1 to 365.'],
    ['signUp', 'closed', 'Must be open or invited.'],
    ['platformFeePercent', '50.0001', 'Must be a percentage from 0 to 50, such as 2 or 1.5.'],
    ['platformFeePercent', '99.9999', 'Must be a percentage from 0 to 50, such as 2 or 1.5.'],
    ['platformFeeFixed', '-1', CENTS],
    ['platformFeeFixed', '10001', CENTS],
    ['limitFactor', '0', 'Must be a number from 0.1 to 100, such as 2 or 0.5.'],
    ['limitFactor', '0.099', 'Must be a number from 0.1 to 100, such as 2 or 0.5.'],
    ['limitFactor', '100.001', 'Must be a number from 0.1 to 100, such as 2 or 0.5.'],
  ] as const)('%s %s is refused with what it must be', (key, value, reason) => {
    expect(whyConfigRefused(key, value, HERE)).toBe(reason)
  })

  test.each([
    ['platformFeePercent', '0'],
    ['platformFeePercent', '50'],
    ['platformFeeFixed', '0'],
    ['platformFeeFixed', '10000'],
    ['limitFactor', '0.1'],
    ['limitFactor', '100'],
  ] as const)('%s %s, a bound, may be set', (key, value) => {
    expect(whyConfigRefused(key, value, HERE)).toBeNull()
  })

  test('of the environment may lift the limits, for load tests, but shut nobody out', () => {
    expect(CONFIGURATION.limitFactor.isValid('100000')).toBe(true)
    expect(CONFIGURATION.limitFactor.isValid('0.001')).toBe(false)
  })

  test('that opens sign-up is refused where everybody would sell to one account', () => {
    expect(whyConfigRefused('signUp', 'open', PRODUCTION)).toContain('PAYMENTS=connect')
    expect(whyConfigRefused('signUp', 'open', CONNECTED)).toBeNull()
    expect(whyConfigRefused('signUp', 'open', HERE)).toBeNull()
  })

  test('has a sentence, a form and a variable of its own', () => {
    const variables = CONFIG_KEYS.map((key) => CONFIGURATION[key].variable)
    expect(new Set(variables).size).toBe(variables.length)
    for (const key of CONFIG_KEYS) {
      expect(CONFIGURATION[key].description).toMatch(/\.$/)
      expect(CONFIGURATION[key].form).not.toBe('')
    }
  })
})

test('the settings are used as numbers, a fee and yes or no', () => {
  const values = {
    trialDays: '14',
    signUp: 'invited',
    platformFeePercent: '2.5',
    platformFeeFixed: '30',
    limitFactor: '0.5',
  }
  expect(configurationOf((key) => values[key])).toEqual({
    trialDays: 14,
    isSignUpOpen: false,
    platformFee: { ppm: 25_000, fixedMinor: 30 },
    limitFactor: 0.5,
  })
})
