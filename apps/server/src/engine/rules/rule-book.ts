import { newId } from '../../adapters/ids.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { StockLine } from '../stock/stock-types.ts'
import type { CartRules, CartVerdict, RuleState, RulesInForce, RuleUse } from './rule-types.ts'

/** The checkout rules that a batch judges carts by, and what they have frozen. */
export class RuleBook {
  /** Empty unless an operation of the batch judges a cart (`judgedCartIds`). */
  readonly inForce: RulesInForce
  readonly #frozen: Map<string, CartRules>
  readonly #changed = new Set<string>()
  readonly #uses: RuleUse[] = []
  readonly #verdicts = new Map<string, CartVerdict>()

  constructor({ rules, classes, waivesSmallTotals, frozen }: RuleState) {
    this.inForce = { rules, classes, waivesSmallTotals }
    this.#frozen = new Map(frozen.map((each) => [each.cartId, each]))
  }

  /** What is frozen for these holds of one cart; undefined if nothing is. */
  on(holds: readonly LaneHold[]): CartRules | undefined {
    const frozen = holds[0] && this.#frozen.get(holds[0].cart.id)
    return frozen && holds.some(({ id }) => id === frozen.holdId) ? frozen : undefined
  }

  /** The verdict on a cart that has these tickets and nothing else, judged once in a batch. */
  judgedOnce(lines: readonly StockLine[], judge: () => CartVerdict): CartVerdict {
    const key = lines
      .map(({ sessionId, ticketTypeId, quantity }) => `${sessionId} ${ticketTypeId} ${quantity}`)
      .join()
    const verdict = this.#verdicts.get(key) ?? judge()
    this.#verdicts.set(key, verdict)
    return verdict
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
