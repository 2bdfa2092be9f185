import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import type { PaymentNeeds } from '../payments/aggregate.ts'
import { IN_FORCE, IN_ORDER, JUDGED_RULE } from '../rules/rule-sql.ts'
import { CouponBook } from './coupon-book.ts'
import type { CouponState, LaneCouponCode, LaneCouponUse } from './coupon-types.ts'
import { COUPON_STATEMENTS } from './write-coupons.ts'

export interface CouponNeeds extends Pick<PaymentNeeds, 'payableCartIds'> {
  /** Codes to claim a use of. They are locked and read with their rules. */
  couponCodeIds?: readonly string[]
  /** Carts whose coupon changes. Their claims are read, and the codes of these are locked. */
  couponCartIds?: readonly string[]
  /** Uses that an order is going to spend. They are read, and their codes are locked. */
  couponUseIds?: readonly string[]
}

// The codes asked for, the codes of the uses asked for, and the codes that the carts have claimed.
// An operation that names a cart has locked the cart's stock, so no other operation changes its
// claim.
const CODES = `any($2::uuid[] || array(
    select code_id from coupon_uses where tenant_id = $1 and id = any($3::uuid[])) || array(
    select code_id from coupon_uses
    where tenant_id = $1 and cart_id = any($4::uuid[]) and state = 'claimed'))`

const LOCK_CODES = `
  select 1 from coupon_codes where tenant_id = $1 and id = ${CODES} order by id for update`

/**
 * A {@link LaneCouponCode} as SQL: what to select, and from where.
 *
 * @param isInForce the condition on its rules `r`
 */
export const couponCode = (
  isInForce: string,
) => `c.id, c.code, c.usage_limit - c.usage_count as room,
    c.is_active and g.is_active as "isActive", (
      select coalesce(json_agg(${JUDGED_RULE} order by ${IN_ORDER}), '[]')
      from checkout_rules r
      where r.tenant_id = c.tenant_id and r.coupon_group_id = c.group_id and ${isInForce}) as rules
  from coupon_codes c
  join coupon_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id`

const READ_CODES = `
  select ${couponCode(IN_FORCE)}
  where c.tenant_id = $1 and c.id = ${CODES}`

const USE = `u.id, u.code_id as "codeId", c.code, u.rule_id as "ruleId", u.event_id as "eventId",
  u.cart_id as "cartId", u.hold_id as "holdId", u.discounts,
  u.more_rules as "moreRules", u.state,
  u.judged_at as "judgedAt", u.claimed_until as "claimedUntil"`

/**
 * The condition on `coupon_uses u` that a claim has expired: its hold has ended, or its own end has
 * passed. The next batch that locks its code gives its use back. 'offset 0' keeps the planner to one
 * probe for each claim by the key of its hold.
 */
export const HAS_EXPIRED = `u.state = 'claimed'
    and (u.claimed_until <= statement_timestamp() or not exists (
      select from (
        select h.state, h.reclaim_at from holds h
        where h.tenant_id = u.tenant_id and h.cart_id = u.cart_id and h.id = u.hold_id offset 0) h
      where h.state = 'held' and h.reclaim_at > statement_timestamp()))`

// Expired claims are read only if a batch might take the last use, since a popular code has thousands
// of claims.
const READ_USES = `
  select ${USE}, false as "hasExpired"
  from coupon_uses u join coupon_codes c on c.tenant_id = u.tenant_id and c.id = u.code_id
  where u.tenant_id = $1 and u.id = any($3::uuid[])
  union all
  select ${USE}, false
  from coupon_uses u join coupon_codes c on c.tenant_id = u.tenant_id and c.id = u.code_id
  where u.tenant_id = $1 and u.cart_id = any($5::uuid[]) and u.state = 'claimed'
  union all
  select ${USE}, true
  from coupon_codes c join coupon_uses u on u.tenant_id = c.tenant_id and u.code_id = c.id
  where c.tenant_id = $1 and c.id = ${CODES} and c.usage_limit - c.usage_count < $6
    and ${HAS_EXPIRED}`

/**
 * Coupon codes and their uses. A batch locks, in the order of their ids, the codes whose uses it
 * claims, returns or spends. For a cart that is only priced, the claim is read without a lock.
 */
export const coupons = {
  async lockAndRead(
    client: LaneClient,
    tenantId: number,
    needs: BatchNeeds<CouponNeeds>,
  ): Promise<CouponState> {
    const cartIds = needs.of('couponCartIds')
    const [codeIds, useIds] = [needs.of('couponCodeIds'), needs.of('couponUseIds')]
    const values = [tenantId, codeIds, useIds, cartIds]
    const carts = needs.of('couponCartIds', 'payableCartIds')
    const isAnyLocked = codeIds.length + useIds.length + cartIds.length > 0
    if (!isAnyLocked && carts.length === 0) return { codes: [], uses: [] }
    const [, codes, uses] = await Promise.all([
      isAnyLocked ? client.query({ name: 'lane_lock_coupons', text: LOCK_CODES, values }) : null,
      isAnyLocked
        ? client.query<LaneCouponCode>({ name: 'lane_read_coupons', text: READ_CODES, values })
        : null,
      client.query<LaneCouponUse>({
        name: 'lane_read_coupon_uses',
        text: READ_USES,
        values: [...values, carts, needs.operations],
      }),
    ])
    return { codes: codes?.rows ?? [], uses: uses.rows }
  },
  book: (state: { coupons: CouponState }) => new CouponBook(state.coupons),
  statements: COUPON_STATEMENTS,
} satisfies Aggregate
