import { Button, buttonStyle, Notice } from '@foyer/ui'
import { useApp } from '../../../shared/app-context.tsx'
import { orderTexts } from '../../../shared/purchase-text.ts'
import type { Underway } from '../payment/payment-flow.ts'
import { Reference } from './outcome.tsx'

interface TroubleProps {
  payment: Underway
  onRetry: () => void
}

/** Our server stays out of reach: what is certain, the reference, somebody to write to. */
export function Trouble({ payment: { isPaid, reference }, onRetry }: TroubleProps) {
  const { supportEmail } = useApp().tenant
  return (
    <>
      <Notice
        tone={isPaid ? 'danger' : 'warning'}
        announce="alert"
        title={isPaid ? orderTexts.failed : 'We could not reach our server.'}
      >
        <Reference label="Payment reference" value={reference} />
        <p className="mt-1">
          {isPaid
            ? 'Your payment is safe with the reference above: we finish the order or refund it, even if you close this page.'
            : 'Whether you were charged is not known here yet. If you were, we finish the order or refund it, even if you close this page.'}
        </p>
        <p className="mt-1">This page keeps asking, and goes on by itself.</p>
      </Notice>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" size="lg" onClick={onRetry}>
          Try again
        </Button>
        <a href={`mailto:${supportEmail}`} className={buttonStyle('quiet', 'lg')}>
          Contact support
        </a>
      </div>
    </>
  )
}
