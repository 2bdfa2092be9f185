import { runCommand } from '@foyer/testkit/command'
import { startInProcess } from '@foyer/testkit/in-process'
import { buildManyEvents, nameOfMany } from '@foyer/testkit/many-events'
import { openBenchDatabase } from './database.ts'
import { browserOfOwner, timePages } from './office-pages.ts'
import { printTable, round } from './report.ts'

/**
 * `npm run bench:office`: pages of the list of events of an organizer with 100,000 sessions, over HTTP as
 * the back office asks for them. The last line is JSON; times are milliseconds.
 */
const EVENTS = 33_334
const ROUNDS = 200
const LIST = '/api/admin/events'

await runCommand(async (started) => {
  const { pool, tenantId, url, role } = await openBenchDatabase(started)
  await buildManyEvents(pool, tenantId, EVENTS)
  // Few are paused or archived, so that a filter by state has to look through many.
  await pool.query(
    `insert into event_sales (tenant_id, event_id, paused_at)
     select tenant_id, id, now() from events where tenant_id = $1 order by id desc limit 20`,
    [tenantId],
  )
  await pool.query(
    `insert into archived_events (tenant_id, event_id)
     select tenant_id, id from events where tenant_id = $1 order by id limit 20`,
    [tenantId],
  )
  await pool.query(
    'update events set is_published = false where id in (select event_id from archived_events)',
  )
  await pool.query('analyze')
  const server = await startInProcess({ url, role }, { isOneAddressMany: true, slowWork: 'thread' })
  started.defer(() => server.close())
  const browser = await browserOfOwner(server, pool)
  const ends: Record<string, string> = {}
  for (const sort of ['created', 'name', 'next']) {
    let after = ''
    for (let page = 0; page < 5; page += 1) {
      after = `&after=${(await browser.send('GET', `${LIST}?sort=${sort}${after}`)).body.next}`
    }
    ends[sort] = after
  }
  const { rows: some } = await pool.query('select id from events where tenant_id = $1 limit 50', [
    tenantId,
  ])
  const rows = await timePages(
    browser,
    {
      'first page': () => LIST,
      'sixth page': () => `${LIST}?sort=created${ends.created}`,
      'by name': () => `${LIST}?sort=name`,
      'by name, sixth page': () => `${LIST}?sort=name${ends.name}`,
      'by next date': () => `${LIST}?sort=next`,
      'by next date, sixth page': () => `${LIST}?sort=next${ends.next}`,
      'a name': (index) => `${LIST}?q=${encodeURIComponent(nameOfMany(index * 23))}`,
      'two letters, as one types': (index) => `${LIST}?q=${nameOfMany(index * 23).slice(0, 2)}`,
      'no event like it': (index) => `${LIST}?q=zzz${index}`,
      'paused, which few are': () => `${LIST}?state=paused`,
      'archived, which few are': () => `${LIST}?state=archived`,
      drafts: () => `${LIST}?state=draft`,
      'what is sold of a page': () => `${LIST}/sold?eventIds=${some.map(({ id }) => id).join(',')}`,
    },
    ROUNDS,
  )
  printTable(`Pages of ${EVENTS} events with ${EVENTS * 3} sessions, ms`, rows)
  console.log(
    JSON.stringify({
      listedEvents: EVENTS,
      worstPageP99Ms: round(Math.max(...rows.map((row) => row.p99))),
    }),
  )
})
