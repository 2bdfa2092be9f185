import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, type RuleFacts } from './evaluate.ts'
import { CONDITION_FIELDS, type FieldKind } from './fields.ts'
import { parseConditions } from './parse-rule.ts'
import { RULE_FIELDS, RULE_OPERATORS, type RuleField, type RuleOperator } from './rule.ts'

/** Every pair of a field and an operator is accepted, and means what the others of its field mean. */

const pairs = RULE_FIELDS.flatMap((field) =>
  RULE_OPERATORS.map((operator) => ({ field, operator })),
)

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const day = fc
  .integer({ min: 1, max: 28 })
  .map((number) => `2027-05-${String(number).padStart(2, '0')}`)
const word = fc.constantFrom('Ada', 'adam', 'Zoë', 'zoo', 'Ärger', '1', 'a b')

/** What somebody may type as the value of a condition. */
const TYPED: Readonly<Record<FieldKind, fc.Arbitrary<string>>> = {
  money: fc.integer({ min: 0, max: 300 }).map((cents) => (cents / 100).toFixed(2)),
  count: fc.integer({ min: 0, max: 12 }).map(String),
  date: day,
  weekday: fc.integer({ min: 0, max: 6 }).map(String),
  time,
  text: word,
}

/** A cart with one value of each field. */
const facts: fc.Arbitrary<RuleFacts> = fc.record({
  eventId: fc.constant('e'),
  eventName: word,
  currency: fc.constant('usd'),
  totalAmountMinor: fc.integer({ min: 0, max: 300 }),
  tickets: fc
    .record({ typeId: fc.constant('t'), typeName: word, quantity: fc.integer({ min: 1, max: 12 }) })
    .map((line) => [line]),
  classes: fc.constant(new Map()),
  dates: day.map((date) => [date]),
  sessionTimes: time.map((start) => [start]),
  timeOfDay: time,
  customerEmail: word,
})

function holds(field: RuleField, operator: RuleOperator, value: string, cart: RuleFacts): boolean {
  const parsed = parseConditions({ type: 'and', rules: [{ field, operator, value }] })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return evaluate(parsed.value, cart, cart.totalAmountMinor).holds
}

test.each(pairs)('$field $operator accepts each value of its field', ({ field, operator }) => {
  const typed = TYPED[CONDITION_FIELDS[field].kind]
  fc.assert(
    fc.property(typed, facts, (value, cart) => {
      expect([true, false]).toContain(holds(field, operator, value, cart))
    }),
    { numRuns: 20 },
  )
})

describe.each(RULE_FIELDS)('the comparisons of %s', (field) => {
  const typed = TYPED[CONDITION_FIELDS[field].kind]

  test('are one order: a value is less, equal or more, and the others follow', () => {
    fc.assert(
      fc.property(typed, facts, (value, cart) => {
        const [less, equal, more, atMost, atLeast, other] = (
          ['<', '=', '>', '<=', '>=', '!='] as const
        ).map((operator) => holds(field, operator, value, cart))
        expect([less, equal, more].filter(Boolean)).toHaveLength(1)
        expect([atMost, atLeast, other]).toEqual([less || equal, more || equal, !equal])
      }),
    )
  })

  test('find a part in a value if they find the whole, and nothing in a cart without one', () => {
    fc.assert(
      fc.property(typed, facts, (value, cart) => {
        // A day of the week is typed as a number, and read as its name.
        if (CONDITION_FIELDS[field].kind !== 'weekday' && holds(field, '=', value, cart)) {
          expect(holds(field, 'contains', value, cart)).toBe(true)
          expect(holds(field, 'contains', value.slice(0, 1), cart)).toBe(true)
        }
        expect(holds(field, 'contains', '#', cart)).toBe(false)
      }),
    )
  })
})
