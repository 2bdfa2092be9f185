import { granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { typographic } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'

/**
 * Creates a draft like an event, under another name: its details and facts, picture, policy, waiver,
 * limits of sales, groups, ticket types and add-ons, each with an id of its own. Sessions and the prices in them, archived
 * tickets, and everything held or sold stay with the original. Returns the id of the draft.
 */
export async function duplicateEvent(
  tx: TenantTx,
  eventId: string,
  name: string,
): Promise<Result<string, 'event_not_found'>> {
  const id = newId()
  const copied = await sql`
    insert into events (tenant_id, id, venue_id, fee_set_id, name, description, category, currency,
      is_timed_entry, use_continuous_calendar, show_price_difference, important_information,
      is_published)
    select tenant_id, ${id}, venue_id, fee_set_id, ${typographic(name)}, description, category,
      currency, is_timed_entry, use_continuous_calendar, show_price_difference,
      important_information, false
    from events where id = ${eventId} for share`.execute(tx)
  if (copied.numAffectedRows === 0n) return EVENT_NOT_FOUND
  await sql`
    insert into event_facts (tenant_id, event_id, doors_minutes, minimum_age, age_note,
      access_notes, line_up, story, is_transferable)
    select tenant_id, ${id}, doors_minutes, minimum_age, age_note, access_notes, line_up, story,
      is_transferable
    from event_facts where event_id = ${eventId}`.execute(tx)
  await sql`
    insert into event_pictures (tenant_id, event_id, hash, alt)
    select tenant_id, ${id}, hash, alt from event_pictures where event_id = ${eventId}`.execute(tx)
  await sql`
    insert into event_change_policies (tenant_id, event_id, policy)
    select tenant_id, ${id}, policy from event_change_policies
    where event_id = ${eventId}`.execute(tx)
  await sql`
    insert into waiver_texts (tenant_id, event_id, version, body)
    select tenant_id, ${id}, 1, body from (
      select tenant_id, body from waiver_texts where event_id = ${eventId}
      order by version desc limit 1) newest where body is not null`.execute(tx)
  // Its limits and cut-off, but no window: a copy is for other dates.
  await sql`
    insert into event_sales (tenant_id, event_id, cutoff_minutes, min_per_order, max_per_order,
      max_per_customer)
    select tenant_id, ${id}, cutoff_minutes, min_per_order, max_per_order, max_per_customer
    from event_sales where event_id = ${eventId}`.execute(tx)
  const groups = await newIdsOf(tx, 'ticket_groups', eventId)
  const types = await newIdsOf(tx, 'ticket_types', eventId)
  const addOns = await newIdsOf(tx, 'add_ons', eventId)
  await sql`
    insert into ticket_groups (tenant_id, id, event_id, name, description, position, capacity)
    select g.tenant_id, n.new_id, ${id}, g.name, g.description, g.position, g.capacity
    from ticket_groups g join ${groups} on n.old_id = g.id`.execute(tx)
  await sql`
    insert into ticket_types (tenant_id, id, event_id, group_id, fee_set_id, name, description,
      position, pricing_mode, price_minor, max_quantity, display_price, picture_hash, places)
    select t.tenant_id, n.new_id, ${id}, g.new_id, t.fee_set_id, t.name, t.description, t.position,
      t.pricing_mode, t.price_minor, t.max_quantity, t.display_price, t.picture_hash, t.places
    from ticket_types t join ${types} on n.old_id = t.id
    join (select * from ${groups}) g on g.old_id = t.group_id`.execute(tx)
  await sql`
    insert into ticket_type_sales (tenant_id, ticket_type_id, event_id, is_hidden, min_quantity,
      quantity_step, max_per_customer)
    select x.tenant_id, n.new_id, ${id}, x.is_hidden, x.min_quantity, x.quantity_step,
      x.max_per_customer
    from ticket_type_sales x join ${types} on n.old_id = x.ticket_type_id`.execute(tx)
  await sql`
    insert into ticket_type_taxes (tenant_id, ticket_type_id, event_id, tax_rate_id)
    select x.tenant_id, n.new_id, ${id}, x.tax_rate_id
    from ticket_type_taxes x join ${types} on n.old_id = x.ticket_type_id`.execute(tx)
  await sql`
    insert into ticket_type_classes (tenant_id, ticket_type_id, class)
    select x.tenant_id, n.new_id, x.class
    from ticket_type_classes x join ${types} on n.old_id = x.ticket_type_id`.execute(tx)
  await sql`
    insert into add_ons
      (tenant_id, id, event_id, name, description, position, price_minor, max_quantity, fee_set_id,
        tax_rate_id)
    select a.tenant_id, n.new_id, ${id}, a.name, a.description, a.position, a.price_minor,
      a.max_quantity, a.fee_set_id, a.tax_rate_id
    from add_ons a join ${addOns} on n.old_id = a.id`.execute(tx)
  await sql`
    insert into stock (tenant_id, session_id, pool_id, add_on_id, capacity)
    select k.tenant_id, n.new_id, n.new_id, n.new_id, k.capacity
    from stock k join ${addOns} on n.old_id = k.session_id`.execute(tx)
  return granted(id)
}

/** The ids of what is copied, each with a new one, as a table `n` of a statement. */
async function newIdsOf(
  tx: TenantTx,
  table: 'ticket_groups' | 'ticket_types' | 'add_ons',
  eventId: string,
) {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where event_id = ${eventId} and not is_archived`.execute(tx)
  return sql`unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(() => newId())}::uuid[])
    as n(old_id, new_id)`
}
