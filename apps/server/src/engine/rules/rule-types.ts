import type { Block, FrozenRule, JudgedRule, TicketClass } from '@foyer/domain'

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

/** A hold as far as it says what rules take off its cart. */
interface RuleCarrier {
  createdAt: Date
  rules: readonly FrozenRule[] | null
}

/** What live holds of one cart have frozen: the latest of them that froze any rules counts. */
export function carrierOf<Hold extends RuleCarrier>(
  holds: readonly Hold[],
): (Hold & { rules: readonly FrozenRule[] }) | undefined {
  let latest: (Hold & { rules: readonly FrozenRule[] }) | undefined
  for (const hold of holds) {
    if (hasRules(hold) && (!latest || hold.createdAt > latest.createdAt)) latest = hold
  }
  return latest
}

const hasRules = <Hold extends RuleCarrier>(
  hold: Hold,
): hold is Hold & { rules: readonly FrozenRule[] } => hold.rules !== null

/** The rules that apply to a cart. */
export const appliedRules = ({
  rules,
  rulesForEmail,
}: Pick<CartRules, 'rules' | 'rulesForEmail'>): readonly FrozenRule[] => rulesForEmail ?? rules

/** What automatic rules say about a cart that is about to be held. */
export interface CartVerdict {
  /** The rule that refuses it; null if none does. */
  block: Block | null
  rules: readonly FrozenRule[]
}

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
  ruleId: string
  orderId: string
  couponCodeId: string | null
  discountMinor: number
  appliedAt: Date
}

export interface RuleState extends RulesInForce {
  frozen: readonly CartRules[]
}
