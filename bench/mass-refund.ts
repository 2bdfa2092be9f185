import { setTimeout as sleep } from 'node:timers/promises'
import type { DisruptionProgress } from '@foyer/contract'
import { auditAll } from '@foyer/server/audit'
import { CommandError, runCommand } from '@foyer/testkit/command'
import { startInProcess } from '@foyer/testkit/in-process'
import { buildSales } from './build-sales.ts'
import { openBenchDatabase } from './database.ts'
import { memoryPayments } from './memory-payments.ts'
import { browserOfOwner } from './office-pages.ts'
import { printTable, round } from './report.ts'

/**
 * `npm run bench:mass-refund [-- <orders>]`: a session with 5,000 orders is called off in the back office.
 * Its progress is read all the time, it is stopped after two fifths of the orders, and goes on later. The
 * provider takes 150 ms for a refund. The last line is JSON; `doubled` and `differences` must be 0.
 */
const ORDERS = Number(process.argv[2] ?? 5000)
const PROVIDER_MS = 150
const LOOK_EVERY_MS = 250
/** How long nothing may be decided after a stop. */
const STOPPED_FOR_MS = 10_000
const SECOND = 1000

/** A provider that makes refunds, and counts them by intent. */
function refundingProvider() {
  const made = new Map<string, { id: string; amountMinor: number; refundId: string }[]>()
  const present = (intentId: string) =>
    (made.get(intentId) ?? []).map((refund) => ({
      ...refund,
      intentId,
      currency: 'usd',
      state: 'succeeded' as const,
      keyNumber: 0,
      platformFeeMinor: null,
      problem: null,
    }))
  const gateway: ReturnType<typeof memoryPayments> = {
    ...memoryPayments(),
    ofAccount: () => gateway,
    async createRefund({ intentId, amountMinor, refundId }) {
      await sleep(PROVIDER_MS)
      const id = `re_${intentId}_${made.get(intentId)?.length ?? 0}`
      made.set(intentId, [...(made.get(intentId) ?? []), { id, amountMinor, refundId }])
      const refund = present(intentId).at(-1)
      if (!refund) throw new Error('The refund was just made')
      return refund
    },
    refundsOf: async (intentId) => present(intentId),
  }
  return { gateway, made }
}

await runCommand(async (started) => {
  if (!(ORDERS > 0)) throw new CommandError('The number of orders must be above 0.')
  const database = await openBenchDatabase(started)
  const { pool, url, role, build, tenantId } = database
  const event = await build.event({ tenantId, capacity: ORDERS })
  await buildSales(database, event, ORDERS)
  const { gateway, made } = refundingProvider()
  const server = await startInProcess({ url, role }, { payments: gateway, isOneAddressMany: true })
  started.defer(() => server.close())
  const browser = await browserOfOwner(server, pool)
  const path = `/api/admin/sessions/${event.sessionId}/disruption`
  const reads: number[] = []

  async function call(method: 'GET' | 'POST', to: string, body?: object) {
    const answer = await browser.send(method, to, body)
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  async function look(): Promise<DisruptionProgress> {
    await sleep(LOOK_EVERY_MS)
    const sentAt = performance.now()
    const { disruption } = await call('GET', path)
    reads.push(performance.now() - sentAt)
    return disruption
  }
  /** Reads the progress until `isThere`; returns how long that took in milliseconds. */
  async function until(isThere: (now: DisruptionProgress) => boolean): Promise<number> {
    const since = performance.now()
    while (!isThere(await look()));
    return performance.now() - since
  }
  /** Stops, and returns after how long the last order was decided. */
  async function stop(): Promise<number> {
    const stoppedAt = performance.now()
    await call('POST', `${path}/stop`, {})
    let [decided, changedAt] = [-1, stoppedAt]
    while (performance.now() - changedAt < STOPPED_FOR_MS) {
      const { refunds } = await look()
      if (refunds.decided === decided) continue
      ;[decided, changedAt] = [refunds.decided, performance.now()]
    }
    return changedAt - stoppedAt
  }

  await call('POST', path, { kind: 'called_off', message: '', unanswered: 'refund' })
  const firstMs = await until(({ settled }) => settled >= ORDERS * 0.4)
  const stoppedMs = await stop()
  const before = await look()
  await call('POST', `${path}/continue`, {})
  const restMs = await until(({ refunds }) => refunds.made >= ORDERS)
  const last = await look()

  const all = [...made.values()]
  const doubled = all.filter((refunds) => refunds.length > 1).length
  const { differences } = await auditAll(server.foyer.context.db)
  const sorted = reads.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  const seconds = (firstMs + restMs) / SECOND
  printTable(`${ORDERS} orders of a session that is called off`, [
    { what: 'orders a second', figure: ORDERS / seconds },
    { what: 'seconds, without the stop', figure: seconds },
    { what: 'seconds from the stop to the last decision', figure: stoppedMs / SECOND },
    { what: 'orders left when it was stopped', figure: ORDERS - before.settled },
    { what: 'answers with the progress, p99 ms', figure: p99 },
  ])
  console.log(
    JSON.stringify({
      orders: ORDERS,
      ordersPerSecond: round(ORDERS / seconds),
      stoppedWithinSeconds: round(stoppedMs / SECOND),
      progressP99Ms: round(p99),
      refunded: all.length,
      failed: last.failed,
      doubled,
      differences: differences.length,
    }),
  )
})
