import type { Attack } from './harness/attack.ts'
import { bytesOf, flood } from './harness/raw.ts'

/** Pages at addresses that nobody had before, so that each would be rendered. */
export const pageFlood: Attack = {
  kind: 'page-flood',
  name: 'distinct addresses of the home page, 240 a second',
  hasPages: true,
  showsAs: ['health', 'latency', 'refused'],
  control: { without: 'the bounds on rendering pages' },
  attack: ({ url }, tally, signal) =>
    flood(
      {
        url,
        connections: 60,
        perSecond: 240,
        depth: 1,
        request: (index) => bytesOf('GET', `/?x=${process.pid}-${index}`),
      },
      tally,
      signal,
    ),
}
