import { parseArgs } from 'node:util'
import { migrate } from '@foyer/db'
import { findDifferences } from '@foyer/server/audit'
import { Builder } from '@foyer/testkit/builder'
import { administer, openCluster, urlOf } from '@foyer/testkit/cluster'
import { runCommand } from '@foyer/testkit/command'
import { startInProcess } from '@foyer/testkit/in-process'
import pg from 'pg'
import { logErrors } from './log-errors.ts'
import { isLeak, JUDGED_FROM_REQUESTS } from './memory.ts'
import { fuzz } from './run.ts'
import { buildFuzzWorld } from './world.ts'

/**
 * `npm run fuzz -- --requests 20000 --seed 1`: sends requests generated from the contract to a
 * server in this process, with a database of its own. Exits with 1, and prints the smallest failing
 * request, if an answer is not as the contract says, an error is logged, the audit finds a
 * difference, or the memory grows with the number of requests. `--leak 4096`: each request leaves
 * so many bytes behind, which the memory check must find. `--limits`: the limits by caller apply,
 * and one address soon exceeds them; without it the address represents many clients.
 */
await runCommand(async (started) => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      leak: { type: 'string', default: '0' },
      limits: { type: 'boolean', default: false },
    },
  })
  const [requests, seed, leak] = [values.requests, values.seed, values.leak].map(Number)

  const cluster = await openCluster(process.env.DATABASE_URL)
  started.defer(() => cluster.stop())
  const name = `foyer_test_fuzz_${process.pid}`
  await administer(cluster.adminUrl, `create database ${name} template template0`)
  started.defer(() => administer(cluster.adminUrl, `drop database if exists ${name} with (force)`))
  const url = urlOf(cluster.adminUrl, name)
  const { role } = await migrate(url)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // Connections that an interruption leaves busy are closed when their database is dropped.
  pool.on('error', () => {})
  started.defer(() => void pool.end())
  const build = new Builder(pool)
  await build.tenant({ slug: 'main', isDefault: true })
  const { logger, errors } = logErrors()
  const server = await startInProcess(
    { url, role },
    { jobs: false, isOneAddressMany: !values.limits, logger },
  )
  started.defer(() => server.close())

  const sql = async <Row>(text: string, given?: unknown[]): Promise<Row[]> =>
    (await pool.query(text, given)).rows
  const world = await buildFuzzWorld({ build, browser: server.browser, sql })
  const leaked: Buffer[] = []
  const begunAt = performance.now()
  const report = await fuzz({
    port: Number(new URL(server.url).port),
    world,
    requests: requests ?? 0,
    seed: seed ?? 0,
    errors,
    samples: 20,
    onRequest: () => {
      if (leak) leaked.push(Buffer.alloc(leak, 1))
    },
  })
  const seconds = (performance.now() - begunAt) / 1000
  const differences = await findDifferences((text, given) => sql(text, given))
  if (report.failure) process.stdout.write(`${report.failure}\n`)
  for (const difference of differences) process.stdout.write(`${JSON.stringify(difference)}\n`)
  const summary = {
    requests: report.sent,
    seed,
    seconds: Math.round(seconds),
    statuses: report.statuses,
    differences: differences.length,
    bytesPerRequest: report.growth === null ? null : Math.round(report.growth),
    leaks: report.growth !== null && report.sent >= JUDGED_FROM_REQUESTS && isLeak(report.growth),
  }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  return report.failure || differences.length > 0 || summary.leaks ? 1 : 0
})
