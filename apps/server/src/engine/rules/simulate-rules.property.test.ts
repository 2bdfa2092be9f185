import {
  type FeeSet,
  isForEmail,
  isWaiver,
  type JudgedRule,
  type Quote,
  type QuoteRequestLine,
  RULE_FIELDS,
  type RuleCondition,
  type TicketClass,
} from '@foyer/domain'
import { runs } from '@foyer/testkit/night'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PreviewCoupon } from '../coupons/preview-coupon.ts'
import { factsOfSelection, judgeSelection, type Selected } from './judge-selection.ts'
import { type Simulation, simulateRules } from './simulate-rules.ts'

/** The simulator against the quote, on random carts and rules. */

const TYPES = ['adult', 'child', 'front'] as const
const VALUES: Record<RuleCondition['field'], readonly (string | number)[]> = {
  totalAmount: [0, 30, 75.5, 200],
  orderTotal: [0, 30, 75.5, 200],
  quantity: [1, 2, 4, 9],
  date: ['2027-05-01', '2027-05-02'],
  dayOfWeek: [0, 6],
  timeOfDay: ['09:00', '18:30'],
  eventName: ['fado', 'night'],
  ticketType: ['Adult', 'vip', 'front'],
  sessionTime: ['12:00', '19:30'],
  customerEmail: ['ada@example.com', 'example.com'],
}

const anyCondition: fc.Arbitrary<RuleCondition> = fc.constantFrom(...RULE_FIELDS).chain((field) =>
  fc.record({
    field: fc.constant(field),
    operator: fc.constantFrom('>', '>=', '<', '<=', '=', '!=', 'contains'),
    value: fc.constantFrom(...VALUES[field]),
  }),
)

const anyDiscount = fc.constantFrom('all', 'vip', ...TYPES).chain((ticketTypeId) =>
  fc.oneof(
    fc.record({
      ticketTypeId: fc.constant(ticketTypeId),
      discountType: fc.constant('percentage' as const),
      ratePpm: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    fc.record({
      ticketTypeId: fc.constant(ticketTypeId),
      discountType: fc.constant('fixed' as const),
      amountMinor: fc.integer({ min: 0, max: 6000 }),
    }),
  ),
)

const anyRule: fc.Arbitrary<Omit<JudgedRule, 'id'>> = fc.record({
  name: fc.constantFrom('Early birds', 'Groups'),
  conditions: fc.record({
    type: fc.constantFrom('and', 'or'),
    rules: fc.array(anyCondition, { maxLength: 2 }),
  }),
  action: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('discount' as const),
        discounts: fc.array(anyDiscount, { minLength: 1, maxLength: 2 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('block' as const), message: fc.constant('Not so') }),
    },
  ),
  combines: fc.boolean(),
  eventIds: fc.option(fc.constantFrom(['e1'], ['e2']), { nil: null, freq: 3 }),
})

const anyRules = (prefix: string) =>
  fc
    .array(anyRule, { maxLength: 5 })
    .map((rules) => rules.map((rule, index): JudgedRule => ({ ...rule, id: `${prefix}${index}` })))

const FEE: FeeSet = {
  id: 'f',
  name: 'Fee',
  isActive: true,
  feeType: 'percentage',
  flatMinor: 0,
  ratePpm: 125_000,
}
const FLAT: FeeSet = { ...FEE, feeType: 'flat', flatMinor: 250 }

const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 6 }),
  unitPriceMinor: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 6000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 30 }) },
  ),
  feeSet: fc.constantFrom(null, FEE, FLAT, { ...FEE, isAbsorbed: true }),
  taxRate: fc.constantFrom(null, { id: 't', name: 'VAT', ratePpm: 80_000, isInclusive: false }),
})

const anyLines = fc
  .tuple(
    fc.subarray([...TYPES], { minLength: 1 }),
    fc.array(anyLine, { minLength: 4, maxLength: 4 }),
    fc.boolean(),
  )
  .map(([types, lines, hasAddOn]): QuoteRequestLine[] => [
    ...types.map((id, index) => ({ kind: 'ticket' as const, id, name: id, ...at(lines, index) })),
    ...(hasAddOn ? [{ kind: 'addOn' as const, id: 'photo', name: 'Photo', ...at(lines, 3) }] : []),
  ])

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error('The list is long enough')
  return found
}

