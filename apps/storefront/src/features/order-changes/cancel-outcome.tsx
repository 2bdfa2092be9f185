import type { OrderView, OutputOf, orderChanges } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { useQuery } from '@tanstack/react-query'
import { type OrderCredential, orderQuery } from '../../data/queries.ts'
import { useApp } from '../../shared/app-context.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'

interface CancelOutcomeProps {
  orderId: string
  credential: OrderCredential
  cancelled: OutputOf<typeof orderChanges.cancelOrder>['data']
}

type RefundView = OrderView['refunds'][number]

const LOOK_MILLISECONDS = 3000
/** After a minute the order's page says how it goes on. */
const LOOKS = 20

/** What was cancelled, and how far its refund is: read again until it was sent to the bank. */
export function CancelOutcome({ orderId, credential, cancelled }: CancelOutcomeProps) {
  const app = useApp()
  const { locale } = app.tenant
  const { ticketIds, refundMinor, refundReferences, currency } = cancelled
  const refundsOf = (order: OrderView | undefined) =>
    order?.refunds.filter(({ reference }) => refundReferences.includes(reference)) ?? []
  const order = useQuery({
    ...orderQuery(app, orderId, credential),
    enabled: refundReferences.length > 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < LOOKS && refundsOf(state.data).some(isMoving)
        ? LOOK_MILLISECONDS
        : false,
  })
  const count = ticketsText(ticketIds.length)
  return (
    <div className="flex flex-col gap-4">
      <p>
        {`${count} cancelled. ${ticketIds.length === 1 ? 'Its code is' : 'Their codes are'} no longer valid. You get a mail about it.`}
      </p>
      {refundReferences.length > 0 && (
        <section aria-label="Refund" aria-live="polite">
          <p className="font-semibold">
            {`${formatAmount(refundMinor, currency, locale)} is refunded`}
          </p>
          <ul className="mt-2 grid gap-2 text-sm">
            {refundsOf(order.data).map(({ reference, amountMinor, state }) => (
              <li key={reference}>
                {`${reference}, ${formatAmount(amountMinor, currency, locale)}: `}
                <span className="text-muted">{REFUND_STATES[state]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const isMoving = ({ state }: RefundView): boolean => state === 'queued' || state === 'pending'

const REFUND_STATES: Readonly<Record<RefundView['state'], string>> = {
  queued: 'decided; we are asking the payment provider to send it.',
  pending: 'on its way to your bank.',
  succeeded: 'sent to your bank, which may take up to ten days to show it.',
  failed: 'your bank returned it; we look after it.',
}
