import type { FrozenRule } from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { CouponState, CouponWrites, LaneCouponCode, LaneCouponUse } from './coupon-types.ts'

/** The operation must widen to this use of a coupon before it can decide. */
interface UseNeeded {
  widenTo: readonly string[]
  couponUseIds: readonly string[]
}

/** The rules that a coupon gives a cart, at least one. */
export type AppliedCoupon = readonly [FrozenRule, ...FrozenRule[]]

const ruleColumns = ([{ ruleId, discounts }, ...more]: AppliedCoupon) => ({
  ruleId,
  discounts,
  moreRules: more.length > 0 ? more : null,
})

/** The coupon codes of a batch and their uses, and what changes of them. */
export class CouponBook {
  readonly #codes: Map<string, LaneCouponCode>
  readonly #uses: Map<string, LaneCouponUse>
  readonly #new = new Set<LaneCouponUse>()
  readonly #usedUp = new Map<string, CouponWrites['usedUp'][number]>()
  readonly #judged = new Set<LaneCouponUse>()
  readonly #deltas = new Map<string, number>()

  constructor({ codes, uses }: CouponState) {
    this.#codes = new Map(codes.map((code) => [code.id, { ...code }]))
    // A use that several operations need is read several times.
    this.#uses = new Map(uses.map((use) => [use.id, { ...use }]))
    for (const use of this.#uses.values()) {
      if (use.state === 'claimed' && use.hasExpired) this.giveBack(use)
    }
  }

  codeOf(id: string): LaneCouponCode | undefined {
    return this.#codes.get(id)
  }

  /** Undefined for a use that no operation asked for: its code is not locked. */
  useOf(id: string): LaneCouponUse | undefined {
    return this.#uses.get(id)
  }

  /** The claim of a payable cart, also if its hold has expired. */
  claimOf(cartId: string): LaneCouponUse | undefined {
    return [...this.#uses.values()].find((use) => use.cartId === cartId && use.state === 'claimed')
  }

  /**
   * The claim on these holds of one cart; null if they have none. If the batch has not locked the
   * claim's code, returns the use that the operation must widen to.
   */
  claimOn(holds: readonly LaneHold[]): LaneCouponUse | UseNeeded | null {
    const known = holds[0] && this.claimOf(holds[0].cart.id)
    const use = known ?? this.#uses.get(holds.find((hold) => hold.couponUseId)?.couponUseId ?? '')
    const useId = use?.id ?? holds.find((hold) => hold.couponUseId)?.couponUseId
    if (!useId) return null
    if (use && (use.state !== 'claimed' || !holds.some(({ id }) => id === use.holdId))) return null
    return use && this.#codes.has(use.codeId) ? use : { widenTo: [], couponUseIds: [useId] }
  }

  /** Claims a use for a cart. The caller has made sure that one is left. */
  claim(
    code: LaneCouponCode,
    { rules, eventId }: { rules: AppliedCoupon; eventId: string },
    hold: LaneHold,
    time: { judgedAt: Date; claimedUntil: Date },
  ): void {
    const use: LaneCouponUse = {
      id: newId(),
      code: code.code,
      codeId: code.id,
      ...ruleColumns(rules),
      eventId,
      cartId: hold.cart.id,
      holdId: hold.id,
      state: 'claimed',
      hasExpired: false,
      ...time,
    }
    this.#uses.set(use.id, use)
    this.#new.add(use)
    this.#count(code.id, 1)
  }

  /** Ends a claim; its code has one use more. */
  giveBack(claim: LaneCouponUse): void {
    claim.state = 'returned'
    this.#count(claim.codeId, -1)
    this.#settle(claim, null, null)
  }

  /**
   * Stores the result of judging a claim again: the discounts of the rule now, on all that is held
   * by `judgedAt`.
   */
  renew(claim: LaneCouponUse, rules: AppliedCoupon, judgedAt: Date): void {
    Object.assign(claim, { ...ruleColumns(rules), judgedAt })
    // A claim made by this batch is inserted in its final state.
    if (!this.#new.has(claim)) this.#judged.add(claim)
  }

  /**
   * Attaches a claim to the hold that replaces its own. The claim must be renewed in the same
   * batch.
   */
  carry(claim: LaneCouponUse, to: LaneHold): void {
    claim.holdId = to.id
  }

  /**
   * Whether an order can still be made with this use: it is claimed, or it was given back and the
   * code has a use left. The use must have been asked for.
   */
  canSpend({ state, codeId }: LaneCouponUse): boolean {
    if (state === 'claimed') return true
    return state === 'returned' && (this.#codes.get(codeId)?.room ?? 0) > 0
  }

  /** Marks a claimed or returned use as spent. The caller has checked `canSpend`. */
  spend(use: LaneCouponUse, orderId: string, discountMinor: number): void {
    if (use.state === 'returned') this.#count(use.codeId, 1)
    use.state = 'spent'
    this.#settle(use, orderId, discountMinor)
  }

  rows(): CouponWrites {
    return {
      newUses: [...this.#new],
      usedUp: [...this.#usedUp.values()],
      judgedClaims: [...this.#judged].map(
        ({ id, holdId, ruleId, discounts, moreRules, judgedAt }) => ({
          id,
          holdId,
          ruleId,
          discounts,
          moreRules,
          judgedAt,
        }),
      ),
      usageDeltas: [...this.#deltas]
        .filter(([, delta]) => delta !== 0)
        .map(([id, delta]) => ({ id, delta })),
    }
  }

  #settle(use: LaneCouponUse, orderId: string | null, discountMinor: number | null): void {
    this.#usedUp.set(use.id, { id: use.id, state: use.state, orderId, discountMinor })
  }

  #count(codeId: string, delta: number): void {
    const code = this.#codes.get(codeId)
    if (!code) throw new Error(`Coupon code ${codeId} is not locked`)
    code.room -= delta
    this.#deltas.set(codeId, (this.#deltas.get(codeId) ?? 0) + delta)
  }
}
