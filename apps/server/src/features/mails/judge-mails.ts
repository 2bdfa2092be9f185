import { type MailKind, mailTrySeconds, type RateWindow, secondsUntilRoom } from '@foyer/domain'

/** A due mail, as far as the bound by recipient looks at it. */
export interface DueMailFacts {
  id: string
  kind: MailKind
  recipientKey: string
  /** Since it was queued. */
  ageSeconds: number
  /** Whether it counts already: it was tried before, or held back for a time that has come. */
  isCounted: boolean
  mayBeHeldBack: boolean
}

export interface MailVerdict {
  /** Ids of the mails that are sent now. */
  release: string[]
  /** Those that wait for room, and for how long. */
  holdBack: { id: string; waitSeconds: number }[]
  /** Ids of those for which there is no room while they make sense. */
  suppress: string[]
}

/**
 * Decides which of the due mails are sent. One that waits takes its place among those that follow at
 * once, so it is sent as its time comes, and the next one waits for longer. A mail that may not be
 * held back is sent however many its recipient had, and counts for those that follow.
 * `agesByRecipient`: see `agesOfMails`.
 */
export function judgeMails(
  mails: readonly DueMailFacts[],
  agesByRecipient: ReadonlyMap<string, readonly number[]>,
  windows: readonly RateWindow[],
): MailVerdict {
  const verdict: MailVerdict = { release: [], holdBack: [], suppress: [] }
  const known = new Map(agesByRecipient)
  for (const { id, kind, recipientKey, ageSeconds, isCounted, mayBeHeldBack } of mails) {
    const ages = known.get(recipientKey) ?? []
    const mustWait = mayBeHeldBack && !isCounted
    const waitSeconds = mustWait ? Math.ceil(secondsUntilRoom(ages, windows)) : 0
    if (ageSeconds + waitSeconds > mailTrySeconds(kind) && waitSeconds > 0) {
      verdict.suppress.push(id)
      continue
    }
    if (waitSeconds > 0) verdict.holdBack.push({ id, waitSeconds })
    else verdict.release.push(id)
    if (!isCounted)
      known.set(
        recipientKey,
        [...ages, -waitSeconds].sort((a, b) => a - b),
      )
  }
  return verdict
}
