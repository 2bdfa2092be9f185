import type { Result } from '@foyer/contract'
import type {
  Block,
  FrozenRule,
  Quote,
  QuoteRequestLine,
  RuleFacts,
  RuleTrace,
} from '@foyer/domain'
import type { PreviewCoupon, PreviewCouponCode } from '../coupons/preview-coupon.ts'
import { judgeCouponOf, priceLines, selectFor } from './judge-selection.ts'
import type { RulesInForce } from './rule-types.ts'

/** A cart whose rules are looked at. */
export interface SimulatedCart {
  lines: readonly QuoteRequestLine[]
  /** With the buyer's e-mail address if rules about it are to be judged, as at payment. */
  facts: RuleFacts
  inForce: Pick<RulesInForce, 'rules' | 'waivesSmallTotals'>
  /** Null: none was entered. */
  coupon: PreviewCoupon | null
}

/** `coupon_refused`: its conditions hold, but the coupon that triggers it is refused. */
interface SimulatedRule extends Omit<RuleTrace, 'outcome'> {
  outcome: RuleTrace['outcome'] | 'coupon_refused'
}

export interface Simulation {
  /** The rule that refuses the cart; null if none does. */
  block: Block | null
  /** What the coupon gives, or why it gives nothing; null: none was entered. */
  coupon: Result<readonly FrozenRule[], PreviewCouponCode> | null
  /** The price; of a cart that is refused, what it would be if it was not. */
  quote: Quote
  rules: readonly SimulatedRule[]
}

/**
 * Says what a quote does with a cart and why, by the functions of the quote: it decides nothing itself
 * (`judge-selection.ts`).
 */
export function simulateRules({ lines, facts, inForce, coupon }: SimulatedCart): Simulation {
  // The coupon is entered before the e-mail address is known.
  const { customerEmail: _, ...unpaid } = facts
  const verdict = coupon && judgeCouponOf(inForce, unpaid, lines, coupon)
  const isRefused = verdict?.ok === false
  const ofCoupon = coupon && !isRefused ? coupon.rules : []
  const judged = selectFor(inForce, ofCoupon, facts, lines)
  const quote = priceLines(lines, facts.currency, judged, coupon)
  const rules = judged.trace.map((each) => ({ ...each, discountMinor: takenOff(quote, each) }))
  const { block } = judged
  if (!coupon || !isRefused) return { block, coupon: verdict, quote, rules }
  const refused = selectFor(inForce, coupon.rules, unpaid, lines)
    .trace.filter(({ isOfCoupon }) => isOfCoupon)
    .map(
      (each): SimulatedRule =>
        each.outcome === 'applied'
          ? { ...each, outcome: 'coupon_refused', discountMinor: 0 }
          : each,
    )
  return { block, coupon: verdict, quote, rules: [...rules, ...refused] }
}

/** What a rule takes off in the end: a quote names its rules unless the coupon's is the only one. */
function takenOff(quote: Quote, { ruleId, isOfCoupon, outcome }: RuleTrace): number {
  if (outcome !== 'applied') return 0
  const named = quote.rules?.find((each) => each.ruleId === ruleId)
  return named?.discountMinor ?? (isOfCoupon && !quote.rules ? quote.discountMinor : 0)
}
