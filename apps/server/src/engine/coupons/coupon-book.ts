import { newId } from '../../adapters/ids.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type {
  CouponState,
  CouponWrites,
  LaneCouponCode,
  LaneCouponRule,
  LaneCouponUse,
} from './coupon-types.ts'

/** The use of a coupon that an operation has to widen to. */
interface UseNeeded {
  widenTo: readonly string[]
  couponUseIds: readonly string[]
}

/** The coupon codes of a batch and their uses, and what is to be written of them. */
export class CouponBook {
  readonly #codes: Map<string, LaneCouponCode>
  readonly #uses: Map<string, LaneCouponUse>
  readonly #new = new Set<LaneCouponUse>()
  readonly #usedUp = new Map<string, CouponWrites['usedUp'][number]>()
  readonly #judged = new Set<LaneCouponUse>()
  readonly #deltas = new Map<string, number>()

  constructor({ codes, uses }: CouponState) {
    this.#codes = new Map(codes.map((code) => [code.id, { ...code }]))
    // A use that is needed for several reasons is read as often.
    this.#uses = new Map(uses.map((use) => [use.id, { ...use }]))
    for (const use of this.#uses.values()) {
      if (use.state === 'claimed' && use.hasLapsed) this.giveBack(use)
    }
  }

  codeOf(id: string): LaneCouponCode | undefined {
    return this.#codes.get(id)
  }

  /** Undefined where it was not asked for: its code is not locked then. */
  useOf(id: string): LaneCouponUse | undefined {
    return this.#uses.get(id)
  }

  /** The claim of a payable cart, whether its hold still counts or not. */
  claimOf(cartId: string): LaneCouponUse | undefined {
    return [...this.#uses.values()].find((use) => use.cartId === cartId && use.state === 'claimed')
  }

  /**
   * The claim that these holds of one cart have, with its code locked; null where they have none. Where
   * the batch has not locked its code, the use to be asked for.
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
    { rule, eventId }: { rule: LaneCouponRule; eventId: string },
    hold: LaneHold,
    time: { judgedAt: Date; claimedUntil: Date },
  ): void {
    const use: LaneCouponUse = {
      id: newId(),
      code: code.code,
      codeId: code.id,
      ruleId: rule.id,
      eventId,
      cartId: hold.cart.id,
      holdId: hold.id,
      discounts: rule.discounts,
      state: 'claimed',
      hasLapsed: false,
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

  /** A claim that was judged again gives what the rule gives now, on all that is held by `judgedAt`. */
  renew(claim: LaneCouponUse, { id: ruleId, discounts }: LaneCouponRule, judgedAt: Date): void {
    Object.assign(claim, { ruleId, discounts, judgedAt })
    // Claimed by this very batch, it is written as it is in the end.
    if (!this.#new.has(claim)) this.#judged.add(claim)
  }

  /** A claim goes on with the hold that replaced its own. Only of one that is renewed as well. */
  carry(claim: LaneCouponUse, to: LaneHold): void {
    claim.holdId = to.id
  }

  /**
   * Whether an order can still be made with this use: it is claimed, or was given back and one is
   * left. Only of a use that was asked for.
   */
  canSpend({ state, codeId }: LaneCouponUse): boolean {
    if (state === 'claimed') return true
    return state === 'returned' && (this.#codes.get(codeId)?.room ?? 0) > 0
  }

  /** Claimed, or returned -> spent. The caller has made sure that it can be. */
  spend(use: LaneCouponUse, orderId: string, discountMinor: number): void {
    if (use.state === 'returned') this.#count(use.codeId, 1)
    use.state = 'spent'
    this.#settle(use, orderId, discountMinor)
  }

  rows(): CouponWrites {
    return {
      newUses: [...this.#new],
      usedUp: [...this.#usedUp.values()],
      judgedClaims: [...this.#judged].map(({ id, holdId, ruleId, discounts, judgedAt }) => ({
        id,
        holdId,
        ruleId,
        discounts,
        judgedAt,
      })),
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
