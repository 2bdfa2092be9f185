import type { TenantTx } from '@foyer/db'
import { type EventCategory, type EventSort, type NearDays, SEARCH_LIMITS } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import { nearDays } from './queries.ts'
import { LAST_CHARACTER, type ReadWord } from './read-words.ts'

export interface Wanted {
  /** Null if the query has no words; then all events match. */
  words: readonly ReadWord[] | null
  category: string | null
  city: string | null
  venue: string | null
  /** Days counted from the current one in the venue's zone. */
  day: NearDays | null
  /** Calendar days in the venue's zone, both inclusive. */
  from: string | null
  to: string | null
  /**
   * Prices are compared in this currency. An event in another currency counts as one without a
   * price, unless it is free.
   */
  currency: string
  maxAllInMinor: number | null
  priceStepsMinor: readonly number[]
  /** True: past events are found too, after all others. */
  isPastShown: boolean
  sort: EventSort
  offset: number
  limit: number
}

export interface Found {
  total: number
  /** One page of ids, in order. */
  ids: string[]
  categories: { value: EventCategory; count: number }[]
  cities: { value: string; count: number }[]
  /** The counts for the price steps that were requested. */
  prices: number[]
  /** How many there are if the price does not matter. */
  any_price: number
}

/** Whether a session of the listing is to come, or is still sold. */
const IS_AHEAD = sql`(l.last_start > now() or l.next_start > now())`
const BY_DATE = sql`next_start nulls last, last_start desc, event_id`
const OVER_LAST = sql`is_over, ${BY_DATE}`
const ORDERS = {
  relevance: sql`score desc, ${OVER_LAST}`,
  date: OVER_LAST,
  price: sql`is_over, lowest_all_in_minor nulls last, ${BY_DATE}`,
  name: sql`is_over, sort_name, event_id`,
} as const satisfies Record<EventSort, unknown>

/** Without past events, an index has the events in date order. */
const orderOf = ({ sort, isPastShown }: Wanted) =>
  sort === 'date' && !isPastShown ? BY_DATE : ORDERS[sort]

/** Counts and pages the matching events in one statement; each facet ignores its own filter. */
export async function selectFound(tx: TenantTx, wanted: Wanted): Promise<Found> {
  const { rows } = await foundEvents(wanted).execute(tx)
  const [row] = rows
  if (!row) throw new Error('Counting answers with one row')
  return row
}

/** The statement is separate so that a test can check its plan. */
export function foundEvents(wanted: Wanted): RawBuilder<Found> {
  const { words, category, city, venue, day, from, to, currency, maxAllInMinor } = wanted
  const beyond = wanted.priceStepsMinor.map((minor) => minor + 1)
  // Without a filter that excludes many events, reading all events twice is cheaper than
  // materializing them: the counts scan the table and the page follows an index.
  const isNarrow = words !== null || day !== null || venue !== null || from !== null || to !== null
  const fitsCategory = sql`(${category}::text is null or category = ${category})`
  const fitsCity = sql`(${city}::text is null or city = ${city})`
  return sql<Found>`
    with ${words ? matchedBy(words) : sql``} ${day ? daysOf(day) : sql``}
    candidate as ${isNarrow ? sql`materialized` : sql`not materialized`} (
      select l.event_id, l.category, l.city, l.sort_name, l.next_start, l.last_start,
        p.lowest_all_in_minor, ${words ? sql`m.score` : sql`0`} as score,
        (${IS_AHEAD}) is not true as is_over,
        (${maxAllInMinor}::integer is null or p.lowest_all_in_minor <= ${maxAllInMinor})
          is true as fits_price
      from event_listings l
      cross join lateral (
        select case when l.currency = ${currency} or l.lowest_all_in_minor = 0
          then l.lowest_all_in_minor end) as p(lowest_all_in_minor)
      ${words ? sql`join matched m on m.event_id = l.event_id` : sql``}
      ${day ? sql`join near on near.timezone = l.timezone and l.days && near.days` : sql``}
      where l.is_published and (${wanted.isPastShown} or ${IS_AHEAD})
        and (${venue}::uuid is null or l.venue_id = ${venue}::uuid)
        and (${from}::date is null and ${to}::date is null
          or l.days && daterange(${from}::date, ${to}::date, '[]'))),
    -- All counts are sums over these rows: one pass over the events instead of one for each facet.
    grouped as materialized (
      select category, city, fits_price,
        width_bucket(lowest_all_in_minor, ${beyond}::integer[]) as step, count(*)::integer as count
      from candidate group by 1, 2, 3, 4)
    select (select coalesce(sum(count), 0)::integer from grouped
        where ${fitsCategory} and ${fitsCity} and fits_price) as total,
      (select coalesce(sum(count), 0)::integer from grouped
        where ${fitsCategory} and ${fitsCity}) as any_price,
      array(select event_id from candidate where ${fitsCategory} and ${fitsCity} and fits_price
        order by ${orderOf(wanted)} limit ${wanted.limit} offset ${wanted.offset}) as ids,
      (select coalesce(json_agg(f), '[]') from (
        select category as value, sum(count)::integer as count from grouped
        where ${fitsCity} and fits_price group by 1 order by 2 desc, 1) f) as categories,
      (select coalesce(json_agg(f), '[]') from (
        select city as value, sum(count)::integer as count from grouped
        where ${fitsCategory} and fits_price and city <> '' group by 1 order by 2 desc, 1
        limit ${SEARCH_LIMITS.cities}) f) as cities,
      array(select (select coalesce(sum(count), 0)::integer from grouped
          where ${fitsCategory} and ${fitsCity} and step < position)
        from generate_series(1, ${beyond.length}::integer) as position order by position) as prices`
}

