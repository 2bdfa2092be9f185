import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ATTACKER, fromAddress } from './addresses.ts'
import type { Tally } from './attack.ts'

/** A request as bytes, so that sending it costs the attacker next to nothing. */
export function bytesOf(
  method: string,
  path: string,
  { body, file, headers = {}, address = ATTACKER }: RequestParts = {},
): Buffer {
  const text = file ?? (body === undefined ? '' : JSON.stringify(body))
  const type = file === undefined ? 'application/json' : 'application/octet-stream'
  const all = {
    host: '127.0.0.1',
    ...fromAddress(address),
    ...(text ? { 'content-type': type, 'content-length': Buffer.byteLength(text) } : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

export interface RequestParts {
  body?: unknown
  /** A file in place of a body in JSON. */
  file?: string
  headers?: Record<string, string>
  address?: string
}

export interface Flood {
  url: string
  connections: number
  perSecond: number
  /** How many requests a connection sends before it waits for their answers. */
  depth: number
  request(index: number): Buffer
}

/** Interval at which the flood sends the requests that are due, in milliseconds. */
const TURN_MS = 20
const STATUS = /HTTP\/1\.1 (\d{3})/g
/** Length of the longest incomplete status line at the end of a chunk. */
const TAIL = 'HTTP/1.1 20'.length

/** Sends at a steady rate over several connections; counts `sent` and the answers by status. */
export async function flood(options: Flood, tally: Tally, signal: AbortSignal): Promise<void> {
  const { url, connections, perSecond, depth, request } = options
  const { hostname, port } = new URL(url)
  const pipes = Array.from({ length: connections }, () => new Pipe(hostname, Number(port), tally))
  const startedAt = performance.now()
  let sent = 0
  while (!signal.aborted) {
    const due = ((performance.now() - startedAt) * perSecond) / 1000
    // If the server does not keep up, each connection sends only what its pipeline allows.
    for (const pipe of pipes) {
      while (sent < due && pipe.inProgress < depth) {
        pipe.send(request(sent))
        sent += 1
      }
    }
    tally.sent = sent
    await delay(TURN_MS)
  }
  for (const pipe of pipes) pipe.close()
}

class Pipe {
  inProgress = 0
  readonly #connect: () => Socket
  #socket: Socket | null = null
  #tail = ''

  constructor(host: string, port: number, tally: Tally) {
    this.#connect = () => {
      const socket = connect(port, host)
      socket.setEncoding('latin1')
      socket.on('error', () => {})
      socket.on('close', () => {
        if (this.#socket === socket) this.#forget()
      })
      socket.on('data', (chunk: string) => {
        const text = this.#tail + chunk
        for (const [, status] of text.matchAll(STATUS)) {
          this.inProgress -= 1
          tally[`answers ${status}`] = (tally[`answers ${status}`] ?? 0) + 1
        }
        // A status line that is cut by the end of the chunk is counted with the next chunk, and only once.
        this.#tail = text.slice(-TAIL).replace(STATUS, '')
      })
      return socket
    }
  }

  send(bytes: Buffer): void {
    this.#socket ??= this.#connect()
    this.inProgress += 1
    this.#socket.write(bytes)
  }

  close(): void {
    this.#socket?.destroy()
  }

  #forget(): void {
    this.#socket = null
    this.inProgress = 0
    this.#tail = ''
  }
}
