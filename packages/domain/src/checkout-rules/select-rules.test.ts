import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildQuoteInSteps } from '../quote.ts'
import type { RuleFacts } from './evaluate.ts'
import type { JudgedRule, RuleCondition } from './rule.ts'
import { type CartToJudge, type PriceWith, selectForEmail, selectRules } from './select-rules.ts'

const LINES = [
  { kind: 'ticket', id: 'adult', name: 'Adult', quantity: 2, unitPriceMinor: 3000, feeSet: null },
  { kind: 'ticket', id: 'front', name: 'Front', quantity: 1, unitPriceMinor: 4000, feeSet: null },
] as const

const price: PriceWith = (automatic, coupon) =>
  buildQuoteInSteps(LINES, 'usd', [...automatic, ...coupon]).quote

const FACTS: RuleFacts = {
  eventId: 'e1',
  eventName: 'Event',
  currency: 'usd',
  totalAmountMinor: 10_000,
  tickets: [
    { typeId: 'adult', typeName: 'Adult', quantity: 2 },
    { typeId: 'front', typeName: 'Front', quantity: 1 },
  ],
  classes: new Map([['front', 'vip']]),
  dates: [],
  sessionTimes: [],
  timeOfDay: '12:00',
}

const when = (...rules: RuleCondition[]): Pick<JudgedRule, 'conditions'> => ({
  conditions: { type: 'and', rules },
})
const atLeast = (value: number) => when({ field: 'orderTotal', operator: '>=', value })
const email = (value: string) => when({ field: 'customerEmail', operator: 'contains', value })

const rule = (id: string, ratePercent: number, more: Partial<JudgedRule> = {}): JudgedRule => ({
  id,
  name: `Rule ${id}`,
  ...when(),
  action: {
    type: 'discount',
    discounts: [{ ticketTypeId: 'all', discountType: 'percentage', ratePpm: ratePercent * 10_000 }],
  },
  combines: false,
  eventIds: null,
  ...more,
})
const block = (id: string, more: Partial<JudgedRule> = {}): JudgedRule =>
  rule(id, 0, { action: { type: 'block', message: `No ${id}` }, ...more })

const select = (cart: Partial<CartToJudge>) =>
  selectRules({ automatic: [], coupon: [], facts: FACTS, price, ...cart })
const outcomes = (cart: Partial<CartToJudge>) =>
  Object.fromEntries(select(cart).trace.map(({ ruleId, outcome }) => [ruleId, outcome]))

describe('automatic rules', () => {
  test('the first that matches applies, and no other', () => {
    expect(
      outcomes({ automatic: [rule('a', 10, atLeast(200)), rule('b', 20), rule('c', 50)] }),
    ).toEqual({ a: 'conditions_not_met', b: 'applied', c: 'after_another' })
  })

  test('one that takes nothing off leaves the place to the next', () => {
    const none = rule('a', 0)
    const other = rule('b', 10, { eventIds: ['e2'] })
    expect(outcomes({ automatic: [none, other, rule('c', 10)] })).toEqual({
      a: 'takes_nothing_off',
      b: 'other_event',
      c: 'applied',
    })
  })

  test('one that combines applies beside others, each to what those before it left', () => {
    const { automatic, trace } = select({
      automatic: [rule('a', 10), rule('b', 10, { combines: true }), rule('c', 10)],
    })
    expect(automatic.map(({ ruleId }) => ruleId)).toEqual(['a', 'b'])
    expect(trace.map(({ discountMinor }) => discountMinor)).toEqual([1000, 900, 0])
  })

  test('an order total is what would be paid before the rule', () => {
    const combines = { combines: true }
    expect(
      outcomes({
        automatic: [
          rule('a', 10, { ...combines, ...atLeast(100) }),
          rule('b', 10, { ...combines, ...atLeast(90) }),
          rule('c', 10, { ...combines, ...atLeast(90) }),
        ],
      }),
    ).toEqual({ a: 'applied', b: 'applied', c: 'conditions_not_met' })
  })

  test('a discount for a class has the types of the class today', () => {
    const { automatic } = select({
      automatic: [
        rule('a', 0, {
          action: {
            type: 'discount',
            discounts: [{ ticketTypeId: 'vip', discountType: 'fixed', amountMinor: 500 }],
          },
        }),
      ],
    })
    expect(automatic[0]?.discounts).toEqual([
      { ticketTypeId: 'vip', discountType: 'fixed', amountMinor: 500, typeIds: ['front'] },
    ])
    expect(price(automatic, []).discountMinor).toBe(500)
  })

  test('a discount for a class leaves the types of other classes out', () => {
    const vip = [{ ticketTypeId: 'vip', discountType: 'fixed', amountMinor: 500 } as const]
    const { automatic } = select({
      automatic: [rule('a', 0, { action: { type: 'discount', discounts: vip } })],
      facts: { ...FACTS, classes: new Map([...FACTS.classes, ['adult', 'general']]) },
    })
    expect(automatic[0]?.discounts).toMatchObject([{ typeIds: ['front'] }])
  })

  test('a rule that blocks is judged before discounts, whatever its priority', () => {
    const automatic = [rule('a', 50), block('b', atLeast(100)), block('c')]
    expect(select({ automatic }).block).toEqual({ ruleId: 'b', message: 'No b' })
  })
})

