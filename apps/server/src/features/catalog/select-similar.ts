import type { TenantTx } from '@foyer/db'
import { type RawBuilder, sql } from 'kysely'

/**
 * How many events before and after the date of the event are compared, so that a catalogue of
 * thousands costs no more.
 */
const LOOKED_AT = 150
const OFFERED = 4

/**
 * Selects the ids of events that a buyer who cannot have this one might take instead: published, to
 * come, with tickets left, and never the event itself. Events of the same category and city come
 * first, then those of the same category, then those of the same city, then the rest; within each,
 * the nearest date.
 */
export async function selectSimilar(tx: TenantTx, eventId: string): Promise<string[]> {
  const { rows } = await similarEvents(eventId).execute(tx)
  return rows.map((row) => row.event_id)
}

/** The statement is separate so that a test can check its plan. */
export const similarEvents = (eventId: string): RawBuilder<{ event_id: string }> => sql`
  with given as materialized (
    select category, city, greatest(coalesce(next_start, last_start), now()) as around
    from event_listings where event_id = ${eventId}),
  near as materialized (
    (select event_id, category, city, next_start from event_listings
     where is_published and next_start >= (select around from given)
     order by next_start limit ${LOOKED_AT})
    union all
    (select event_id, category, city, next_start from event_listings
     where is_published and next_start > now() and next_start < (select around from given)
     order by next_start desc limit ${LOOKED_AT})),
  -- Ordered first, so that stock is read of the best ones until enough have tickets.
  ranked as materialized (
    select n.event_id, row_number() over (order by
      (n.category <> g.category)::integer * 2 + (n.city <> g.city)::integer,
      abs(extract(epoch from n.next_start - g.around)), n.event_id) as rank
    from near n cross join given g
    where n.event_id <> ${eventId})
  select r.event_id from (select event_id, rank from ranked order by rank) r
  -- Without a count an event has no limit.
  where coalesce((
    select bool_or(room is null or room > 0) from day_rollups d
    where d.event_id = r.event_id and d.next_change_at > now()), true)
  order by r.rank limit ${OFFERED}`
