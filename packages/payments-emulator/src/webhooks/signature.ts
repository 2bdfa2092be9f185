import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` header of a webhook: https://docs.stripe.com/webhooks#verify-manually
 *
 * @param sentAt Unix seconds of the system's clock, not of the emulator's: receivers compare it
 * with their own clock and refuse old signatures.
 */
export function signatureHeader(payload: string, secret: string, sentAt: number): string {
  const signature = createHmac('sha256', secret).update(`${sentAt}.${payload}`).digest('hex')
  return `t=${sentAt},v1=${signature}`
}
