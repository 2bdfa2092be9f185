import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { asksForCommit, boundIn, MessageSplitter, saysCommitted, statementIn } from './wire.ts'

/**
 * Moments of a transaction at which the proxy can act.
 * - `asked`: a statement is still on its way and never reaches PostgreSQL
 * - `before`: the commit is still on its way and never reaches PostgreSQL
 * - `sent`: PostgreSQL has received the commit; whether it was carried out is unknown
 * - `committed`: the commit was carried out, and its answer is lost
 * - `mid-answer`: half of the commit's answer was delivered
 */
export type Moment = 'asked' | 'before' | 'sent' | 'committed' | 'mid-answer'

interface Trap {
  moment: Moment
  of: RegExp
  left: number
  /** Only observes: the connection goes on unchanged. */
  isWatch: boolean
  spring: Spring
  done(): void
}

type Spring = (link: Link) => void

/** A connection of a server process to PostgreSQL, through the proxy. */
export interface Link {
  /** Cuts it: the process sees a reset, PostgreSQL the end of the stream. */
  cut(): void
  /** Carries nothing further in either direction, without closing the connection. */
  silence(): void
}

const ANY = /^/

/** A proxy between one server process and PostgreSQL that can break connections. */
export class TcpProxy {
  readonly port: number
  readonly #target: number
  readonly #server: Server
  readonly #links = new Set<ProxiedLink>()
  #traps: Trap[] = []
  #isPaused = false
  #isRefusing = false

  static async listen(port: number, target: number): Promise<TcpProxy> {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new TcpProxy(server, port, target)
  }

  private constructor(server: Server, port: number, target: number) {
    this.#server = server
    this.port = port
    this.#target = target
    server.on('connection', (client) => this.#accept(client))
  }

  /**
   * Runs `spring` (by default a cut) on each of the next `times` connections that reach `moment`.
   * Resolves after the last of them.
   */
  atCommit(moment: Moment, times = 1, spring: Spring = (link) => link.cut()): Promise<void> {
    return new Promise((done) =>
      this.#traps.push({ moment, of: ANY, left: times, isWatch: false, spring, done }),
    )
  }

  /**
   * Runs `spring` once, at this moment of a transaction that has sent a statement whose text or name
   * matches; for `asked`, when such a statement is sent. Resolves after it ran.
   */
  atStatement(moment: Moment, of: RegExp, spring: Spring): Promise<void> {
    return new Promise((done) =>
      this.#traps.push({ moment, of, left: 1, isWatch: false, spring, done }),
    )
  }

  /** Does the same, but only observes: everything is carried unchanged. */
  watchStatement(moment: Moment, of: RegExp, onSeen: () => void): Promise<void> {
    return new Promise((done) =>
      this.#traps.push({ moment, of, left: 1, isWatch: true, spring: onSeen, done }),
    )
  }

  cutAll(): void {
    for (const link of this.#links) link.cut()
  }

  silenceAll(): void {
    for (const link of this.#links) link.silence()
  }

  /** Holds back every byte in both directions, also of new connections. */
  pause(): void {
    this.#isPaused = true
    for (const link of this.#links) link.pause()
  }

  resume(): void {
    this.#isPaused = false
    for (const link of this.#links) link.resume()
  }

  /** While true, each new connection is cut at once. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing
  }

  /** Undoes pauses, refusals, traps and silences: silent connections are closed. */
  heal(): void {
    this.#traps = []
    this.#isRefusing = false
    this.resume()
    for (const link of this.#links) if (link.isSilent) link.cut()
  }

  close(): void {
    this.#server.close()
    this.cutAll()
  }

  #accept(client: Socket): void {
    if (this.#isRefusing) {
      client.on('error', () => {})
      client.resetAndDestroy()
      return
    }
    const link = new ProxiedLink(client, this.#target, {
      onMoment: (moment, said) => this.#springTrap(moment, said, link),
      onClose: () => this.#links.delete(link),
    })
    this.#links.add(link)
    if (this.#isPaused) link.pause()
  }

  #springTrap(moment: Moment, said: string, link: Link): boolean {
    const trap = this.#traps.find((one) => one.moment === moment && one.of.test(said))
    if (!trap) return false
    trap.left -= 1
    if (trap.left === 0) this.#traps = this.#traps.filter((other) => other !== trap)
    trap.spring(link)
    if (trap.left === 0) trap.done()
    return !trap.isWatch
  }
}

interface LinkOwner {
  /** Returns true if a trap acted on the link, which then carries nothing further. */
  onMoment(moment: Moment, said: string): boolean
  onClose(): void
}

class ProxiedLink implements Link {
  readonly #client: Socket
  readonly #server: Socket
  readonly #owner: LinkOwner
  readonly #fromClient = new MessageSplitter('client')
  readonly #fromServer = new MessageSplitter('server')
  /** The statements of the transaction under way. */
  #said = ''
  #bound: string | null = null
  isSilent = false

  constructor(client: Socket, target: number, owner: LinkOwner) {
    this.#client = client
    this.#server = connect(target, '127.0.0.1')
    this.#owner = owner
    for (const [socket, other] of [
      [client, this.#server],
      [this.#server, client],
    ] as const) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('end', () => {
        if (!this.isSilent) other.end()
      })
      socket.on('close', () => {
        if (!this.isSilent) other.destroySoon()
        if (other.destroyed) owner.onClose()
      })
    }
    client.on('data', (chunk) => this.#toServer(chunk))
    this.#server.on('data', (chunk) => this.#toClient(chunk))
  }

  cut(): void {
    this.isSilent = true
    // A reset would discard what was written just before, such as half an answer.
    if (this.#client.writableLength > 0) this.#client.destroySoon()
    else this.#client.resetAndDestroy()
    this.#server.destroySoon()
  }

  silence(): void {
    this.isSilent = true
  }

  pause(): void {
    this.#client.pause()
    this.#server.pause()
  }

  resume(): void {
    this.#client.resume()
    this.#server.resume()
  }

  #toServer(chunk: Buffer): void {
    this.#server.cork()
    process.nextTick(() => this.#server.uncork())
    for (const message of this.#fromClient.push(chunk)) {
      this.#bound = boundIn(message) ?? this.#bound
      const isCommit = asksForCommit(message, this.#bound)
      if (this.isSilent || this.#isAsked(message)) return
      if (isCommit && this.#owner.onMoment('before', this.#said)) return
      this.#server.write(message)
      if (isCommit && this.#owner.onMoment('sent', this.#said)) return
    }
  }

  #isAsked(message: Buffer): boolean {
    const statement = statementIn(message)
    if (!statement) return false
    this.#said = /^begin\b/.test(statement) ? statement : `${this.#said}\n${statement}`
    return this.#owner.onMoment('asked', statement)
  }

  #toClient(chunk: Buffer): void {
    this.#client.cork()
    process.nextTick(() => this.#client.uncork())
    for (const message of this.#fromServer.push(chunk)) {
      const isCommitted = saysCommitted(message)
      if (this.isSilent || (isCommitted && this.#owner.onMoment('committed', this.#said))) return
      if (!isCommitted) {
        this.#client.write(message)
        continue
      }
      const half = message.length >> 1
      this.#client.write(message.subarray(0, half))
      if (this.#owner.onMoment('mid-answer', this.#said)) return
      this.#client.write(message.subarray(half))
    }
  }
}
