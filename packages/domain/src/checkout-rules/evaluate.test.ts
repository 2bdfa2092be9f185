import { describe, expect, test } from 'vitest'
import { evaluate, isForEmail, type RuleFacts } from './evaluate.ts'
import { NO_CONDITIONS, RULE_OPERATORS, type RuleCondition } from './rule.ts'

const FACTS: RuleFacts = {
  eventId: 'e1',
  eventName: 'The Kelp Hall',
  currency: 'usd',
  totalAmountMinor: 10_000,
  tickets: [
    { typeId: 't1', typeName: 'Adult', quantity: 2 },
    { typeId: 't2', typeName: 'Front Row', quantity: 1 },
  ],
  classes: new Map([['t2', 'vip']]),
  // A Saturday and a Sunday.
  dates: ['2027-05-29', '2027-05-30'],
  sessionTimes: ['09:30', '18:00'],
  timeOfDay: '11:05',
}

const holds = (
  field: RuleCondition['field'],
  operator: RuleCondition['operator'],
  value: string | number,
  facts: Partial<RuleFacts> = {},
) =>
  evaluate({ type: 'and', rules: [{ field, operator, value }] }, { ...FACTS, ...facts }, 9000).holds

describe('a condition', () => {
  test.each([
    ['totalAmount', '>=', 100, true],
    ['totalAmount', '>', 100, false],
    ['totalAmount', '<', 100.01, true],
    ['orderTotal', '=', 90, true],
    ['orderTotal', '>', 90, false],
    ['quantity', '=', 3, true],
    ['quantity', '<=', 2, false],
    ['date', '=', '2027-05-30', true],
    ['date', '>', '2027-05-30', false],
    ['date', '<', '2027-05-30', true],
    ['date', '!=', '2027-05-30', false],
    ['date', '!=', '2027-05-31', true],
    ['dayOfWeek', '=', 6, true],
    ['dayOfWeek', '=', 0, true],
    ['dayOfWeek', '=', 1, false],
    ['dayOfWeek', '!=', 1, true],
    ['dayOfWeek', '!=', 6, false],
    ['timeOfDay', '<', '12:00', true],
    ['timeOfDay', '>=', '11:05', true],
    ['sessionTime', '>=', '18:00', true],
    ['sessionTime', '<', '09:00', false],
    ['eventName', 'contains', 'kelp', true],
    ['eventName', '=', 'THE KELP HALL', true],
    ['eventName', '!=', 'Kelp', true],
    ['ticketType', '=', 'adult', true],
    ['ticketType', '=', 't2', true],
    ['ticketType', '=', 'vip', true],
    ['ticketType', '=', 'premium', false],
    ['ticketType', '!=', 'vip', false],
    ['ticketType', 'contains', 'row', true],
    // The week starts on Monday, so a Saturday is late in it, and a Sunday is its last day.
    ['dayOfWeek', '>=', 6, true],
    ['dayOfWeek', '>', 6, true],
    ['dayOfWeek', '>', 0, false],
    ['dayOfWeek', '<', 6, false],
    ['dayOfWeek', '<=', 0, true],
    ['dayOfWeek', '>=', 1, true],
    ['dayOfWeek', 'contains', 'SATUR', true],
    ['dayOfWeek', 'contains', 'mon', false],
    ['totalAmount', 'contains', '0.0', true],
    ['totalAmount', 'contains', '10000', false],
    ['orderTotal', 'contains', '90.00', true],
    ['quantity', 'contains', '3', true],
    ['quantity', 'contains', '30', false],
    ['date', 'contains', '2027-05', true],
    ['date', 'contains', '-06-', false],
    ['timeOfDay', 'contains', ':05', true],
    ['sessionTime', 'contains', '18', true],
    ['sessionTime', 'contains', '20', false],
    ['eventName', '>', 'Sky', true],
    ['eventName', '<', 'the l', true],
    ['eventName', '>=', 'the kelp hall', true],
    ['eventName', '<=', 'the kelp hal', false],
    // By the name of the type, not by its class or id.
    ['ticketType', '<', 'Balcony', true],
    ['ticketType', '>', 'Front Row', false],
    ['ticketType', '>=', 'Front Row', true],
  ] as const)('%s %s %s holds: %s', (field, operator, value, expected) => {
    expect(holds(field, operator, value)).toBe(expected)
  })

  test.each(RULE_OPERATORS)('about an unknown e-mail address does not hold with %s', (operator) => {
    expect(holds('customerEmail', operator, 'a@b.example')).toBe(false)
  })

  test('about an e-mail address ignores upper and lower case', () => {
    const facts = { customerEmail: 'Ada@Uni.Example' }
    expect(holds('customerEmail', 'contains', '@uni.example', facts)).toBe(true)
    expect(holds('customerEmail', '!=', 'ada@uni.example', facts)).toBe(false)
  })

  test('about a date does not hold before a date is chosen', () => {
    for (const operator of ['=', '!=', '<', '>='] as const) {
      expect(holds('date', operator, '2027-05-30', { dates: [] })).toBe(false)
    }
  })

  test('compares an amount in the minor units of the currency', () => {
    expect(holds('totalAmount', '=', 10_000, { currency: 'jpy' })).toBe(true)
  })
})