describe('the rules of a coupon', () => {
  test('apply after the automatic ones', () => {
    const { coupon, trace } = select({
      automatic: [rule('a', 10)],
      coupon: [rule('x', 10, atLeast(95)), rule('y', 10), rule('z', 50)],
    })
    expect(coupon.map(({ ruleId }) => ruleId)).toEqual(['y'])
    expect(trace.find(({ ruleId }) => ruleId === 'y')?.discountMinor).toBe(900)
  })

  test('one that blocks refuses the coupon, not the cart', () => {
    const { block: ofCart, couponBlock } = select({ coupon: [rule('x', 10), block('y')] })
    expect(ofCart).toBeNull()
    expect(couponBlock).toEqual({ ruleId: 'y', message: 'No y' })
  })
})

describe('rules about the e-mail address', () => {
  const facts = { ...FACTS, customerEmail: 'ada@uni.example' }
  const students = rule('s', 20, email('@uni.example'))

  test('do not apply as long as it is not known', () => {
    expect(select({ automatic: [students] }).automatic).toEqual([])
    expect(select({ automatic: [block('s', email('uni'))] }).block).toBeNull()
  })

  test('replace the frozen rule if the cart gets cheaper', () => {
    const automatic = [rule('a', 10), students]
    expect(select({ automatic, facts }).automatic.map(({ ruleId }) => ruleId)).toEqual(['s'])
    const dearer = [rule('a', 30), students]
    expect(select({ automatic: dearer, facts }).automatic.map(({ ruleId }) => ruleId)).toEqual([
      'a',
    ])
    expect(outcomes({ automatic: dearer, facts })).toEqual({ a: 'applied', s: 'not_cheaper' })
  })

  test('apply beside the frozen rule if they combine, for orders with such an address', () => {
    const automatic = [rule('a', 10), { ...students, combines: true }]
    const [first, second] = select({ automatic, facts }).automatic
    expect([first?.ruleId, second?.ruleId]).toEqual(['a', 's'])
    expect(second?.onlyFor).toEqual(students.conditions)
    expect(outcomes({ automatic, facts })).toEqual({ a: 'applied', s: 'applied' })
  })

  test('that block refuse the cart', () => {
    expect(select({ automatic: [block('s', email('uni'))], facts }).block?.message).toBe('No s')
  })

  test('leave alone what was frozen by rules that are gone', () => {
    const frozen = { automatic: select({ automatic: [rule('a', 30)] }).automatic, coupon: [] }
    expect(selectForEmail([students], frozen, facts, price).automatic).toBeNull()
    const nothing = { automatic: null, block: null, trace: [] }
    expect(selectForEmail([], frozen, facts, price)).toEqual(nothing)
  })

  test('are judged alone, with the outcome of each', () => {
    const frozen = { automatic: [], coupon: [] }
    const rules = [
      rule('a', 30, atLeast(500)),
      block('b', email('@uni.example')),
      rule('o', 20, email('@other.example')),
      rule('e', 20, { ...email('@uni.example'), eventIds: ['e2'] }),
    ]
    const of = { discountMinor: 0, isOfCoupon: false }
    const [ofBlock, ofOther, ...ofEvent] = selectForEmail(rules, frozen, facts, price).trace
    expect([ofBlock, ofOther]).toMatchObject([
      { ...of, ruleId: 'b', outcome: 'blocks' },
      { ...of, ruleId: 'o', outcome: 'conditions_not_met' },
    ])
    expect(ofEvent).toEqual([
      { ...of, ruleId: 'e', name: 'Rule e', outcome: 'other_event', conditions: [] },
    ])
  })
})

