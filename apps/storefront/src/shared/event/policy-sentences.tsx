import { type ChangePolicy, DEFAULT_POLICY, policyTexts } from '@foyer/domain'
import { useApp } from '../app-context.tsx'

export interface PolicyProps {
  /** Null: the default policy. */
  policy: ChangePolicy | null
  currency: string
  /** The session of the tickets, if there is only one: deadlines are then dates at the venue. */
  session?: { startsAt: string; timeZone: string } | null
  /** Whether the event has another session on sale; assumed if it is not known. */
  hasOtherSession?: boolean
}

/** What buyers may change, a sentence or two for each kind. */
export function PolicySentences({
  policy,
  currency,
  session,
  hasOtherSession = true,
}: PolicyProps) {
  const { locale } = useApp().tenant
  const texts = policyTexts(policy ?? DEFAULT_POLICY, {
    currency,
    locale,
    session,
    hasOtherSession,
    now: new Date(),
  })
  return (
    <ul className="grid max-w-prose gap-1.5 text-sm">
      {Object.entries(texts).map(([kind, text]) => (
        <li key={kind}>{text}</li>
      ))}
    </ul>
  )
}
