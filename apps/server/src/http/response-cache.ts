import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bounds } from '../bounds.ts'
import type { CachedResponse, ComputedResponse } from './cached-response.ts'
import type { CallResponse } from './call-response.ts'
import { matchesEtag } from './conditional.ts'
import { encodedBodyFor, encodeResponse } from './encode-response.ts'
import { ResponseFloors } from './response-floors.ts'
import { createResponseShortcut, type ResponseShortcut } from './response-shortcut.ts'
import { createResponseStore, type ResponseStore } from './response-store.ts'

/** The address under which a response is cached. */
export interface CacheAddress {
  /**
   * Everything that the response depends on, validated and in one spelling; never the URL as it was
   * sent. It begins with the tenant's id and a blank.
   */
  key: string
  /**
   * Whether the request spells its URL as our own links and clients do. Only such requests are
   * answered before routing, so that invented spellings of a URL do not displace common ones.
   */
  isCanonical(): boolean
}

/** How long a response may be cached. */
export interface CachePolicy {
  seconds: number
  /** For how much longer it may be sent if no newer one can be computed. */
  staleSeconds?: number
  /**
   * What the response is about; {@link ResponseCache.drop} with the same subject drops it at once.
   */
  subject?: string
  /**
   * Set if it is read from replicas: it must show this moment of the cache's clock or a later one; 0 for
   * any.
   */
  since?: number
}

/**
 * Used in place of a response of its own: a response that many URLs share, cached under its own
 * key.
 */
export interface SharedResponse {
  sharedKey: string
  seconds: number
  /** True if it is used only when no stale response is cached under the request's own address. */
  isStopgap: boolean
  compute(): Promise<ComputedResponse>
}

/** Computes a response that shows `since` or a later moment. */
type Compute = (since: number) => Promise<ComputedResponse | SharedResponse>

/** The subject of responses about an event's prices and availability. */
export const aboutEvent = (tenantId: number, eventId: string): string => `${tenantId}/${eventId}`

/**
 * Responses that depend only on tenant and URL, cached as compressed bytes: compressing for each
 * request halves the throughput. Concurrent requests for the same missing response share one
 * computation.
 */
export interface ResponseCache {
  /**
   * Returns the cached response, or one computed now, in the encoding for a client with these
   * headers.
   */
  find(
    address: CacheAddress,
    headers: IncomingHttpHeaders,
    keeping: CachePolicy,
    compute: Compute,
  ): Promise<CallResponse>
  /** Sends a found response through the framework. */
  reply(request: FastifyRequest, reply: FastifyReply, answer: CallResponse): FastifyReply
  /** Finds and sends. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    address: CacheAddress,
    keeping: CachePolicy,
    compute: Compute,
  ): Promise<FastifyReply>
  /** Drops the responses about the subject, including those that are being computed. */
  drop(subject: string): void
  /** Drops all responses of the tenant, whose settings have changed. */
  dropTenant(tenantId: number): void
  /** The current size of the cache. */
  readonly load: Pick<ResponseStore, 'bytes' | 'size'>
  /** Called before the router. */
  shortcut: ResponseShortcut
}

interface Computing {
  entry: Promise<CachedResponse>
  subject: string | undefined
  since: number
}

/**
 * `now` is a monotonic clock in milliseconds. When the cache is full, the oldest entries are
 * evicted. `onLook` is called at each look-up with whether the response was cached. Requests for which
 * `needsRouter` is true are not answered by the shortcut.
 */
