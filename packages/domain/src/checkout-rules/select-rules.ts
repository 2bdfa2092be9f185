import type { Discount } from '../discount.ts'
import { evaluate, type JudgedCondition, type RuleFacts } from './evaluate.ts'
import { type FrozenRule, isTicketClass, type JudgedRule, type RuleConditions } from './rule.ts'
import { withWaiver } from './small-totals.ts'

/** The price of a cart with what rules take off it, in the order in which they are given. */
export type PriceWith = (
  automatic: readonly FrozenRule[],
  coupon: readonly FrozenRule[],
) => { totalMinor: number; discountMinor: number }

/**
 * What became of a rule. `after_another`: its conditions hold, but a rule before it applied, and it does
 * not combine. `not_cheaper`: the price without it is lower. `replaced`: a rule about the buyer's e-mail
 * address applies in its place.
 */
export const RULE_OUTCOMES = [
  'applied',
  'blocks',
  'conditions_not_met',
  'other_event',
  'takes_nothing_off',
  'after_another',
  'not_cheaper',
  'replaced',
] as const
export type RuleOutcome = (typeof RULE_OUTCOMES)[number]

/** Why a rule applied or not, for people who look for the reason of a price. */
export interface RuleTrace {
  ruleId: string
  name: string
  isOfCoupon: boolean
  outcome: RuleOutcome
  conditions: readonly JudgedCondition[]
  /** What it took off; 0 unless it applied. */
  discountMinor: number
}

export interface Block {
  ruleId: string
  message: string
}

export interface SelectedRules {
  /** The first rule that refuses the cart; null if none does. */
  block: Block | null
  /** Refuses the coupon alone. */
  couponBlock: Block | null
  automatic: readonly FrozenRule[]
  coupon: readonly FrozenRule[]
  trace: readonly RuleTrace[]
}

export interface CartToJudge {
  /** Automatic rules that are active and valid now, in order of priority. */
  automatic: readonly JudgedRule[]
  /** The rules of the coupon's group in order of priority; none without a coupon. */
  coupon: readonly JudgedRule[]
  /** Whether the organizer waives totals that are too small for a card; false by default. */
  waivesSmallTotals?: boolean
  facts: RuleFacts
  price: PriceWith
}

/**
 * Decides which rules apply to a cart; no other function does (docs/pricing.md, 'Checkout rules'). Blocks
 * come first. Then automatic rules and the rules of the coupon take their discounts off, each from what
 * those before it left: in order of priority, the first that takes something off, and every one that
 * combines. If the buyer's e-mail address is known, rules about it are judged last, as at payment.
 */
export function selectRules(cart: CartToJudge): SelectedRules {
  const { customerEmail, ...unknown } = cart.facts
  const before = selectBeforePayment({ ...cart, facts: unknown })
  if (customerEmail === undefined) return before
  const { block, automatic, trace } = selectForEmail(
    cart.automatic,
    { automatic: before.automatic, coupon: before.coupon },
    cart.facts,
    cart.price,
  )
  const judged = new Map(trace.map((each) => [each.ruleId, each]))
  const applied = automatic ?? before.automatic
  const isReplaced = ({ ruleId, isOfCoupon, outcome }: RuleTrace) =>
    outcome === 'applied' && !isOfCoupon && !applied.some((each) => each.ruleId === ruleId)
  return {
    ...before,
    block: before.block ?? block,
    automatic: applied,
    trace: before.trace
      .map((each) => judged.get(each.ruleId) ?? each)
      .map((each) =>
        isReplaced(each) ? { ...each, outcome: 'replaced', discountMinor: 0 } : each,
      ),
  }
}

function selectBeforePayment({
  automatic,
  coupon,
  waivesSmallTotals = false,
  facts,
  price,
}: CartToJudge): SelectedRules {
  const ofCart = selectInOrder(automatic, facts, (applied) => price(applied, []))
  const frozen = withWaiver(ofCart.applied, waivesSmallTotals)
  const ofCoupon = selectInOrder(coupon, facts, (applied) => price(frozen, applied))
  return {
    block: ofCart.block,
    couponBlock: ofCoupon.block,
    automatic: frozen,
    coupon: ofCoupon.applied,
    trace: [
      ...ofCart.trace.map((each) => ({ ...each, isOfCoupon: false })),
      ...ofCoupon.trace.map((each) => ({ ...each, isOfCoupon: true })),
    ],
  }
}

type Trace = Omit<RuleTrace, 'isOfCoupon'>

