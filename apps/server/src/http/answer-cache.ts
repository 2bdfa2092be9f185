import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Answer {
  status: number
  body: string
  contentType?: string
  /** What browsers may do with it; by default they ask again each time (and get a 304). */
  cacheControl?: string
  /** Where a 3xx leads. */
  location?: string
}

interface Kept {
  status: number
  contentType: string
  cacheControl: string
  location: string | undefined
  etag: string
  plain: Buffer
  gzip: Buffer
  brotli: Buffer
  freshUntil: number
}

/**
 * Answers that depend on tenant and address alone, kept as compressed bytes: compressing per
 * request halves throughput. Requests for the same missing answer share one computation.
 */
export interface AnswerCache {
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    seconds: number,
    compute: () => Promise<Answer>,
  ): Promise<FastifyReply>
}

/** Of compressed and plain bytes together. */
const MAX_BYTES = 64 * 1024 * 1024
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** `now` in milliseconds. The oldest entries leave when the cache is full. */
export function createAnswerCache(now: () => number): AnswerCache {
  const kept = new Map<string, Kept>()
  const computing = new Map<string, Promise<Kept>>()
  let bytes = 0

  function drop(key: string): void {
    const entry = kept.get(key)
    if (entry && kept.delete(key)) bytes -= sizeOf(entry)
  }

  function keep(key: string, entry: Kept): void {
    drop(key)
    kept.set(key, entry)
    bytes += sizeOf(entry)
    for (const oldest of kept.keys()) {
      if (bytes <= MAX_BYTES) break
      drop(oldest)
    }
  }

  async function compute(key: string, seconds: number, work: () => Promise<Answer>) {
    const answer = await work()
    const entry = await pack(answer, now() + seconds * 1000)
    // A refusal is not worth remembering: it may be cured the next moment.
    if (entry.status === 200) keep(key, entry)
    return entry
  }

  function fetch(key: string, seconds: number, work: () => Promise<Answer>): Promise<Kept> {
    const present = kept.get(key)
    if (present && present.freshUntil > now()) return Promise.resolve(present)
    const underway = computing.get(key)
    if (underway) return underway
    const started = compute(key, seconds, work).finally(() => computing.delete(key))
    computing.set(key, started)
    return started
  }

  return {
    async send(request, reply, seconds, work) {
      // The host and the base path are part of what a page says about itself.
      const key = `${request.tenant.id} ${request.tenantBase} ${request.host} ${request.url}`
      return answerWith(request, reply, await fetch(key, seconds, work))
    },
  }
}

const sizeOf = (entry: Kept) => entry.plain.length + entry.gzip.length + entry.brotli.length

async function pack(answer: Answer, freshUntil: number): Promise<Kept> {
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
  }
}

function answerWith(request: FastifyRequest, reply: FastifyReply, entry: Kept): FastifyReply {
  reply
    .header('content-type', entry.contentType)
    .header('cache-control', entry.cacheControl)
    .header('etag', entry.etag)
    .header('vary', 'accept-encoding, x-tenant-subdomain, x-brand-path')
  if (entry.location) reply.header('location', entry.location)
  if (entry.status === 200 && request.headers['if-none-match'] === entry.etag) {
    return reply.status(304).send()
  }
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  reply.status(entry.status)
  if (entry.plain.length > 600 && accepted.has('br')) {
    return reply.header('content-encoding', 'br').send(entry.brotli)
  }
  if (entry.plain.length > 600 && accepted.has('gzip')) {
    return reply.header('content-encoding', 'gzip').send(entry.gzip)
  }
  return reply.send(entry.plain)
}

/** Of 'gzip, br;q=0' only gzip: a weight of nothing refuses (RFC 9110, 12.5.3). */
function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const offers = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  return new Set(offers.map((offer) => offer.split(';')[0]?.trim() ?? ''))
}
