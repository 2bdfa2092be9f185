import { type ChangePolicy, DEFAULT_POLICY, policyTexts } from '@foyer/domain'
import { useApp } from '../app-context.tsx'

export interface PolicyProps {
  /** Null: the default policy. */
  policy: ChangePolicy | null
  currency: string
  /** False for an event with one session: there is nothing to reschedule to. */
  hasOtherSession?: boolean
  /** The session of the tickets, if there is only one: deadlines are then dates at the venue. */
  session?: { startsAt: string; timeZone: string } | null
}

function useTexts({ policy, currency, hasOtherSession, session }: PolicyProps) {
  const { locale } = useApp().tenant
  return policyTexts(policy ?? DEFAULT_POLICY, {
    currency,
    locale,
    session,
    ...(hasOtherSession === undefined ? {} : { hasOtherSession }),
    now: new Date(),
  })
}

/** Until when tickets can be cancelled, and what is refunded then. */
export const CancelSentence = (props: PolicyProps) => useTexts(props).cancel

/** What buyers may change, a sentence or two for each kind. */
export function PolicySentences(props: PolicyProps) {
  const texts = useTexts(props)
  return (
    <ul className="grid max-w-prose gap-1.5 text-sm">
      {Object.entries(texts).map(([kind, text]) => (
        <li key={kind}>{text}</li>
      ))}
    </ul>
  )
}
