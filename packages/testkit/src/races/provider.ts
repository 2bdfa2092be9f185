import { createHash, createHmac, randomUUID } from 'node:crypto'
import { TEST_SECRET } from '../in-process.ts'

/** The emulator's operator interface; its keys are derived from APP_SECRET (compose.ts). */
const keyOf = (name: string) =>
  createHash('sha256').update(`${name}/${TEST_SECRET}`).digest('hex').slice(0, 32)

/** Refunds the whole amount as in the provider's own dashboard, without the product. */
export async function refundAtProvider(url: string, intentId: string): Promise<void> {
  const response = await fetch(`${url}/payments-emulator/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer sk_test_${keyOf('secret')}` },
    body: new URLSearchParams({ payment_intent: intentId }),
  })
  if (!response.ok) throw new Error(`No refund: ${await response.text()}`)
}

/** Resends the provider's webhook; a job processes it soon after: see {@link webhooksProcessed}. */
export async function resendRefundWebhook(url: string, intentId: string): Promise<void> {
  const object = { object: 'charge', payment_intent: intentId }
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'charge.refunded',
    data: { object },
  })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', `whsec_${keyOf('webhook')}`)
    .update(`${at}.${body}`)
    .digest('hex')
  const response = await fetch(`${url}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${at},v1=${signature}`,
    },
    body,
  })
  if (!response.ok) throw new Error(`A webhook was answered ${response.status}`)
}
