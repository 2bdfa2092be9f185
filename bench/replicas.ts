import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder } from '@foyer/testkit/builder'
import { runCommand } from '@foyer/testkit/command'
import { buildManyEvents, nameOfMany } from '@foyer/testkit/many-events'
import { type Replicated, startReplicated } from '@foyer/testkit/replicated'
import { printTable, round } from './report.ts'
import { ServerProcess } from './server-process.ts'

/**
 * `npm run bench:replicas`: what buyers read of a catalogue of 2,000 events, without a replica and with
 * one, while an event is changed ten times a second. The last line is JSON; times are milliseconds.
 */
const EVENTS = 2000
const CLIENTS = 8
const SECONDS = 15
const CHANGES_PER_SECOND = 10

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

await runCommand(async (started) => {
  const servers = await startReplicated()
  started.defer(() => servers.close())
  const { tenantId } = await new Builder(servers.pool).tenant({ slug: 'bench', isDefault: true })
  await buildManyEvents(servers.pool, tenantId, EVENTS)
  await servers.caughtUp()
  const events = await servers.pool.query<{ id: string }>('select id from events')
  const eventIds = events.rows.map(({ id }) => id)

  const rows = []
  for (const replicaUrl of [null, servers.replicaUrl]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
    started.defer(() => rm(dataDir, { recursive: true, force: true }))
    const { url: databaseUrl, role } = servers
    const server = await ServerProcess.start(started, {
      databaseUrl,
      replicaUrl,
      role,
      dataDir,
      tenantId,
      eventId: '',
    })
    // The first reads open connections and compare the rollups.
    await measure(servers, server.url, eventIds, 5)
    const figures = await measure(servers, server.url, eventIds, SECONDS)
    rows.push({ '': replicaUrl ? 'with a replica' : 'without', ...figures })
    await server.stop()
  }
  printTable(`Searches, lists and calendars by ${CLIENTS} clients`, rows)
  console.log(
    JSON.stringify({
      replicaShare: round(rows[1]?.['share on the replica'] ?? 0),
      readsPerSecond: rows.map((row) => round(row['reads/s'])),
      readP95Ms: rows.map(({ p95 }) => round(p95)),
      primaryTransactionsPerSecond: rows.map((row) => round(row['transactions/s on the primary'])),
    }),
  )
})

async function measure(
  { pool }: Replicated,
  url: string,
  eventIds: readonly string[],
  seconds: number,
) {
  const transactions = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select xact_commit::float8 as count from pg_stat_database where datname = current_database()`,
    )
    return rows[0]?.count ?? 0
  }
  const [transactionsBefore, readsBefore] = [await transactions(), await readsOf(url)]
  const times: number[] = []
  const begunAt = performance.now()
  const isOver = () => performance.now() - begunAt > seconds * 1000
  const change = setInterval(() => {
    pool.query('update events set description = description where id = $1', [eventIds[0]])
  }, 1000 / CHANGES_PER_SECOND)
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let round = 0; !isOver(); round += 1) {
        const sentAt = performance.now()
        const answer = await fetch(url + pathOf(client * 7919 + round, eventIds))
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${answer.status} for ${answer.url}`)
        times.push(performance.now() - sentAt)
      }
    }),
  )
  clearInterval(change)
  const elapsed = (performance.now() - begunAt) / 1000
  const reads = await readsOf(url)
  const replica = reads.replica - readsBefore.replica
  const primary = reads.primary - readsBefore.primary
  const sorted = times.toSorted((one, other) => one - other)
  return {
    'reads/s': times.length / elapsed,
    p50: at(sorted, 0.5),
    p95: at(sorted, 0.95),
    'share on the replica': replica / Math.max(1, replica + primary),
    'transactions/s on the primary': ((await transactions()) - transactionsBefore) / elapsed,
  }
}

/** Three new searches, a list, and a calendar take turns. */
function pathOf(index: number, eventIds: readonly string[]): string {
  if (index % 5 === 3) return '/api/events'
  if (index % 5 === 4) return `/api/pricing/calendar/${eventIds[index % eventIds.length]}`
  const [word = ''] = nameOfMany(index).split(' ')
  return `/api/events/search?q=${word.toLowerCase()}&maxPrice=${20 + (index % 5000) / 10}`
}

/** The reads that replicas may answer, by where they were made. */
async function readsOf(url: string): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const sum = (from: string) =>
    [...text.matchAll(new RegExp(`^foyer_replica_reads_total\\{from="${from}".*\\} (\\d+)`, 'gm'))]
      .map(([, count]) => Number(count))
      .reduce((total, count) => total + count, 0)
  return { replica: sum('replica'), primary: sum('primary') }
}
