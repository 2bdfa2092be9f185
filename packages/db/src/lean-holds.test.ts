import { readFile } from 'node:fs/promises'
import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'

/** What a database of the first release held before 0004 rebuilt carts and holds. */
const BEFORE = `
insert into tenants (tenant_id, slug, name, hue, support_email) values (7, 'old', 'Old', 75, '');
insert into venues (tenant_id, id, name, timezone)
  values (7, '10000000-0000-4000-8000-000000000000', 'Hall', 'UTC');
insert into events (tenant_id, id, venue_id, name) values
  (7, '20000000-0000-4000-8000-000000000000', '10000000-0000-4000-8000-000000000000', 'Night');
insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date, display_name) values
  (7, '30000000-0000-4000-8000-000000000000', '20000000-0000-4000-8000-000000000000',
   now(), now() + interval '1 hour', current_date, 'Evening');
insert into ticket_groups (tenant_id, id, event_id, name) values
  (7, '40000000-0000-4000-8000-000000000000', '20000000-0000-4000-8000-000000000000', 'Tickets');
insert into ticket_types (tenant_id, id, event_id, group_id, name, pricing_mode, price_minor, max_quantity)
  select 7, ('5000000' || n || '-0000-4000-8000-000000000000')::uuid,
    '20000000-0000-4000-8000-000000000000', '40000000-0000-4000-8000-000000000000',
    'Type ' || n, 'fixed', 1000, 8
  from generate_series(1, 2) n;
insert into add_ons (tenant_id, id, event_id, name, price_minor, max_quantity) values
  (7, '60000000-0000-4000-8000-000000000000', '20000000-0000-4000-8000-000000000000', 'Parking', 500, 4);
insert into stock (tenant_id, session_id, pool_id, capacity, held, sold)
  select 7, '30000000-0000-4000-8000-000000000000', pool_id::uuid, capacity, held, sold
  from (values ('30000000-0000-4000-8000-000000000000', 10, 3, 2),
    ('50000001-0000-4000-8000-000000000000', null, 2, 2),
    ('50000002-0000-4000-8000-000000000000', null, 1, 0)) p(pool_id, capacity, held, sold);

-- 'a' holds two types with an add-on, 'b' has bought and told us who it is, 'c' let go.
insert into carts (tenant_id, id, browser_id, number, event_id, session_id, contact, billing_address)
  select 7, (n || '0000000-0000-4000-8000-00000000000' || n)::uuid,
    ('b000000' || n || '-0000-4000-8000-000000000000')::uuid, '1234' || n,
    '20000000-0000-4000-8000-000000000000', '30000000-0000-4000-8000-000000000000',
    case n when 2 then '{"email":"b@example.com"}'::jsonb end, case n when 2 then '{}'::jsonb end
  from generate_series(1, 3) n;
insert into holds (tenant_id, id, cart_id, session_id, ticket_type_id, quantity, unit_price_minor,
    state, request_key, request_hash, created_at, expires_at, reclaim_at)
  select 7, ('7000000' || h.n || '-0000-4000-8000-000000000000')::uuid,
    (h.cart || '0000000-0000-4000-8000-00000000000' || h.cart)::uuid,
    '30000000-0000-4000-8000-000000000000',
    ('5000000' || h.type || '-0000-4000-8000-000000000000')::uuid, h.quantity, 1000, h.state,
    h.key, h.key, now(), now() + interval '15 minutes', now() + interval '15 minutes'
  from (values (1, 1, 1, 2, 'held', 'browser/key'), (2, 1, 2, 1, 'held', 'browser/key'),
    (3, 2, 1, 2, 'sold', null), (4, 3, 1, 1, 'released', 'another')) h(n, cart, type, quantity, state, key);
insert into cart_add_ons (tenant_id, cart_id, add_on_id, quantity, unit_price_minor)
  select 7, (n || '0000000-0000-4000-8000-00000000000' || n)::uuid,
    '60000000-0000-4000-8000-000000000000', n, 500
  from (values (1), (3)) carts(n);
insert into stock_ledger (tenant_id, session_id, ticket_type_id, hold_id, kind, held_delta, sold_delta)
  select 7, session_id, ticket_type_id, id, k.kind, k.held * quantity, k.sold * quantity
  from holds join (values ('held', 'hold', 1, 0), ('sold', 'hold', 1, 0), ('sold', 'sell', -1, 1),
    ('released', 'hold', 1, 0), ('released', 'release', -1, 0)) k(state, kind, held, sold) using (state);
insert into payments (tenant_id, id, cart_id, event_id, amount_minor, currency, hold_ids, quote, state)
  values (7, '80000000-0000-4000-8000-000000000000', '20000000-0000-4000-8000-000000000002',
    '20000000-0000-4000-8000-000000000000', 2000, 'usd',
    array['70000003-0000-4000-8000-000000000000'::uuid], '{}', 'completed');
insert into orders (tenant_id, id, browser_id, cart_id, cart_number, payment_id, event_id, session_id,
    email, contact, billing_address, quote, total_minor)
  values (7, '90000000-0000-4000-8000-000000000000', 'b0000002-0000-4000-8000-000000000000',
    '20000000-0000-4000-8000-000000000002', '12342', '80000000-0000-4000-8000-000000000000',
    '20000000-0000-4000-8000-000000000000', '30000000-0000-4000-8000-000000000000',
    'b@example.com', '{}', '{}', '{}', 2000);
`

