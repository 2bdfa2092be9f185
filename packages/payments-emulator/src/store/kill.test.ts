import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PUBLISHABLE_KEY, SECRET_KEY, startEmulator } from '../test-support.ts'

/** An emulator in a process of its own, which a test may kill. */
async function startProcess(storagePath: string): Promise<{ child: ChildProcess; port: number }> {
  const options = { secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, storagePath }
  const program = `
    const { createEmulator } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url).href)})
    const { port } = await createEmulator(${JSON.stringify(options)}).listen()
    process.stdout.write(String(port))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  return { child, port: Number(port) }
}

describe('a kill -9 amid payments, refunds and disputes', () => {
  it('loses nothing that was answered, and leaves nothing half done', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-emulator-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const storagePath = join(folder, 'journal.jsonl')
    const { child, port } = await startProcess(storagePath)
    const sdk = { host: '127.0.0.1', port, protocol: 'http', telemetry: false } as const
    const stripe = new Stripe(SECRET_KEY, { ...sdk, maxNetworkRetries: 0 })

    const exited = once(child, 'exit')
    const paid: string[] = []
    const refunded: string[] = []
    const buy = async (payment_method: string): Promise<void> => {
      const order = { amount: 1000, currency: 'usd', confirm: true, payment_method }
      const { id } = await stripe.paymentIntents.create(order)
      paid.push(id)
      refunded.push((await stripe.refunds.create({ payment_intent: id, amount: 300 })).id)
      // Without this each buyer would pay for ever. The kill interrupts the calls in progress.
      if (paid.length >= 40) child.kill('SIGKILL')
      return buy(payment_method)
    }
    await Promise.allSettled(
      ['pm_card_visa', 'pm_card_createDispute', 'pm_card_pendingRefund'].map(buy),
    )
    await exited

    const after = await startEmulator({ storagePath })
    after.emulator.settle()
    for (const id of paid) {
      const { data } = await after.stripe.charges.list({ payment_intent: id })
      expect(data).toMatchObject([{ status: 'succeeded', amount: 1000 }])
    }
    for (const id of refunded) {
      expect(await after.stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' })
    }
    const net: Record<string, number> = {}
    for await (const {
      reporting_category: category,
      amount,
    } of after.stripe.balanceTransactions.list({ limit: 100 })) {
      net[category] = (net[category] ?? 0) + amount
    }
    const sum = async (list: AsyncIterable<{ amount: number }>) => {
      let total = 0
      for await (const { amount } of list) total += amount
      return total
    }
    expect(net).toEqual({
      charge: await sum(after.stripe.charges.list({ limit: 100 })),
      refund: -(await sum(after.stripe.refunds.list({ limit: 100 }))),
      dispute: -(await sum(after.stripe.disputes.list({ limit: 100 }))),
    })
  }, 30_000)
})
