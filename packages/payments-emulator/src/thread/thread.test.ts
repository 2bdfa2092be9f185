import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type EmulatorThreadStart,
  type FromEmulatorThread,
  THREAD_PROGRAM,
  type ToEmulatorThread,
} from '../index.ts'
import {
  cardForm,
  PUBLISHABLE_KEY,
  postForm,
  receiveWebhooks,
  SECRET_KEY,
} from '../test-support.ts'

const ORDER = { amount: 1000, currency: 'usd' } as const

/** Resolves with the thread and its address once it listens. */
async function startThread(changes: Partial<EmulatorThreadStart> = {}) {
  const workerData: EmulatorThreadStart = {
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookUrl: null,
    ...changes,
  }
  const thread = new Worker(THREAD_PROGRAM, { workerData })
  onTestFinished(async () => void (await thread.terminate()))
  const [ready]: FromEmulatorThread[] = await once(thread, 'message')
  if (ready?.kind !== 'ready') throw new Error('The first message reports the address')
  const { host, port } = ready
  const sdk = { host, port, protocol: 'http', telemetry: false } as const
  const stripe = new Stripe(SECRET_KEY, { ...sdk, maxNetworkRetries: 0 })
  const send = (message: ToEmulatorThread) => thread.postMessage(message)
  return { thread, send, port, url: `http://${host}:${port}`, stripe }
}

function storagePathOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-emulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'journal.jsonl')
}

describe('an emulator in a thread', () => {
  it('answers the SDK, and sends webhooks to the address that it is given later', async () => {
    const endpoint = await receiveWebhooks()
    const { stripe, send } = await startThread()
    send({ kind: 'webhookUrl', url: endpoint.url })
    const endpoints = async () => (await stripe.webhookEndpoints.list()).data
    await expect.poll(endpoints).toMatchObject([{ url: endpoint.url }])
    const { id } = await stripe.paymentIntents.create(ORDER)
    await expect.poll(() => endpoint.types()).toEqual(['payment_intent.created'])
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ amount: 1000 })
  })

  it('serves browsers under a prefix, and names the address of the proxy in front', async () => {
    const { stripe, url } = await startThread({ prefix: '/pay' })
    const { id, client_secret } = await stripe.paymentIntents.create(ORDER)
    const { body } = await postForm(
      `${url}/pay/v1/payment_intents/${id}/confirm`,
      {
        key: PUBLISHABLE_KEY,
        client_secret: client_secret ?? '',
        return_url: 'https://shop.example/back',
        ...cardForm('4000002760003184'),
      },
      { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' },
    )
    expect(JSON.stringify(body.next_action)).toContain('https://shop.example/pay/3ds/')
  })

  it('loses no answered payment when the thread is killed, and returns at the same port', async () => {
    const storagePath = storagePathOfTest()
    const first = await startThread({ storagePath })
    const paid = { ...ORDER, confirm: true, payment_method: 'pm_card_visa' }
    const { id } = await first.stripe.paymentIntents.create(paid)
    await first.thread.terminate()
    const second = await startThread({ storagePath, port: first.port })
    expect(second.port).toBe(first.port)
    expect(await second.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' })
  })

  it('ends by itself when it is stopped', async () => {
    const { thread, send } = await startThread()
    const ended = once(thread, 'exit')
    send({ kind: 'stop' })
    expect(await ended).toEqual([0])
  })
})
