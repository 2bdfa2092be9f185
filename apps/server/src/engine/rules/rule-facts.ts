import type { QuoteRequestLine, RuleFacts } from '@foyer/domain'

interface FactSources extends Pick<RuleFacts, 'classes' | 'tickets' | 'dates'> {
  event: { id: string; name: string; currency: string; timeZone: string }
  now: Date
  /** All lines, add-ons included. */
  priced: readonly Pick<QuoteRequestLine, 'unitPriceMinor' | 'quantity'>[]
  startsAt: readonly Date[]
  customerEmail?: string | undefined
}

/** The facts that rules are judged by, with days and times in the venue's zone. */
export function factsFrom({ event, now, priced, startsAt, ...facts }: FactSources): RuleFacts {
  return {
    ...facts,
    eventId: event.id,
    eventName: event.name,
    currency: event.currency,
    totalAmountMinor: priced.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0),
    sessionTimes: startsAt.map((at) => clockTime(at, event.timeZone)),
    timeOfDay: clockTime(now, event.timeZone),
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The time in a zone as HH:MM. */
function clockTime(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  return format.format(at)
}
