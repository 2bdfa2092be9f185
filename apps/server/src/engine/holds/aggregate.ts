import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import type { OrderNeeds } from '../orders/aggregate.ts'
import type { PaymentNeeds } from '../payments/aggregate.ts'
import { HoldBook, type StockBooks } from './hold-book.ts'
import type { LaneHold, ReadHolds } from './hold-types.ts'

export interface HoldNeeds extends Pick<PaymentNeeds, 'paymentIds'>, OrderNeeds {
  /** Carts whose live holds are read, in all their sessions. */
  cartIds?: readonly string[]
  requestKeys?: readonly string[]
}

const HOLD = (
  couponUseId: string,
) => `h.id, h.session_id as "sessionId", h.ticket_type_id as "ticketTypeId", h.quantity,
  h.unit_price_minor as "unitPriceMinor", h.fee_set as "feeSet", h.tax_rate as "taxRate", h.state, h.line,
  h.customer_identifier as "customerIdentifier", h.order_id as "orderId",
  h.created_at as "createdAt", h.expires_at as "expiresAt", h.reclaim_at as "reclaimAt",
  h.more_time_keys as "moreTimeKeys", h.rules,
  h.cart_id, h.browser_id, h.cart_number, h.request_key, h.request_hash,
  ${couponUseId} as "couponUseId"`

// The coupon claim on the hold. It is looked up, by the index of claims, only for holds that a cart
// already has; a cart without a claim costs no extra statement.
const CLAIM = `(
    select u.id from coupon_uses u where u.cart_id = h.cart_id and u.tenant_id = h.tenant_id
      and u.state = 'claimed' and u.hold_id = h.id)`
const NONE = 'null::uuid'

// Reads only what a cart holds now and what was asked for: a cart number that was used for years
// has many old holds. Each reason to read a hold is a branch with its own index, and 'offset 0' (or
// a limit) makes the planner probe each key. Before the first ANALYZE it would rather read all
// holds of the tenant (measured: 250 ms a batch). statement_timestamp() is later than any wait for
// the lock, and unlike clock_timestamp() it can be compared by an index.
//
// The last branch reads expired holds of the locked sessions, so that their stock is given back. It
// takes the oldest of each session and not all: a session without limit may have hundreds of
// thousands, and ending 60,000 in one transaction took 3 s. The lower bound makes the index usable.
const READ_HOLDS = `
  select h.* from unnest($2::uuid[]) as asked(cart_id), lateral (
    select ${HOLD(CLAIM)} from holds h
    where h.tenant_id = $1 and h.cart_id = asked.cart_id and h.state = 'held' offset 0) h
  union all
  select h.* from unnest($4::uuid[]) as asked(order_id), lateral (
    select ${HOLD(NONE)} from holds h
    where h.tenant_id = $1 and h.order_id = asked.order_id offset 0) h
  union all
  select h.* from payments p, unnest(p.hold_ids) as paid(hold_id), lateral (
    select ${HOLD(NONE)} from holds h
    where h.tenant_id = $1 and h.cart_id = p.cart_id and h.id = paid.hold_id offset 0) h
  where p.tenant_id = $1 and p.id = any($6::uuid[])
  union all
  select h.* from unnest($3::uuid[]) as asked(request_key), lateral (
    select ${HOLD(NONE)} from holds h
    where h.tenant_id = $1 and h.request_key = asked.request_key offset 0) h
  union all
  select h.* from unnest($5::uuid[]) as locked(session_id), lateral (
    select ${HOLD(NONE)} from holds h
    where h.tenant_id = $1 and h.session_id = locked.session_id and h.state = 'held'
      and h.reclaim_at > '-infinity' and h.reclaim_at <= statement_timestamp()
    order by h.reclaim_at limit $7) h`

type HoldRow = Omit<LaneHold, 'cart' | 'request'> & {
  cart_id: string
  browser_id: string
  cart_number: string
  request_key: string | null
  request_hash: string | null
}

/**
 * Holds. They have no lock of their own, since a hold is only changed under the lock of its stock.
 */
export const holds = {
  async lockAndRead(
    client: LaneClient,
    tenantId: number,
    needs: BatchNeeds<HoldNeeds>,
  ): Promise<ReadHolds> {
    const { sessionIds, expiredPerSession } = needs
    const { rows } = await client.query<HoldRow>({
      name: 'lane_read_holds',
      text: READ_HOLDS,
      values: [
        tenantId,
        needs.of('cartIds'),
        needs.of('requestKeys'),
        needs.of('orderIds'),
        sessionIds,
        needs.of('paymentIds'),
        expiredPerSession,
      ],
    })
    return { rows: rows.map(toHold), expiredPerSession }
  },
  book: (state: { holds: ReadHolds }, books: StockBooks) => new HoldBook(state.holds, books),
  // Holds are written by the statements of stock, together with the counters that they move.
  statements: [],
} satisfies Aggregate

const toHold = ({
  cart_id: id,
  browser_id: browserId,
  cart_number: number,
  request_key: key,
  request_hash: hash,
  ...hold
}: HoldRow): LaneHold => ({
  ...hold,
  cart: { id, browserId, number },
  request: key && hash ? { key, hash } : null,
})
