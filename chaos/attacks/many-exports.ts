import type { Attack } from './harness/attack.ts'
import { openOffice, workBeside } from './harness/offices.ts'
import { bytesOf, flood } from './harness/raw.ts'
import { UNBOUNDED } from './harness/unbounded.ts'

const DATES = 10_000
const CONNECTIONS = 120

/** Files of all dates of a season, while another organizer searches for a person. */
export const manyExports: Attack = {
  kind: 'many-exports',
  name: `an organizer exports ${DATES} dates over ${CONNECTIONS} connections`,
  by: 'organizer',
  showsAs: ['refused', 'health', 'latency'],
  control: {
    without: 'the turns of organizers in long work',
    bounds: { longCalls: { ...UNBOUNDED, atOnce: 2 } },
  },
  async prepare(site) {
    const office = await openOffice(site)
    const { eventId } = await site.build.event({ tenantId: office.tenantId })
    await site.sql(
      `insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date)
       select tenant_id, gen_random_uuid(), id, at, at + interval '1 hour', at::date
       from events cross join generate_series(1, $2) as n
       cross join lateral (select timestamptz '2040-01-01 10:00Z' + n * interval '3 hours') as t(at)
       where id = $1`,
      [eventId, DATES],
    )
    return { ...office.headers, eventId }
  },
  attack({ url, prepared: { eventId, ...headers } }, tally, signal) {
    const path = `/api/admin/exports?kind=sessions&eventId=${eventId}`
    const bytes = bytesOf('GET', path, { headers })
    return flood(
      { url, connections: CONNECTIONS, perSecond: 40, depth: 1, request: () => bytes },
      tally,
      signal,
    )
  },
  during: (site, seconds) =>
    workBeside(site, seconds, {
      ...{ method: 'POST', path: '/api/admin/personal-data/find' },
      body: { email: 'nobody@example.com' },
    }),
}
