import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../ports.ts'

const READINESS_EVERY_MS = 100
const READINESS_WITHIN_MS = 2000
/** Below the 72 s after which the server closes an idle connection: it must not be used just then. */
const IDLE_MS = 20_000

interface Backend {
  port: number
  /** Requests that it has been given and that are not answered. */
  inProgress: number
}

/**
 * A load balancer as `docs/operations.md` describes it for an upgrade: it gives requests to the servers
 * that were put in, and tries none twice, so that every failure reaches the client.
 */
export class Balancer {
  readonly url: string
  readonly #agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  readonly #backends: Backend[] = []
  #turn = 0

  static async listen(): Promise<Balancer> {
    const port = await freePort()
    const balancer = new Balancer(port)
    // A client must not use a connection that is just being closed for its idleness.
    balancer.#server.keepAliveTimeout = 0
    balancer.#server.listen(port, '127.0.0.1')
    await once(balancer.#server, 'listening')
    return balancer
  }

  readonly #server = createServer((incoming, response) => this.#pass(incoming, response))

  private constructor(port: number) {
    this.url = `http://127.0.0.1:${port}`
  }

  /** Waits until a server says that it is ready, then gives it requests. */
  async putIn(port: number): Promise<void> {
    while (!(await this.#isReady(port))) await delay(READINESS_EVERY_MS)
    this.#backends.push({ port, inProgress: 0 })
  }

  /** Gives a server no further request, and waits until it has answered those it has. */
  async takeOut(port: number): Promise<void> {
    const index = this.#backends.findIndex((backend) => backend.port === port)
    const [backend] = this.#backends.splice(index, 1)
    while (backend && backend.inProgress > 0) await delay(5)
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    this.#agent.destroy()
  }

  async #isReady(port: number): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(READINESS_WITHIN_MS)
      return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal })).ok
    } catch {
      return false
    }
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    this.#turn += 1
    const backend = this.#backends[this.#turn % this.#backends.length]
    if (!backend) {
      fail(response, 'no server')
      return
    }
    backend.inProgress += 1
    response.once('close', () => {
      backend.inProgress -= 1
    })
    const { method, url, headers } = incoming
    const { port } = backend
    const passed = request(
      { host: '127.0.0.1', port, method, path: url, headers, agent: this.#agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.once('error', () => response.destroy())
      },
    )
    passed.once('error', ({ message }) => fail(response, message))
    incoming.pipe(passed)
  }
}

/** As proxies answer where a server refused or reset the connection. */
function fail(response: ServerResponse, reason: string): void {
  if (response.headersSent) response.destroy()
  else {
    response.writeHead(502, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: reason }))
  }
}