const anyRule = fc
  .record({
    percent: fc.integer({ min: 0, max: 100 }),
    combines: fc.boolean(),
    conditions: fc.constantFrom(when(), atLeast(50), atLeast(90), email('uni')),
    amountMinor: fc.option(fc.integer({ min: 0, max: 20_000 })),
    of: fc.constantFrom('all', 'vip', 'adult', 'general'),
  })
  .map(({ percent, combines, conditions, amountMinor, of }) =>
    rule('r', percent, {
      combines,
      ...conditions,
      action: {
        type: 'discount',
        discounts: [
          amountMinor === null
            ? { ticketTypeId: of, discountType: 'percentage', ratePpm: percent * 10_000 }
            : { ticketTypeId: of, discountType: 'fixed', amountMinor },
        ],
      },
    }),
  )
const anyRules = fc
  .array(anyRule, { maxLength: 6 })
  .map((all) => all.map((each, index) => ({ ...each, id: `r${index}` })))

describe('any rules', () => {
  test('apply in the order in which they are written, and of those that do not combine one does', () => {
    fc.assert(
      fc.property(anyRules, (automatic) => {
        const applied = select({ automatic }).automatic.map(({ ruleId }) => ruleId)
        expect(applied).toEqual(automatic.map(({ id }) => id).filter((id) => applied.includes(id)))
        const alone = automatic.filter(({ combines }) => !combines)
        const takesOff = alone.map(({ id }) => applied.includes(id))
        expect(takesOff.filter(Boolean).length).toBeLessThanOrEqual(1)
        const { trace } = select({ automatic })
        const first = trace.find(({ ruleId, outcome }) =>
          alone.some(({ id }) => id === ruleId && ['applied', 'after_another'].includes(outcome)),
        )
        expect(first?.outcome ?? 'applied').toBe('applied')
      }),
    )
  })

  test('are stopped by one that blocks, wherever it stands', () => {
    fc.assert(
      fc.property(anyRules, anyRules, fc.nat({ max: 6 }), (automatic, coupon, at) => {
        const withBlock = automatic.toSpliced(at, 0, block('stop', atLeast(100)))
        expect(select({ automatic: withBlock, coupon }).block?.ruleId).toBe('stop')
      }),
    )
  })

  test('never lead below zero, and what they take off adds up', () => {
    fc.assert(
      fc.property(anyRules, anyRules, (automatic, coupon) => {
        const { trace, ...selected } = select({ automatic, coupon })
        const quote = price(selected.automatic, selected.coupon)
        expect(quote.totalMinor).toBeGreaterThanOrEqual(0)
        const sum = trace.reduce((total, { discountMinor }) => total + discountMinor, 0)
        expect(sum).toBe(quote.discountMinor)
      }),
    )
  })

  test('never make a cart dearer once the e-mail address is known', () => {
    fc.assert(
      fc.property(anyRules, anyRules, (automatic, coupon) => {
        const before = select({ automatic, coupon })
        const facts = { ...FACTS, customerEmail: 'ada@uni.example' }
        const after = select({ automatic, coupon, facts })
        expect(price(after.automatic, after.coupon).totalMinor).toBeLessThanOrEqual(
          price(before.automatic, before.coupon).totalMinor,
        )
      }),
    )
  })
})

