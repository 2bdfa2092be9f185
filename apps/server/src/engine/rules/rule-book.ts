import type { FrozenRule } from '@foyer/domain'
import type { LaneHold } from '../holds/hold-types.ts'
import {
  type CartRules,
  type CartVerdict,
  carrierOf,
  type RuleState,
  type RulesInForce,
  type RuleUse,
} from './rule-types.ts'

/** The checkout rules that a batch judges carts by, and what they have frozen. */
export class RuleBook {
  /** Empty unless an operation of the batch judges a cart (`judgedCartIds`). */
  readonly inForce: RulesInForce
  readonly #frozen: Map<string, CartRules>
  readonly #changed = new Set<string>()
  readonly #verdicts = new Map<string, CartVerdict>()
  readonly #now: Date
  readonly #uses: RuleUse[] = []

  constructor({ rules, classes, waivesSmallTotals, frozen }: RuleState, now: Date) {
    this.#now = now
    this.inForce = { rules, classes, waivesSmallTotals }
    this.#frozen = new Map(frozen.map((each) => [each.cartId, each]))
  }

  /** What is frozen for these holds of one cart; undefined if nothing is. */
  on(holds: readonly LaneHold[]): CartRules | undefined {
    const row = this.#rowOf(holds)
    if (row) return row
    const hold = carrierOf(holds)
    return (
      hold && {
        cartId: hold.cart.id,
        holdId: hold.id,
        judgedAt: hold.createdAt,
        rules: hold.rules,
        rulesForEmail: null,
      }
    )
  }

  /**
   * Freezes rules for a cart in place of what is frozen for its live holds. `made` has just been made by
   * this batch: it carries them, so that they cost no row of their own.
   */
  freezeIn(made: LaneHold, rules: readonly FrozenRule[], others: readonly LaneHold[]): void {
    // The row would count in place of the hold, and of two holds of the same moment either.
    const isCarried = !this.#rowOf(others) && others.every(({ createdAt }) => createdAt < this.#now)
    if (isCarried) made.rules = rules
    else {
      const { cart, id: holdId } = made
      this.freeze({ cartId: cart.id, holdId, judgedAt: this.#now, rules, rulesForEmail: null })
    }
  }

  /** Freezes rules for a held cart. */
  freeze(rules: CartRules): void {
    this.#frozen.set(rules.cartId, rules)
    this.#changed.add(rules.cartId)
  }

  /** What `judge` returned for an equal cart of this batch: in an on-sale most carts are equal. */
  judgedOnce(cart: string, judge: () => CartVerdict): CartVerdict {
    const before = this.#verdicts.get(cart)
    if (before) return before
    const verdict = judge()
    this.#verdicts.set(cart, verdict)
    return verdict
  }

  #rowOf(holds: readonly LaneHold[]): CartRules | undefined {
    const row = holds[0] && this.#frozen.get(holds[0].cart.id)
    return row && holds.some(({ id }) => id === row.holdId) ? row : undefined
  }

  /** Records that a rule took something off an order. */
  use(use: RuleUse): void {
    this.#uses.push(use)
  }

  rows() {
    return {
      frozen: [...this.#changed].flatMap((cartId) => this.#frozen.get(cartId) ?? []),
      uses: this.#uses,
    }
  }
}
