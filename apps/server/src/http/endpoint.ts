import {
  type Endpoint,
  fileSchema,
  granted,
  type OutputOf,
  type Refusal,
  type Result,
  refused,
} from '@foyer/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Context, Tenant } from '../context.ts'
import { type BrowserSession, browserSession } from './browser-session.ts'
import { errorBody, STATUS_OF } from './errors.ts'
import { parsePart } from './validation.ts'

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** What a handler gets: checked input, the tenant, and the browser's identity. */
export interface Call<E extends Endpoint> {
  context: Context
  tenant: Tenant
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  browser: BrowserSession
  request: FastifyRequest
  /** The Idempotency-Key header, where one was sent. */
  idempotencyKey: string | null
}

export interface ServeOptions<E extends Endpoint> {
  /** Requests a minute per address; only where guessing or flooding would pay. */
  limit?: { perMinute: number; unless?: (request: FastifyRequest) => boolean }
  /** Public answers only: kept as compressed bytes for this long, at most a second for stock. */
  cacheSeconds?: number
  /** What the kept answer tells of: it goes as soon as the cache is told to drop that. */
  cacheSubject?(call: Call<E>): string
  handle(call: Call<E>): Promise<Result<OutputOf<E>>>
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/** Registers one endpoint of the contract: limit, schema, access, handler, in this order. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  options: ServeOptions<E>,
): void {
  const count = context.metrics.callCounter(`${endpoint.method} ${endpoint.path}`)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      errorShape: endpoint.errorShape ?? 'text',
      ...(options.limit ? { rateLimit: rateLimitOf(options.limit) } : {}),
    },
    async handler(request, reply) {
      const call = readCall(context, endpoint, request, reply)
      if (!call.ok) {
        count(call.refusal.code)
        return refuse(reply, call.refusal)
      }
      if (options.cacheSeconds) {
        const subject = options.cacheSubject?.(call.value)
        const keeping = { seconds: options.cacheSeconds, ...(subject ? { subject } : {}) }
        return context.answers.send(request, reply, keeping, async () => {
          const result = await options.handle(call.value)
          return result.ok
            ? { status: 200, body: JSON.stringify(result.value) }
            : {
                status: STATUS_OF[result.refusal.code],
                body: JSON.stringify(errorBody(result.refusal, endpoint.errorShape)),
              }
        })
      }
      const result = await options.handle(call.value).catch((error: unknown) => {
        count('internal_error')
        throw error
      })
      count(result.ok ? 'ok' : result.refusal.code)
      if (!result.ok) return refuse(reply, result.refusal)
      reply.header('cache-control', 'no-store')
      if (endpoint.file) return sendFile(reply, endpoint.file, result.value)
      return reply.status(endpoint.status ?? 200).send(result.value)
    },
  })
}

/** `value` is the output of an endpoint with a `file` type. */
function sendFile(reply: FastifyReply, type: string, value: unknown): FastifyReply {
  const { name, bytes } = fileSchema.parse(value)
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(bytes)
}

const rateLimitOf = (limit: NonNullable<ServeOptions<Endpoint>['limit']>) => ({
  max: limit.perMinute,
  timeWindow: 60_000,
  ...(limit.unless ? { allowList: limit.unless } : {}),
})

function readCall<E extends Endpoint>(
  context: Context,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Result<Call<E>> {
  const parts = { params: request.params, query: request.query, body: request.body }
  const parsed: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const result = parsePart(part, schema, parts[part])
    if (!result.ok) return result
    parsed[part] = result.value
  }
  const key = request.headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) {
    return refused('validation_failed', 'Idempotency-Key: Must be 1 to 255 printable characters', {
      fields: [{ field: 'headers.idempotency-key', message: 'Invalid value' }],
    })
  }
  // The loop above has just checked each declared part against the schema its type derives from.
  const checked = parsed as Pick<Call<E>, 'params' | 'query' | 'body'>
  return granted({
    ...checked,
    context,
    tenant: request.tenant,
    browser: browserSession(request, reply),
    request,
    idempotencyKey: key ?? null,
  })
}

/** Answers with a refusal in the shape the route's clients expect. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const shape = reply.routeOptions.config.errorShape
  if (refusal.code === 'busy' && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  return reply
    .header('cache-control', 'no-store')
    .status(STATUS_OF[refusal.code])
    .send(errorBody(refusal, shape))
}
