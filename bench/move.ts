import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@foyer/db'
import { startEmbeddedPostgres } from '@foyer/db/embedded'
import { moveTenant } from '@foyer/server/move'
import { Builder } from '@foyer/testkit/builder'
import { CommandError, runCommand } from '@foyer/testkit/command'
import { startInProcess } from '@foyer/testkit/in-process'
import { holdCart } from '@foyer/testkit/purchase'
import { TestBrowser } from '@foyer/testkit/test-browser'
import pg from 'pg'
import { buildSales } from './build-sales.ts'
import { printTable, round } from './report.ts'

/**
 * `npm run bench:move [-- <orders>]`: moves an organizer with 100,000 orders between two servers of
 * PostgreSQL while buyers hold, of whom none waits for another. The last line is JSON.
 */
const ORDERS = Number(process.argv[2] ?? 100_000)
const BUYERS = 8
const RETRY_MS = 20
const SECOND = 1000
const PLENTY = 10_000_000

await runCommand(async (started) => {
  if (!(ORDERS > 0)) throw new CommandError('The number of orders must be above 0.')
  const folder = await mkdtemp(join(tmpdir(), 'foyer-move-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  // As root, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755)
  const open = async (name: string) => {
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, name),
      settings: { wal_level: 'logical' },
    })
    started.defer(() => postgres.stop())
    return { url: postgres.url, ...(await migrate(postgres.url)) }
  }
  const [home, north] = [await open('home'), await open('north')]
  const pool = new pg.Pool({ connectionString: home.url, max: 4 })
  pool.on('error', () => {})
  started.defer(() => void pool.end())
  const build = new Builder(pool)
  const { tenantId } = await build.tenant({ slug: 'hall', isDefault: true })
  const event = await build.event({ tenantId, sessions: 10, capacity: PLENTY })
  await buildSales({ ...home, dataDir: folder, pool, build, tenantId }, event, ORDERS)
  const server = await startInProcess(home, {
    cells: [{ name: 'north', url: north.url }],
    isOneAddressMany: true,
    slowWork: 'thread',
  })
  started.defer(() => server.close())

  let isOver = false
  let [held, refused] = [0, 0]
  let longestMs = 0
  async function hold(number: number): Promise<void> {
    const sessionId = event.sessionIds[number % event.sessionIds.length] ?? event.sessionId
    while (!isOver) {
      const browser = new TestBrowser(server.url)
      const since = performance.now()
      for (;;) {
        const { status, body } = await holdCart(browser, { ...event, sessionId }, '12345', 1)
        if (status === 201) break
        if (status !== 503) throw new Error(`${status} ${JSON.stringify(body)}`)
        refused += 1
        await sleep(RETRY_MS)
      }
      held += 1
      longestMs = Math.max(longestMs, performance.now() - since)
      await sleep(RETRY_MS)
    }
  }
  const buyers = Array.from({ length: BUYERS }, (_, number) => hold(number))
  await sleep(SECOND)
  const longestBeforeMs = longestMs
  const at = new Map<string, number>()
  const beganAt = performance.now()
  const { pauseMs } = await moveTenant(
    { slug: 'hall', to: 'north' },
    {
      cells: new Map([
        ['home', home.url],
        ['north', north.url],
      ]),
      report: (moment, detail) => {
        if (detail) console.log(detail)
        at.set(moment, performance.now() - beganAt)
      },
    },
  )
  const totalMs = performance.now() - beganAt
  await sleep(SECOND)
  isOver = true
  await Promise.all(buyers)

  const until = (moment: string) => (at.get(moment) ?? 0) / SECOND
  printTable(`An organizer with ${ORDERS} orders moves while ${BUYERS} buyers hold`, [
    { what: 'seconds until all rows were copied', figure: until('copied') },
    { what: 'seconds until it sold in the other cell', figure: until('resumed') },
    { what: 'seconds until both sides were compared', figure: until('compared') },
    { what: 'seconds until the old rows were removed', figure: totalMs / SECOND },
    { what: 'ms of pause in the database', figure: pauseMs ?? 0 },
    { what: 'ms that a buyer waited for a hold at most, retries included', figure: longestMs },
    { what: 'the same in the second before the move', figure: longestBeforeMs },
    { what: 'holds granted meanwhile', figure: held },
    { what: 'answers 503 with Retry-After', figure: refused },
  ])
  console.log(
    JSON.stringify({
      orders: ORDERS,
      seconds: round(totalMs / SECOND),
      copiedSeconds: round(until('copied')),
      pauseMs,
      longestMs: round(longestMs),
      held,
      refused,
    }),
  )
})
