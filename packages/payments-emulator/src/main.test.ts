import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { expect, it, onTestFinished } from 'vitest'
import { SECRET_KEY } from './test-support.ts'

/** The program, started with these arguments, and what its first line says. */
async function start(...args: string[]) {
  const program = fileURLToPath(new URL('main.ts', import.meta.url))
  const env = { ...process.env, STRIPE_SECRET_KEY: SECRET_KEY }
  const child = spawn(process.execPath, [program, '--port', '0', ...args], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, said: JSON.parse(line) }
}

it('serves the official SDK as a program of its own, and ends when it is asked to', async () => {
  const { child, said } = await start()
  expect(said).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    secretKey: SECRET_KEY,
    publishableKey: expect.stringMatching(/^pk_test_/),
    webhookSecret: expect.stringMatching(/^whsec_/),
  })
  const { hostname, port } = new URL(said.url)
  const stripe = new Stripe(SECRET_KEY, { host: hostname, port, protocol: 'http' })
  const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  expect(intent.payment_method_types).toEqual(['card'])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
