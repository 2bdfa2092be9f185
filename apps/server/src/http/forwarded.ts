import type { IncomingMessage } from 'node:http'

/** Who asks, seen through the proxy before us. */
export interface Forwarded {
  addressOf(request: IncomingMessage): string
  isHttps(request: IncomingMessage): boolean
}

/**
 * Believes the one proxy that ends HTTPS, and nobody where there is none. What stands further left
 * in its headers is the client's own words: believing them would let whoever makes addresses up pass
 * every limit.
 */
export function createForwarded(hasProxy: boolean): Forwarded {
  return {
    addressOf({ headers, socket }) {
      const told = hasProxy ? lastOf(headers['x-forwarded-for']) : null
      return told ?? socket.remoteAddress ?? ''
    },
    isHttps: ({ headers }) => hasProxy && lastOf(headers['x-forwarded-proto']) === 'https',
  }
}

/** Several headers of a name are one list; null: there is none. */
const lastOf = (header: string | string[] | undefined): string | null =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() || null
