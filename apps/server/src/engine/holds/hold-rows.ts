import type { LaneHold } from './hold-types.ts'

/** Inserts holds: $1 is the tenant, $2 the JSON of {@link groupsOf}. */
export const INSERT_HOLDS = `
    insert into holds (tenant_id, cart_id, id, browser_id, cart_number, session_id, ticket_type_id,
      quantity, unit_price_minor, fee_set, tax_rate, rules, state, customer_identifier, request_key, request_hash,
      line, order_id, created_at, expires_at, reclaim_at)
    select $1, h.cart_id, h.id, h.browser_id, h.cart_number, g.session_id, g.ticket_type_id,
      h.quantity, g.unit_price_minor, g.fee_set, g.tax_rate, g.rules, g.state, h.customer_identifier, h.request_key,
      h.request_hash, h.line, h.order_id, g.created_at, g.expires_at, g.reclaim_at
    from json_to_recordset($2) as g(session_id uuid, ticket_type_id uuid, unit_price_minor integer,
        fee_set jsonb, tax_rate jsonb, rules jsonb, state text, created_at timestamptz, expires_at timestamptz,
        reclaim_at timestamptz, cart_ids uuid[], ids uuid[], browser_ids uuid[],
        cart_numbers text[], quantities integer[], customer_identifiers text[],
        request_keys uuid[], request_hashes uuid[], lines smallint[], order_ids uuid[]),
      unnest(g.cart_ids, g.ids, g.browser_ids, g.cart_numbers, g.quantities,
        g.customer_identifiers, g.request_keys, g.request_hashes, g.lines, g.order_ids)
        as h(cart_id, id, browser_id, cart_number, quantity, customer_identifier, request_key,
          request_hash, line, order_id)`

interface HoldGroup {
  session_id: string
  ticket_type_id: string
  unit_price_minor: number
  fee_set: LaneHold['feeSet']
  tax_rate: LaneHold['taxRate']
  rules: LaneHold['rules']
  state: LaneHold['state']
  created_at: Date
  expires_at: Date
  reclaim_at: Date
  cart_ids: string[]
  ids: string[]
  browser_ids: string[]
  cart_numbers: string[]
  quantities: number[]
  customer_identifiers: (string | null)[]
  request_keys: (string | null)[]
  request_hashes: (string | null)[]
  lines: number[]
  order_ids: (string | null)[]
}

/**
 * Groups holds by the columns that they share, which in an on-sale are most of them. A group is
 * sent once, so a row costs a third of the serialising here (three dates alone were half of it) and
 * two thirds of the parsing in the database.
 */
export function groupsOf(holds: readonly LaneHold[]): HoldGroup[] {
  const groups = new Map<string, HoldGroup[]>()
  for (const hold of holds) {
    const key = `${hold.sessionId}/${hold.ticketTypeId}`
    const alike = groups.get(key) ?? []
    groups.set(key, alike)
    let group = alike.find((candidate) => belongsTo(candidate, hold))
    if (!group) {
      group = emptyGroup(hold)
      alike.push(group)
    }
    group.cart_ids.push(hold.cart.id)
    group.ids.push(hold.id)
    group.browser_ids.push(hold.cart.browserId)
    group.cart_numbers.push(hold.cart.number)
    group.quantities.push(hold.quantity)
    group.customer_identifiers.push(hold.customerIdentifier)
    group.request_keys.push(hold.request?.key ?? null)
    group.request_hashes.push(hold.request?.hash ?? null)
    group.lines.push(hold.line)
    group.order_ids.push(hold.orderId)
  }
  return [...groups.values()].flat()
}

const belongsTo = (group: HoldGroup, hold: LaneHold): boolean =>
  group.unit_price_minor === hold.unitPriceMinor &&
  // Holds that a batch grants at today's prices share one object, and equal carts one list of rules.
  group.fee_set === hold.feeSet &&
  group.tax_rate === hold.taxRate &&
  group.rules === hold.rules &&
  group.state === hold.state &&
  group.created_at.getTime() === hold.createdAt.getTime() &&
  group.expires_at.getTime() === hold.expiresAt.getTime() &&
  group.reclaim_at.getTime() === hold.reclaimAt.getTime()

const emptyGroup = (hold: LaneHold): HoldGroup => ({
  session_id: hold.sessionId,
  ticket_type_id: hold.ticketTypeId,
  unit_price_minor: hold.unitPriceMinor,
  fee_set: hold.feeSet,
  tax_rate: hold.taxRate,
  rules: hold.rules,
  state: hold.state,
  created_at: hold.createdAt,
  expires_at: hold.expiresAt,
  reclaim_at: hold.reclaimAt,
  cart_ids: [],
  ids: [],
  browser_ids: [],
  cart_numbers: [],
  quantities: [],
  customer_identifiers: [],
  request_keys: [],
  request_hashes: [],
  lines: [],
  order_ids: [],
})
