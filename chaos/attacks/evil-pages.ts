import type { Attack } from './harness/attack.ts'
import { openOffice, workBeside } from './harness/offices.ts'
import { bytesOf, flood } from './harness/raw.ts'
import { UNBOUNDED } from './harness/unbounded.ts'

const PATH = '/api/admin/settings/pages/help/preview'
/** A list in a list in a list: parsing it takes a second. */
const PAGE = { title: 'Help', body: '* '.repeat(29_000) }

/** Pages that are costly to parse. */
export const evilPages: Attack = {
  kind: 'evil-pages',
  name: 'an organizer previews pages of 29,000 nested lists over 40 connections',
  by: 'organizer',
  showsAs: ['refused', 'health', 'latency'],
  control: {
    without: 'the share of one organizer in the sandbox',
    bounds: {
      sandbox: {
        ...UNBOUNDED,
        atOnce: 1,
        ...{
          taskMs: { page: 60_000, svg: 60_000, table: 60_000 },
          megabytes: 256,
          idleMs: 30_000,
          startMs: 20_000,
        },
      },
    },
  },
  prepare: async (site) => (await openOffice(site)).headers,
  attack({ url, prepared }, tally, signal) {
    const bytes = bytesOf('POST', PATH, { body: PAGE, headers: prepared })
    return flood(
      { url, connections: 40, perSecond: 40, depth: 1, request: () => bytes },
      tally,
      signal,
    )
  },
  during: async (site, seconds) =>
    workBeside(site, await openOffice(site), seconds, {
      ...{ method: 'POST', path: PATH },
      body: { title: 'Help', body: '# Getting here\n\nTake the tram.' },
    }),
}
