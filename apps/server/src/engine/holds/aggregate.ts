import type { LaneClient } from '@foyer/db'
import type { Aggregate } from '../lanes/aggregate.ts'
import type { BatchNeeds } from '../lanes/batch-needs.ts'
import type { OrderNeeds } from '../orders/aggregate.ts'
import type { PaymentNeeds } from '../payments/aggregate.ts'
import { HoldBook, type StockBooks } from './hold-book.ts'
import type { LaneHold, ReadHolds } from './hold-types.ts'

export interface HoldNeeds extends Pick<PaymentNeeds, 'paymentIds'>, OrderNeeds {
  /** Carts whose live holds are read, wherever they are. */
  cartIds?: readonly string[]
  requestKeys?: readonly string[]
}

const HOLD = (
  couponUseId: string,
) => `h.id, h.session_id as "sessionId", h.ticket_type_id as "ticketTypeId", h.quantity,
  h.unit_price_minor as "unitPriceMinor", h.fee_set as "feeSet", h.state, h.line,
  h.customer_identifier as "customerIdentifier", h.order_id as "orderId",
  h.created_at as "createdAt", h.expires_at as "expiresAt", h.reclaim_at as "reclaimAt",
  h.more_time_keys as "moreTimeKeys",
  h.cart_id, h.browser_id, h.cart_number, h.request_key, h.request_hash,
  ${couponUseId} as "couponUseId"`

// The claim of a coupon that names the hold, so that a cart without one costs no statement for it: asked
// only of what a cart holds already, by the index of claims.
const CLAIM = `(
    select u.id from coupon_uses u where u.cart_id = h.cart_id and u.tenant_id = h.tenant_id
      and u.state = 'claimed' and u.hold_id = h.id)`
const NONE = 'null::uuid'

// Nothing of a cart but what it holds or was asked for: a number that is used again for years has a long
// past. Each reason to read a hold is a branch with an index of its own, and 'offset 0' (or a limit) keeps
// the planner to one probe for each key, whatever it believes of a table before its first ANALYZE: it
// would rather walk all of the tenant's holds (measured: 250 ms a batch). statement_timestamp() is later
// than any wait for the lock, and unlike clock_timestamp() an index can be searched for it.
//
// The last branch reads the expired holds of the locked sessions, so that their stock is given back: the
// oldest of each session and not all, since a session without a limit may have hundreds of thousands, and
// to end 60,000 in one transaction took 3 s. The lower bound is what lets it use its index.
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

/** Holds. Nobody changes one without the lock of its stock, so they have none of their own. */
export const holds = {
  async lockAndRead(
    client: LaneClient,
    tenantId: number,
    needs: BatchNeeds<HoldNeeds>,
  ): Promise<ReadHolds> {
    const { sessionIds, lapsedOfEach } = needs
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
        lapsedOfEach,
      ],
    })
    return { rows: rows.map(toHold), lapsedOfEach }
  },
  book: (state: { holds: ReadHolds }, books: StockBooks) => new HoldBook(state.holds, books),
  // The statements of stock write holds, together with the counters that they move.
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
