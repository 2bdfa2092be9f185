/**
 * `npm run bench:money`: how soon a webhook is answered, and the cost of a reconciler round over a
 * tenant's orders (100,000 by default, `--orders 5000` sets their number). Prints tables and, as the
 * last line, JSON. It only measures and never fails on a number.
 */
import { parseArgs } from 'node:util'
import { CommandError, runCommand } from '@foyer/testkit/command'
import { buildSales } from './build-sales.ts'
import { openBenchDatabase } from './database.ts'
import { BenchProcess } from './ipc.ts'
import type { MoneyQuestion, MoneyReply } from './money/process.ts'
import { sendWebhooks } from './money/send-webhooks.ts'
import { printTable, round } from './report.ts'

await runCommand(async (started) => {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: '100000' },
      webhooks: { type: 'string', default: '3000' },
    },
  })
  const [orders, webhooks] = [values.orders, values.webhooks].map(Number)
  if (!(orders && orders > 0) || !(webhooks && webhooks > 0)) {
    throw new CommandError('--orders and --webhooks take a number above 0.')
  }
  const database = await openBenchDatabase(started)
  const { url: databaseUrl, role, dataDir } = database
  const program = new URL('money/process.ts', import.meta.url)
  // One process per task, so that each one's memory is measured separately.
  const server = new BenchProcess<MoneyQuestion, MoneyReply>(started, program)
  const { url = '', webhookSecret = '' } = await server.ask({
    ask: 'serve',
    databaseUrl,
    role,
    dataDir,
  })
  const latencies = await sendWebhooks(url, webhookSecret, webhooks)
  const [p50 = 0, p99 = 0, most = 0] = [0.5, 0.99, 1].map((share) =>
    round(latencies.percentile(share)),
  )
  printTable('Webhooks, 100 a second, worked off beside it', [
    { sent: webhooks, 'p50 ms': p50, 'p99 ms': p99, 'max ms': most },
  ])
  await server.stop()

  const { build, tenantId } = database
  await buildSales(database, await build.event({ tenantId, capacity: null, sessions: 100 }), orders)
  const reconciler = new BenchProcess<MoneyQuestion, MoneyReply>(started, program)
  const { reconcileMs, auditMs, rssMb, ...found } = await reconciler.ask({
    ask: 'reconcile',
    databaseUrl,
    role,
  })
  printTable('A round of the reconciler from the first payment on, and the audit', [
    { orders, 'reconcile ms': reconcileMs ?? 0, 'audit ms': auditMs ?? 0, 'RSS MB': rssMb ?? 0 },
  ])
  console.log(
    `\n${JSON.stringify({ webhookP99Ms: p99, orders, reconcileMs, auditMs, rssMb, ...found })}`,
  )
})
