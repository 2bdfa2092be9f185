import { IncomingMessage, Server } from 'node:http'
import type { Attack } from './harness/attack.ts'
import { bytesOf, flood } from './harness/raw.ts'

/** About as long as Node accepts headers. */
const SLASHES = 14_500

/** A header for which a regular expression needs time that grows with the square of its length. */
export const header: Attack = {
  kind: 'header',
  name: 'brand headers of 14,500 slashes, 20 a second',
  isShort: true,
  showsAs: ['health', 'latency'],
  control: {
    without: 'the bound on the length of names in headers',
    patch() {
      const emit = Server.prototype.emit
      Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
        const [request] = args
        if (event === 'request' && request instanceof IncomingMessage) trimAsBefore(request)
        return Reflect.apply(emit, this, [event, ...args])
      }
    },
  },
  attack: ({ url }, tally, signal) => {
    const bytes = bytesOf('GET', '/api/tenant', {
      headers: { 'x-brand-path': `b${'/'.repeat(SLASHES)}a` },
    })
    return flood(
      { url, connections: 10, perSecond: 20, depth: 2, request: () => bytes },
      tally,
      signal,
    )
  },
}

/** Reads the header as the server did before its length was bounded. */
function trimAsBefore({ headers }: IncomingMessage): void {
  String(headers['x-brand-path']).replace(/^\/+|\/+$/g, '')
}
