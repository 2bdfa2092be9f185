import { granted } from '@foyer/contract'
import { totalProblem } from '../carts/cart-rules.ts'
import type { ShownCart, WantedAddOn } from '../carts/cart-types.ts'
import { judgeAgain } from '../coupons/judge-coupon.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { ruleBlocked, SHOP_PAUSED } from '../refusals.ts'
import { freezeRules, judgeLines } from '../rules/judge-cart.ts'
import { type AccessCode, neededCode, tooFewInOrder, tooManyInOrder } from '../sales/sales-rules.ts'
import { addOnLine } from '../stock/stock-items.ts'
import type { StockLine } from '../stock/stock-types.ts'
import type { HoldAllowance } from './hold-allowance.ts'
import {
  cartNeeds,
  type HoldRequest,
  type LineCode,
  problemWith,
  takeAllowance,
} from './hold-rules.ts'
import type { LaneHold } from './hold-types.ts'
import { addOnShortfallOf, shortfallOf } from './shortfall.ts'

export interface HoldCartParams extends HoldRequest {
  eventId: string
  /** Lines of one or several sessions. */
  lines: readonly StockLine[]
  addOns: readonly WantedAddOn[]
  /** Limits how much the client may hold; undefined is without limit. */
  allowance?: HoldAllowance
}

export interface DecidedCart {
  holds: readonly LaneHold[]
  /**
   * What the cart's page shows now. Null for a repeated request: the cart may have changed since,
   * and its add-ons were not read.
   */
  shown: ShownCart | null
}

/** Why a cart is not held. */
export type HoldCartCode =
  | LineCode
  | AccessCode
  | 'amount_too_high'
  | 'payments_not_ready'
  | 'rule_blocked'
  | 'sold_out'
  | 'too_many_held'
  | 'idempotency_conflict'

/**
 * Replaces what a cart holds, in all its sessions: all lines are held or none, and a refused cart
 * keeps what it had. A cart that is held in half, or twice, is a fault that the buyer sees. A
 * coupon of the cart is kept if it is still good, and is given back otherwise.
 */
export function holdCartOp(params: HoldCartParams): LaneOp<DecidedCart, HoldCartCode> {
  const { cart, lines, addOns, request } = params
  const stocked = addOns.filter((addOn) => addOn.hasStock)
  return {
    needs: {
      sessionIds: [
        ...lines.map((line) => line.sessionId),
        ...stocked.map(({ addOnId }) => addOnId),
      ],
      ...cartNeeds(params),
    },
    decide(book) {
      const replay = book.holds.replayOf(request)
      if (replay) return replay.ok ? granted({ holds: replay.value, shown: null }) : replay
      if (params.isShopStopped) return SHOP_PAUSED
      const before = book.holds.liveOf(cart.id)
      const widen = book.holds.widenFor(before)
      if (widen) return widen
      const claim = book.coupons.claimOn(before)
      if (claim && 'widenTo' in claim) return claim
      const code = neededCode(book, cart, lines, params.accessCodeId)
      if (!code.ok) return code
      const content = { kept: [], lines, addOns, takesPayments: params.takesPayments }
      const problem =
        problemWith(book, lines, { eventId: params.eventId, code: code.value }) ??
        tooManyInOrder(book, lines) ??
        tooFewInOrder(book, lines) ??
        totalProblem(book, content)
      if (problem) return problem
      const extras = stocked.map(({ addOnId, quantity, unitPriceMinor }) => ({
        ...addOnLine(addOnId, quantity),
        unitPriceMinor,
      }))
      const shortfall =
        shortfallOf(book, lines, before) ?? addOnShortfallOf(book, stocked, extras, before)
      if (shortfall) return shortfall
      const verdict = judgeLines(book, content)
      if (verdict.block) return ruleBlocked(verdict.block)
      const tooMany = takeAllowance(book, params.allowance, lines, before)
      if (tooMany) return tooMany
      book.holds.release(before)
      const holds = book.holds.grant(cart, [...lines, ...extras], request, null)
      if (code.value) book.sales.claim(code.value, cart.id, book.now)
      const [first] = holds
      if (first) book.carts.addAddOns(cart, first.id, addOns)
      freezeRules(book, holds, verdict)
      if (claim && first) {
        book.coupons.carry(claim, first)
        if (!judgeAgain(book, claim, holds)) book.coupons.giveBack(claim)
      }
      return granted({ holds, shown: book.carts.show(cart, holds) })
    },
  }
}