export function createResponseCache(
  now: () => number,
  bounds: Bounds['cachedResponses'],
  onLook: (isHit: boolean) => void = () => {},
  needsRouter: (headers: IncomingHttpHeaders) => boolean = () => false,
): ResponseCache {
  const computing = new Map<string, Computing>()
  const floors = new ResponseFloors(now)
  const shortcut = createResponseShortcut({ now, bounds, onHit: () => onLook(true), needsRouter })
  const store = createResponseStore(bounds, now, shortcut.forget)

  function timesOf({ seconds, staleSeconds = 0, subject }: CachePolicy) {
    const freshUntil = now() + seconds * 1000
    return { freshUntil, usableUntil: freshUntil + staleSeconds * 1000, subject }
  }

  function compute(key: string, keeping: CachePolicy, work: Compute): Promise<CachedResponse> {
    const { since: wished, subject } = keeping
    // So that all browsers that wait for a newer response can share one.
    const since = wished ? now() : floors.of(key, subject)
    const finish = async () => {
      const answer = await work(since)
      if ('sharedKey' in answer) {
        const stale = answer.isStopgap ? store.get(key) : undefined
        if (stale && stale.usableUntil > now()) return stale
        return fetch(answer.sharedKey, { seconds: answer.seconds }, answer.compute)
      }
      if (wished !== undefined) floors.computed(key)
      const entry = await encodeResponse(answer, () => ({ ...timesOf(keeping), since }))
      // If it was dropped during the computation, only requests from before the drop get it.
      const isCurrent = computing.get(key) === started
      if (isCurrent && (answer.isCached ?? answer.status === 200)) store.set(key, entry)
      return entry
    }
    const entry = finish().finally(() => {
      if (computing.get(key) === started) computing.delete(key)
    })
    const started: Computing = { entry, subject, since }
    computing.set(key, started)
    return entry
  }

  function fetch(key: string, keeping: CachePolicy, work: Compute): Promise<CachedResponse> {
    const { since = 0 } = keeping
    const present = store.get(key)
    const isHit = present !== undefined && present.freshUntil > now() && present.since >= since
    onLook(isHit)
    if (isHit) return Promise.resolve(present)
    const running = computing.get(key)
    if (!running) return compute(key, keeping, work)
    if (running.since >= since) return running.entry
    // It may show less than this browser has written. All who wait for its end share the next one.
    const again = () => fetch(key, keeping, work)
    return running.entry.then(again, again)
  }

  async function find(
    address: CacheAddress,
    headers: IncomingHttpHeaders,
    keeping: CachePolicy,
    work: Compute,
  ): Promise<CallResponse> {
    const { key } = address
    const entry = await fetch(key, keeping, work)
    const form = encodedBodyFor(entry, headers['accept-encoding'])
    const isKnown = entry.status === 200 && matchesEtag(headers['if-none-match'], entry.etag)
    return {
      status: isKnown ? 304 : entry.status,
      headers: isKnown ? form.shared : [...form.shared, ...form.encoding],
      body: isKnown ? null : form.body,
      learn(request, sent) {
        const isFound = entry.status === 200 && store.get(key) === entry
        if (isFound && address.isCanonical()) shortcut.learn(request, sent, entry, form)
      },
    }
  }

  function reply(request: FastifyRequest, to: FastifyReply, answer: CallResponse): FastifyReply {
    const { status, headers, body, learn } = answer
    for (let index = 0; index < headers.length; index += 2) {
      to.header(headers[index] ?? '', headers[index + 1])
    }
    const sent = Object.entries(to.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [name, String(value)],
    )
    learn?.(request.raw, sent)
    return to.status(status).send(body ?? undefined)
  }

  return {
    shortcut,
    find,
    reply,
    send: async (request, to, address, keeping, work) =>
      reply(request, to, await find(address, request.headers, keeping, work)),
    drop(subject) {
      floors.dropped(subject)
      store.drop(subject)
      for (const [key, work] of computing) if (work.subject === subject) computing.delete(key)
    },
    dropTenant(tenantId) {
      const beginning = `${tenantId} `
      floors.droppedTenant(tenantId)
      store.dropKeys(beginning)
      for (const key of computing.keys()) if (key.startsWith(beginning)) computing.delete(key)
    },
    load: store,
  }
}
