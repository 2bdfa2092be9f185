import { createHash } from 'node:crypto'
import { EVENT_CATEGORIES } from '@foyer/domain'
import type pg from 'pg'

const words = (text: string) => text.split(' ')
const MOODS = words(
  'Northern Silent Golden Velvet Broken Electric Winter Crystal Hidden Lunar Paper Copper Midnight Wandering Burning Distant Emerald Scarlet Ancient',
)
const THINGS = words(
  'Harbor Lantern Orchestra Garden Mirror River Lighthouse Carnival Symphony Machine Parade Cathedral Station Forest Marathon Observatory Kitchen',
)
const KINDS = words('Sessions Nights Festival Gala Revue Workshop Tour Derby Congress')
const CITIES = words(
  'Berlin München Zürich Chicago Austin Portland Lyon Málaga Kraków Oslo Toronto Boston Seattle',
)
const SYLLABLES = words('ba do fel gri ha jun ka lor mi nu pel ri sa tov ur va wen xi yol zan')

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

/** A made-up name. There are nine thousand, more than a real vocabulary of names has. */
const ownWord = (index: number): string =>
  [index, Math.floor(index / 21) * 5, Math.floor(index / 441)]
    .map((seed) => at(SYLLABLES, seed))
    .join('')

/** A name such as 'Lunar Parade Tour: Babado', whose parts are evenly distributed. */
export const nameOfMany = (index: number): string =>
  `${at(MOODS, index)} ${at(THINGS, index * 3)} ${at(KINDS, index * 5)}: ${ownWord(index)}`

/** A text of thirty words from a vocabulary of a few hundred. */
const textOfMany = (index: number): string =>
  Array.from({ length: 30 }, (_, position) => ownWord((index * 7 + position * 13) % 400)).join(' ')

/**
 * Writes a catalogue of `count` events for the tenant, in a dozen cities, each with one ticket type
 * with a fee and three nights in the next year. Uses few statements, as an import would, and creates
 * no stock.
 */
export async function buildManyEvents(
  pool: pg.Pool,
  tenantId: number,
  count: number,
): Promise<void> {
  const id = (...parts: (string | number)[]) => {
    const hex = createHash('md5')
      .update([tenantId, ...parts].join('/'))
      .digest('hex')
    // With the version and the variant of an id of one's own making: the API refuses others.
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
  }
  const all = Array.from({ length: count }, (_, index) => index)
  const client = await pool.connect()
  const run = (text: string, ...lists: unknown[][]) => client.query(text, [tenantId, ...lists])
  try {
    await client.query('begin')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])
    await run(
      `insert into venues (tenant_id, id, name, city, timezone)
       select $1, id, city || ' Hall', city, 'Europe/Berlin'
       from unnest($2::uuid[], $3::text[]) as v(id, city)`,
      CITIES.map((city) => id('venue', city)),
      CITIES,
    )
    await client.query(
      `insert into fee_sets (tenant_id, id, name, fee_type, rate_ppm)
       values ($1, $2, 'Service fee', 'percentage', 125000)`,
      [tenantId, id('fee')],
    )
    await run(
      `insert into events (tenant_id, id, venue_id, fee_set_id, name, category, description)
       select $1, id, venue, '${id('fee')}', name, category, description
       from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
         as e(id, venue, name, category, description)`,
      all.map((index) => id('event', index)),
      all.map((index) => id('venue', at(CITIES, index) ?? '')),
      all.map(nameOfMany),
      all.map((index) => at(EVENT_CATEGORIES, index)),
      all.map(textOfMany),
    )
    await run(
      `insert into ticket_groups (tenant_id, id, event_id, name)
       select $1, id, id, 'Tickets' from unnest($2::uuid[]) as g(id)`,
      all.map((index) => id('event', index)),
    )
    await run(
      `insert into ticket_types (tenant_id, id, event_id, group_id, name, price_minor)
       select $1, id, id, id, 'Admission', price from unnest($2::uuid[], $3::integer[]) as t(id, price)`,
      all.map((index) => id('event', index)),
      all.map((index) => 1000 + ((index * 37) % 190) * 100),
    )
    await client.query(
      `insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date)
       select $1, gen_random_uuid(), e.id, night, night + interval '2 hours',
         (night at time zone 'Europe/Berlin')::date
       from unnest($2::uuid[]) with ordinality as e(id, position)
       cross join generate_series(0, 2) as turn
       cross join lateral (select date_trunc('day', now()) + interval '19 hours'
         + (1 + (position * 11) % 360 + turn * 9) * interval '1 day') as n(night)`,
      [tenantId, all.map((index) => id('event', index))],
    )
    await client.query('commit')
    await client.query('analyze')
  } finally {
    client.release()
  }
}
