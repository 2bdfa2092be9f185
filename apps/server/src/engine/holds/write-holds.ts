import { byId, type WriteStatement } from '../lanes/statements.ts'
import type { StockBook } from '../stock/stock-book.ts'
import type { HoldBook } from './hold-book.ts'
import { groupsOf, INSERT_HOLDS } from './hold-rows.ts'
import type { LaneHold } from './hold-types.ts'

interface HoldWrites {
  holds: ReturnType<HoldBook['rows']>
  stock: ReturnType<StockBook['rows']>
}

// Each list of rows is sent as one JSON text, which native code builds here and parses in the
// database. A changed row is found by an array of keys, not by a join: before the first ANALYZE the
// planner takes a table for so small that it reads all of it (measured: 5x). Two arrays at once are
// only for few rows: before PostgreSQL 17 they are one probe for each pair. Live holds have an
// index of their own, so that old holds of their carts are not read.
//
// If a counter to change has no row, the batch fails; committed, it would leave stock and ledger
// different for good. The statement itself checks this, since the commit is sent together with it.
const WRITE_STOCK = `
  with new_holds as (${INSERT_HOLDS}),
  changed_holds as (
    update holds h set state = $3::jsonb -> h.id::text ->> 'state',
      order_id = ($3::jsonb -> h.id::text ->> 'orderId')::uuid,
      reclaim_at = ($3::jsonb -> h.id::text ->> 'reclaimAt')::timestamptz,
      -- The client's name for its buyer is personal data, so it is deleted when the hold ends.
      customer_identifier = case $3::jsonb -> h.id::text ->> 'state'
        when 'held' then h.customer_identifier end,
      -- The payment has the rules of what is sold.
      rules = case $3::jsonb -> h.id::text ->> 'state' when 'held' then h.rules end
    where h.tenant_id = $1 and h.cart_id = any($4::uuid[]) and h.state = 'held'
      and $3::jsonb ? h.id::text),
  ledgered as (
    insert into stock_ledger
      (tenant_id, batch_id, session_id, ticket_type_id, kind, held_delta, sold_delta, hold_ids)
    select $1, $6, l.* from json_to_recordset($5) as l("sessionId" uuid, "ticketTypeId" uuid, kind text,
      "heldDelta" integer, "soldDelta" integer, "holdIds" uuid[])),
  counted as (
    update stock s set
      held = s.held + coalesce(($7::jsonb -> s.session_id::text -> s.pool_id::text ->> 'held')::integer, 0),
      sold = s.sold + coalesce(($7::jsonb -> s.session_id::text -> s.pool_id::text ->> 'sold')::integer, 0)
    where s.tenant_id = $1 and s.session_id = any($8::uuid[])
      and $7::jsonb -> s.session_id::text ? s.pool_id::text
    returning 1)
  select require_all(count(*), $9) from counted`

// For holds that were not live: sold after they had expired, refunded or rescheduled. They are few, so
// two arrays are fine.
const CHANGE_ENDED_HOLDS = `
  update holds h set state = $2::jsonb -> h.id::text ->> 'state',
    order_id = ($2::jsonb -> h.id::text ->> 'orderId')::uuid
  where h.tenant_id = $1 and h.cart_id = any($3::uuid[]) and h.id = any($4::uuid[])`

// A statement of its own, so that holds and sales do not pay for it. It is sent after WRITE_STOCK,
// because it may extend a hold that this batch has inserted.
const EXTEND_HOLDS = `
  update holds h set
    expires_at = ($2::jsonb -> h.id::text ->> 'expiresAt')::timestamptz,
    reclaim_at = ($2::jsonb -> h.id::text ->> 'reclaimAt')::timestamptz,
    more_time_keys = array(
      select jsonb_array_elements_text($2::jsonb -> h.id::text -> 'moreTimeKeys'))::uuid[]
  where h.tenant_id = $1 and h.cart_id = any($3::uuid[]) and h.state = 'held'
    and $2::jsonb ? h.id::text`

/**
 * Writes holds, with the counters and the ledger of their stock. It is sent before the statements
 * of coupon claims and add-ons, which refer to holds.
 */
export const WRITE_HOLDS: WriteStatement<HoldWrites> = {
  name: 'lane_write_stock',
  text: WRITE_STOCK,
  values: ({ holds: { inserts, changes, endedChanges }, stock: { ledger, deltas } }, batchId) =>
    inserts.length + changes.length + endedChanges.length > 0
      ? [
          JSON.stringify(groupsOf(inserts)),
          byId(changes.map(changeOf)),
          cartsOf(changes),
          JSON.stringify(ledger),
          batchId,
          JSON.stringify(bySession(deltas)),
          [...new Set(deltas.map((delta) => delta.sessionId))],
          deltas.length,
        ]
      : null,
}

/**
 * Changes holds that were not live, and the ends of live holds. WRITE_HOLDS moves the counters for
 * both.
 */
export const CHANGE_HOLDS: readonly WriteStatement<HoldWrites>[] = [
  {
    name: 'lane_change_ended_holds',
    text: CHANGE_ENDED_HOLDS,
    values: ({ holds: { endedChanges } }) =>
      endedChanges.length > 0
        ? [
            byId(endedChanges.map(changeOf)),
            cartsOf(endedChanges),
            endedChanges.map((hold) => hold.id),
          ]
        : null,
  },
  {
    name: 'lane_extend_holds',
    text: EXTEND_HOLDS,
    values: ({ holds: { extensions } }) =>
      extensions.length > 0 ? [byId(extensions.map(extensionOf)), cartsOf(extensions)] : null,
  },
]

const cartsOf = (holds: readonly LaneHold[]) => [...new Set(holds.map((hold) => hold.cart.id))]

function bySession(deltas: HoldWrites['stock']['deltas']) {
  const sessions: Record<string, Record<string, { held: number; sold: number }>> = {}
  for (const { sessionId, poolId, held, sold } of deltas) {
    sessions[sessionId] = { ...sessions[sessionId], [poolId]: { held, sold } }
  }
  return sessions
}

const changeOf = ({ id, state, orderId, reclaimAt }: LaneHold) => ({
  id,
  state,
  orderId,
  reclaimAt,
})

const extensionOf = ({ id, expiresAt, reclaimAt, moreTimeKeys }: LaneHold) => ({
  id,
  expiresAt,
  reclaimAt,
  moreTimeKeys,
})
