/**
 * The emulator as a program of its own: `npm start -- --port 12111`. Keys come from the environment,
 * and are random where it has none. The first line on stdout is JSON: where it listens, and the keys.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createEmulator } from './emulator.ts'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '12111' },
    'webhook-url': { type: 'string' },
    storage: { type: 'string' },
    control: { type: 'boolean', default: false },
    redirects: { type: 'boolean', default: false },
    prefix: { type: 'string' },
  },
})

const random = (prefix: string) => prefix + randomBytes(12).toString('hex')
const secretKey = process.env.STRIPE_SECRET_KEY ?? random('sk_test_')
const publishableKey = process.env.STRIPE_PUBLISHABLE_KEY ?? random('pk_test_')
const webhookSecret = process.env.STRIPE_WEBHOOK_SECRET ?? random('whsec_')

const emulator = createEmulator({
  secretKey,
  publishableKey,
  webhookSecret,
  webhookUrl: () => values['webhook-url'] ?? null,
  storagePath: values.storage,
  control: values.control,
  accountTypes: values.redirects ? ['card', 'ideal', 'amazon_pay'] : ['card'],
})
const { host, port, prefix } = values
const listening = await emulator.listen({
  host,
  port: Number(port),
  ...(prefix === undefined ? {} : { prefix }),
})

async function stop(): Promise<void> {
  await emulator.close()
  await listening.close()
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())

const { url } = listening
process.stdout.write(`${JSON.stringify({ url, secretKey, publishableKey, webhookSecret })}\n`)
