import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Whoever has left more unread than this is gone, or as good as. */
const MOST_UNREAD_BYTES = 64 * 1024
/** Writes in one turn of the event loop: 10,000 would keep holds waiting. */
const WRITES_PER_TURN = 250

/** Bytes as they stand on the wire, the same for everyone. */
export interface Message {
  /** What a reader has seen with it. */
  version: number
  bytes: Buffer
}

/** Reads what has changed after a version. */
export type ReadChanges = (since: number) => Promise<Message>

/** Those who listen to one event, and how far they have been told. */
export class LiveEvent {
  readonly #read: ReadChanges
  readonly #sockets = new Set<Socket>()
  #version: number
  #telling: Promise<void> | null = null
  #hasNews = false
  /** What readers that come back with a version have missed: mostly the same one, after a restart. */
  readonly #missed = new Map<number, Promise<Message>>()
  readonly #mostMissed: number

  /** `mostMissed`: how many such messages are kept until there is news (bounds.ts). */
  constructor(read: ReadChanges, version: number, mostMissed: number) {
    this.#read = read
    this.#version = version
    this.#mostMissed = mostMissed
  }

  /** Who hears from here on has missed nothing before it. */
  get version(): number {
    return this.#version
  }

  /** The socket hears all that is newer than `since`. Rejects when it can't be read. */
  async add(socket: Socket, since: number): Promise<void> {
    let seen = since
    do {
      const message = await this.#missedSince(seen)
      write(socket, message.bytes)
      seen = message.version
      // Something may have been told to the others in the meantime.
    } while (seen < this.#version)
    if (!socket.destroyed) this.#sockets.add(socket)
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket)
  }

  /** Writes bytes to all that listen, a few at a time. */
  async write(bytes: Buffer): Promise<void> {
    let written = 0
    for (const socket of this.#sockets) {
      write(socket, bytes)
      written += 1
      if (written % WRITES_PER_TURN === 0) await nextTurn()
    }
  }

  /** There is something newer: everyone is told, once more if there is news meanwhile. */
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
    // Clients choose the version, and each may be a message of 40 kB.
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
