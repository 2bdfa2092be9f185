import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerShortcut, createAnswerShortcut } from './answer-shortcut.ts'
import type { CallAnswer } from './call-answer.ts'
import { acceptedEncodings, matchesEtag } from './conditional.ts'
import type { Form, Kept } from './kept-answer.ts'

export interface Answer {
  status: number
  body: string
  contentType?: string
  /** What browsers may do with it; by default they ask again each time (and get a 304). */
  cacheControl?: string
  /** Where a 3xx leads. */
  location?: string
}

/** How long an answer may be kept. */
export interface Keeping {
  seconds: number
  /** What it tells of: it is dropped at once when {@link AnswerCache.drop} is told the same. */
  subject?: string
}

/** The subject of answers about an event's prices and places. */
export const aboutEvent = (tenantId: number, eventId: string): string => `${tenantId}/${eventId}`

/**
 * Answers that depend on tenant and address alone, kept as compressed bytes: compressing per
 * request halves throughput. Requests for the same missing answer share one computation.
 */
export interface AnswerCache {
  /**
   * The answer kept under `key`, or computed now, in the form that a client with these headers takes.
   */
  find(
    key: string,
    headers: IncomingHttpHeaders,
    keeping: Keeping,
    compute: () => Promise<Answer>,
  ): Promise<CallAnswer>
  /** The same for what the framework answers. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    keeping: Keeping,
    compute: () => Promise<Answer>,
  ): Promise<FastifyReply>
  /** What is kept about the subject is out of date, and so is what is being computed about it. */
  drop(subject: string): void
  /** Asked before the router is. */
  shortcut: AnswerShortcut
}

/** Of compressed and plain bytes together. */
const MAX_BYTES = 64 * 1024 * 1024
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

interface Computing {
  entry: Promise<Kept>
  subject: string | undefined
}

/**
 * `now` in milliseconds. The oldest entries leave when the cache is full. `onLook` is told of each
 * look-up whether the answer was there.
 */
export function createAnswerCache(
  now: () => number,
  onLook: (isHit: boolean) => void = () => {},
): AnswerCache {
  const kept = new Map<string, Kept>()
  const computing = new Map<string, Computing>()
  const keysOf = new Map<string, Set<string>>()
  const shortcut = createAnswerShortcut({ now, onHit: () => onLook(true) })
  let bytes = 0

  function forget(key: string): void {
    const entry = kept.get(key)
    if (!entry) return
    kept.delete(key)
    if (entry.subject) keysOf.get(entry.subject)?.delete(key)
    shortcut.forget(entry)
    bytes -= sizeOf(entry)
  }

  function keep(key: string, entry: Kept): void {
    forget(key)
    kept.set(key, entry)
    bytes += sizeOf(entry)
    const { subject } = entry
    if (subject) keysOf.set(subject, (keysOf.get(subject) ?? new Set()).add(key))
    for (const oldest of kept.keys()) {
      if (bytes <= MAX_BYTES) break
      forget(oldest)
    }
  }

  function compute(key: string, keeping: Keeping, work: () => Promise<Answer>): Promise<Kept> {
    const { seconds, subject } = keeping
    const finish = async () => {
      const entry = await pack(await work(), now() + seconds * 1000, subject)
      // Dropped meanwhile: good for those who asked before, and for nobody else. Neither is a
      // refusal worth remembering: it may be cured the next moment.
      if (computing.get(key) === started && entry.status === 200) keep(key, entry)
      return entry
    }
    const entry = finish().finally(() => {
      if (computing.get(key) === started) computing.delete(key)
    })
    const started: Computing = { entry, subject }
    computing.set(key, started)
    return entry
  }

  function fetch(key: string, keeping: Keeping, work: () => Promise<Answer>): Promise<Kept> {
    const present = kept.get(key)
    const isHit = present !== undefined && present.freshUntil > now()
    onLook(isHit)
    if (isHit) return Promise.resolve(present)
    return computing.get(key)?.entry ?? compute(key, keeping, work)
  }

  async function find(
    key: string,
    headers: IncomingHttpHeaders,
    keeping: Keeping,
    work: () => Promise<Answer>,
  ): Promise<CallAnswer> {
    const entry = await fetch(key, keeping, work)
    const form = formOf(entry, headers['accept-encoding'])
    const isKnown = entry.status === 200 && matchesEtag(headers['if-none-match'], entry.etag)
    return {
      status: isKnown ? 304 : entry.status,
      headers: isKnown ? form.shared : [...form.shared, ...form.encoding],
      body: isKnown ? null : form.body,
      learn(request, sent) {
        if (kept.get(key) === entry) shortcut.learn(request, sent, entry, form)
      },
    }
  }

  return {
    shortcut,
    find,
    async send(request, reply, keeping, work) {
      // The host and the base path are part of what a page says about itself.
      const key = `${request.tenant.id} ${request.tenantBase} ${request.host} ${request.url}`
      const { status, headers, body, learn } = await find(key, request.headers, keeping, work)
      for (let index = 0; index < headers.length; index += 2) {
        reply.header(headers[index] ?? '', headers[index + 1])
      }
      const sent = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
        value === undefined ? [] : [name, String(value)],
      )
      learn?.(request.raw, sent)
      return reply.status(status).send(body ?? undefined)
    },
    drop(subject) {
      for (const key of keysOf.get(subject) ?? []) forget(key)
      keysOf.delete(subject)
      for (const [key, work] of computing) if (work.subject === subject) computing.delete(key)
    },
  }
}

const sizeOf = (entry: Kept) => entry.plain.length + entry.gzip.length + entry.brotli.length

async function pack(
  answer: Answer,
  freshUntil: number,
  subject: string | undefined,
): Promise<Kept> {
  const plain = Buffer.from(answer.body)
  const [zipped, brotli] = await Promise.all([
    compressGzip(plain, { level: 6 }),
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ])
  return {
    status: answer.status,
    contentType: answer.contentType ?? 'application/json; charset=utf-8',
    cacheControl: answer.cacheControl ?? 'no-cache',
    location: answer.location,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    gzip: zipped,
    brotli,
    freshUntil,
    subject,
  }
}

/** The bytes that a client can read, and their headers: those that a 304 shares, and the rest. */
function formOf(entry: Kept, acceptEncoding: string | string[] | undefined): Form {
  const shared = [
    ...['content-type', entry.contentType],
    ...['cache-control', entry.cacheControl],
    ...['etag', entry.etag],
    ...['vary', 'accept-encoding, x-tenant-subdomain, x-brand-path'],
    ...(entry.location ? ['location', entry.location] : []),
  ]
  const accepted = acceptedEncodings(acceptEncoding)
  const isWorthIt = entry.plain.length > 600
  if (isWorthIt && accepted.has('br')) {
    return { shared, encoding: ['content-encoding', 'br'], body: entry.brotli }
  }
  if (isWorthIt && accepted.has('gzip')) {
    return { shared, encoding: ['content-encoding', 'gzip'], body: entry.gzip }
  }
  return { shared, encoding: [], body: entry.plain }
}
