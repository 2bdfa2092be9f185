import type { LaneClient } from '@foyer/db'
import type { HeldAddOn, LaneHold } from './lane-types.ts'

const HOLD = `h.id, h.session_id as "sessionId", h.ticket_type_id as "ticketTypeId", h.quantity,
  h.unit_price_minor as "unitPriceMinor", h.fee_set as "feeSet", h.state, h.line,
  h.customer_identifier as "customerIdentifier", h.order_id as "orderId",
  h.created_at as "createdAt", h.expires_at as "expiresAt", h.reclaim_at as "reclaimAt",
  h.more_time_keys as "moreTimeKeys",
  h.cart_id, h.browser_id, h.cart_number, h.request_key, h.request_hash`

// Nothing of a cart but what counts or was asked for: a number that is used again for years has a
// long past. Lapsed holds of the locked sessions come along, so that their places are given back:
// statement_timestamp() is later than any wait for the lock, and unlike clock_timestamp() an index
// can be searched for it. The lower bound and the order lead the planner to that index, and 'offset
// 0' to one probe for each key, whatever it believes of a table before its first ANALYZE: it would
// rather walk all of the tenant's holds (measured: 250 ms a batch).
const READ_HOLDS = `
  select ${HOLD} from holds h
  where h.tenant_id = $1 and h.cart_id = any($2::uuid[])
    and (h.state = 'held' or h.order_id = any($4::uuid[])
      or h.id = any(array(select unnest(p.hold_ids) from payments p
        where p.tenant_id = $1 and p.id = any($6::uuid[]))))
  union all
  select h.* from unnest($3::uuid[]) as asked(request_key), lateral (
    select ${HOLD} from holds h
    where h.tenant_id = $1 and h.request_key = asked.request_key offset 0) h
  union all
  (select ${HOLD} from holds h
  where h.tenant_id = $1 and h.session_id = any($5::uuid[]) and h.state = 'held'
    and h.reclaim_at between '-infinity' and statement_timestamp()
  order by h.reclaim_at)`

type HoldRow = Omit<LaneHold, 'cart' | 'request'> & {
  cart_id: string
  browser_id: string
  cart_number: string
  request_key: string | null
  request_hash: string | null
}

/** Ids that are wanted, each list for the reason it is named by. */
interface WantedHolds {
  cartIds: readonly string[]
  requestKeys: readonly string[]
  orderIds: readonly string[]
  sessionIds: readonly string[]
  paymentIds: readonly string[]
}

export async function readHolds(
  client: LaneClient,
  tenantId: number,
  wanted: WantedHolds,
): Promise<LaneHold[]> {
  const { cartIds, requestKeys, orderIds, sessionIds, paymentIds } = wanted
  const { rows } = await client.query<HoldRow>({
    name: 'lane_read_holds',
    text: READ_HOLDS,
    values: [tenantId, cartIds, requestKeys, orderIds, sessionIds, paymentIds],
  })
  return rows.map(toHold)
}

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

const READ_ADD_ONS = `
  select c.cart_id as "cartId", c.hold_id as "holdId", c.add_on_id as "addOnId", a.name, a.position,
    c.quantity, c.unit_price_minor as "unitPriceMinor"
  from cart_add_ons c join add_ons a on a.tenant_id = c.tenant_id and a.id = c.add_on_id
  where c.tenant_id = $1 and c.cart_id = any($2::uuid[])`

/** Add-ons of the holds of carts that are about to be paid. */
export async function readAddOns(
  client: LaneClient,
  tenantId: number,
  cartIds: readonly string[],
): Promise<HeldAddOn[]> {
  if (cartIds.length === 0) return []
  const { rows } = await client.query<HeldAddOn>({
    name: 'lane_read_add_ons',
    text: READ_ADD_ONS,
    values: [tenantId, cartIds],
  })
  return rows
}
