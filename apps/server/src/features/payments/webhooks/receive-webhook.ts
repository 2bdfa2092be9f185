import { granted, type Result, refused } from '@foyer/contract'
import { sql } from 'kysely'
import type { ProviderEvent } from '../../../adapters/payment-gateway.ts'
import { CellAwayError, type OpenCell } from '../../../cells/cells.ts'
import type { Context } from '../../../context.ts'

/**
 * Events that may change a payment. The provider's endpoint must be set to send all of them; of
 * other events only the arrival is recorded.
 */
export const WEBHOOK_EVENTS: ReadonlySet<string> = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  // The provider's fee may be known only some time after the charge.
  'charge.updated',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
])

/**
 * Events about an organizer's account: what it can do, or that it lets the platform act no longer. The
 * endpoint for accounts must be set to send them too.
 */
const ACCOUNT_EVENTS: ReadonlySet<string> = new Set([
  'account.updated',
  'account.application.deauthorized',
])

const isUsed = (type: string) => WEBHOOK_EVENTS.has(type) || ACCOUNT_EVENTS.has(type)

type WebhookContext = Pick<Context, 'cells' | 'payments' | 'log'>

const UNSIGNED = refused('webhook_signature_invalid', 'The signature does not match.')

/**
 * Receives a webhook: verifies its signature, records its arrival, and leaves the work to a job, so
 * that the provider gets its response at once. A repeated event is recorded once.
 */
export async function receiveWebhook(
  context: WebhookContext,
  rawBody: Buffer | undefined,
  signature: string | undefined,
): Promise<Result<{ received: true }, 'webhook_signature_invalid'>> {
  let event: ProviderEvent
  try {
    event = context.payments.readWebhook(rawBody ?? Buffer.alloc(0), signature ?? '')
  } catch (error) {
    // Anyone can send one, so it is counted (foyer_calls_total) but not logged as a warning.
    context.log.debug({ reason: String(error) }, 'a webhook without a valid signature')
    return UNSIGNED
  }
  // Whose event it is, is known once its object was fetched: each cell works off those of its organizers.
  const kept = await Promise.allSettled(
    context.cells.opened().map((cell) => keepEvent(cell, event)),
  )
  for (const each of kept) if (each.status === 'rejected') throw each.reason
  // The provider sends it again until a cell that is away has it too.
  const [away] = context.cells.away()
  if (away !== undefined) throw new CellAwayError(away)
  return granted({ received: true })
}

async function keepEvent(cell: OpenCell, event: ProviderEvent): Promise<void> {
  await insertEvent(cell, event)
  if (isUsed(event.type)) cell.kickJobs(null)
}

const insertEvent = (
  { db }: OpenCell,
  { id, type, objectId, intentId, accountId }: ProviderEvent,
) =>
  db.registry
    .insertInto('provider_events')
    .values({
      id,
      type,
      object_id: objectId,
      intent_id: intentId,
      account_id: accountId,
      state: isUsed(type) ? 'queued' : 'ignored',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .modifyEnd(sql`/* named: keep_provider_event */`)
    .execute()
