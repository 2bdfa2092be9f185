import { changesOf, rowsOf, type WriteStatement } from '../lanes/statements.ts'
import type { CouponWrites } from './coupon-types.ts'

const END_USES = `
  update coupon_uses u set state = $2::jsonb -> u.id::text ->> 'state',
    order_id = ($2::jsonb -> u.id::text ->> 'orderId')::uuid,
    discount_minor = ($2::jsonb -> u.id::text ->> 'discountMinor')::integer
  where u.tenant_id = $1 and u.id = any($3::uuid[])`

const JUDGE_CLAIMS = `
  update coupon_uses u set hold_id = ($2::jsonb -> u.id::text ->> 'holdId')::uuid,
    rule_id = ($2::jsonb -> u.id::text ->> 'ruleId')::uuid,
    discounts = $2::jsonb -> u.id::text -> 'discounts',
    more_rules = nullif($2::jsonb -> u.id::text -> 'moreRules', 'null'),
    judged_at = ($2::jsonb -> u.id::text ->> 'judgedAt')::timestamptz
  where u.tenant_id = $1 and u.id = any($3::uuid[])`

const WRITE_USES = `
  insert into coupon_uses
    (tenant_id, id, code_id, rule_id, event_id, cart_id, hold_id, discounts, more_rules,
      state, judged_at, claimed_until)
  select $1, u.* from json_to_recordset($2) as u(id uuid, "codeId" uuid, "ruleId" uuid,
    "eventId" uuid, "cartId" uuid, "holdId" uuid, discounts jsonb, "moreRules" jsonb, state text,
    "judgedAt" timestamptz, "claimedUntil" timestamptz)`

const COUNT_USES = `
  update coupon_codes c set
    usage_count = c.usage_count + ($2::jsonb -> c.id::text ->> 'delta')::integer
  where c.tenant_id = $1 and c.id = any($3::uuid[])`

/**
 * The order matters: a cart has one claim, so its earlier claim ends before the new one is
 * inserted.
 */
export const COUPON_STATEMENTS: readonly WriteStatement<{ coupons: CouponWrites }>[] = [
  {
    name: 'lane_end_coupon_uses',
    text: END_USES,
    values: ({ coupons }) => changesOf(coupons.usedUp),
  },
  {
    name: 'lane_judge_coupon_claims',
    text: JUDGE_CLAIMS,
    values: ({ coupons }) => changesOf(coupons.judgedClaims),
  },
  {
    name: 'lane_write_coupon_uses',
    text: WRITE_USES,
    values: ({ coupons }) => rowsOf(coupons.newUses),
  },
  {
    name: 'lane_count_coupon_uses',
    text: COUNT_USES,
    values: ({ coupons }) => changesOf(coupons.usageDeltas),
  },
]
