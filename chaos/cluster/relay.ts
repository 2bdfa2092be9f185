import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

const HOST = '127.0.0.1'

/** Carries bytes of any protocol to a port. It can hold them back, and cut connections off. */
export class Relay {
  readonly port: number
  readonly #target: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isHolding = false
  #isCut = false

  static async listen(port: number, target: number): Promise<Relay> {
    const server = createServer()
    server.listen(port, HOST)
    await once(server, 'listening')
    return new Relay(server, port, target)
  }

  private constructor(server: Server, port: number, target: number) {
    this.#server = server
    this.port = port
    this.#target = target
    server.on('connection', (client) => this.#accept(client))
  }

  /** Holds back every byte, also of new connections. What the systems have buffered is carried later. */
  hold(): void {
    this.#isHolding = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** Ends every connection, with what it held back, and refuses new ones. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  heal(): void {
    this.#isHolding = false
    this.#isCut = false
    for (const socket of this.#sockets) socket.resume()
  }

  close(): void {
    this.#server.close()
    this.cut()
  }

  #accept(client: Socket): void {
    if (this.#isCut) {
      client.on('error', () => {})
      client.resetAndDestroy()
      return
    }
    const server = connect(this.#target, HOST)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('data', (chunk) => other.write(chunk))
      socket.on('end', () => other.end())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroySoon()
      })
      if (this.#isHolding) socket.pause()
    }
  }
}
