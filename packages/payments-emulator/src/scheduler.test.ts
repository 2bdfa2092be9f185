import { describe, expect, it, vi } from 'vitest'
import { createScheduler } from './scheduler.ts'
import { startEmulator } from './test-support.ts'
import type { Pending } from './work.ts'

const first: Pending = { kind: 'intent', account: null, id: 'pi_1' }
const second: Pending = { kind: 'refund', account: null, id: 're_1' }

describe('pending work', () => {
  it('is done by itself after a while', async () => {
    const { stripe } = await startEmulator({ settleAfterMs: 1 })
    const { id } = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_usBankAccount',
      allowed_payment_method_types: ['us_bank_account'],
    })
    await vi.waitFor(async () => {
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
    })
  })

  it('is done at once, in order and only once, if a test asks for it', () => {
    const done: Pending[] = []
    const scheduler = createScheduler(3_600_000, (pending) => done.push(pending))
    scheduler.schedule(first)
    scheduler.schedule(second)
    scheduler.settle()
    scheduler.settle()
    expect(done).toEqual([first, second])
  })

  it('is never done after closing', () => {
    const done: Pending[] = []
    const scheduler = createScheduler(3_600_000, (pending) => done.push(pending))
    scheduler.schedule(first)
    scheduler.close()
    scheduler.settle()
    expect(done).toEqual([])
  })
})
