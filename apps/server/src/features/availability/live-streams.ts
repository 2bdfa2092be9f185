import type { Socket } from 'node:net'
import type { EventSale, LiveChanges } from '@foyer/contract'
import { type Context, isShopStopped } from '../../context.ts'
import { selectEventSale } from '../../engine/sales/read-sales.ts'
import { LiveEvent, type Message } from './live-event.ts'
import { presentChanges } from './present.ts'
import { selectChanges } from './queries.ts'

/**
 * If a reconnecting browser has missed more sessions than this, it fetches its data anew instead.
 */
const MOST_SESSIONS = 500
const KEEP_ALIVE_MS = 15_000
const KEEP_ALIVE = Buffer.from(':\n\n')

/** The live streams of this process. */
export interface LiveStreams {
  isFull(): boolean
  /**
   * Sends an event's changes to a socket until it closes; the response must have begun. First it
   * sends what has changed after version `since`; null means that the client has seen everything.
   * The event must exist.
   */
  add(tenantId: number, eventId: string, socket: Socket, since: number | null): void
  /** Ends all streams and accepts no more. */
  close(): void
}

interface Listened {
  event: Promise<LiveEvent>
  listeners: number
  unfollow(): void
}

export function createLiveStreams(context: Context, maxStreams: number): LiveStreams {
  const { bounds, db, log, metrics, rollups } = context
  const events = new Map<string, Listened>()
  let count = 0
  let isClosed = false

  const onEach = (key: string | null, act: (event: LiveEvent) => Promise<void> | void) => {
    for (const [each, { event }] of events) {
      if (key !== null && each !== key) continue
      event.then(act).catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error }, 'a live stream could not be written')
      })
    }
  }
  rollups.onNews((tenantId, eventId) => onEach(`${tenantId}/${eventId}`, (event) => event.tell()))
  const keepAlive = setInterval(
    () => onEach(null, (event) => event.write(KEEP_ALIVE)),
    KEEP_ALIVE_MS,
  )
  keepAlive.unref()

  async function open(tenantId: number, eventId: string): Promise<LiveEvent> {
    await rollups.follow(tenantId, eventId)
    const read = (since: number) =>
      db.withTenant(tenantId, async (tx) => {
        const tenant = context.tenants.byId(tenantId)
        const isStopped = tenant !== undefined && isShopStopped(context, tenant)
        const changes = await selectChanges(tx, eventId, since, MOST_SESSIONS + 1)
        return messageOf(since, changes, await selectEventSale(tx, eventId, isStopped))
      })
    const { version } = await read(Number.MAX_SAFE_INTEGER)
    return new LiveEvent(read, version, bounds.missedMessages)
  }

  function listenTo(key: string, tenantId: number, eventId: string): Listened {
    const present = events.get(key)
    if (present) return present
    const unfollow = rollups.keepFollowing(tenantId)
    const made = { event: open(tenantId, eventId), listeners: 0, unfollow }
    events.set(key, made)
    return made
  }

  return {
    isFull: () => isClosed || count >= maxStreams,
    add(tenantId, eventId, socket, since) {
      const key = `${tenantId}/${eventId}`
      const listened = listenTo(key, tenantId, eventId)
      listened.listeners += 1
      count += 1
      metrics.streamOpened()
      socket.once('close', () => {
        count -= 1
        metrics.streamClosed()
        listened.event.then((event) => event.delete(socket)).catch(() => {})
        listened.listeners -= 1
        if (listened.listeners > 0) return
        events.delete(key)
        listened.unfollow()
      })
      listened.event
        .then((event) => event.add(socket, since ?? event.version))
        // The browser reconnects by itself, and is tried again then.
        .catch(() => socket.destroy())
    },
    close() {
      isClosed = true
      clearInterval(keepAlive)
      onEach(null, (event) => event.end())
    },
  }
}

function messageOf(
  since: number,
  changes: Parameters<typeof presentChanges>[0],
  sale: EventSale | null,
): Message {
  const version = Number(changes.version ?? 0)
  const message = { ...presentChanges(changes), ...(sale && { sale }) }
  if (since === version) return { version, bytes: bytesOf(version, 'hello') }
  // A version from the future comes from another database, so what the client has seen is unknown.
  const isTooMuch = Object.keys(message.sessions).length > MOST_SESSIONS
  if (isTooMuch || since > version) return { version, bytes: bytesOf(version, 'reset') }
  return { version, bytes: bytesOf(version, null, message) }
}

function bytesOf(version: number, name: 'hello' | 'reset' | null, data?: LiveChanges): Buffer {
  const event = name ? `event: ${name}\n` : ''
  return Buffer.from(`${event}id: ${version}\ndata: ${JSON.stringify(data ?? {})}\n\n`)
}
