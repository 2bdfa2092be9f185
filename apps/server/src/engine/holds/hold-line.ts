import { granted, type Result, refused } from '@foyer/contract'
import { type CartCode, cartProblem } from '../carts/cart-rules.ts'
import { judgeAgain } from '../coupons/judge-coupon.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { HOLD_EXPIRED, ruleBlocked, SHOP_PAUSED } from '../refusals.ts'
import { freezeWithLine, judgeLines } from '../rules/judge-cart.ts'
import { type AccessCode, neededCode, tooManyInOrder } from '../sales/sales-rules.ts'
import { ticketsIn } from '../stock/stock-items.ts'
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
import { shortfallOf } from './shortfall.ts'

export interface HoldLineParams extends StockLine, HoldRequest {
  customerIdentifier: string | null
  /** Limits how much the client may hold; undefined is without limit. */
  allowance?: HoldAllowance
}

/** Why a line is not added to a cart. */
export type HoldLineCode =
  | LineCode
  | AccessCode
  | CartCode
  | 'sold_out'
  | 'too_many_held'
  | 'rule_blocked'
  | 'hold_exists'
  | 'hold_expired'
  | 'idempotency_conflict'

/**
 * Adds one line to what a cart holds. The cart line is an idempotency key: the same line again is a
 * retry. The cart itself is locked as well, because two lines for two events may lock no session in
 * common.
 */
export function holdLineOp(params: HoldLineParams): LaneOp<LaneHold[], HoldLineCode> {
  const { cart, request, quantity } = params
  return {
    needs: {
      sessionIds: [params.sessionId],
      ...cartNeeds(params),
      // The cart is judged with its add-ons. A new browser's cart has none.
      ...(params.isNewBrowser ? {} : { pricedCartIds: [cart.id] }),
    },
    decide(book) {
      const replay = book.holds.replayOf(request)
      if (replay) return replay.ok ? stillHeld(replay.value) : replay
      if (params.isShopStopped) return SHOP_PAUSED
      const code = neededCode(book, cart, [params], params.accessCodeId)
      if (!code.ok) return code
      const problem = problemWith(book, [params], { code: code.value })
      if (problem) return problem
      const live = book.holds.liveOf(cart.id)
      const present = live.find(
        (hold) => hold.sessionId === params.sessionId && hold.ticketTypeId === params.ticketTypeId,
      )
      if (present) {
        if (present.quantity === quantity) return granted([present])
        return refused(
          'hold_exists',
          `This cart already holds ${present.quantity} of these tickets. Release the cart to change it.`,
          { quantity: present.quantity },
        )
      }
      const widen = book.holds.widenFor(live)
      if (widen) return widen
      const claim = book.coupons.claimOn(live)
      if (claim && 'widenTo' in claim) return claim
      const { takesPayments } = params
      const content = { kept: live, lines: [params], addOns: [], takesPayments }
      const cartRefusal =
        cartProblem(book, content) ?? tooManyInOrder(book, [...ticketsIn(live), params])
      if (cartRefusal) return cartRefusal
      const shortfall = shortfallOf(book, [params])
      if (shortfall) return shortfall
      const verdict = judgeLines(book, content)
      if (verdict.block) return ruleBlocked(verdict.block)
      const tooMany = takeAllowance(book, params.allowance, [params])
      if (tooMany) return tooMany
      const holds = book.holds.grant(cart, [params], request, params.customerIdentifier)
      if (code.value) book.sales.claim(code.value, cart.id, book.now)
      freezeWithLine(book, live, holds, verdict)
      // A coupon that is no longer good stays on its earlier lines and does not apply to this one.
      if (claim) judgeAgain(book, claim, [...live, ...holds])
      return granted(holds)
    },
  }
}

/**
 * The answer for a request that was granted before: its hold, or why the hold has ended. A client
 * that retries late must not believe that it holds what was released, has expired or was bought.
 */
function stillHeld(holds: LaneHold[]): Result<LaneHold[], 'hold_expired'> {
  const ended = holds.find((hold) => hold.state !== 'held')
  if (!ended) return granted(holds)
  return ended.orderId ? becameOrder(ended.orderId) : HOLD_EXPIRED
}

const becameOrder = (orderId: string) =>
  refused('hold_expired', 'These tickets have been bought: they are in your order.', { orderId })
