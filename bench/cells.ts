/**
 * `npm run bench:cells`: what organizers and cells cost a process, all of them idle: its memory, its time
 * to start, the processor time of node and PostgreSQL, and how long a small call of an organizer takes at
 * home and in another cell. Prints a table and, as the last line, JSON; it never fails on a number.
 *
 * `--tenants 10000` sets the number of organizers, `--seconds 30` how long idleness is measured, `--calls
 * 5000` how many calls are timed.
 */
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate } from '@foyer/db'
import { urlOf } from '@foyer/testkit/cluster'
import { runCommand } from '@foyer/testkit/command'
import pg from 'pg'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { addIdleTenants, moveIdleTenants } from './idle-tenants.ts'
import { postgresUsage } from './postgres-usage.ts'
import { printTable } from './report.ts'
import { ServerProcess } from './server-process.ts'

/** After a start with new organizers their first turns are run. */
const SETTLE_SECONDS = 20
const NORTH = 'north'

type Figures = {
  variant: string
  startMs: number
  /** Unlike the time, it does not depend on what else runs on the machine. */
  startCpuSeconds: number
  memoryMb: number
  nodePercentOfCore: number
  postgresPercentOfCore: number | null
  callMicros: number
  callElsewhereMicros: number | null
}

await runCommand(async (started) => {
  const { values } = parseArgs({
    options: {
      tenants: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '30' },
      calls: { type: 'string', default: '5000' },
    },
  })
  const seconds = Number(values.seconds)
  const calls = Number(values.calls)
  const database = await openBenchDatabase(started)
  const event = await database.build.event({ tenantId: database.tenantId })
  const at = {
    databaseUrl: database.url,
    role: database.role,
    dataDir: database.dataDir,
    tenantId: database.tenantId,
    eventId: event.eventId,
  }
  const measure = async (variant: string, cells: { name: string; url: string }[]) => {
    const begunAt = performance.now()
    const server = await ServerProcess.start(started, {
      ...at,
      cells: cells.map(({ name, url }) => ({ name, url })),
    })
    const startMs = Math.round(performance.now() - begunAt)
    const startCpuSeconds = Math.round((await server.usage()).cpuSeconds * 10) / 10
    await delay(SETTLE_SECONDS * 1000)
    const idle = await idleness(server, database, seconds)
    const callMicros = await timeCalls(server.url, {}, calls)
    const header = { 'x-tenant-subdomain': 'idle-1' }
    const figures: Figures = {
      ...{ variant, startMs, startCpuSeconds, ...idle, callMicros },
      callElsewhereMicros: cells.length > 0 ? await timeCalls(server.url, header, calls) : null,
    }
    await server.stop()
    return figures
  }

  const few = await measure('one cell, one organizer', [])
  await addIdleTenants(database.pool, Number(values.tenants))
  const many = await measure(`one cell, ${values.tenants} organizers`, [])
  const north = await createCell(started, database)
  const empty = await measure(`two cells, ${values.tenants} at home`, [north])
  await moveIdleTenants(database.pool, north.pool, NORTH)
  const moved = await measure(`two cells, ${values.tenants} in the other`, [north])
  const rows = [few, many, empty, moved]
  printTable('Organizers and cells', rows)
  console.log(JSON.stringify(rows))
})

async function createCell(started: AsyncDisposableStack, { url, pool }: BenchDatabase) {
  await pool.query(`create database ${NORTH}`)
  const cellUrl = urlOf(url, NORTH)
  await migrate(cellUrl)
  const own = new pg.Pool({ connectionString: cellUrl, max: 2 })
  own.on('error', () => {})
  started.defer(() => void own.end())
  return { name: NORTH, url: cellUrl, pool: own }
}

async function idleness(server: ServerProcess, { pool }: BenchDatabase, seconds: number) {
  const usage = async () => ({
    node: (await server.usage()).cpuSeconds,
    postgres: (await postgresUsage(pool)).cpuSeconds,
  })
  const percent = (from: number, to: number) => Math.round(((to - from) / seconds) * 10_000) / 100
  const before = await usage()
  await delay(seconds * 1000)
  const after = await usage()
  const { rssBytes } = await server.usage({ collectGarbage: true })
  return {
    memoryMb: Math.round(rssBytes / 1e6),
    nodePercentOfCore: percent(before.node, after.node),
    postgresPercentOfCore:
      before.postgres === null || after.postgres === null
        ? null
        : percent(before.postgres, after.postgres),
  }
}

/** The median time of a call that is answered from memory, one after the other on one connection. */
async function timeCalls(
  url: string,
  headers: Record<string, string>,
  count: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = () =>
    new Promise<void>((resolve, reject) => {
      get(`${url}/api/tenant`, { agent, headers }, (response) => {
        response.resume().once('end', resolve)
      }).once('error', reject)
    })
  const times: number[] = []
  for (let done = 0; done < count; done += 1) {
    const begunAt = performance.now()
    await call()
    times.push(performance.now() - begunAt)
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  return Math.round((times[Math.floor(count / 2)] ?? 0) * 1000)
}
