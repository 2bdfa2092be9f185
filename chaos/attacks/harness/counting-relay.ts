import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A relay between the server and its payment provider that counts the calls. */
export interface CountingRelay {
  url: string
  calls(): number
  close(): void
}

export async function startCountingRelay(providerUrl: string): Promise<CountingRelay> {
  let calls = 0
  const relay = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    calls += 1
    const { method = 'GET', headers, url = '/' } = incoming
    const onward = request(new URL(url, providerUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    close: () => {
      relay.closeAllConnections()
      relay.close()
    },
  }
}
