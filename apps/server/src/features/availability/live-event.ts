import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A client with more unread bytes than this has probably gone; its connection is closed. */
const MOST_UNREAD_BYTES = 64 * 1024
/** How many sockets are written to in one turn of the event loop: 10,000 would delay holds. */
const WRITES_PER_TURN = 250

/** The bytes of a message on the wire, the same for every client. */
export interface Message {
  /** The event's version that a client has seen once it has read the message. */
  version: number
  bytes: Buffer
}

/** Reads everything that has changed after a version. */
export type ReadChanges = (since: number) => Promise<Message>

/** The clients that listen to one event, and the version they have been sent. */
export class LiveEvent {
  readonly #read: ReadChanges
  readonly #sockets = new Set<Socket>()
  #version: number
  #telling: Promise<void> | null = null
  #hasNews = false
  /**
   * Messages for clients that reconnect, by the version they have. After a restart most have the
   * same one.
   */
  readonly #missed = new Map<number, Promise<Message>>()
  readonly #mostMissed: number

  /** `mostMissed`: how many such messages are cached until the next change (bounds.ts). */
  constructor(read: ReadChanges, version: number, mostMissed: number) {
    this.#read = read
    this.#version = version
    this.#mostMissed = mostMissed
  }

  /** A client that starts to listen at this version has missed nothing. */
  get version(): number {
    return this.#version
  }

  /** Adds a socket and sends it everything newer than `since`. Rejects if that cannot be read. */
  async add(socket: Socket, since: number): Promise<void> {
    let seen = since
    do {
      const message = await this.#missedSince(seen)
      write(socket, message.bytes)
      seen = message.version
      // A newer message may have been sent to the others in the meantime.
    } while (seen < this.#version)
    if (!socket.destroyed) this.#sockets.add(socket)
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket)
  }

  /** Writes bytes to every listening socket, a limited number per turn. */
  async write(bytes: Buffer): Promise<void> {
    let written = 0
    for (const socket of this.#sockets) {
      write(socket, bytes)
      written += 1
      if (written % WRITES_PER_TURN === 0) await nextTurn()
    }
  }

  /** Sends news to all clients, and repeats this if something changes in the meantime. */
  async tell(): Promise<void> {
    this.#hasNews = true
    this.#missed.clear()
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = null
    })
    return this.#telling
  }

  end(): void {
    for (const socket of this.#sockets) socket.end()
  }

  async #tellAll(): Promise<void> {
    while (this.#hasNews) {
      this.#hasNews = false
      const { version, bytes } = await this.#read(this.#version)
      if (version <= this.#version) continue
      this.#version = version
      await this.write(bytes)
    }
  }

  #missedSince(since: number): Promise<Message> {
    const present = this.#missed.get(since)
    if (present) return present
    const reading = this.#read(since)
    this.#missed.set(since, reading)
    // Clients choose the version, and each message may have 40 kB, so only a few are cached.
    for (const oldest of this.#missed.keys()) {
      if (this.#missed.size <= this.#mostMissed) break
      this.#missed.delete(oldest)
    }
    reading.catch(() => this.#missed.delete(since))
    return reading
  }
}

function write(socket: Socket, bytes: Buffer): void {
  if (socket.writableLength > MOST_UNREAD_BYTES) socket.destroy()
  else socket.write(bytes)
}
