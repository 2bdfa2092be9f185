import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bounds } from '../bounds.ts'
import type { CachedResponse, ComputedResponse } from './cached-response.ts'
import type { CallResponse } from './call-response.ts'
import { matchesEtag } from './conditional.ts'
import { encodedBodyFor, encodeResponse } from './encode-response.ts'
import { createResponseShortcut, type ResponseShortcut } from './response-shortcut.ts'
import { createResponseStore, type ResponseStore } from './response-store.ts'

/** Under what an answer is kept. */
export interface CacheAddress {
  /** All that the answer depends on, checked and in one spelling: never the address as it was sent. */
  key: string
  /**
   * Whether the request spells its address as our own links and clients do. Only such requests are
   * answered before routing, so that made-up spellings of one address take nothing from them.
   */
  isCanonical(): boolean
}

/** How long an answer may be kept. */
export interface CachePolicy {
  seconds: number
  /** For how much longer it may be used where no newer one can be had. */
  staleSeconds?: number
  /** What it tells of: it is dropped at once when {@link ResponseCache.drop} is told the same. */
  subject?: string
}

/** Instead of an answer of its own: one that many addresses share, kept under a key of theirs. */
export interface SharedResponse {
  sharedKey: string
  seconds: number
  /** Used only where nothing stale is kept under the address itself. */
  isStopgap: boolean
  compute(): Promise<ComputedResponse>
}

type Compute = () => Promise<ComputedResponse | SharedResponse>

/** The subject of answers about an event's prices and places. */
export const aboutEvent = (tenantId: number, eventId: string): string => `${tenantId}/${eventId}`

/**
 * Answers that depend on tenant and address alone, kept as compressed bytes: compressing per
 * request halves throughput. Requests for the same missing answer share one computation.
 */
export interface ResponseCache {
  /** The kept answer, or one computed now, in the form that a client with these headers takes. */
  find(
    address: CacheAddress,
    headers: IncomingHttpHeaders,
    keeping: CachePolicy,
    compute: Compute,
  ): Promise<CallResponse>
  /** Sends what was found, where the framework answers. */
  reply(request: FastifyRequest, reply: FastifyReply, answer: CallResponse): FastifyReply
  /** Both in one. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    address: CacheAddress,
    keeping: CachePolicy,
    compute: Compute,
  ): Promise<FastifyReply>
  /** What is kept about the subject is out of date, and so is what is being computed about it. */
  drop(subject: string): void
  /** What is kept now. */
  readonly load: Pick<ResponseStore, 'bytes' | 'size'>
  /** Asked before the router is. */
  shortcut: ResponseShortcut
}

interface Computing {
  entry: Promise<CachedResponse>
  subject: string | undefined
}

/**
 * `now` in milliseconds, of a clock that nobody sets. The oldest entries leave when the cache is
 * full. `onLook` hears of each look-up whether the answer was there.
 */
export function createResponseCache(
  now: () => number,
  bounds: Bounds['cachedResponses'],
  onLook: (isHit: boolean) => void = () => {},
): ResponseCache {
  const computing = new Map<string, Computing>()
  const shortcut = createResponseShortcut({ now, bounds, onHit: () => onLook(true) })
  const kept = createResponseStore(bounds, now, shortcut.forget)

  function timesOf({ seconds, staleSeconds = 0, subject }: CachePolicy) {
    const freshUntil = now() + seconds * 1000
    return { freshUntil, usableUntil: freshUntil + staleSeconds * 1000, subject }
  }

  function compute(key: string, keeping: CachePolicy, work: Compute): Promise<CachedResponse> {
    const finish = async () => {
      const answer = await work()
      if ('sharedKey' in answer) {
        const stale = answer.isStopgap ? kept.get(key) : undefined
        if (stale && stale.usableUntil > now()) return stale
        return fetch(answer.sharedKey, { seconds: answer.seconds }, answer.compute)
      }
      const entry = await encodeResponse(answer, () => timesOf(keeping))
      // Dropped meanwhile: good for those who asked before, and for nobody else.
      const isCurrent = computing.get(key) === started
      if (isCurrent && (answer.isKept ?? answer.status === 200)) kept.set(key, entry)
      return entry
    }
    const entry = finish().finally(() => {
      if (computing.get(key) === started) computing.delete(key)
    })
    const started: Computing = { entry, subject: keeping.subject }
    computing.set(key, started)
    return entry
  }

  function fetch(key: string, keeping: CachePolicy, work: Compute): Promise<CachedResponse> {
    const present = kept.get(key)
    const isHit = present !== undefined && present.freshUntil > now()
    onLook(isHit)
    if (isHit) return Promise.resolve(present)
    return computing.get(key)?.entry ?? compute(key, keeping, work)
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
        const isFound = entry.status === 200 && kept.get(key) === entry
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
      kept.drop(subject)
      for (const [key, work] of computing) if (work.subject === subject) computing.delete(key)
    },
    load: kept,
  }
}
