import { parseArgs } from 'node:util'
import { tenantTransactions } from '@foyer/db'
import { cardsOf, orderCards } from '@foyer/server/order-cards'
import { CommandError, runCommand } from '@foyer/testkit/command'
import pg from 'pg'
import { buildSales } from './build-sales.ts'
import { type BenchDatabase, buildYear, openBenchDatabase } from './database.ts'
import { printTable, round } from './report.ts'
import { ServerProcess } from './server-process.ts'

/**
 * `npm run bench:changes`: what a buyer waits for who changes an order of an event with 3,650 sessions,
 * over HTTP: the reschedule options, a free reschedule by 16 clients at a time, and a lookup, with its
 * plan. The event has 20,000 orders unless `--orders 1000000` says otherwise. The last line is JSON;
 * times are milliseconds.
 */
const READS = 300
const RESCHEDULES = 1600
const CLIENTS = 16
/** What a ticket of {@link buildSales} was bought at, without its fee. */
const PRICE_MINOR = 3000

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Runs `call` for each index, `clients` at a time; returns the times in order of their length. */
async function timesOf(
  count: number,
  clients: number,
  call: (index: number) => Promise<Response>,
): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const client = async () => {
    for (let index = next++; index < count; index = next++) {
      const sentAt = performance.now()
      const answer = await call(index)
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`)
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times.sort((a, b) => a - b)
}

await runCommand(async (started) => {
  const orderCount = readOrderCount(process.argv.slice(2))
  const database = await openBenchDatabase(started)
  const { pool, tenantId, url, role, dataDir } = database
  const { eventId, typeId, date } = await buildYear(database)
  await pool.query('update ticket_types set price_minor = $2 where id = $1', [typeId, PRICE_MINOR])
  const sessions = await pool.query<{ id: string }>(
    'select id from sessions where event_id = $1 order by starts_at',
    [eventId],
  )
  const sessionIds = sessions.rows.map(({ id }) => id)
  // Each session has room for its share of the orders, and for those that the clients bring to it.
  await pool.query('update stock set capacity = capacity + $1', [
    Math.ceil(orderCount / sessionIds.length),
  ])
  await buildSales(database, { eventId, typeId, sessionIds }, orderCount)
  // It counts each sale in every pool of a session; all of them are of one type.
  await pool.query('update stock set sold = 0 where pool_id not in (session_id, $1)', [typeId])
  await pool.query(
    `update orders set billing_address = jsonb_build_object('zipCode', '10001', 'country', 'US'),
       contact = jsonb_build_object('firstName', 'Ada', 'lastName', 'Lovelace', 'email', email,
         'phone', '')`,
  )
  await pool.query('vacuum analyze')
  const { rows: orders } = await pool.query<{ id: string; email: string; session_id: string }>(
    'select id, email, session_id from orders order by id limit $1',
    [RESCHEDULES + 2 * READS],
  )
  const orderAt = (index: number) => orders[index % orders.length] ?? { id: '', email: '' }
  const server = await ServerProcess.start(started, {
    databaseUrl: url,
    role,
    dataDir,
    tenantId,
    eventId,
  })
  const options = (index: number, query = '') => {
    const { id, email } = orderAt(index)
    return fetch(
      `${server.url}/api/order-management/${id}/reschedule-options?email=${email}${query}`,
    )
  }
  const post = (path: string, body: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const reschedule = (index: number) => {
    const { id, email } = orderAt(index)
    const newSessionId = sessionIds[(index * 7 + 11) % sessionIds.length]
    return post(`/api/order-management/${id}/reschedule`, { newSessionId, customerEmail: email })
  }
  const lookUp = (index: number) =>
    post('/api/order-management/lookup', { email: orderAt(index).email, zipCode: '10001' })
  // Opens connections and warms caches.
  await timesOf(40, 4, (index) => options(index))
  await timesOf(40, 4, (index) => lookUp(index))
  await timesOf(80, CLIENTS, (index) => reschedule(RESCHEDULES + index))
  const measured = {
    'reschedule options, days': await timesOf(READS, 1, (index) => options(index)),
    'reschedule options, one day': await timesOf(READS, 1, (index) =>
      options(index, `&date=${date}`),
    ),
    [`a free reschedule, ${CLIENTS} clients`]: await timesOf(RESCHEDULES, CLIENTS, reschedule),
    lookup: await timesOf(READS, 1, lookUp),
  }
  printTable(
    `Changes of orders: ${sessionIds.length} sessions, ${orderCount} orders, ms`,
    Object.entries(measured).map(([call, times]) => ({
      call,
      p50: at(times, 0.5),
      p95: at(times, 0.95),
      p99: at(times, 0.99),
    })),
  )
  console.log(`\nThe plan of a lookup:\n${await planOfLookup(database, orderAt(0).email)}\n`)
  const [days = [], day = [], free = [], lookup = []] = Object.values(measured)
  console.log(
    JSON.stringify({
      rescheduleOptionsP99Ms: round(Math.max(at(days, 0.99), at(day, 0.99))),
      freeRescheduleP99Ms: round(at(free, 0.99)),
      lookupP99Ms: round(at(lookup, 0.99)),
    }),
  )
})

/** How the statement of a lookup reads its tables, and its times, as the role of the application runs it. */
async function planOfLookup(
  { url, role, tenantId }: BenchDatabase,
  email: string,
): Promise<string> {
  const settings = [...(role ? [`-c role=${role}`] : []), `-c app.tenant_id=${tenantId}`]
  const pool = new pg.Pool({ connectionString: url, max: 1, options: settings.join(' ') })
  const known = { zipCode: '10001', phone: null, orderNumber: null, browserId: null }
  const statement = orderCards(cardsOf.addressAndNumber(email, known))
  const { sql, parameters } = await tenantTransactions(pool).withTenant(tenantId, async (tx) =>
    statement.compile(tx),
  )
  const { rows } = await pool
    .query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${sql}`, [...parameters])
    .finally(() => pool.end())
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.filter((line) => /Scan |Index Cond| Time: /.test(line)).join('\n')
}

function readOrderCount(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: { orders: { type: 'string', default: '20000' } },
  })
  const count = Number(values.orders)
  if (!Number.isInteger(count) || count < 10_000) {
    throw new CommandError('--orders takes a whole number of at least 10000.')
  }
  return count
}
