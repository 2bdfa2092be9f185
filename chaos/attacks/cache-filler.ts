import type { Attack } from './harness/attack.ts'
import { bytesOf, flood } from './harness/raw.ts'

/** What the server may have grown by, in MB: honest buyers and their answers take a part of it. */
const MAX_GROWTH_MB = 80

/** Addresses that differ in a parameter nobody asked for, each of which would be kept as an answer. */
export const cacheFiller: Attack = {
  kind: 'cache-filler',
  name: 'distinct addresses of one cached call, 800 a second',
  showsAs: ['share'],
  control: { without: 'the bound on what the answer cache keeps' },
  before: (house) => house.memoryMb(),
  attack: ({ url }, tally, signal) =>
    flood(
      {
        url,
        connections: 8,
        perSecond: 800,
        depth: 16,
        request: (index) => bytesOf('GET', `/api/tickets/keys?x=${process.pid}-${index}`),
      },
      tally,
      signal,
    ),
  async judge({ house, before, tally }) {
    const grownMb = Math.round((await house.memoryMb()) - before)
    tally['memory MB'] = grownMb
    if (grownMb <= MAX_GROWTH_MB) return []
    return [{ criterion: 'share', text: `the server's memory grew by ${grownMb} MB` }]
  },
}