/** The wanted days in each time zone in which the tenant has a venue. */
function daysOf(day: NearDays) {
  return sql`
    near as materialized (
      select z.timezone, ${nearDays(day, sql`z.timezone`)} as days
      from (select distinct timezone from venues) z),`
}

/** For a query that has only punctuation. */
const NO_HITS = sql`select null::uuid as event_id, 0 as position, 0 as score where false`
/** The score of a prefix; a word that is typed in full scores 1. */
const BEGINS = 0.8
/** A first letter or two are no word of a text. */
const SHORTEST_IN_TEXT = 3

/**
 * The events that match every word. The score depends on the word, on its position and on how it
 * was typed. Each word is compared with constants, so that the planner can distinguish a first
 * letter, which half of all events have, from a name.
 */
function matchedBy(words: readonly ReadWord[]) {
  const hits = words.length > 0 ? sql.join(words.flatMap(hitsOf), sql` union all `) : NO_HITS
  const [word] = words
  // While only a first letter is typed, half of all words match: they are scanned once.
  if (word && words.length === 1) {
    return sql`
    hit as (${hits}),
    matched as materialized (select event_id, max(score) as score from hit group by 1),`
  }
  return sql`
    hit as (${hits}),
    best as (select event_id, position, max(score) as score from hit group by 1, 2),
    matched as materialized (
      select event_id, sum(score) as score from best
      group by 1 having count(*) = ${words.length}),`
}

function hitsOf(
  { word, spelled, meant, beginsInTexts }: ReadWord,
  position: number,
): RawBuilder<unknown>[] {
  const beginning = sql`
    select event_id, ${sql.lit(position)} as position,
      weight * case word when ${word} then 1 else ${sql.lit(BEGINS)}::real end as score
    from event_words where word >= ${word} and word <= ${word + LAST_CHARACTER}`
  // A word of a text counts less than any other: its weight is 1.
  const inTexts = sql`
    select event_id, ${sql.lit(position)}, case word when ${word} then 1 else ${sql.lit(BEGINS)}::real end
    from event_text_words where ${
      beginsInTexts
        ? sql`word >= ${word} and word <= ${word + LAST_CHARACTER}`
        : sql`word = ${word}`
    }`
  const isInTexts = beginsInTexts || spelled.length >= SHORTEST_IN_TEXT
  const found = isInTexts ? [beginning, inTexts] : [beginning]
  if (meant.length === 0) return found
  const others = sql`
    select e.event_id, ${sql.lit(position)}, e.weight * m.quality
    from unnest(${meant.map((other) => other.word)}::text[],
      ${meant.map((other) => other.quality)}::real[]) as m(word, quality)
    join event_words e on e.word = m.word`
  return [...found, others]
}
