import type { Attack } from './harness/attack.ts'
import { openOffice, workBeside } from './harness/offices.ts'
import { bytesOf, flood } from './harness/raw.ts'
import { UNBOUNDED } from './harness/unbounded.ts'

/** As many rows as a file may have. */
const ROWS = 1000

/** Tries of files, which leave nothing behind and can be repeated for ever. */
export const manyImports: Attack = {
  kind: 'many-imports',
  name: `an organizer tries files of ${ROWS} events over 30 connections`,
  by: 'organizer',
  showsAs: ['refused', 'health', 'latency'],
  control: {
    without: 'the turns of organizers in long work',
    bounds: { longCalls: { ...UNBOUNDED, atOnce: 2 } },
  },
  async prepare(site) {
    const office = await openOffice(site)
    const { venueId } = await site.build.event({ tenantId: office.tenantId })
    const [venue] = await site.sql<{ name: string }>('select name from venues where id = $1', [
      venueId,
    ])
    return { ...office.headers, venue: venue?.name ?? '' }
  },
  attack({ url, prepared: { venue, ...headers } }, tally, signal) {
    const rows = Array.from({ length: ROWS }, (_, at) => `Event ${at},${venue}`)
    const file = ['name,venue', ...rows].join('\n')
    const bytes = bytesOf('POST', '/api/admin/imports?kind=events&isDryRun=true', { file, headers })
    return flood(
      { url, connections: 30, perSecond: 60, depth: 1, request: () => bytes },
      tally,
      signal,
    )
  },
  during: (site, seconds) =>
    workBeside(site, seconds, {
      ...{ method: 'GET', path: '/api/admin/exports?kind=events' },
    }),
}
