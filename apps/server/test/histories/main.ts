import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { migrate } from '@foyer/db'
import { Builder } from '@foyer/testkit/builder'
import { administer, openCluster, urlOf } from '@foyer/testkit/cluster'
import { runCommand } from '@foyer/testkit/command'
import { startInProcess } from '@foyer/testkit/in-process'
import pg from 'pg'
import { checkHistories } from './run.ts'

/**
 * `npm run histories -- --runs 300 --seed 1`: random histories of orders at two servers in this process,
 * on a database of their own, with the audit after each step. Exits with 1, and prints the smallest
 * failing history, if an audit finds a difference, a seat has two valid tickets, or something does not
 * settle at the end.
 */
await runCommand(async (started) => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '300' },
      steps: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  })
  const [runs = 0, steps = 0, seed = 0] = [values.runs, values.steps, values.seed].map(Number)

  const cluster = await openCluster(process.env.DATABASE_URL)
  started.defer(() => cluster.stop())
  const name = `foyer_test_histories_${randomUUID().replaceAll('-', '')}`
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
  const options = {
    jobs: false,
    isOneAddressMany: true,
    // Histories change an order more often than a buyer may.
    bounds: { reschedulesOfOneOrder: [] },
  }
  const first = await startInProcess({ url, role }, options)
  started.defer(() => first.close())
  const { payments } = first.foyer.context
  const second = await startInProcess({ url, role }, { ...options, payments })
  started.defer(() => second.close())

  const begunAt = performance.now()
  const { actions, failure } = await checkHistories({
    servers: {
      both: [first, second],
      build,
      sql: async (text, given) => (await pool.query(text, given)).rows,
    },
    runs,
    steps,
    seed,
    shrinkSeconds: 120,
  })
  if (failure) process.stdout.write(`${failure}\n`)
  const seconds = Math.round((performance.now() - begunAt) / 1000)
  const summary = { histories: runs, actions, seed, seconds, failed: failure === null ? 0 : 1 }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
  return failure ? 1 : 0
})