describe('conditions', () => {
  const rules = [
    { field: 'quantity', operator: '=', value: 3 },
    { field: 'quantity', operator: '=', value: 4 },
  ] as const

  test('hold together with and, one is enough with or, and none always hold', () => {
    expect(evaluate({ type: 'and', rules }, FACTS, 0).holds).toBe(false)
    expect(evaluate({ type: 'or', rules }, FACTS, 0).holds).toBe(true)
    expect(evaluate({ type: 'or', rules: [] }, FACTS, 0).holds).toBe(true)
  })

  test('say which of them failed, and what the cart had', () => {
    const { conditions } = evaluate({ type: 'and', rules }, FACTS, 0)
    expect(conditions.map(({ holds: does, actual }) => [does, actual])).toEqual([
      [true, ['3']],
      [false, ['3']],
    ])
  })
})

describe('a comparison', () => {
  test.each([
    ['quantity', '>', 2, true],
    ['quantity', '<', 3, false],
    ['quantity', '<', 4, true],
    ['quantity', '<=', 3, true],
    ['quantity', '<=', 4, true],
    ['timeOfDay', '=', '11:05', true],
    ['timeOfDay', '=', '09:30', false],
    ['sessionTime', '=', '09:30', true],
    ['sessionTime', '=', '11:05', false],
    ['eventName', '=', ' the kelp hall ', true],
  ] as const)('%s %s %j holds: %s', (field, operator, value, expected) => {
    expect(holds(field, operator, value)).toBe(expected)
  })

  test('of ticket types shows their names', () => {
    const rules = [{ field: 'ticketType', operator: '=', value: 'vip' }] as const
    const [judged] = evaluate({ type: 'and', rules }, FACTS, 0).conditions
    expect(judged?.actual).toEqual(['Adult', 'Front Row'])
  })

  test('of nothing holds always', () => {
    expect(evaluate(NO_CONDITIONS, FACTS, 0)).toEqual({ holds: true, conditions: [] })
  })
})

describe('conditions about nothing but the e-mail address', () => {
  const rules = [
    { field: 'customerEmail', operator: 'contains', value: '@uni.example' },
    { field: 'customerEmail', operator: '!=', value: 'eve@uni.example' },
  ] as const

  test('are met by an address that meets all of them, or one of them with or', () => {
    const isFor = (type: 'and' | 'or', email: string) => isForEmail({ type, rules }, email)
    expect(isFor('and', ' Ada@Uni.Example')).toBe(true)
    expect(isFor('and', 'Eve@uni.example')).toBe(false)
    expect(isFor('and', 'ada@home.example')).toBe(false)
    expect(isFor('or', 'Eve@uni.example')).toBe(true)
    expect(isForEmail({ type: 'or', rules: rules.slice(0, 1) }, 'ada@home.example')).toBe(false)
  })
})
