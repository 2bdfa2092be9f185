import { runCommand } from '@foyer/testkit/command'
import { startInProcess } from '@foyer/testkit/in-process'
import type pg from 'pg'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { browserOfOwner, timePages } from './office-pages.ts'
import { printTable, round } from './report.ts'

/**
 * `npm run bench:desk [-- <orders>]`: every kind of search at the order desk, over HTTP as the back office
 * asks, with a million orders. The last line is JSON; times are milliseconds.
 */
const ORDERS = Number(process.argv[2] ?? 1_000_000)
const EVENTS = 200
const ROUNDS = 100
const LIST = '/api/admin/orders'

/** Frequent first names, the most frequent first; those of a country are no less uneven. */
const FIRST = ['Maria', 'Anna', 'John', 'James', 'Marie', 'Mark', 'Sofia', 'Ada', 'Omar', 'Li']

/** Each name ends in syllables of its number, so that some names begin alike. */
const SYLLABLES = ['ber', 'gar', 'lin', 'mon', 'ros', 'sil', 'tor', 'van', 'wel', 'zin']

/** SQL of an id that is made of a text; its digits say version 4. */
const idOf = (text: string): string =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing 'a' from 17)::uuid`

async function buildOrders({ pool, tenantId, build }: BenchDatabase): Promise<void> {
  const event = await build.event({ tenantId })
  await pool.query(
    `insert into events (tenant_id, id, venue_id, name, currency)
     select e.tenant_id, ${idOf(`'desk event' || n`)}, e.venue_id, 'Event ' || n, 'usd'
     from events e, generate_series(1, $2::integer) n where e.id = $1`,
    [event.eventId, EVENTS],
  )
  await pool.query(
    `insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date)
     select tenant_id, ${idOf(`'desk session' || n || '/' || d`)}, ${idOf(`'desk event' || n`)},
       starts_at + make_interval(days => d), ends_at + make_interval(days => d), local_date + d
     from sessions, generate_series(1, $2::integer) n, generate_series(1, 30) d where id = $1`,
    [event.sessionId, EVENTS],
  )
  const client = await pool.connect()
  await client.query(
    `create temporary table made as
     select n, uuidv7(- make_interval(secs => $1 - n)) as id, uuidv7(- make_interval(secs => $1 - n)) as payment,
       1 + floor($2 * random() ^ 2)::integer as event, 1 + n % 30 as day,
       case when random() < 0.3 then ($3::text[])[1 + floor(10 * random() ^ 2)::integer]
         else initcap(($4::text[])[1 + n % 10] || ($4::text[])[1 + n / 10 % 10] || 'a') end as first,
       initcap(($4::text[])[1 + floor(10 * random() ^ 2)::integer]
         || ($4::text[])[1 + floor(10 * random())::integer]
         || ($4::text[])[1 + floor(10 * random())::integer]) as last
     from generate_series(1, $1::integer) n`,
    [ORDERS, EVENTS, FIRST, SYLLABLES],
  )
  for (const table of ['tickets', 'payments', 'refunds']) {
    await client.query(`alter table ${table} disable trigger user`)
  }
  for (const text of STATEMENTS) await client.query(text, [tenantId])
  for (const table of ['tickets', 'payments', 'refunds']) {
    await client.query(`alter table ${table} enable trigger user`)
  }
  client.release()
  await pool.query('vacuum analyze')
}

const QUOTE = `'{"currency": "usd", "totalMinor": 3375, "ticketCount": 1, "lines": []}'::jsonb`
const STATEMENTS = [
  `insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id, session_id, email,
     contact, billing_address, quote, total_minor, status)
   select $1::integer, id, gen_random_uuid(), gen_random_uuid(), '12345', ${idOf(`'desk event' || event`)},
     ${idOf(`'desk session' || event || '/' || day`)}, lower(first || '.' || last) || n || '@example.com',
     jsonb_build_object('firstName', first, 'lastName', last, 'phone', ''), '{}', ${QUOTE}, 3375,
     case when n % 100 = 0 then 'REFUNDED' when n % 333 = 0 then 'CANCELLED' else 'PAID' end
   from made`,
  `insert into payments (tenant_id, id, cart_id, event_id, amount_minor, currency, quote, hold_ids, state,
     captured_minor, next_check_at, order_id)
   select $1::integer, payment, gen_random_uuid(), ${idOf(`'desk event' || event`)}, 3375, 'usd', ${QUOTE},
     '{}', 'completed', 3375, null, id from made`,
  `insert into payment_cards (tenant_id, payment_id, brand, last4)
   select $1::integer, payment, 'visa', lpad((n % 10000 * 7919 % 10000)::text, 4, '0') from made`,
  `insert into tickets (tenant_id, id, order_id, event_id, session_id, ticket_type_id, number, type_name,
     price_minor, validation_code)
   select $1::integer, gen_random_uuid(), id, ${idOf(`'desk event' || event`)},
     ${idOf(`'desk session' || event || '/' || day`)}, gen_random_uuid(), 1, 'Adult', 3000,
     '00000-' || upper(lpad(to_hex(n), 5, '0')) from made`,
  `insert into order_tags (tenant_id, order_id, tag)
   select $1::integer, id, case when n % 500 = 0 then 'press' else 'vip' end from made where n % 50 = 0`,
]

/** Orders to search for, spread over all of them. */
async function sampleOf(pool: pg.Pool) {
  const { rows } = await pool.query<{
    id: string
    email: string
    first: string
    last: string
    code: string
    eventId: string
    date: string
  }>(`select o.id, o.email, o.contact ->> 'firstName' as first, o.contact ->> 'lastName' as last,
      t.validation_code as code, o.event_id as "eventId", s.local_date::text as date
    from orders o join tickets t on t.order_id = o.id join sessions s on s.id = o.session_id
    where o.contact ->> 'phone' = '' order by right(o.id::text, 8) limit 400`)
  return (index: number) => {
    const row = rows[index % rows.length]
    if (!row) throw new Error('There is no order')
    return row
  }
}

await runCommand(async (started) => {
  const database = await openBenchDatabase(started)
  const { pool, url, role } = database
  await buildOrders(database)
  const server = await startInProcess({ url, role }, { isOneAddressMany: true, slowWork: 'thread' })
  started.defer(() => server.close())
  const browser = await browserOfOwner(server, pool)
  const of = await sampleOf(pool)
  const q = (text: string, more = '') => `${LIST}?q=${encodeURIComponent(text)}${more}`
  const [frequent = ''] = FIRST
  const rows = await timePages(
    browser,
    {
      'all, the newest': () => LIST,
      'a name': (index) => q(`${of(index).first} ${of(index).last}`),
      'a last name': (index) => q(of(index).last),
      'a frequent first name': (index) => q(FIRST[index % FIRST.length] ?? ''),
      'three letters': (index) => q(SYLLABLES[index % SYLLABLES.length] ?? ''),
      'three letters of two names': (index) => q(`mar ${SYLLABLES[index % SYLLABLES.length]}`),
      'two frequent names that nobody has both': () => q('joh jam'),
      'an address': (index) => q(of(index).email),
      'the beginning of an address': (index) => q(of(index).email.slice(0, -5)),
      'an order number': (index) => q(of(index).id.slice(-8)),
      'the code of a ticket': (index) => q(of(index).code),
      'the last four of a card': (index) => q(String(index * 7).padStart(4, '0')),
      'a frequent name at an event': (index) => q(frequent, `&eventId=${of(index).eventId}`),
      'a frequent name that was refunded': () => q(frequent, '&state=REFUNDED'),
      'a frequent name that is paid': () => q(frequent, '&state=PAID'),
      'a date of an event': (index) =>
        `${LIST}?eventId=${of(index).eventId}&date=${of(index).date}`,
      'a date': (index) => `${LIST}?date=${of(index).date}`,
      'an event': (index) => `${LIST}?eventId=${of(index).eventId}`,
      'refunded ones': () => `${LIST}?state=REFUNDED`,
      'paid ones': () => `${LIST}?state=PAID`,
      'a tag': () => `${LIST}?tag=press`,
      'nobody of this name': (index) => q(`qqq${index}`),
    },
    ROUNDS,
  )
  printTable(`Searches of ${ORDERS} orders, ms`, rows)
  const worst = Math.max(...rows.map((row) => row.p99))
  console.log(JSON.stringify({ orders: ORDERS, worstSearchP99Ms: round(worst) }))
})
