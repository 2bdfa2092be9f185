import type { ServerResponse } from 'node:http'

type Body = string | Buffer | null

let waiting: [response: ServerResponse, body: Body][] = []

/**
 * Ends a response. Responses that end in one turn of the event loop are sent together at the end of
 * that turn. If each were sent as soon as it is ready, each would wake the process at the other end
 * (a proxy on this machine, for example), which would finish before the next one and sleep again:
 * that waking is half of the cost of a small call.
 */
export function endTogether(response: ServerResponse, body: Body = null): void {
  // Corking the socket would not do: Node's `end` uncorks it.
  if (waiting.push([response, body]) === 1) setImmediate(endAll)
}

function endAll(): void {
  const ended = waiting
  waiting = []
  for (const [response, body] of ended) response.end(body ?? undefined)
}
