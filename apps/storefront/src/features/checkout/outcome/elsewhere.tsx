import type { CartView } from '@foyer/contract'
import { Lock } from '@foyer/ui/icons'
import { Outcome } from './outcome.tsx'
import { Line, WaitingStub } from './waiting.tsx'

/** Another tab of this browser has begun to pay this cart. */
export function Elsewhere({ cart }: { cart: CartView | null }) {
  return (
    <Outcome title="Paying in another tab" aside={cart && <WaitingStub cart={cart} wait="usual" />}>
      <Line icon={<Lock aria-hidden="true" className="mt-0.5 size-5 text-muted" />}>
        This order is being paid in another tab of this browser. Please go on there: so it is
        charged once.
      </Line>
      <p className="mt-3 max-w-prose text-muted">
        As soon as that tab is done or closed, this one goes on by itself. What you typed is kept.
      </p>
    </Outcome>
  )
}
