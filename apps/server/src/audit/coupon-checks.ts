import { SMALL_TOTAL } from '@foyer/domain'
import { type Check, within } from './check.ts'

/**
 * The count of a coupon code equals its uses, and does not exceed its limit. Checked in whole
 * audits only.
 */
const COUPON_COUNTS = `
  select null as "sessionId", null as "poolId", null as "foundAt",
    format('coupon code %s: %s of %s used', c.id, c.usage_count, c.usage_limit) as says,
    format('uses %s', u.taken) as found
  from coupon_codes c
  cross join lateral (
    select count(*) as taken from coupon_uses u
    where u.tenant_id = c.tenant_id and u.code_id = c.id and u.state <> 'returned' offset 0) u
  where $1::uuid[] is null and (c.usage_count <> u.taken or c.usage_count > c.usage_limit)
  order by 4`

/**
 * The coupon on an order's receipt is spent in that order with its part of the receipt's discount, and no
 * other coupon is.
 */
const COUPON_ORDERS = `
  with receipts as (
    select id, session_id, (quote #>> '{coupon,id}')::uuid as use_id,
      coalesce((
        select sum((r ->> 'discountMinor')::integer) from jsonb_array_elements(quote -> 'rules') r
        where (r ->> 'isOfCoupon')::boolean),
        (quote ->> 'discountMinor')::integer)::integer as discount_minor
    from orders where quote ? 'coupon' and ${within('id')}),
  spent as (
    select id, order_id, discount_minor from coupon_uses
    where state = 'spent' and ${within('order_id')})
  select r.session_id as "sessionId", null as "poolId", coalesce(r.id, s.order_id) as "foundAt",
    format('order %s: coupon %s, %s off', coalesce(r.id, s.order_id), coalesce(r.use_id::text, 'none'),
      coalesce(r.discount_minor, 0)) as says,
    format('spent: %s, %s off', coalesce(s.id::text, 'none'), coalesce(s.discount_minor, 0)) as found
  from receipts r full join spent s on s.order_id = r.id
  where r.use_id is distinct from s.id or r.discount_minor is distinct from s.discount_minor
  order by 4`

/**
 * What rules took off an order is recorded for each of them, and adds up to its receipt's discount, less a
 * waived total, which is no rule's.
 */
const RULE_USES = `
  with receipts as (
    select id, session_id, nullif((quote ->> 'discountMinor')::integer - coalesce((
        select sum((r ->> 'discountMinor')::integer) from jsonb_array_elements(quote -> 'rules') r
        where r ->> 'ruleId' = '${SMALL_TOTAL.ruleId}'), 0), 0)::integer as discount_minor
    from orders where (quote ->> 'discountMinor')::integer > 0 and ${within('id')}),
  used as (
    select order_id, sum(discount_minor)::integer as discount_minor from rule_usage
    where ${within('order_id')} group by order_id)
  select r.session_id as "sessionId", null as "poolId", coalesce(r.id, u.order_id) as "foundAt",
    format('order %s: %s off', coalesce(r.id, u.order_id), coalesce(r.discount_minor, 0)) as says,
    format('rules: %s off', coalesce(u.discount_minor, 0)) as found
  from receipts r full join used u on u.order_id = r.id
  where r.discount_minor is distinct from u.discount_minor
  order by 4`

export const COUPON_CHECKS: readonly Check[] = [
  { name: 'coupon counts', scope: 'orderIds', text: COUPON_COUNTS },
  { name: 'coupon orders', scope: 'orderIds', text: COUPON_ORDERS },
  { name: 'rule uses', scope: 'orderIds', text: RULE_USES },
]
