import type { PolicyTerms } from '@foyer/contract'
import { formatAmount, formatInstantDate, formatTime } from '@foyer/domain'

interface PolicyTermsProps {
  terms: PolicyTerms
  currency: string
  zone: string
  locale: string
  /** 'reschedule' or 'upgrade': what the buyer may do on these terms. */
  action: string
}

/** The organizer's terms of a change, before anybody starts: until when, how often, at what fee. */
export function PolicyTermsText({ terms, currency, zone, locale, action }: PolicyTermsProps) {
  const { changesUntil, changesLeft, fee, refundsDecrease } = terms
  const until = `${formatInstantDate(changesUntil, zone, locale)}, ${formatTime(changesUntil, zone, locale)}`
  const often =
    changesLeft === null ? '' : changesLeft === 1 ? ' once more' : ` ${changesLeft} times`
  return (
    <p className="text-sm text-muted">
      {`You can ${action}${often} until ${until}. `}
      {fee === null
        ? 'The organizer takes no fee for it. '
        : `The organizer keeps ${feeText(fee, currency, locale)} for it, included in the prices shown. `}
      {refundsDecrease
        ? 'If it costs less, the difference is refunded.'
        : 'If it costs less, the difference stays with your order.'}
    </p>
  )
}

const feeText = (fee: NonNullable<PolicyTerms['fee']>, currency: string, locale: string): string =>
  fee.feeType === 'flat'
    ? `${formatAmount(fee.amountMinor, currency, locale)} per ticket`
    : `${new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(fee.ratePpm / 1_000_000)} of the ticket price`
