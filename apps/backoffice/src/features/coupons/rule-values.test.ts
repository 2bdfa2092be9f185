import { expect, test } from 'vitest'
import { problemsByField } from './rule-problems.ts'
import { NEW_RULE, type RuleValues, ruleSchema } from './rule-values.ts'

const OPTIONS = { currency: 'usd', timeZone: 'America/Los_Angeles', mayHaveNone: false }
const VALUES: RuleValues = {
  ...NEW_RULE,
  name: 'Pairs',
  conditions: [{ field: 'quantity', operator: '>=', value: '2' }],
  discounts: [{ ticketTypeId: 'all', name: '', discountType: 'percentage', value: '10' }],
}

const problemsOf = (part: Partial<RuleValues>, options = OPTIONS) =>
  ruleSchema(options)
    .safeParse({ ...VALUES, ...part })
    .error?.issues.map(({ path, message }) => `${path}: ${message}`)

test('a rule is sent with the moments of the organizer’s zone', () => {
  const typed = { ...VALUES, validFrom: '2027-05-31T09:30', priority: '5' }
  expect(ruleSchema(OPTIONS).parse(typed)).toMatchObject({
    priority: 5,
    validFrom: '2027-05-31T16:30:00.000Z',
    validUntil: null,
    action: { discounts: [{ ticketTypeId: 'all', discountType: 'percentage', value: '10' }] },
  })
})

test('each field says all that is wrong with it, with the number of the row', () => {
  const conditions = [
    { field: 'quantity', operator: '>=', value: 'two' },
    { field: 'totalAmount', operator: '>=', value: '' },
    { field: 'sessionTime', operator: '>', value: '25:00' },
  ] as const
  expect(problemsOf({ conditions: [...conditions], scope: 'some' })).toEqual([
    'conditions: Condition 1: Enter a whole number, like 4; Condition 3: Enter a time as hours and minutes, like 18:30',
    'events: Choose at least one event.',
  ])
})

test.each<[Partial<RuleValues>, string]>([
  [{ kind: 'block', message: ' ' }, 'message: Say why this cannot be bought'],
  [{ kind: 'block', message: 'x'.repeat(301) }, 'message: Write at most 300 characters.'],
  [{ triggerType: 'coupon_group' }, 'couponGroupId: Choose a coupon group.'],
  [
    { validFrom: '20277-01-01T10:00' },
    'validFrom: Enter a day and a time, with a year of four digits.',
  ],
  [
    { validFrom: '2027-05-31T10:00', validUntil: '2027-05-31T10:00' },
    'validUntil: Must be after the time from which it is valid.',
  ],
])('%j is refused with its reason', (part, problem) => {
  expect(problemsOf(part)).toEqual([problem])
})

test('a rule that is stored without conditions may stay so, and no other', () => {
  const none = { conditions: NEW_RULE.conditions }
  expect(problemsOf(none)).toEqual(['conditions: At least one condition must have a value'])
  expect(problemsOf(none, { ...OPTIONS, mayHaveNone: true })).toBeUndefined()
})

test('what the server refuses is shown at the fields of the form', () => {
  const reason = 'This event does not exist any more'
  expect(
    problemsByField([
      { path: 'applicableEvents.0', reason },
      { path: 'applicableEvents.2', reason },
      { path: 'couponGroupId', reason: 'Choose a coupon group' },
      { path: 'unheard.of', reason: 'No field has it' },
    ]),
  ).toEqual([
    { field: 'events', message: `Event 1: ${reason}; Event 3: ${reason}` },
    { field: 'couponGroupId', message: 'Choose a coupon group' },
  ])
})
