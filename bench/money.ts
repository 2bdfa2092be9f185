/**
 * `npm run bench:money`: how soon a webhook is answered, and what a round of the reconciler costs
 * over a house of orders (100,000 unless told: `--orders 5000`). Prints tables and, last, a line of
 * JSON. It measures; it never fails on a number.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { openBenchDatabase } from './database.ts'
import { ask } from './ipc.ts'
import { buildSales } from './money/build-sales.ts'
import type { MoneyQuestion, MoneyReply } from './money/process.ts'
import { sendWebhooks } from './money/send-webhooks.ts'
import { printTable, round } from './report.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    webhooks: { type: 'string', default: '3000' },
  },
})
const orders = Number(values.orders)
const database = await openBenchDatabase()

/** Each task has a process of its own, so that its memory is told alone. */
async function inProcess<T>(
  work: (tell: (question: MoneyQuestion) => Promise<MoneyReply>) => Promise<T>,
): Promise<T> {
  const child = fork(new URL('money/process.ts', import.meta.url))
  try {
    return await work((question) => ask<MoneyQuestion, MoneyReply>(child, question))
  } finally {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }
}

try {
  const { url: databaseUrl, role, dataDir } = database
  const webhookP99Ms = await inProcess(async (tell) => {
    const { url = '', webhookSecret = '' } = await tell({
      ask: 'serve',
      databaseUrl,
      role,
      dataDir,
    })
    const latencies = await sendWebhooks(url, webhookSecret, Number(values.webhooks))
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => round(latencies.percentile(share)))
    printTable('Webhooks, 100 a second, worked off beside it', [
      { sent: values.webhooks, 'p50 ms': p50 ?? 0, 'p99 ms': p99 ?? 0, 'max ms': most ?? 0 },
    ])
    return p99
  })
  await buildSales(database, orders)
  const { reconcileMs, auditMs, rssMb, ...found } = await inProcess((tell) =>
    tell({ ask: 'reconcile', databaseUrl, role }),
  )
  printTable('A round of the reconciler from the first payment on, and the audit', [
    { orders, 'reconcile ms': reconcileMs ?? 0, 'audit ms': auditMs ?? 0, 'RSS MB': rssMb ?? 0 },
  ])
  console.log(
    `\n${JSON.stringify({ webhookP99Ms, orders, reconcileMs, auditMs, rssMb, ...found })}`,
  )
} finally {
  await database.close()
}
