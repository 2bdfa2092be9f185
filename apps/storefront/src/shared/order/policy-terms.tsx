import type { PolicyTerms } from '@foyer/contract'
import { type ChangeRequestKind, changeTermsText } from '@foyer/domain'

interface PolicyTermsProps {
  terms: PolicyTerms
  currency: string
  zone: string
  locale: string
  kind: ChangeRequestKind
}

/** The organizer's terms of a change, before anybody starts: until when, how often, at what fee. */
export function PolicyTermsText({ terms, currency, zone, locale, kind }: PolicyTermsProps) {
  return (
    <p className="text-sm text-muted">
      {changeTermsText(kind, terms, { currency, locale, timeZone: zone })}
    </p>
  )
}
