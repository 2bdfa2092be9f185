import type { CartView } from '@foyer/contract'
import { Spinner } from '@foyer/ui'
import { TriangleAlert } from '@foyer/ui/icons'
import { useOnline } from '../../../shared/browser/use-online.ts'
import { orderTexts } from '../../../shared/purchase-text.ts'
import type { Underway, Wait } from '../payment/payment-flow.ts'
import { Address, Outcome } from './outcome.tsx'
import { PaymentSteps } from './payment-steps.tsx'
import { Trouble } from './trouble.tsx'
import { Line, WaitingStub } from './waiting.tsx'

interface ConfirmingProps {
  payment: Underway
  cart: CartView | null
  /** Where the tickets will be sent; null where this browser does not remember. */
  email: string | null
  onRetry: () => void
}

/** The payment is with the bank or through: nothing to do but to wait, and it says for what. */
export function Confirming({ payment, cart, email, onRetry }: ConfirmingProps) {
  const { wait, isPaid, reference } = payment
  const isOnline = useOnline()
  const isBank = wait === 'bank'
  return (
    <Outcome title={titleOf(payment)} aside={cart && <WaitingStub cart={cart} wait={wait} />}>
      {isOnline && wait === 'unreached' ? (
        <Trouble payment={payment} onRetry={onRetry} />
      ) : (
        <>
          <div role="status">
            <Status isOnline={isOnline} wait={wait} />
          </div>
          {reference && <PaymentSteps isPaid={isPaid} />}
          <div className="mt-6 flex max-w-prose flex-col gap-3 border-t border-edge pt-5 text-muted">
            {isOnline && isBank ? <BankTerms email={email} /> : <UsualTerms email={email} />}
          </div>
        </>
      )}
    </Outcome>
  )
}

function titleOf({ wait, isPaid }: Underway): string {
  if (wait === 'bank') return 'Your bank is still confirming'
  return wait === 'unreached' && isPaid ? orderTexts.failedTitle : 'Confirming your tickets…'
}

function Status({ isOnline, wait }: { isOnline: boolean; wait: Wait }) {
  if (!isOnline) {
    return (
      <Line icon={<TriangleAlert aria-hidden="true" className="mt-0.5 size-5 text-warning-text" />}>
        <strong className="block font-semibold">You are offline.</strong>
        This page goes on by itself as soon as the connection is back.
      </Line>
    )
  }
  return (
    <Line icon={<Spinner className="mt-0.5 size-5 text-accent-text" />}>
      {wait === 'usual' && 'Your payment is being confirmed. This takes a few seconds.'}
      {wait === 'slow' && 'This takes longer than usual. We keep asking; there is nothing to do.'}
      {wait === 'bank' &&
        'Some banks take minutes, and a debit from a bank account a few business days. This page shows the answer as soon as it is there.'}
    </Line>
  )
}

const UsualTerms = ({ email }: { email: string | null }) => (
  <p>
    You can reload this page or close it: you will not be charged twice, and your tickets are also
    sent by email to <Address email={email} />.
  </p>
)

const BankTerms = ({ email }: { email: string | null }) => (
  <>
    <p>
      <strong className="font-semibold text-text">You may close this page.</strong> We will send an
      email to <Address email={email} />: your tickets once the bank agrees, or the reason why not.
      You will not be charged twice.
    </p>
    <p>
      We keep your tickets for as long as we can. Should they be gone by the time your bank agrees,
      you get the full amount back by itself.
    </p>
  </>
)
