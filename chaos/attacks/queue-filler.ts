import type { Attack } from './harness/attack.ts'
import { attackersCart } from './harness/build.ts'
import { bytesOf, flood } from './harness/raw.ts'

/** One browser pipelines calls that cost more than holds: each waits in the lanes' queue. */
export const queueFiller: Attack = {
  kind: 'queue-filler',
  name: 'more-time calls for one cart, pipelined over 60 connections, 12,000 a second',
  showsAs: ['latency', 'health', 'refused'],
  control: {
    without: 'the share of the queue that one network may have, and without turns between networks',
    isOneAddressMany: true,
    bounds: { laneShare: Number.MAX_SAFE_INTEGER, lanesTakeTurns: false },
  },
  async prepare(site) {
    const { cookie } = await attackersCart(site, site.sessionIds[0] ?? '', site.freeTypeId)
    return { cookie }
  },
  attack: ({ url, prepared }, tally, signal) => {
    const bytes = bytesOf('POST', '/api/checkout/carts/10000/more-time', {
      headers: { cookie: prepared.cookie ?? '' },
    })
    return flood(
      { url, connections: 60, perSecond: 12_000, depth: 220, request: () => bytes },
      tally,
      signal,
    )
  },
}
