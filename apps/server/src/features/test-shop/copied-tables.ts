import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Rows of a table that a test shop gets, as JSON. */
type Row = Record<string, unknown>

export interface CopiedTable {
  name: string
  /** Which rows of the organizer are copied. */
  where(eventId: string): RawBuilder<SqlBool>
  /** Columns that name something of the whole shop, such as a fee set: it has the same id in each copy. */
  shared?: readonly string[]
  /** Of a table of the whole shop, its key: a row that is there is brought up to date. */
  key?: 'id' | 'venue_id'
  /** What is different in the test shop. */
  change?(row: Row): Row
}

/** So many dates, those that are not over, are enough to try an event out. */
const MOST_SESSIONS = 2000

const ofEvent = (eventId: string) => sql<SqlBool>`event_id = ${eventId}`
const all = () => sql<SqlBool>`true`
const sessions = (eventId: string) => sql`
  select id from sessions where event_id = ${eventId} and status = 'active' and ends_at > now()
  order by starts_at limit ${MOST_SESSIONS}`
const types = (eventId: string) => sql`select id from ticket_types where event_id = ${eventId}`
const venue = (eventId: string) => sql`select venue_id from events where id = ${eventId}`

/**
 * What an event is sold by, in the order of its foreign keys. The copy is on sale at once, whatever the
 * event is: published, with no start of sales, and nothing of it held or sold. Windows that end, limits,
 * codes, fees and taxes are those of the event. A table of the catalogue that is missing here is named,
 * with the reason, in apps/server/test/test-shop.test.ts.
 */
export const COPIED_TABLES: readonly CopiedTable[] = [
  {
    name: 'venues',
    where: (id) => sql`id in (${venue(id)})`,
    shared: ['id'],
    key: 'id',
  },
  {
    name: 'venue_facts',
    where: (id) => sql`venue_id in (${venue(id)})`,
    shared: ['venue_id'],
    key: 'venue_id',
  },
  {
    name: 'venue_pictures',
    where: (id) => sql`venue_id in (${venue(id)})`,
    shared: ['venue_id'],
    key: 'venue_id',
  },
  {
    name: 'venue_rooms',
    where: (id) => sql`venue_id in (${venue(id)})`,
    shared: ['id', 'venue_id'],
    key: 'id',
  },
  { name: 'tax_rates', where: all, shared: ['id'], key: 'id' },
  { name: 'fee_sets', where: all, shared: ['id', 'tax_rate_id'], key: 'id' },
  {
    name: 'events',
    where: (id) => sql`id = ${id}`,
    shared: ['venue_id', 'fee_set_id'],
    change: (row) => ({ ...row, is_published: true }),
  },
  { name: 'event_facts', where: ofEvent },
  { name: 'event_pictures', where: ofEvent },
  { name: 'event_change_policies', where: ofEvent },
  { name: 'waiver_texts', where: ofEvent },
  {
    name: 'event_sales',
    where: ofEvent,
    change: (row) => ({ ...row, opens_at: null, paused_at: null }),
  },
  { name: 'ticket_groups', where: ofEvent },
  { name: 'ticket_types', where: ofEvent, shared: ['fee_set_id'] },
  { name: 'ticket_type_taxes', where: ofEvent, shared: ['tax_rate_id'] },
  {
    name: 'ticket_type_classes',
    where: (id) => sql`ticket_type_id in (${types(id)})`,
  },
  {
    name: 'ticket_type_sales',
    where: ofEvent,
    change: (row) => ({ ...row, sales_open_at: null }),
  },
  { name: 'add_ons', where: ofEvent, shared: ['fee_set_id', 'tax_rate_id'] },
  {
    name: 'sessions',
    where: (id) => sql`id in (${sessions(id)})`,
    change: (row) => ({ ...row, sales_open_at: null }),
  },
  {
    name: 'session_venue_rooms',
    where: (id) => sql`session_id in (${sessions(id)})`,
    shared: ['room_id'],
  },
  {
    name: 'session_prices',
    where: (id) => sql`session_id in (${sessions(id)}) and ticket_type_id in (${types(id)})`,
  },
  {
    name: 'stock',
    // What groups share is made by the trigger that gives a counter its places.
    where: (id) => sql`(session_id in (${sessions(id)})
      or add_on_id in (select id from add_ons where event_id = ${id}))
      and group_id is distinct from pool_id`,
    change: ({ of_session_id: _, ...row }) => ({ ...row, held: 0, sold: 0, group_id: null }),
  },
  {
    name: 'access_codes',
    where: ofEvent,
    change: (row) => ({ ...row, starts_at: null }),
  },
  { name: 'coupon_groups', where: all, shared: ['id'], key: 'id' },
  {
    name: 'coupon_codes',
    where: all,
    shared: ['id', 'group_id'],
    key: 'id',
    change: (row) => ({ ...row, usage_count: 0 }),
  },
  { name: 'checkout_rules', where: all, shared: ['id', 'coupon_group_id'], key: 'id' },
  { name: 'checkout_rule_events', where: ofEvent, shared: ['rule_id'] },
]
