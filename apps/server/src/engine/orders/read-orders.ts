import { granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type ChangePolicy, policyOf } from '@foyer/domain'
import { CompiledQuery } from 'kysely'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import type { LaneChange, LaneOrder } from './order-types.ts'

/**
 * $1 is the tenant, $2 the ids. Behind the lock of the orders, or without one for a quote. Changes that
 * are done, and the open one, are each found by an index: a client can begin any number of changes that
 * it never pays, and these are not read.
 */
export const READ_ORDERS = `
  select o.id, o.status, o.event_id as "eventId", o.email,
    json_build_object('id', o.cart_id, 'browserId', o.browser_id, 'number', o.cart_number) as cart,
    o.quote, coalesce((
      select u.discounts from coupon_uses u
      where u.tenant_id = o.tenant_id and u.id = (o.quote -> 'coupon' ->> 'id')::uuid), '[]')
      as discounts, o.quote -> 'rules' as rules, (
      select coalesce(json_agg(json_build_object('id', t.id, 'number', t.number,
        'revision', t.revision, 'sessionId', t.session_id, 'ticketTypeId', t.ticket_type_id,
        'typeName', t.type_name, 'priceMinor', t.price_minor, 'discountMinor', t.discount_minor,
        'feeMinor', t.fee_minor, 'charges', t.charges, 'isRedeemed', t.redeemed_at is not null, 'status', t.status,
        'replacedBy', t.replaced_by) order by t.number, t.revision), '[]')
      from tickets t where t.tenant_id = o.tenant_id and t.order_id = o.id) as tickets, (
      select coalesce(json_agg(json_build_object('id', a.id, 'addOnId', a.add_on_id,
        'name', a.name, 'quantity', a.quantity, 'priceMinor', a.price_minor,
        'feeMinor', a.fee_minor, 'charges', a.charges, 'status', a.status) order by a.id), '[]')
      from order_add_ons a where a.tenant_id = o.tenant_id and a.order_id = o.id) as "addOns",
    (
      select coalesce(json_object_agg(s.id, s.starts_at), '{}') from sessions s
      where s.tenant_id = o.tenant_id and s.id = any(array(
        select t.session_id from tickets t
        where t.tenant_id = o.tenant_id and t.order_id = o.id and t.replaced_by is not null)))
      as "startsOfReplaced",
    array(
      select p.id from payments p
      where p.tenant_id = o.tenant_id and p.order_id = o.id
      order by p.created_at desc, p.id desc) as "chargeIds",
    exists (
      select from payments p join disputes d on d.tenant_id = p.tenant_id and d.payment_id = p.id
      where p.tenant_id = o.tenant_id and p.order_id = o.id and d.state in ('opened', 'lost'))
      as "isDisputed",
    exists (
      select from complimentary_orders g where g.tenant_id = o.tenant_id and g.order_id = o.id)
      as "isGift", (
      select coalesce(json_agg(json_build_object('id', c.id, 'orderId', c.order_id, 'kind', c.kind,
        'state', c.state, 'sequence', c.sequence, 'receipt', c.receipt,
        'tickets', coalesce(c.details -> 'tickets', '[]'),
        'refundIds', coalesce(c.details -> 'refundIds', '[]'), 'dueMinor', c.due_minor, 'refundMinor', c.refund_minor, 'creditMinor', c.credit_minor, 'keptMinor', c.kept_minor,
        'changeFeeMinor', c.change_fee_minor, 'reason', c.reason, 'madeBy', c.made_by,
        'isDisputedSince', c.state = 'open' and exists (
          select from payments p join disputes d on d.tenant_id = p.tenant_id and d.payment_id = p.id
          where p.tenant_id = o.tenant_id and p.order_id = o.id and d.state in ('opened', 'lost')
            and not exists (
              select from money_ledger l
              where l.tenant_id = d.tenant_id and l.kind = 'dispute_opened' and l.source_id = d.id
                and l.at <= c.created_at)),
        'ageSeconds', extract(epoch from statement_timestamp() - c.done_at),
        'paymentId', case when c.state = 'open' then (
          select p.id from payments p
          where p.tenant_id = c.tenant_id and p.cart_id = c.id and p.state in ('created', 'open')
          limit 1) end)
        order by c.sequence), '[]')
      from (
        select * from order_changes d
        where d.tenant_id = o.tenant_id and d.order_id = o.id and d.sequence > 0
        union all
        select * from order_changes w
        where w.tenant_id = o.tenant_id and w.order_id = o.id and w.state = 'open') c) as changes,
    organizer.change_policy as "ofTenant", e.policy as "ofEvent"
  from orders o
  left join event_change_policies e on e.tenant_id = o.tenant_id and e.event_id = o.event_id
  join tenants organizer on organizer.tenant_id = o.tenant_id
  where o.tenant_id = $1 and o.id = any($2::uuid[])`

export type OrderRow = Omit<LaneOrder, 'policy'> & {
  ofTenant: Partial<ChangePolicy> | null
  ofEvent: Partial<ChangePolicy> | null
}

export function toLaneOrder({ ofTenant, ofEvent, ...row }: OrderRow): LaneOrder {
  const done = row.changes.filter(({ state }) => state === 'done')
  return { ...row, quote: latestReceipt(done) ?? row.quote, policy: policyOf(ofTenant, ofEvent) }
}

const latestReceipt = (done: readonly LaneChange[]) => done.at(-1)?.receipt

/** An order that was read without a lock, and what its charges have left to be refunded. */
export type QuotedOrder = LaneOrder & { leftMinor: number }

const READ_LEFT = `
  select coalesce(sum(captured_minor - refunded_minor), 0)::integer as "leftMinor" from payments
  where tenant_id = $1 and order_id = $2`

// Planning it takes longer than running it, so a connection prepares it once.
const READ_FOR_QUOTE = `${READ_ORDERS} /* named: order_to_quote */`

/** Reads an order without a lock, for a quote. */
export async function readOrder(
  tx: TenantTx,
  tenantId: number,
  orderId: string,
): Promise<Result<QuotedOrder, 'order_not_found'>> {
  const query = CompiledQuery.raw(READ_FOR_QUOTE, [tenantId, [orderId]])
  const { rows } = await tx.executeQuery<OrderRow>(query)
  const [row] = rows
  if (!row) return ORDER_NOT_FOUND
  const left = await tx.executeQuery<{ leftMinor: number }>(
    CompiledQuery.raw(READ_LEFT, [tenantId, orderId]),
  )
  return granted({ ...toLaneOrder(row), leftMinor: left.rows[0]?.leftMinor ?? 0 })
}