/** Selects among the rules of one coupon, or among the automatic ones. */
export function selectInOrder(
  rules: readonly JudgedRule[],
  facts: RuleFacts,
  price: (applied: readonly FrozenRule[]) => { totalMinor: number; discountMinor: number },
): { block: Block | null; applied: readonly FrozenRule[]; trace: readonly Trace[] } {
  if (rules.length === 0) return { block: null, applied: [], trace: [] }
  let now = price([])
  const blocks = rules.filter(({ action }) => action.type === 'block')
  const blocking = blocks.map((rule) => judged(rule, facts, now.totalMinor, 'blocks'))
  const applied: FrozenRule[] = []
  let isTaken = false
  const discounting = rules.flatMap((rule): Trace[] => {
    if (rule.action.type === 'block') return []
    const trace = judged(rule, facts, now.totalMinor, 'applied')
    if (trace.outcome !== 'applied') return [trace]
    if (isTaken && !rule.combines) return [{ ...trace, outcome: 'after_another' }]
    const frozen = freeze(rule, rule.action.discounts, facts)
    const then = price([...applied, frozen])
    const discountMinor = then.discountMinor - now.discountMinor
    if (discountMinor <= 0) return [{ ...trace, outcome: 'takes_nothing_off' }]
    applied.push(frozen)
    isTaken ||= !rule.combines
    now = then
    return [{ ...trace, discountMinor }]
  })
  const trace = [...blocking, ...discounting]
  return { block: blockIn(trace, blocks), applied, trace }
}

/**
 * Judges the rules about the buyer's e-mail address, once it is known, beside what a cart has frozen. The
 * frozen rules stay, also if an organizer has changed them since. A rule about the address applies in
 * addition if it combines, else in place of the frozen one that does not; either only if the cart gets
 * cheaper, so that nobody pays more than was shown.
 *
 * @returns `automatic`: what applies instead of the frozen rules; null if the address changes nothing
 */
export function selectForEmail(
  rules: readonly JudgedRule[],
  frozen: { automatic: readonly FrozenRule[]; coupon: readonly FrozenRule[] },
  facts: RuleFacts,
  price: PriceWith,
): {
  block: Block | null
  automatic: readonly FrozenRule[] | null
  trace: readonly RuleTrace[]
} {
  const aboutEmail = rules.filter(({ conditions }) =>
    conditions.rules.some(({ field }) => field === 'customerEmail'),
  )
  if (aboutEmail.length === 0) return { block: null, automatic: null, trace: [] }
  const { customerEmail: _, ...unknown } = facts
  let applied = frozen.automatic
  let now = price(applied, frozen.coupon)
  const blocks = aboutEmail.filter(({ action }) => action.type === 'block')
  // Blocks are judged before anything is taken off, as before payment.
  const fullMinor = blocks.length > 0 ? price([], []).totalMinor : 0
  const blocking = blocks.map((rule) => judged(rule, facts, fullMinor, 'blocks'))
  const discounting = aboutEmail.flatMap((rule): Trace[] => {
    if (rule.action.type === 'block') return []
    const trace = judged(rule, facts, now.totalMinor, 'applied')
    if (trace.outcome !== 'applied') return [trace]
    // It applied, or could have applied, when the cart was held.
    if (judged(rule, unknown, now.totalMinor, 'applied').outcome === 'applied') return []
    const added = freeze(rule, rule.action.discounts, facts)
    const kept = rule.combines ? applied : applied.filter(({ combines }) => combines)
    const next = [...kept, { ...added, onlyFor: emailConditions(rule.conditions) }]
    const then = price(next, frozen.coupon)
    const discountMinor = now.totalMinor - then.totalMinor
    if (discountMinor <= 0) return [{ ...trace, outcome: 'not_cheaper' }]
    applied = next
    now = then
    return [{ ...trace, discountMinor }]
  })
  return {
    block: blockIn(blocking, blocks),
    automatic: applied === frozen.automatic ? null : applied,
    trace: [...blocking, ...discounting].map((each) => ({ ...each, isOfCoupon: false })),
  }
}

const emailConditions = ({ type, rules }: RuleConditions): RuleConditions => ({
  type,
  rules: rules.filter(({ field }) => field === 'customerEmail'),
})

function judged(
  { id: ruleId, name, eventIds, conditions }: JudgedRule,
  facts: RuleFacts,
  orderTotalMinor: number,
  outcome: 'applied' | 'blocks',
): Trace {
  const trace = { ruleId, name, conditions: [], discountMinor: 0 }
  if (eventIds && !eventIds.includes(facts.eventId)) return { ...trace, outcome: 'other_event' }
  const evaluation = evaluate(conditions, facts, orderTotalMinor)
  return {
    ...trace,
    outcome: evaluation.holds ? outcome : 'conditions_not_met',
    conditions: evaluation.conditions,
  }
}

function blockIn(trace: readonly Trace[], blocks: readonly JudgedRule[]): Block | null {
  const first = trace.find(({ outcome }) => outcome === 'blocks')
  const action = blocks.find(({ id }) => id === first?.ruleId)?.action
  return first && action?.type === 'block'
    ? { ruleId: first.ruleId, message: action.message }
    : null
}

/** A rule with its discounts as they are now: a class has the types that are in it today. */
const freeze = (
  { id: ruleId, name, combines }: JudgedRule,
  discounts: readonly Discount[],
  { classes }: RuleFacts,
): FrozenRule => ({
  ruleId,
  name,
  combines,
  discounts: discounts.map((discount) =>
    isTicketClass(discount.ticketTypeId)
      ? {
          ...discount,
          typeIds: [...classes]
            .filter(([, ofClass]) => ofClass === discount.ticketTypeId)
            .map(([typeId]) => typeId),
        }
      : discount,
  ),
})
