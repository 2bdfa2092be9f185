import type { ServerResponse } from 'node:http'

type Body = string | Buffer | null

let waiting: [response: ServerResponse, body: Body][] = []

/**
 * Ends an answer. What is ended in one turn of the event loop is sent at the end of that turn, one
 * answer right behind the other. Sent as soon as it is ready, each would wake the program at the other
 * end (a proxy on this machine, say), which is done before the next one and sleeps again: that waking
 * is half of what a small call costs.
 */
export function endTogether(response: ServerResponse, body: Body = null): void {
  // Not by a corked socket: Node's `end` takes the cork out.
  if (waiting.push([response, body]) === 1) setImmediate(endAll)
}

function endAll(): void {
  const ended = waiting
  waiting = []
  for (const [response, body] of ended) response.end(body ?? undefined)
}
