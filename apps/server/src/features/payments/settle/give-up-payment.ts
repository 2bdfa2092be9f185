import type { TenantTx } from '@foyer/db'
import type { Intent } from '../../../adapters/payment-gateway.ts'
import { queueMail } from '../../../engine/mails/queue-mail.ts'
import { updatePayment } from '../queries.ts'

/**
 * Ends an unpaid payment whose hold has ended. A buyer who tried to pay gets one mail saying that
 * nothing was charged and no tickets were issued. There is no mail if the cart has become an order
 * since, nor if no card was entered: anyone can start a payment with another person's address, and
 * an abandoned payment needs no explanation.
 */
export async function giveUpPayment(
  tx: TenantTx,
  paymentId: string,
  intent: Pick<Intent, 'decline' | 'status' | 'wasTried'>,
): Promise<void> {
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await updatePayment(tx, paymentId, {
    state: 'canceled',
  })
  if (numUpdatedRows === 0n || !intent.wasTried) return
  const buyer = await tx
    .selectFrom('payments as p')
    .innerJoin('cart_contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.cart_id', '=', 'p.cart_id'),
    )
    .select(['c.contact', 'p.event_id', 'p.amount_minor', 'p.currency'])
    .where('p.id', '=', paymentId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as o')
            .select('o.id')
            .whereRef('o.cart_id', '=', 'p.cart_id')
            .whereRef('o.created_at', '>=', 'p.created_at'),
        ),
      ),
    )
    .executeTakeFirst()
  if (!buyer) return
  await queueMail(tx, {
    kind: 'payment_trouble',
    paymentId,
    recipient: buyer.contact.email,
    onceKey: paymentId,
    data: {
      reason: reasonOf(intent),
      amountMinor: buyer.amount_minor,
      currency: buyer.currency,
      path: `/events-api/${buyer.event_id}`,
    },
  })
}

const reasonOf = ({ decline, status }: Pick<Intent, 'decline' | 'status'>) => {
  if (decline) return 'declined'
  return status === 'requires_action' ? 'not_confirmed' : 'too_late'
}
