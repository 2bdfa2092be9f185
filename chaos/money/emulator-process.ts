/**
 * The payment provider as a process that outlives the servers that call it. Its settings come from
 * the environment; it reports to its parent once it listens, and ends with the parent.
 */
import { createEmulator } from '@foyer/payments-emulator'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing`)
  return value
}

const webhookUrl = setting('WEBHOOK_URL')
const emulator = createEmulator({
  secretKey: setting('STRIPE_SECRET_KEY'),
  publishableKey: setting('STRIPE_PUBLISHABLE_KEY'),
  webhookSecret: setting('STRIPE_WEBHOOK_SECRET'),
  connectWebhookSecret: setting('STRIPE_CONNECT_WEBHOOK_SECRET'),
  webhookUrl: () => webhookUrl,
  storagePath: setting('STORAGE_PATH'),
  control: true,
})
process.once('disconnect', () => process.exit(0))
await emulator.listen({ port: Number(setting('PORT')) })
process.send?.('listening')
