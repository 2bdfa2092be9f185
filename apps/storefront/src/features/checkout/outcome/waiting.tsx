import type { CartView } from '@foyer/contract'
import type { ReactNode } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { yourTickets } from '../../../shared/order/quote-lines.ts'
import { OrderStub } from '../order-stub.tsx'
import type { Wait } from '../payment/payment-flow.ts'

/** What is waited for, with its sign. */
export const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex items-start gap-3">
    <span className="shrink-0">{icon}</span>
    <p className="max-w-prose">{children}</p>
  </div>
)

/** The order while its payment is on the way. */
export function WaitingStub({ cart, wait }: { cart: CartView; wait: Wait }) {
  const { locale } = useApp().tenant
  const tickets = yourTickets(cart.quote.ticketCount)
  const stamp = (
    <p className="text-sm text-muted">
      {wait === 'bank'
        ? 'Waiting for your bank. Not a ticket yet.'
        : `We keep ${tickets} while your payment is confirmed.`}
    </p>
  )
  return <OrderStub cart={cart} stage="held" locale={locale} stamp={stamp} />
}
