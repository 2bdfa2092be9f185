import type { BuiltEvent } from '@foyer/testkit/builder'
import type { Problems } from '../journal.ts'
import { Buyer, type Outcome, type Shop } from '../money/buyer.ts'
import { untilSettled, type Wanted } from '../money/settle.ts'
import type { Finding } from '../money/verdict.ts'
import type { ClusterRig } from './rig.ts'

const BUYERS = 4
const SETTLES_WITHIN_MS = 90_000

/** Buyers who pay, one purchase after another, each until its outcome is known. */
export class MoneyBuyers {
  readonly #shop: Shop
  readonly #event: BuiltEvent
  readonly #bought: (Wanted & { outcome: Outcome })[] = []
  readonly #findings: Finding[] = []
  readonly #buying: Promise<unknown>
  #isOver = false

  constructor(shop: Shop, event: BuiltEvent) {
    this.#shop = shop
    this.#event = event
    this.#buying = Promise.all(Array.from({ length: BUYERS }, () => this.#comeAndGo()))
  }

  get count(): number {
    return this.#bought.length
  }

  /** Lets the purchases under way end, waits until all are settled in the database, and judges them. */
  async stop(rig: Pick<ClusterRig, 'sql' | 'provider'>): Promise<Finding[]> {
    this.#isOver = true
    await this.#buying
    const { endings, findings } = await untilSettled(rig, this.#bought, SETTLES_WITHIN_MS)
    const lost = this.#bought
      .filter(({ cartId, outcome }) => outcome === 'ticketed' && endings.get(cartId) !== 'ticketed')
      .map(({ cartId }) => ({ kind: 'lost' as const, text: `${cartId}: its buyer saw tickets` }))
    return [...this.#findings, ...lost, ...findings]
  }

  async #comeAndGo(): Promise<void> {
    while (!this.#isOver) {
      const buyer = new Buyer(this.#shop, this.#event)
      try {
        const outcome = await buyer.comeBack()
        const { cartId, quantity } = buyer
        if (cartId) this.#bought.push({ cartId, quantity, outcome })
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        this.#findings.push({ kind: 'broken', text })
      }
    }
  }
}

/** Adds what {@link MoneyBuyers.stop} found to the problems of a scenario. */
export function addFindings(problems: Problems, findings: readonly Finding[]): void {
  for (const { kind, text } of findings) {
    problems.add(kind === 'lost' || kind === 'doubled' ? kind : 'broken', text)
  }
}
