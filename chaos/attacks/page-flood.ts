import type { Attack } from './harness/attack.ts'
import { bytesOf, flood } from './harness/raw.ts'
import { UNBOUNDED } from './harness/unbounded.ts'

const DAY_MS = 86_400_000

/** Pages at new addresses, each of which has to be rendered unless a bound refuses it. */
export const pageFlood: Attack = {
  kind: 'page-flood',
  name: 'distinct page addresses, 240 a second; one in three pages depends on what differs',
  hasPages: true,
  showsAs: ['health', 'latency', 'refused'],
  control: {
    without: 'the bounds on rendering pages',
    bounds: { renders: UNBOUNDED, reads: UNBOUNDED },
  },
  attack: ({ url, eventId }, tally, signal) => {
    const addresses = [
      (index: number) => `/?x=${process.pid}-${index}`,
      (index: number) => `/nothing-${process.pid}-${index}`,
      (index: number) => `/events-api/${eventId}?date=${dayAfter(index)}`,
    ]
    return flood(
      {
        url,
        connections: 60,
        perSecond: 240,
        depth: 1,
        request: (index) => bytesOf('GET', addresses[index % addresses.length]?.(index) ?? '/'),
      },
      tally,
      signal,
    )
  },
}

const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
