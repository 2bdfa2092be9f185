import type { ServerResponse } from 'node:http'

type Body = string | Buffer | null

let waiting: [response: ServerResponse, body: Body][] = []

/**
 * Ends a response. Responses that end in one turn of the event loop are sent together at the end of
 * that turn. If each were sent at once, each would wake the process at the other end (for example,
 * a proxy on this machine), which would finish before the next one and sleep again. Waking it is
 * half of the cost of a small call.
 */
export function endTogether(response: ServerResponse, body: Body = null): void {
  // Corking the socket has no effect: Node's `end` uncorks it.
  if (waiting.push([response, body]) === 1) setImmediate(endAll)
}

function endAll(): void {
  const ended = waiting
  waiting = []
  for (const [response, body] of ended) response.end(body ?? undefined)
}
