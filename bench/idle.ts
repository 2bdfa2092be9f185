/**
 * `npm run bench:idle`: the cost of tenants whose shops are idle, and the time until a mail of one of
 * them is sent. Prints a table and, as the last line, JSON; it never fails on a number.
 *
 * `--tenants 10000` sets their number, `--seconds 30` how long idleness is measured, `--mails 10` how
 * many mails are timed. No process is notified of a mail's row, so the look has to find it.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCommand } from '@foyer/testkit/command'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { addIdleTenants } from './idle-tenants.ts'
import { printTable } from './report.ts'
import { ServerProcess } from './server-process.ts'

/** After a start with new tenants, their daily turns are spread over this time. */
const SETTLE_SECONDS = 20
/** The kernel's ticks per second, in which /proc counts CPU time. */
const TICKS_PER_SECOND = 100

await runCommand(async (started) => {
  const { values } = parseArgs({
    options: {
      tenants: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '30' },
      mails: { type: 'string', default: '10' },
    },
  })
  const database = await openBenchDatabase(started)
  await addIdleTenants(database.pool, Number(values.tenants))
  const event = await database.build.event({ tenantId: database.tenantId })
  const server = await ServerProcess.start(started, {
    databaseUrl: database.url,
    role: database.role,
    dataDir: database.dataDir,
    tenantId: database.tenantId,
    eventId: event.eventId,
  })
  await delay(SETTLE_SECONDS * 1000)

  const seconds = Number(values.seconds)
  const cpuOf = async () => ({
    node: (await server.usage()).cpuSeconds,
    postgres: await postgresCpuSeconds(database),
  })
  const before = await cpuOf()
  await delay(seconds * 1000)
  const after = await cpuOf()
  const percent = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.round(((to - from) / seconds) * 10_000) / 100

  const latencies: number[] = []
  for (let mail = 0; mail < Number(values.mails); mail += 1)
    latencies.push(await timeMail(database))
  latencies.sort((a, b) => a - b)
  const figures = {
    tenants: Number(values.tenants),
    nodePercentOfCore: percent(before.node, after.node),
    postgresPercentOfCore: percent(before.postgres, after.postgres),
    mailMedianMs: latencies[Math.floor(latencies.length / 2)] ?? null,
    mailLongestMs: latencies.at(-1) ?? null,
  }
  printTable('Idle tenants', [figures])
  console.log(JSON.stringify(figures))
})

/** Queues a mail of an idle tenant without notifying the server; returns milliseconds until it is sent. */
async function timeMail({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into mails (tenant_id, id, kind, data, recipient)
     select tenant_id, gen_random_uuid(), 'lookup_code', '{"code": "123456", "validMinutes": 10, "path": "/orders"}', gen_random_uuid() || '@example.com'
     from tenants where slug like 'idle-%' order by random() limit 1 returning id`,
  )
  const begin = performance.now()
  for (;;) {
    const found = await pool.query('select state from mails where id = $1', [rows[0]?.id])
    if (found.rows[0]?.state === 'sent') return Math.round(performance.now() - begin)
    if (performance.now() - begin > 60_000) return Number.NaN
    await delay(10)
  }
}

/** CPU time of the database's processes so far, including ended ones; null without /proc. */
async function postgresCpuSeconds({ pool }: BenchDatabase): Promise<number | null> {
  const backend = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = (await statOf(String(backend.rows[0]?.pid)))?.parent
  if (!postmaster) return null
  let ticks = 0
  for (const pid of await readdir('/proc')) {
    const stat = /^\d+$/.test(pid) ? await statOf(pid) : null
    if (pid === postmaster) ticks += (stat?.own ?? 0) + (stat?.ofEnded ?? 0)
    else if (stat?.parent === postmaster) ticks += stat.own
  }
  return ticks / TICKS_PER_SECOND
}

async function statOf(pid: string) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // After the name in brackets: state, parent, and from the 11th field on four times, own and children's.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const sum = (from: number) => Number(fields[from]) + Number(fields[from + 1])
  return { parent: fields[1], own: sum(11), ofEnded: sum(13) }
}
