import type { Attack } from './harness/attack.ts'
import { bytesOf, flood } from './harness/raw.ts'
import { UNBOUNDED } from './harness/unbounded.ts'

/** Pages of search results, each for new words. */
export const searchFlood: Attack = {
  kind: 'search-flood',
  name: 'distinct searches by 220 connections, 500 a second',
  hasPages: true,
  showsAs: ['health', 'latency', 'refused'],
  control: {
    without: 'the bounds on searches and on rendering pages',
    isOneAddressMany: true,
    bounds: { renders: UNBOUNDED, searches: UNBOUNDED, reads: UNBOUNDED },
  },
  attack: ({ url }, tally, signal) =>
    flood(
      {
        url,
        connections: 220,
        perSecond: 500,
        depth: 1,
        request: (index) => bytesOf('GET', `/events?q=night${process.pid}${index}`),
      },
      tally,
      signal,
    ),
}
