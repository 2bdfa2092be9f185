import { formatter } from './formatter.ts'
import type { SalesPhase } from './sales-phase.ts'

/** What the back office tells an organizer about an event's sales: what buyers see now, and what follows. */

/** A time at which sales change by themselves. `count`: sessions of which it is the first. */
export interface SaleMoment {
  at: Date
  kind:
    | 'event_opens'
    | 'event_closes'
    | 'type_opens'
    | 'type_closes'
    | 'session_opens'
    | 'session_closes'
    | 'code_starts'
    | 'code_ends'
    | 'next_session_closes'
  /** Of the ticket type or the code. */
  name?: string
  count?: number
}

export interface SaleSituation {
  isPublished: boolean
  /** Null: no session is to come. */
  state: SalesPhase | null
  opensAt: Date | null
  note: string | null
  /** The names of types that only a code unlocks. */
  hiddenTypes: readonly string[]
  /** Codes that work now, and those of them that open sales early. */
  workingCodes: number
  earlyCodes: number
  moments: readonly SaleMoment[]
}

export interface SaleSummary {
  /** Sentences about now, the most important first. */
  now: string[]
  next: { at: string; text: string }[]
}

/** More than this nobody reads. */
const NEXT = 8

export function describeSales(situation: SaleSituation, timeZone: string): SaleSummary {
  const next = situation.moments
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, NEXT)
    .map((moment) => ({ at: moment.at.toISOString(), text: momentText(moment) }))
  return { now: nowTexts(situation, timeZone), next }
}

/** 'Friday, November 27 at 10:00 AM', at the venue. */
export function saleMomentText(at: Date, timeZone: string): string {
  const day = formatter('en-US', timeZone, { weekday: 'long', month: 'long', day: 'numeric' })
  const time = formatter('en-US', timeZone, { hour: 'numeric', minute: '2-digit' })
  return `${day.format(at)} at ${time.format(at)}`
}

/** 'Fri, Nov 27, 2026, 10:00 AM', at the venue. */
export const shortMomentText = (at: Date, timeZone: string): string =>
  formatter('en-US', timeZone, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)

function nowTexts(situation: SaleSituation, timeZone: string): string[] {
  const { state, isPublished, opensAt, note, hiddenTypes, workingCodes, earlyCodes } = situation
  const texts: string[] = []
  if (!isPublished) texts.push('Buyers do not see this event: it is not published.')
  const would = isPublished ? 'Buyers' : 'Once it is published, buyers'
  switch (state) {
    case null:
      texts.push('Nothing can be bought: the event has no session to come.')
      break
    case 'paused':
      texts.push(
        note
          ? `${would} read that sales are paused, and your note: “${note}”`
          : `${would} read that sales are paused.`,
        'What is held can still be paid; nothing new can be held.',
      )
      break
    case 'on_sale':
      texts.push(`${would} can buy tickets.`)
      break
    case 'not_started':
      texts.push(
        `${would} see the event with “On sale ${opensAt ? saleMomentText(opensAt, timeZone) : 'soon'}”, a countdown and a reminder for their calendar. The page opens by itself.`,
      )
      if (earlyCodes > 0) texts.push('With an access code, they can buy already.')
      break
    case 'with_code':
      texts.push(`${would} can buy with an access code alone.`)
      break
    case 'ended':
      texts.push(`${would} read that sales have ended.`)
      break
  }
  if (hiddenTypes.length > 0 && state !== null) {
    const names = new Intl.ListFormat('en-US').format(hiddenTypes)
    const verb = hiddenTypes.length === 1 ? 'is' : 'are'
    texts.push(
      workingCodes > 0
        ? `${names} ${verb} shown only to buyers with an access code.`
        : `${names} ${verb} hidden, and no access code works now: nobody can buy ${hiddenTypes.length === 1 ? 'it' : 'them'}.`,
    )
  }
  return texts
}

function momentText({ kind, name = '', count = 1 }: SaleMoment): string {
  const sessions = count === 1 ? 'one session' : `${count} sessions`
  switch (kind) {
    case 'event_opens':
      return 'Sales start'
    case 'event_closes':
      return 'Sales end'
    case 'type_opens':
      return `Sales of ${name} start`
    case 'type_closes':
      return `Sales of ${name} end`
    case 'session_opens':
      return `Sales of ${sessions} start`
    case 'session_closes':
      return `Sales of ${sessions} end`
    case 'code_starts':
      return `The access code ${name} starts to work`
    case 'code_ends':
      return `The access code ${name} stops working`
    case 'next_session_closes':
      return 'Sales of the next session end'
  }
}
