import type { TenantView } from '@foyer/contract'
import type { FieldFailure } from '@foyer/ui'
import { useState } from 'react'

/** What the buyer ticked, as the payment call sends it. */
export interface GivenConsents {
  termsVersion?: number
  marketing?: string
}

export interface Consents {
  /** What the shop asks for; null in most shops. */
  asked: NonNullable<TenantView['consents']> | null
  hasTerms: boolean
  hasNews: boolean
  tickTerms: (isTicked: boolean) => void
  tickNews: (isTicked: boolean) => void
  /** Said at the box after a press of a button that pays; null while nothing is missing. */
  problem: string | null
  /** What keeps the purchase from going on, for the summary; from now on the box says so too. */
  check: () => FieldFailure[]
  given: () => GivenConsents | undefined
}

export const TERMS_FIELD_ID = 'checkout-terms'
const MISSING = 'Accept the terms to continue.'

/** The boxes at the checkout. Nothing is ticked before the buyer ticks it, also after a reload. */
export function useConsents(asked: TenantView['consents']): Consents {
  const [hasTerms, tickTerms] = useState(false)
  const [hasNews, tickNews] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const needsTerms = asked?.termsVersion !== undefined
  const isMissing = needsTerms && !hasTerms
  return {
    asked: asked && (needsTerms || asked.marketing !== undefined) ? asked : null,
    hasTerms,
    hasNews,
    tickTerms,
    tickNews,
    problem: isChecked && isMissing ? MISSING : null,
    check: () => {
      setChecked(true)
      return isMissing ? [{ fieldId: TERMS_FIELD_ID, message: MISSING }] : []
    },
    given: () =>
      asked && {
        ...(hasTerms && needsTerms ? { termsVersion: asked.termsVersion } : {}),
        ...(hasNews && asked.marketing !== undefined ? { marketing: asked.marketing } : {}),
      },
  }
}
