import { createSessions } from '@foyer/server/catalog-editing'
import { runCommand } from '@foyer/testkit/command'
import { startInProcess } from '@foyer/testkit/in-process'
import { openBenchDatabase } from './database.ts'
import { browserOfOwner, timePages } from './office-pages.ts'
import { printTable, round } from './report.ts'

/**
 * `npm run bench:dates`: pages of the list of dates of an event with 100,000 dates, over HTTP as the back
 * office asks for them; and 10,000 dates created in one go, from the click to the last one. The last line
 * is JSON; times are milliseconds.
 */
const SESSIONS = 100_000
const ROUNDS = 300
const MINUTE = 60_000

await runCommand(async (started) => {
  const { pool, build, tenantId, url, role } = await openBenchDatabase(started)
  const server = await startInProcess({ url, role }, { isOneAddressMany: true, slowWork: 'thread' })
  started.defer(() => server.close())
  const browser = await browserOfOwner(server, pool)
  const { db } = server.foyer.context
  const types = [{ dynamicMinor: 1000 }, { priceMinor: 500 }]
  const event = await build.event({ tenantId, types })
  const other = await build.event({ tenantId, types })
  const offered = (typeIds: readonly string[]) => [
    { ticketTypeId: typeIds[0] ?? '', priceMinor: 1000 },
    { ticketTypeId: typeIds[1] ?? '' },
  ]
  const first = Date.UTC(2031, 0, 1)
  for (let done = 0; done < SESSIONS; done += 5000) {
    const sessions = Array.from({ length: 5000 }, (_, index) => {
      const startsAt = new Date(first + (done + index) * 15 * MINUTE)
      const endsAt = new Date(startsAt.getTime() + 15 * MINUTE)
      return { startsAt, endsAt, capacity: 20, types: offered(event.typeIds) }
    })
    await db.longWork.withTenant(tenantId, (tx) =>
      createSessions(tx, tenantId, event.eventId, sessions),
    )
  }
  // A few dates far behind have sales, so that a filter has to look through many.
  await pool.query(
    `update stock k set sold = 3 from sessions s
     where s.id = k.session_id and k.pool_id = s.id and s.event_id = $1
       and extract(day from s.starts_at) = 7 and extract(hour from s.starts_at) = 5`,
    [event.eventId],
  )
  await pool.query('analyze')

  const path = `/api/admin/events/${event.eventId}`
  const startOf = (index: number) =>
    new Date(first + ((index * 7919) % SESSIONS) * 15 * MINUTE).toISOString()
  const queries: Record<string, (index: number) => string> = {
    'first page, with the total': () => `${path}/sessions`,
    'any page': (index) => `${path}/sessions?after=${startOf(index)}`,
    'a day': (index) =>
      `${path}/sessions?from=${startOf(index).slice(0, 10)}&to=${startOf(index).slice(0, 10)}`,
    'open dates': (index) => `${path}/sessions?state=active&after=${startOf(index)}`,
    'something sold, which few have': (index) =>
      `${path}/sessions?sold=some&after=${startOf(index)}`,
    'called off, which none is': (index) =>
      `${path}/sessions?state=called_off&after=${startOf(index)}`,
    'days, 31 of them': (index) => `${path}/days?after=${startOf(index).slice(0, 10)}`,
  }
  const rows = await timePages(browser, queries, ROUNDS)
  printTable(`Pages of ${SESSIONS} dates, ms`, rows)

  const change = {
    kind: 'create',
    schedule: {
      rule: 'FREQ=DAILY',
      ...{ from: '2031-01-01', to: '2032-02-04', exceptDates: [], extraDates: [] },
      times: { first: '08:00', last: '20:00', everyMinutes: 30 },
      ...{ durationMinutes: 30, name: '', capacity: 20, types: offered(other.typeIds) },
      variations: [],
    },
  }
  const bulk = `/api/admin/events/${other.eventId}/bulk-changes`
  const previewedAt = performance.now()
  const preview = await browser.send('POST', `${bulk}/preview`, { change })
  const previewMs = performance.now() - previewedAt
  const { digest, sessions } = preview.body
  const startedAt = performance.now()
  const answer = await browser.send('POST', bulk, { change, digest })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  let state = 'working'
  while (state === 'working') {
    const { body } = await browser.send('GET', bulk)
    state = body.changes[0].state
  }
  const createdMs = performance.now() - startedAt
  printTable('Many dates in one go', [{ dates: sessions, previewMs, createdMs }])
  console.log(
    JSON.stringify({
      listedSessions: SESSIONS,
      worstPageP99Ms: round(Math.max(...rows.map((row) => row.p99))),
      created: sessions,
      createdMs: round(createdMs),
      state,
    }),
  )
})