describe('the outcome of each rule', () => {
  const facts = { ...FACTS, customerEmail: 'ada@uni.example' }
  const student = (id: string, percent: number, more: Partial<JudgedRule> = {}) =>
    rule(id, percent, { ...email('@uni.example'), ...more })

  test('says whether it is a rule of the coupon', () => {
    const { trace } = select({ automatic: [rule('a', 10)], coupon: [rule('x', 10)], facts })
    expect(trace.map(({ ruleId, isOfCoupon }) => [ruleId, isOfCoupon])).toEqual([
      ['a', false],
      ['x', true],
    ])
  })

  test('is that another took its place, and then it took nothing off', () => {
    const { trace, automatic } = select({
      automatic: [rule('a', 10), student('s', 20)],
      coupon: [rule('x', 10)],
      facts,
    })
    expect(automatic.map(({ ruleId }) => ruleId)).toEqual(['s'])
    expect(trace.map((each) => [each.ruleId, each.outcome, each.discountMinor])).toEqual([
      ['a', 'replaced', 0],
      // A tenth of what the coupon left, which had taken its part off the price with rule a.
      ['s', 'applied', 900],
      ['x', 'applied', 900],
    ])
    expect(trace.map(({ isOfCoupon }) => isOfCoupon)).toEqual([false, false, true])
  })

  test('is that the cart did not meet its conditions, also once the address is known', () => {
    const other = rule('o', 20, email('@other.example'))
    expect(outcomes({ automatic: [rule('a', 10), other], facts })).toEqual({
      ...{ a: 'applied', o: 'conditions_not_met' },
    })
  })
})

describe('a rule about the e-mail address and something else', () => {
  const facts = { ...FACTS, customerEmail: 'ada@uni.example' }
  const uni = { field: 'customerEmail', operator: 'contains', value: '@uni.example' } as const
  const large = { field: 'orderTotal', operator: '>=', value: 50 } as const
  const either = (...rules: RuleCondition[]): Partial<JudgedRule> => ({
    conditions: { type: 'or', rules },
  })

  test('freezes the conditions about the address alone', () => {
    const { automatic } = select({ automatic: [rule('s', 20, when(uni, large))], facts })
    expect(automatic[0]?.onlyFor).toEqual({ type: 'and', rules: [uni] })
  })

  test('does not apply again if it applied before the address was known', () => {
    const { automatic, trace } = select({
      automatic: [rule('s', 20, { ...either(uni, large), combines: true })],
      facts,
    })
    expect(automatic.map(({ ruleId, onlyFor }) => [ruleId, onlyFor])).toEqual([['s', undefined]])
    expect(trace).toMatchObject([{ ruleId: 's', outcome: 'applied', discountMinor: 2000 }])
    const applied = rule('s', 20, { ...either(uni, large), combines: true })
    const again = selectForEmail([applied], { automatic, coupon: [] }, facts, price)
    expect(again).toEqual({ automatic: null, block: null, trace: [] })
  })

  test('is not cheaper if it takes as much off as what it would replace', () => {
    expect(outcomes({ automatic: [rule('a', 20), rule('s', 20, when(uni))], facts })).toEqual({
      ...{ a: 'applied', s: 'not_cheaper' },
    })
  })

  test('keeps what combines when it replaces what does not, and the waiver of small totals', () => {
    const { automatic } = select({
      automatic: [rule('a', 10, { combines: true }), rule('b', 10), rule('s', 50, when(uni))],
      ...{ facts, waivesSmallTotals: true },
    })
    expect(automatic.map(({ ruleId }) => ruleId)).toEqual(['a', 'small_total', 's'])
  })

  test('that blocks is judged by the price before anything is taken off', () => {
    const judgedAt = (value: number) =>
      select({
        automatic: [rule('a', 50), block('s', when(uni, { ...large, value }))],
        facts,
      }).block?.ruleId
    expect([100, 100.01].map(judgedAt)).toEqual(['s', undefined])
  })
})

test('of several rules that block, the one whose conditions hold says why', () => {
  const facts = { ...FACTS, customerEmail: 'ada@uni.example' }
  const automatic = [block('a', email('@other.example')), block('b', email('@uni.example'))]
  expect(select({ automatic, facts }).block).toEqual({ ruleId: 'b', message: 'No b' })
})
