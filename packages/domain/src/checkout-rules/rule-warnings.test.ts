import { describe, expect, test } from 'vitest'
import type { RuleCondition } from './rule.ts'
import { type RuleToCheck, warningsOf } from './rule-warnings.ts'

const NOW = new Date('2027-05-01T12:00:00Z')

const rule = (id: string, given: Partial<RuleToCheck> = {}): RuleToCheck => ({
  id,
  name: `Rule ${id}`,
  triggerType: 'automatic',
  couponGroupId: null,
  priority: 0,
  conditions: { type: 'and', rules: [{ field: 'quantity', operator: '>=', value: 2 }] },
  actionType: 'discount',
  combines: false,
  isActive: true,
  applyToAllEvents: true,
  applicableEvents: [],
  validFrom: null,
  validUntil: null,
  hasUsableCode: false,
  ...given,
})

const codesOf = (...rules: readonly RuleToCheck[]) =>
  warningsOf(rules, NOW).map(({ ruleId, code }) => `${ruleId} ${code}`)

const when = (...rules: readonly RuleCondition[]) => ({
  conditions: { type: 'and', rules } as const,
})

describe('a rule that can never apply', () => {
  test.each<[string, readonly RuleCondition[]]>([
    [
      'more than 4 and less than 3 tickets',
      [
        { field: 'quantity', operator: '>', value: 4 },
        { field: 'quantity', operator: '<', value: 3 },
      ],
    ],
    [
      'at least 50 and less than 50',
      [
        { field: 'totalAmount', operator: '>=', value: 50 },
        { field: 'totalAmount', operator: '<', value: 50 },
      ],
    ],
    [
      'two names at once',
      [
        { field: 'eventName', operator: '=', value: 'Hamlet' },
        { field: 'eventName', operator: '=', value: 'Macbeth' },
      ],
    ],
    [
      'a name that lacks what it has to contain',
      [
        { field: 'eventName', operator: '=', value: 'Hamlet' },
        { field: 'eventName', operator: 'contains', value: 'mac' },
      ],
    ],
  ])('has conditions that exclude each other: %s', (_, conditions) => {
    expect(codesOf(rule('a', when(...conditions)))).toEqual(['a contradiction'])
  })

  test('is not said of a number that may contain what it has to', () => {
    const conditions = [
      { field: 'totalAmount', operator: '=', value: 49.9 },
      { field: 'totalAmount', operator: 'contains', value: '9.90' },
    ] as const
    expect(codesOf(rule('a', when(...conditions)))).toEqual(['a unusual_comparison'])
  })

  test('has ended, applies to no event, or has no code that can be used', () => {
    expect(codesOf(rule('a', { validUntil: '2027-05-01T12:00:00Z' }))).toEqual(['a ended'])
    expect(codesOf(rule('a', { applyToAllEvents: false }))).toEqual(['a no_event'])
    const ofGroup = { triggerType: 'coupon_group', couponGroupId: 'g' } as const
    expect(codesOf(rule('a', ofGroup))).toEqual(['a no_usable_code'])
    expect(codesOf(rule('a', { ...ofGroup, hasUsableCode: true }))).toEqual([])
  })
})

describe('no warning is given', () => {
  test.each<[string, readonly RuleCondition[]]>([
    [
      'for bounds that meet in one value',
      [
        { field: 'quantity', operator: '>=', value: 4 },
        { field: 'quantity', operator: '<=', value: 4 },
      ],
    ],
    [
      'for names that differ in upper and lower case alone',
      [
        { field: 'eventName', operator: '=', value: 'Hamlet' },
        { field: 'eventName', operator: 'contains', value: 'HAM' },
      ],
    ],
    [
      'for two days, since a cart may have two sessions',
      [
        { field: 'dayOfWeek', operator: '=', value: 6 },
        { field: 'dayOfWeek', operator: '=', value: 0 },
      ],
    ],
  ])('%s', (_, conditions) => {
    expect(codesOf(rule('a', when(...conditions)))).toEqual([])
  })

  test('for conditions of which one is enough', () => {
    const rules = [
      { field: 'quantity', operator: '>', value: 4 },
      { field: 'quantity', operator: '<', value: 3 },
    ] as const
    expect(codesOf(rule('a', { conditions: { type: 'or', rules } }))).toEqual([])
  })

  test('for a rule that is switched off', () => {
    expect(codesOf(rule('a', { isActive: false, validUntil: '2020-01-01T00:00:00Z' }))).toEqual([])
  })
})

test('a rule that compares in a way that is rarely meant is named with what it compares', () => {
  const odd = rule('a', when({ field: 'quantity', operator: 'contains', value: '1' }))
  const [warning] = warningsOf([odd], NOW)
  expect(warning?.text).toBe(
    '‘Number of tickets contains 1’ compares the digits of a number, so 1 is in 10 and in 21. If that is not meant, choose another comparison.',
  )
  const texts = when({ field: 'eventName', operator: '<', value: 'm' })
  expect(codesOf(rule('a', texts))).toEqual(['a unusual_comparison'])
  const weekend = when({ field: 'dayOfWeek', operator: '>=', value: 6 })
  expect(codesOf(rule('a', weekend))).toEqual([])
  // It is said beside what keeps the rule from applying.
  expect(codesOf(rule('a', { ...texts, applyToAllEvents: false }))).toEqual([
    'a no_event',
    'a unusual_comparison',
  ])
})

test('a block without a condition is said to block everything', () => {
  expect(codesOf(rule('a', { actionType: 'block', ...when() }))).toEqual(['a blocks_everything'])
})

describe('rules that get into each other’s way', () => {
  const first = rule('first', { priority: 10, ...when() })

  test('one behind a rule without conditions is reported, unless it combines or is for a code', () => {
    expect(codesOf(first, rule('a'))).toEqual(['a behind_another'])
    expect(codesOf(first, rule('a', { combines: true }))).toEqual([])
    const ofGroup = {
      triggerType: 'coupon_group',
      couponGroupId: 'g',
      hasUsableCode: true,
    } as const
    expect(codesOf(first, rule('a', ofGroup))).toEqual([])
  })

  test('one that is valid longer, or for more events, is not behind the other', () => {
    const short = { ...first, validUntil: '2027-06-01T00:00:00Z' }
    expect(codesOf(short, rule('a'))).toEqual([])
    expect(codesOf(short, rule('a', { validUntil: '2027-05-20T00:00:00Z' }))).toEqual([
      'a behind_another',
    ])
    const ofOne = { ...first, applyToAllEvents: false, applicableEvents: ['e'] }
    expect(codesOf(ofOne, rule('a'))).toEqual([])
  })

  test('two of the same priority for a common event are reported', () => {
    expect(codesOf(rule('a'), rule('b'))).toEqual(['b same_priority'])
    const forOne = (id: string) => ({ applyToAllEvents: false, applicableEvents: [id] })
    expect(codesOf(rule('a', forOne('e')), rule('b', forOne('f')))).toEqual([])
  })
})