const anyCart = fc.record({
  lines: anyLines,
  automatic: anyRules('a'),
  coupon: fc.option(
    fc.record({
      rules: anyRules('c'),
      isActive: fc.boolean().map((isOff) => !isOff),
      hasUseLeft: fc.constantFrom(true, true, true, false),
    }),
    { nil: null },
  ),
  hasSession: fc.boolean(),
  waivesSmallTotals: fc.boolean(),
  email: fc.option(fc.constantFrom('ada@example.com', 'bob@example.org'), { nil: undefined }),
})
type AnyCart = typeof anyCart extends fc.Arbitrary<infer T> ? T : never

function given({ lines, automatic, coupon, hasSession, waivesSmallTotals }: AnyCart) {
  const selected: Selected = {
    eventId: 'e1',
    currency: 'usd',
    date: '2027-05-01',
    rules: {
      rules: automatic,
      waivesSmallTotals,
      classes: new Map<string, TicketClass>([['front', 'vip']]),
      eventName: 'A night of fado',
      timeZone: 'Europe/Lisbon',
      now: new Date('2027-04-20T17:45:00Z'),
      startsAt: hasSession ? new Date('2027-05-02T18:30:00Z') : null,
    },
  }
  const code: PreviewCoupon | null = coupon && { id: 'k', code: 'SPRING', room: 1, ...coupon }
  return { selected, code, facts: factsOfSelection(selected, lines) }
}

const waivedMinor = ({ rules = [] }: Quote) => rules.find(isWaiver)?.discountMinor ?? 0
/** What rules take off by their rows, with a total that is waived. */
const takenOff = ({ rules, quote }: Simulation) =>
  rules.reduce((sum, { discountMinor }) => sum + discountMinor, waivedMinor(quote))

/** How often each outcome was met, so that the property is not about empty carts alone. */
const seen = new Map<string, number>()
const see = (outcome: string) => seen.set(outcome, (seen.get(outcome) ?? 0) + 1)

test('the simulator agrees with the quote on thousands of random carts, and its rules add up to the discount', {
  tags: ['sampled'],
}, () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { selected, code, facts } = given(cart)
      const inForce = selected.rules
      const { lines } = cart
      const quoted = judgeSelection(selected, lines, code)
      const simulated = simulateRules({ lines, facts, inForce, coupon: code })
      if (quoted.ok) {
        expect(simulated.coupon?.ok).not.toBe(false)
        const { quote, block } = quoted.value(lines)
        expect(simulated.quote).toEqual(quote)
        expect(simulated.block).toEqual(block)
      } else {
        expect(simulated.coupon).toEqual(quoted)
        const without = judgeSelection(selected, lines, null)
        if (!without.ok) throw new Error('Nothing can refuse a cart without a coupon here')
        expect(simulated.quote).toEqual(without.value(lines).quote)
      }
      expect(takenOff(simulated)).toBe(simulated.quote.discountMinor)
      if (waivedMinor(simulated.quote) > 0) see('waived')
      for (const { outcome } of simulated.rules) see(outcome)
    }),
    { numRuns: runs(10_000, 2000), seed: 19 },
  )
  for (const outcome of [
    'applied',
    'blocks',
    'conditions_not_met',
    'other_event',
    'takes_nothing_off',
    'after_another',
    'coupon_refused',
    'waived',
  ]) {
    expect([outcome, (seen.get(outcome) ?? 0) > 20]).toEqual([outcome, true])
  }
})

test('with an e-mail address, a cart is never dearer, and its rules add up and are for the address', {
  tags: ['sampled'],
}, () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { selected, code, facts } = given(cart)
      const inForce = selected.rules
      const { lines, email } = cart
      const before = simulateRules({ lines, facts, inForce, coupon: code })
      const paid = simulateRules({
        lines,
        facts: { ...facts, customerEmail: email },
        inForce,
        coupon: code,
      })
      expect(paid.quote.totalMinor).toBeLessThanOrEqual(before.quote.totalMinor)
      expect(paid.coupon).toEqual(before.coupon)
      expect(takenOff(paid)).toBe(paid.quote.discountMinor)
      for (const { onlyFor } of paid.quote.rules ?? []) {
        if (onlyFor) expect(isForEmail(onlyFor, email ?? '')).toBe(true)
      }
    }),
    { numRuns: runs(2000, 400), seed: 19 },
  )
})
