import { type MailKind, mailTrySeconds, type RateWindow, secondsUntilRoom } from '@foyer/domain'

/** What the limit by recipient needs to know of a due mail. */
export interface DueMailFacts {
  id: string
  kind: MailKind
  recipientKey: string
  /** Seconds since it was queued. */
  ageSeconds: number
  /** Whether it is counted already, because it was tried before or was held back until now. */
  isCounted: boolean
  mayBeHeldBack: boolean
}

export interface MailVerdict {
  /** Ids of the mails that are sent now. */
  release: string[]
  /** Mails that are held back, with the seconds to wait. */
  holdBack: { id: string; waitSeconds: number }[]
  /** Ids of mails that would be useless by the time they may be sent; they are never sent. */
  suppress: string[]
}

/**
 * Decides which of the due mails are sent. A mail that is held back is counted at once: it is sent
 * at its time, and the next one waits longer. A mail that may not be held back is sent regardless
 * of its recipient's count, and is counted for later ones. `agesByRecipient`: see `agesOfMails`.
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
