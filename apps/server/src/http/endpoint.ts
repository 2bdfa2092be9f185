import {
  callPath,
  type Endpoint,
  fileSchema,
  granted,
  type OutputOf,
  type Refusal,
  type Result,
  refused,
} from '@foyer/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Context, Tenant } from '../context.ts'
import { BUSY } from '../engine/refusals.ts'
import type { Holder } from '../limits/held-tickets.ts'
import type { KeptAddress } from './answer-cache.ts'
import type { Asked } from './asked.ts'
import { BrowserSession } from './browser-session.ts'
import { type CallAnswer, JSON_HEADERS, refusalAnswer, refusalParts } from './call-answer.ts'
import type { Told } from './calls.ts'
import { errorBody, STATUS_OF } from './errors.ts'
import type { Gate } from './gate.ts'
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
  request: Asked
  /** The Idempotency-Key header, where one was sent. */
  idempotencyKey: string | null
}

/** Whose tickets a call holds or gives back, as limits count them. */
export const holderOf = (
  { tenant, request }: Pick<Call<Endpoint>, 'tenant' | 'request'>,
  browserId: string,
): Holder => ({ tenantId: tenant.id, network: request.network, browserId })

export interface ServeOptions<E extends Endpoint> {
  /** Whether a request tries a credential; those that do have a limit of their own. */
  isGuess?(asked: Asked, told: Told): boolean
  /** Public answers only: kept as compressed bytes for this long, at most a second for stock. */
  cacheSeconds?: number
  /** What the kept answer tells of: it goes as soon as the cache is told to drop that. */
  cacheSubject?(call: Call<E>): string
  /** Where computing the kept answer is more than an ordinary read: its own bound, and refusal. */
  gate?: { enter: Gate; refusal: Refusal }
  handle(call: Call<E>): Promise<Result<OutputOf<E>>>
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Registers one endpoint of the contract: limit by network, schema, limits by browser and target,
 * access, handler, in this order.
 */
export function serve<E extends Endpoint>(
  app: Pick<FastifyInstance, 'calls'>,
  context: Context,
  endpoint: E,
  options: ServeOptions<E>,
): void {
  const { errorShape } = endpoint
  const gate = options.gate ?? { enter: context.reads, refusal: BUSY.refusal }
  const limits = context.limits.of(endpoint)
  const count = context.metrics.callCounter(`${endpoint.method} ${endpoint.path}`)

  async function answerNow(call: Call<E>): Promise<CallAnswer> {
    const result = await options.handle(call).catch((error: unknown) => {
      count('internal_error')
      throw error
    })
    count(result.ok ? 'ok' : result.refusal.code)
    const answer = result.ok
      ? granting(endpoint, result.value)
      : refusalAnswer(result.refusal, errorShape)
    const cookie = call.browser.newCookie()
    return cookie ? { ...answer, headers: [...answer.headers, 'set-cookie', cookie] } : answer
  }

  function answerKept(call: Call<E>, asked: Asked, seconds: number): Promise<CallAnswer> {
    const subject = options.cacheSubject?.(call)
    const keeping = { seconds, ...(subject ? { subject } : {}) }
    // The checked input, in the order in which the contract declares it: unknown parameters and
    // another order of the known ones make no further answer.
    const { params, query } = call
    const address: KeptAddress = {
      key: `${asked.tenant.id} ${endpoint.path} ${JSON.stringify([params, query])}`,
      isCanonical: () => isSameAddress(asked.url, callPath(endpoint.path, { params, query })),
    }
    const work = () => options.handle(call)
    return context.answers.find(address, asked.headers, keeping, async () => {
      const result = asked.isForPage ? await work() : await gate.enter(work)
      if (result?.ok) return { status: 200, body: JSON.stringify(result.value) }
      const { status, headers, body } = refusalParts(result?.refusal ?? gate.refusal, errorShape)
      return { status, headers, body, cacheControl: 'no-store' }
    })
  }

  app.calls.add({
    endpoint,
    limits,
    ...(options.isGuess ? { isGuess: options.isGuess } : {}),
    async answer(asked, told) {
      const call = readCall(context, endpoint, asked, told)
      if (!call.ok) {
        count(call.refusal.code)
        return refusalAnswer(call.refusal, errorShape)
      }
      const isGuess = () => options.isGuess?.(asked, told) ?? true
      const tried = asked.network
        ? limits.tryCaller(call.value.browser.id(), call.value, isGuess)
        : null
      if (tried?.refusal) {
        count(tried.refusal.code)
        return refusalAnswer(tried.refusal, errorShape, tried.headers)
      }
      return options.cacheSeconds
        ? answerKept(call.value, asked, options.cacheSeconds)
        : answerNow(call.value)
    },
  })
}

/** Clients differ in the order in which they write a query. */
const isSameAddress = (one: string, other: string): boolean =>
  one.length === other.length && (one === other || sortedQuery(one) === sortedQuery(other))

function sortedQuery(url: string): string {
  const [path, query = ''] = url.split('?', 2)
  return `${path}?${query.split('&').sort().join('&')}`
}

/** `value` is the output of the endpoint. */
function granting(endpoint: Endpoint, value: unknown): CallAnswer {
  const { status = 200, file } = endpoint
  if (!file) return { status, headers: JSON_HEADERS, body: JSON.stringify(value) }
  const { name, bytes } = fileSchema.parse(value)
  const disposition = `attachment; filename="${name}"`
  return {
    status,
    headers: [
      ...['content-type', file],
      ...['content-disposition', disposition],
      ...['cache-control', 'no-store'],
    ],
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  }
}

function readCall<E extends Endpoint>(
  context: Context,
  endpoint: E,
  asked: Asked,
  told: Told,
): Result<Call<E>> {
  const parsed: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const result = parsePart(part, schema, told[part])
    if (!result.ok) return result
    parsed[part] = result.value
  }
  const key = asked.headers['idempotency-key']
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
    tenant: asked.tenant,
    browser: new BrowserSession(asked),
    request: asked,
    idempotencyKey: key ?? null,
  })
}

/** The same refusal from a route of the framework. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.code === 'busy' && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  return reply
    .header('cache-control', 'no-store')
    .status(STATUS_OF[refusal.code])
    .send(errorBody(refusal))
}
