import type { FrozenRule, JudgedRule, TicketClass } from '@foyer/domain'

/** What automatic rules take off a cart, frozen when it was held. */
export interface CartRules {
  cartId: string
  /** It counts as long as this hold does. */
  holdId: string
  /** Tickets that were held later have no part in it. */
  judgedAt: Date
  rules: readonly FrozenRule[]
  /** In place of `rules`, once the buyer's e-mail address is known and makes the cart cheaper. */
  rulesForEmail: readonly FrozenRule[] | null
}

/** The rules that apply to a cart. */
export const appliedRules = ({
  rules,
  rulesForEmail,
}: Pick<CartRules, 'rules' | 'rulesForEmail'>): readonly FrozenRule[] => rulesForEmail ?? rules

/** What carts are judged by now. */
export interface RulesInForce {
  /** The automatic rules that are active and valid now, in the order in which they are tried. */
  rules: readonly JudgedRule[]
  /** The classes of ticket types. */
  classes: ReadonlyMap<string, TicketClass>
  /** Whether the organizer waives totals that are too small for a card. */
  waivesSmallTotals: boolean
}

/** A rule that took something off an order. */
export interface RuleUse {
  id: string
  ruleId: string
  orderId: string
  couponCodeId: string | null
  discountMinor: number
  appliedAt: Date
}

export interface RuleState extends RulesInForce {
  frozen: readonly CartRules[]
}
