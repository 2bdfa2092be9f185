import { IncomingMessage, Server } from 'node:http'
import type { Attack } from './harness/attack.ts'
import { bytesOf, flood } from './harness/raw.ts'

const CACHED = '/api/tickets/keys'
const PER_SECOND = 800
/** Allowed growth of the server's memory, in MB. The answers of honest buyers take a part of it. */
const MAX_GROWTH_MB = 100
/** Bytes that each small answer took when it was cached in zlib's own chunks: two of them. */
const KEPT_BYTES = 48 * 1024

/** Addresses that differ in an unknown parameter: without the bound, each gets a cached answer. */
export const cacheFiller: Attack = {
  kind: 'cache-filler',
  name: 'distinct addresses of one cached call, 800 a second',
  showsAs: ['share'],
  control: {
    without: 'the bound on cached answers',
    patch() {
      const kept = new Map<string, Buffer>()
      const emit = Server.prototype.emit
      Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
        const [request] = args
        if (event === 'request' && request instanceof IncomingMessage) {
          const { url = '' } = request
          if (url.startsWith(CACHED)) kept.set(url, Buffer.alloc(KEPT_BYTES, 1))
        }
        return Reflect.apply(emit, this, [event, ...args])
      }
    },
  },
  before: (site) => site.memoryMb(),
  attack: ({ url }, tally, signal) =>
    flood(
      {
        url,
        connections: 8,
        perSecond: PER_SECOND,
        depth: 16,
        request: (index) => bytesOf('GET', `${CACHED}?x=${process.pid}-${index}`),
      },
      tally,
      signal,
    ),
  async judge({ site, before, tally }) {
    const grownMb = Math.round((await site.memoryMb()) - before)
    tally['memory MB'] = grownMb
    if (grownMb <= MAX_GROWTH_MB) return []
    return [{ criterion: 'share', text: `the server's memory grew by ${grownMb} MB` }]
  },
}
