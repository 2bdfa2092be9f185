import { formatAmount, formatTime } from '@foyer/domain'
import { Button, Field, Notice, TextInput } from '@foyer/ui'
import { Copy } from '@foyer/ui/icons'
import { copyText } from '../../../shared/copy-text.ts'
import { agoText } from '../../../shared/time.ts'
import type { Offer } from './change-queries.ts'

interface PaymentLinkProps {
  offer: Offer
  timeZone: string
  locale: string
  onClose: () => void
}

/** The link to where the buyer pays the difference, after it was mailed. */
export function PaymentLink({ offer, timeZone, locale, onClose }: PaymentLinkProps) {
  const { url, email, amountMinor, currency, heldUntil } = offer
  const amount = formatAmount(amountMinor, currency, locale)
  return (
    <div className="flex flex-col gap-5">
      <Notice
        tone="success"
        title={<span className="wrap-anywhere">The link is on its way to {email}</span>}
        className="border border-edge"
      >
        Nobody enters a card at the desk. The buyer opens the link and pays {amount}; the change is
        made by itself once it is paid. Until then the tickets that they have stay valid.
      </Notice>
      <p className="text-sm">
        The new tickets are held until{' '}
        <strong className="figures">
          {formatTime(heldUntil, timeZone, locale)} ({timeZone.replaceAll('_', ' ')})
        </strong>
        , {agoText(heldUntil)}. After that the buyer can still pay, as long as there is room, at the
        price that is shown then. The link ends after a week, when the change is paid, or when you
        withdraw the change on the page of the order. It opens this payment and nothing else.
      </p>
      <Field label="The link" hint="For a buyer who does not find the mail.">
        <TextInput
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
          className="figures text-ellipsis"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => void copyText(url, 'The link is copied')}>
          <Copy aria-hidden="true" className="size-4" />
          Copy the link
        </Button>
      </div>
    </div>
  )
}
