import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createEmulator } from '@foyer/payments-emulator'
import type { Env } from '../env.ts'
import type { Clock } from './clock.ts'

/**
 * Starts the emulator of the payment provider, used if none is configured. It serves the SDK on a
 * port of its own and browsers under /payments-emulator; `origin` is where its webhooks go.
 */
export async function startEmulator(env: Env, clock: Clock, origin: () => string) {
  // The keys survive a restart, so that a payment begun before it can be finished after it.
  const key = (name: string) =>
    createHash('sha256').update(`${name}/${env.appSecret}`).digest('hex').slice(0, 32)
  const keys = {
    secretKey: `sk_test_${key('secret')}`,
    publishableKey: `pk_test_${key('publishable')}`,
    webhookSecret: `whsec_${key('webhook')}`,
  }
  const emulator = createEmulator({
    ...keys,
    clock,
    storagePath: join(env.dataDir, 'payments-emulator.jsonl'),
    accountTypes: ['card', 'ideal', 'amazon_pay'],
    webhookUrl: () => `${origin()}/api/stripe/webhook`,
    control: !env.isProduction,
  })
  const listening = await emulator.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...keys,
    emulator,
    address: { host: listening.host, port: listening.port },
    async close() {
      await listening.close()
      await emulator.close()
    },
  }
}
