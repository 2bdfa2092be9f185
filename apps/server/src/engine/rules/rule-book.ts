import { newId } from '../../adapters/ids.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { CartRules, RuleState, RulesInForce, RuleUse } from './rule-types.ts'

/** The checkout rules that a batch judges carts by, and what they have frozen. */
export class RuleBook {
  /** Empty unless an operation of the batch judges a cart (`judgedCartIds`). */
  readonly inForce: RulesInForce
  readonly #frozen: Map<string, CartRules>
  readonly #changed = new Set<string>()
  readonly #uses: RuleUse[] = []

  constructor({ rules, classes, waivesSmallTotals, frozen }: RuleState) {
    this.inForce = { rules, classes, waivesSmallTotals }
    this.#frozen = new Map(frozen.map((each) => [each.cartId, each]))
  }

  /** What is frozen for these holds of one cart; undefined if nothing is. */
  on(holds: readonly LaneHold[]): CartRules | undefined {
    const frozen = holds[0] && this.#frozen.get(holds[0].cart.id)
    return frozen && holds.some(({ id }) => id === frozen.holdId) ? frozen : undefined
  }

  freeze(rules: CartRules): void {
    this.#frozen.set(rules.cartId, rules)
    this.#changed.add(rules.cartId)
  }

  /** Records that a rule took something off an order. */
  use(use: Omit<RuleUse, 'id'>): void {
    this.#uses.push({ id: newId(), ...use })
  }

  rows() {
    return {
      frozen: [...this.#changed].flatMap((cartId) => this.#frozen.get(cartId) ?? []),
      uses: this.#uses,
    }
  }
}