const FIRST = ['0001_tenants_and_catalog', '0002_stock_carts_and_orders', '0003_row_security']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  const { pool, url } = database
  await pool.query(
    'create table schema_migrations (name text primary key, body text not null, applied_at timestamptz not null default now())',
  )
  for (const name of FIRST) {
    const body = await readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8')
    await pool.query(body)
    await pool.query('insert into schema_migrations (name, body) values ($1, $2)', [
      `${name}.sql`,
      body,
    ])
  }
  await pool.query(BEFORE)
  await migrate(url)
})
afterAll(() => database.drop())

const rowsOf = async (query: string) => (await database.pool.query(query)).rows

test('a hold knows the browser and the number of its cart, and its order where it was sold', async () => {
  const holds = await rowsOf(`select left(id::text, 8) as id, cart_number as cart,
    left(browser_id::text, 8) as browser, state, left(order_id::text, 8) as "order" from holds order by id`)
  expect(holds).toEqual([
    { id: '70000001', cart: '12341', browser: 'b0000001', state: 'held', order: null },
    { id: '70000002', cart: '12341', browser: 'b0000001', state: 'held', order: null },
    { id: '70000003', cart: '12342', browser: 'b0000002', state: 'sold', order: '90000000' },
    { id: '70000004', cart: '12343', browser: 'b0000003', state: 'released', order: null },
  ])
})

test('the lines of one request stay one request, each with a place of its own', async () => {
  const [{ lines }] = await rowsOf(`select array_agg(line order by line) as lines from holds
    group by request_key having request_key = md5('browser/key')::uuid`)
  expect(lines).toEqual([0, 1])
})

test('add-ons are kept with an active hold and deleted with an ended one', async () => {
  const addOns = await rowsOf(`select a.quantity, h.state from cart_add_ons a
    join holds h on h.tenant_id = a.tenant_id and h.cart_id = a.cart_id and h.id = a.hold_id`)
  expect(addOns).toEqual([{ quantity: 1, state: 'held' }])
  expect(await rowsOf('select 1 as left from cart_add_ons')).toHaveLength(1)
})

test('only the contact of a cart that became an order is kept', async () => {
  expect(await rowsOf('select cart_id, contact from cart_contacts')).toEqual([
    { cart_id: '20000000-0000-4000-8000-000000000002', contact: { email: 'b@example.com' } },
  ])
})

test('the ledger names the same holds and still explains every counter', async () => {
  const unexplained = await rowsOf(`
    with noted as (
      select session_id, unnest(array[session_id, ticket_type_id]) as pool_id, held_delta, sold_delta
      from stock_ledger)
    select s.pool_id from stock s join noted n using (session_id, pool_id)
    group by s.pool_id, s.held, s.sold
    having (s.held, s.sold) <> (sum(n.held_delta), sum(n.sold_delta))`)
  expect(unexplained).toEqual([])
  const [{ count, known }] = await rowsOf(`
    select count(*)::integer as count, count(h.id)::integer as known
    from stock_ledger l left join holds h on array[h.id] = l.hold_ids`)
  expect([count, known]).toEqual([6, 6])
})

test('row security is forced again', async () => {
  const open = await rowsOf(`select relname from pg_class
    where relname in ('holds', 'cart_contacts', 'cart_add_ons', 'orders', 'payments', 'stock_ledger')
      and not relforcerowsecurity`)
  expect(open).toEqual([])
})
