import type { LaneClient } from '@foyer/db'
import type { JudgedRule, TicketClass } from '@foyer/domain'
import type { CouponNeeds } from '../coupons/aggregate.ts'
import type { HoldNeeds } from '../holds/aggregate.ts'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import { rowsOf, type WriteStatement } from '../lanes/statements.ts'
import { RuleBook } from './rule-book.ts'
import { automaticRules, IN_FORCE, WAIVES_SMALL_TOTALS } from './rule-sql.ts'
import type { CartRules, RuleState, RuleUse } from './rule-types.ts'

export interface RuleNeeds
  extends Pick<HoldNeeds, 'cartIds'>,
    Pick<CouponNeeds, 'payableCartIds' | 'couponCartIds'> {
  /** Carts that are judged by the rules of now, which are read if there are any. */
  judgedCartIds?: readonly string[]
}

interface RulesRow {
  rules: JudgedRule[]
  classes: Record<string, TicketClass> | null
  waivesSmallTotals: boolean
}

// Few organizers give classes: then the types of the sessions are not looked up.
const READ_RULES = `
  select ${automaticRules('$1', IN_FORCE)} as rules,
    ${WAIVES_SMALL_TOTALS('$1')} as "waivesSmallTotals",
    case when exists (select from ticket_type_classes where tenant_id = $1) then (
      select json_object_agg(c.ticket_type_id, c.class) from ticket_type_classes c
      where c.tenant_id = $1 and c.ticket_type_id = any(array(
        select s.pool_id from stock s
        where s.tenant_id = $1 and s.session_id = any($2::uuid[])))) end as classes`

const READ_FROZEN = `
  select cart_id as "cartId", hold_id as "holdId", judged_at as "judgedAt", rules,
    rules_for_email as "rulesForEmail"
  from cart_rules where tenant_id = $1 and cart_id = any($2::uuid[])`

const WRITE_FROZEN = `
  insert into cart_rules (tenant_id, cart_id, hold_id, judged_at, rules, rules_for_email)
  select $1, c.* from json_to_recordset($2) as c("cartId" uuid, "holdId" uuid,
    "judgedAt" timestamptz, rules jsonb, "rulesForEmail" jsonb)
  on conflict (tenant_id, cart_id) do update set hold_id = excluded.hold_id,
    judged_at = excluded.judged_at, rules = excluded.rules, rules_for_email = excluded.rules_for_email`

// Grouped, because the orders of a batch mostly use the same rules: half the time of a row for each use.
const WRITE_USES = `
  insert into rule_usage (tenant_id, rule_id, order_id, coupon_code_id, discount_minor, applied_at)
  select $1, g."ruleId", u.order_id, g."couponCodeId", u.discount_minor, g."appliedAt"
  from json_to_recordset($2) as g("ruleId" uuid, "couponCodeId" uuid, "appliedAt" timestamptz,
      "orderIds" uuid[], "discountsMinor" integer[]),
    unnest(g."orderIds", g."discountsMinor") as u(order_id, discount_minor)`

const RULE_STATEMENTS: readonly WriteStatement<{ rules: ReturnType<RuleBook['rows']> }>[] = [
  {
    name: 'lane_write_cart_rules',
    text: WRITE_FROZEN,
    values: ({ rules }) => rowsOf(rules.frozen),
  },
  {
    name: 'lane_write_rule_uses',
    text: WRITE_USES,
    values: ({ rules }) => rowsOf(groupsOf(rules.uses)),
  },
]

/** The uses of a batch by rule and code; all are of the batch's moment. */
function groupsOf(uses: readonly RuleUse[]) {
  const alike = Map.groupBy(uses, ({ ruleId, couponCodeId }) => `${ruleId}/${couponCodeId}`)
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { ruleId, couponCodeId, appliedAt } = first
    return {
      ruleId,
      couponCodeId,
      appliedAt,
      orderIds: group.map(({ orderId }) => orderId),
      discountsMinor: group.map(({ discountMinor }) => discountMinor),
    }
  })
}

/**
 * Checkout rules, and what they have frozen for carts. Rules are only read: one that is changed while a
 * batch runs counts from the next one on. An operation that names a cart has locked the cart's stock, so
 * no other changes what is frozen for it.
 */
export const rules = {
  async lockAndRead(
    client: LaneClient,
    tenantId: number,
    needs: BatchNeeds<RuleNeeds>,
  ): Promise<RuleState> {
    const isJudging = needs.of('judgedCartIds').length > 0
    const cartIds = needs.of('cartIds', 'payableCartIds', 'couponCartIds')
    const [inForce, frozen] = await Promise.all([
      isJudging
        ? client.query<RulesRow>({
            name: 'lane_read_rules',
            text: READ_RULES,
            values: [tenantId, needs.sessionIds],
          })
        : null,
      cartIds.length > 0
        ? client.query<CartRules>({
            name: 'lane_read_cart_rules',
            text: READ_FROZEN,
            values: [tenantId, cartIds],
          })
        : null,
    ])
    const read = inForce?.rows[0]
    return {
      rules: read?.rules ?? [],
      classes: new Map(Object.entries(read?.classes ?? {})),
      waivesSmallTotals: read?.waivesSmallTotals ?? false,
      frozen: frozen?.rows ?? [],
    }
  },
  book: (state: { rules: RuleState }, { now }: { readonly now: Date }) =>
    new RuleBook(state.rules, now),
  statements: RULE_STATEMENTS,
} satisfies Aggregate
