import type { OrderView } from '@foyer/contract'

type Session = OrderView['tickets'][number]['session']

/** The part of an order's view that its visits follow from. */
interface Visited {
  tickets: readonly Pick<OrderView['tickets'][number], 'number' | 'session' | 'isCancelled'>[]
  changes: readonly {
    outcome: OrderView['changes'][number]['outcome']
    tickets: readonly {
      number: number
      from: { session: Session }
      /** Null: the ticket ended. */
      to: { session: Session } | null
    }[]
  }[]
}

/** A session that an order has, or once had, valid tickets for: an entry in the buyer's calendar. */
export interface Visit {
  session: Session
  /** The number of valid tickets; 0 cancels the entry. */
  tickets: number
}

/**
 * The visits of an order in the order of their entries, found by going through its history. An entry
 * keeps its position for good, so that the file replaces what a calendar has of earlier files: a
 * session that tickets moved to takes the entry of the session that they left, if no ticket stayed
 * there; otherwise it gets a new entry after the others. An entry without a ticket stays, cancelled.
 */
export function visitsOf({ tickets, changes }: Visited): Visit[] {
  const done = changes.filter(({ outcome }) => outcome === 'done')
  const byNumber = tickets.toSorted((a, b) => a.number - b.number)
  // The sessions of the purchase: what each ticket was before its first change.
  const sessions = new Map<number, Session | null>(
    byNumber.map(({ number, session }) => [number, session]),
  )
  for (const change of done.toReversed()) {
    for (const { number, from } of change.tickets) sessions.set(number, from.session)
  }
  const visits: Visit[] = []
  enter(visits, sessions)
  for (const change of done) {
    for (const { number, to } of change.tickets) sessions.set(number, to?.session ?? null)
    enter(visits, sessions)
  }
  // A ticket also ends without a change of the order, as when its session is called off.
  for (const { number, session, isCancelled } of byNumber) {
    sessions.set(number, isCancelled ? null : session)
  }
  enter(visits, sessions)
  return visits
}

/** Brings the visits up to date with the sessions of the tickets; null: the ticket ended. */
function enter(visits: Visit[], sessions: ReadonlyMap<number, Session | null>): void {
  const valid = [...sessions.values()].filter((session) => session !== null)
  const countOf = ({ id }: Session) => valid.filter((session) => session.id === id).length
  const left = visits.filter((visit) => visit.tickets > 0 && countOf(visit.session) === 0)
  for (const visit of visits) visit.tickets = countOf(visit.session)
  for (const session of valid) {
    const known = visits.find((visit) => visit.session.id === session.id)
    if (known) {
      known.session = session
      continue
    }
    const entry = left.shift()
    if (entry) Object.assign(entry, { session, tickets: countOf(session) })
    else visits.push({ session, tickets: countOf(session) })
  }
}
