import { createHash } from 'node:crypto'
import { granted, isRefusedAs, type Result } from '@foyer/contract'
import {
  type Intent,
  type IntentRequest,
  ProviderError,
  paymentsOn,
} from '../../adapters/payment-gateway.ts'
import type { Context, Tenant } from '../../context.ts'
import { attachIntentOp } from './attach-intent.ts'
import { intentRequest } from './intent-request.ts'
import type { PaymentInProgress } from './record-payment.ts'

/**
 * Asks the provider for the intent of a recorded payment and stores its id. Returns null if the payment
 * has changed in the meantime; the caller then starts again. Throws `ProviderError`.
 */
export async function requestIntent(
  context: Pick<Context, 'db' | 'lanes' | 'payments'>,
  tenant: Tenant,
  payment: PaymentInProgress & { orderId?: string },
  client: string,
): Promise<Result<Intent, 'busy'> | null> {
  const request = intentRequest(tenant, payment)
  const intent = await paymentsOn(context.payments, payment.account?.id ?? null)
    .createIntent(request, keyOf(payment, request))
    .catch(async (error: unknown) => {
      if (error instanceof ProviderError && error.isStored) await spendKey(context, tenant, payment)
      throw error
    })
  const { id: paymentId, sessionIds } = payment
  const attached = await context.lanes.submit(
    tenant.id,
    attachIntentOp({ paymentId, intent, sessionIds }),
    client,
  )
  if (attached.ok) return granted(intent)
  return isRefusedAs(attached, 'busy') ? attached : null
}

/**
 * The provider's idempotency key. It depends on the request: the same content gives the same intent
 * again, and a cart that changed before its intent was known gets another key, since a reused key
 * would be refused. It also depends on the number of stored errors: the provider stores an error
 * under its key, so the next try needs another key.
 */
function keyOf({ id, intentAttempts }: PaymentInProgress, request: IntentRequest): string {
  const content = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  return `${id}-${content.slice(0, 16)}-${intentAttempts}`
}

const spendKey = (
  context: Pick<Context, 'db'>,
  tenant: Tenant,
  { id, intentAttempts }: Pick<PaymentInProgress, 'id' | 'intentAttempts'>,
) =>
  context.db.withTenant(tenant.id, (tx) =>
    tx
      .updateTable('payments')
      .set({ intent_attempts: intentAttempts + 1 })
      .where('id', '=', id)
      // Another tab may have got the same error under the same key.
      .where('intent_attempts', '=', intentAttempts)
      .execute(),
  )
