/**
 * `npm run bench:memory`: the memory of a server as `npm start` runs it in production, by thread: idle,
 * while it sells free tickets, and after that, with the processor time of each phase. Prints a table; it
 * never fails on a number.
 *
 * `--seconds 120` sets how long it sells, `--per-second 20` how many orders, `--node '--max-semi-space-size=4'`
 * further arguments of node. Mails are made and not sent: there is no mail server.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCommand } from '@foyer/testkit/command'
import { openBenchDatabase, PLENTY } from './database.ts'
import { purchase } from './figures/purchases.ts'
import type { ProcessMemory } from './memory-probe.ts'
import { printTable } from './report.ts'

const PROGRAM = new URL('../apps/server/src/main.ts', import.meta.url)
const PROBE = new URL('memory-probe.ts', import.meta.url)
const PORT = 4517
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`
/** After a start the first turns of jobs are run. */
const SETTLE_SECONDS = 20
const STEP_SECONDS = 30

await runCommand(async (started) => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '120' },
      'per-second': { type: 'string', default: '20' },
      node: { type: 'string', default: '' },
    },
  })
  const { url, dataDir, build, tenantId } = await openBenchDatabase(started)
  const event = await build.event({ tenantId, capacity: PLENTY, types: [{ priceMinor: 0 }] })
  const server = fork(PROGRAM, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--import', PROBE.href, ...values.node.split(' ').filter(Boolean)],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', PORT: String(PORT), HOST: '127.0.0.1', LOG_LEVEL: 'fatal' },
      ...{ DATABASE_URL: url, FOYER_DATA: dataDir, PUBLIC_URL: `http://127.0.0.1:${PORT}` },
      ...{ APP_SECRET: 'bench'.repeat(8), ACCEPT_LOST_COMMITS: '1', LIMIT_FACTOR: '100000' },
      ...{ STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_PUBLISHABLE_KEY: 'pk_test_none' },
      ...{ STRIPE_WEBHOOK_SECRET: 'whsec_none', SMTP_URL: 'smtp://127.0.0.1:1' },
    },
  })
  started.defer(async () => {
    // In order: a cache of compiled code is written at the end.
    if (server.kill('SIGTERM')) await once(server, 'exit')
  })
  await untilUp()
  await delay(SETTLE_SECONDS * 1000)

  const rows: Record<string, string | number>[] = []
  let cpuBefore = 0
  let at = performance.now()
  const look = async (phase: string) => {
    server.send('memory')
    const [memory]: ProcessMemory[] = await once(server, 'message')
    if (!memory) return
    const seconds = (performance.now() - at) / 1000
    rows.push({
      phase,
      'resident MB': mb(memory.rss),
      ...Object.fromEntries(
        memory.threads.map(({ thread, heapUsed, heapTotal, young, external }) => [
          thread,
          `${mb(heapUsed)} of ${mb(heapTotal)}, young ${mb(young)}, outside ${mb(external)}`,
        ]),
      ),
      'cores busy': ((memory.cpuMicros - cpuBefore) / 1e6 / seconds).toFixed(2),
    })
    cpuBefore = memory.cpuMicros
    at = performance.now()
  }

  await look('started')
  await delay(10_000)
  await look('idle')
  const journey = purchase(event, 0)
  if (journey.kind !== 'purchase') throw new Error('A purchase has an order')
  const orders = { begun: 0, failed: 0 }
  const buying = setInterval(() => {
    orders.begun += 1
    buy(event, journey.order).catch(() => {
      orders.failed += 1
    })
  }, 1000 / Number(values['per-second']))
  for (let sold = 0; sold < Number(values.seconds); sold += STEP_SECONDS) {
    await delay(STEP_SECONDS * 1000)
    await look(`selling for ${sold + STEP_SECONDS} s`)
  }
  clearInterval(buying)
  for (const seconds of orders.begun > 0 ? [10, 20, 30] : []) {
    await delay(seconds * 1000)
    await look(`${seconds} s later`)
  }
  printTable(`Memory at ${values['per-second']} orders a second ${values.node}`, rows)
  console.log(JSON.stringify({ ...orders, rows }))
  return 0
})

function mb(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}

async function untilUp(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${URL_OF_SERVER}/healthz`).catch(() => null)
    if (answer?.ok) return
    await delay(200)
  }
}

/** A hold and an order of a new browser. */
async function buy(
  { sessionId, typeId }: { sessionId: string; typeId: string },
  order: object,
): Promise<void> {
  const hold = { cartId: '12345', sessionId, ticketTypeId: typeId, quantity: 2 }
  const held = await post('/api/checkout/holds', hold)
  const cookie = held.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  await held.arrayBuffer()
  const ordered = await post('/api/checkout/orders', order, cookie)
  await ordered.arrayBuffer()
  if (ordered.status !== 201) throw new Error(`An order was answered ${ordered.status}`)
}

function post(path: string, body: object, cookie = ''): Promise<Response> {
  return fetch(URL_OF_SERVER + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(cookie ? { cookie } : {}),
    },
    body: JSON.stringify(body),
  })
}
