import { expect, test } from 'vitest'
import { CONDITION_FIELDS, OPERATOR_TEXTS, parseConditionValue } from './fields.ts'
import { RULE_OPERATORS } from './rule.ts'

test('each field and each operator has words for the form', () => {
  for (const { label, hint } of Object.values(CONDITION_FIELDS)) {
    expect([label, hint]).not.toContain('')
    expect([typeof label, typeof hint]).toEqual(['string', 'string'])
  }
  for (const operator of RULE_OPERATORS) expect(OPERATOR_TEXTS[operator]).toMatch(/[a-z]/)
})

test.each([
  ['18:30', '18:30'],
  ['8:05', '08:05'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['18:60', null],
  ['18:5', null],
  ['118:30', null],
  ['18:300', null],
  ['noon', null],
  ['', null],
])('the time %j is read as %j', (typed, value) => {
  const reason = 'Enter a time as hours and minutes, like 18:30'
  expect(parseConditionValue({ field: 'sessionTime', operator: '=' }, typed)).toEqual(
    value === null ? { reason } : { value },
  )
})

test.each([
  ['0', 0],
  [6, 6],
  ['sat', 6],
  ['Saturday', 6],
  ['sa', null],
  ['7', null],
  ['16', null],
  ['61', null],
])('the day of the week %j is read as %j', (typed, value) => {
  const result = parseConditionValue({ field: 'dayOfWeek', operator: '>=' }, typed)
  expect('value' in result ? result.value : null).toBe(value)
})
