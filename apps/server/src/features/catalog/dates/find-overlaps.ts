import type { BulkPreview } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { LONGEST_SESSION_MINUTES } from '@foyer/domain'
import { sql } from 'kysely'

interface Span {
  startsAt: Date
  endsAt: Date
}

interface OtherSession extends Span {
  isOwn: boolean
  eventName: string
}

/** The most sessions of a venue that are compared: a year of ten events with ten sessions a day. */
const COMPARED = 40_000
const EXAMPLES = 5

/**
 * How many new sessions overlap sessions that are on sale, of the event itself and of other events of its
 * venue, which may be right: a venue may have two halls.
 */
export async function findOverlaps(
  tx: TenantTx,
  { eventId, venueId }: { eventId: string; venueId: string },
  fresh: readonly Span[],
): Promise<BulkPreview['overlaps']> {
  const first = fresh[0]?.startsAt
  const last = fresh.reduce<Date | undefined>(
    (end, { endsAt }) => (end && end > endsAt ? end : endsAt),
    undefined,
  )
  if (!first || !last) return { own: 0, venue: 0, examples: [] }
  const { rows } = await sql<OtherSession>`
    select s.starts_at as "startsAt", s.ends_at as "endsAt", e.id = ${eventId} as "isOwn",
      e.name as "eventName"
    from events e join sessions s on s.tenant_id = e.tenant_id and s.event_id = e.id
    where e.venue_id = ${venueId} and s.status = 'active' and s.starts_at < ${last}
      -- No session lasts longer: the index finds those that begin by then.
      and s.starts_at > ${first}::timestamptz - make_interval(mins => ${LONGEST_SESSION_MINUTES})
      and s.ends_at > ${first}
    order by s.starts_at limit ${COMPARED}`.execute(tx)
  const own = new Timeline(rows.filter(({ isOwn }) => isOwn))
  const others = new Timeline(rows.filter(({ isOwn }) => !isOwn))
  const examples: BulkPreview['overlaps']['examples'] = []
  const counts = { own: 0, venue: 0 }
  for (const session of fresh) {
    const ofOwn = own.overlapping(session)
    const ofVenue = others.overlapping(session)
    if (ofOwn) counts.own += 1
    if (ofVenue) counts.venue += 1
    const other = ofOwn ?? ofVenue
    if (other && examples.length < EXAMPLES) {
      examples.push({
        startsAt: session.startsAt.toISOString(),
        otherStartsAt: other.startsAt.toISOString(),
        otherEvent: other.eventName,
      })
    }
  }
  return { ...counts, examples }
}

/** Sessions by start, each with the one before or at it that ends last: one search finds an overlap. */
class Timeline {
  readonly #sessions: readonly OtherSession[]
  readonly #longest: OtherSession[] = []

  constructor(sessions: readonly OtherSession[]) {
    this.#sessions = sessions
    for (const session of sessions) {
      const before = this.#longest.at(-1)
      this.#longest.push(before && before.endsAt > session.endsAt ? before : session)
    }
  }

  overlapping({ startsAt, endsAt }: Span): OtherSession | undefined {
    let low = 0
    let high = this.#sessions.length
    while (low < high) {
      const middle = (low + high) >> 1
      const start = this.#sessions[middle]?.startsAt
      if (start && start < endsAt) low = middle + 1
      else high = middle
    }
    const longest = this.#longest[low - 1]
    return longest && longest.endsAt > startsAt ? longest : undefined
  }
}
