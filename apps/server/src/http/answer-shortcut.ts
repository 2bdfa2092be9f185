import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { endTogether } from './end-together.ts'
import type { Form, Kept } from './kept-answer.ts'

/**
 * Kept answers, found by the request's own words before it is routed. Whatever an answer depends on
 * is part of the key as it was sent, so two requests share an answer only if they are the same.
 */
export interface AnswerShortcut {
  /** Answers if it can; false: it is the router's turn. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** `request` was answered with `entry` in this form, under the headers `sent` (or with a 304). */
  learn(request: IncomingMessage, sent: readonly string[], entry: Kept, form: Form): void
  forget(entry: Kept): void
  /** From now on all is the router's turn. */
  close(): void
}

interface Prepared {
  entry: Kept
  body: Buffer
  /** Names and values in turn, as `writeHead` takes them without another copy. */
  headers: string[]
  notModifiedHeaders: string[]
}

/** Ways to spell a request are endless; answers are not. */
const MAX_KEYS = 20_000

export function createAnswerShortcut(options: { now(): number; onHit(): void }): AnswerShortcut {
  const prepared = new Map<string, Prepared>()
  let keysOf = new WeakMap<Kept, Set<string>>()
  let isClosed = false

  return {
    answer(request, response) {
      if (isClosed || !isPlainRead(request)) return false
      const found = prepared.get(keyOf(request))
      if (!found || found.entry.freshUntil <= options.now()) return false
      const asked = request.headers['if-none-match']
      // A list of tags is the router's affair.
      if (asked !== undefined && asked !== found.entry.etag) return false
      options.onHit()
      if (asked !== undefined) {
        response.writeHead(304, found.notModifiedHeaders)
        endTogether(response)
      } else {
        response.writeHead(200, found.headers)
        endTogether(response, request.method === 'HEAD' ? null : found.body)
      }
      return true
    },
    learn(request, sent, entry, { encoding, body }) {
      if (!isPlainRead(request) || sent.includes('set-cookie')) return
      const key = keyOf(request)
      const shared = withoutThoseOfBytes(sent)
      prepared.set(key, {
        entry,
        body,
        headers: [...shared, ...encoding, 'content-length', String(body.length)],
        notModifiedHeaders: shared,
      })
      // The same one comes again and again from who sends a list of tags.
      const keys = keysOf.get(entry)
      if (keys) keys.add(key)
      else keysOf.set(entry, new Set([key]))
      if (prepared.size > MAX_KEYS) {
        prepared.clear()
        keysOf = new WeakMap()
      }
    },
    forget(entry) {
      for (const key of keysOf.get(entry) ?? []) {
        if (prepared.get(key)?.entry === entry) prepared.delete(key)
      }
    },
    close() {
      isClosed = true
    },
  }
}

const isPlainRead = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/** What the framework leaves on a request whose `url` it has shortened by a brand: the one that was sent. */
type Routed = IncomingMessage & { originalUrl?: string }

/** No header can contain the line break that keeps its neighbours apart. */
function keyOf({ method, url, originalUrl = url, headers }: Routed): string {
  return `${method} ${originalUrl}\n${headers.host ?? ''}\n${headers['accept-encoding'] ?? ''}\n${
    headers['x-tenant-subdomain'] ?? ''
  }\n${headers['x-brand-path'] ?? ''}\n${headers['x-forwarded-host'] ?? ''}\n${
    headers['x-forwarded-proto'] ?? ''
  }`
}

const OF_BYTES = new Set(['content-length', 'content-encoding'])

const withoutThoseOfBytes = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => !OF_BYTES.has(headers[index - (index % 2)] ?? ''))

/**
 * Lets requests be answered before the framework is asked, by the first of these that can: measured
 * at twice its throughput and more.
 */
export function answerEarly(
  app: FastifyInstance,
  ways: readonly ((request: IncomingMessage, response: ServerResponse) => boolean)[],
): void {
  const routers = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (ways.some((answer) => answer(request, response))) return
    for (const route of routers) route.call(app.server, request, response)
  })
}
