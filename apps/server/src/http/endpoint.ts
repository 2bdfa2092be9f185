import {
  type AccessKind,
  callPath,
  type Endpoint,
  fileSchema,
  type Granted,
  granted,
  type Refusal,
  type Result,
  type ResultOf,
  refused,
} from '@foyer/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Context, Tenant } from '../context.ts'
import { BUSY } from '../engine/refusals.ts'
import { writeJsonInSlices } from '../engine/slices.ts'
import type { Holder } from '../limits/held-tickets.ts'
import type { ApiRequest } from './api-request.ts'
import { BrowserSession } from './browser-session.ts'
import { type CallResponse, JSON_HEADERS, refusalParts, refusalResponse } from './call-response.ts'
import type { RequestInput } from './calls.ts'
import { errorBody, STATUS_OF } from './errors.ts'
import type { Gate } from './gate.ts'
import { type PrincipalOf, principalResolver } from './principal.ts'
import { guessDetector } from './principals/credentials.ts'
import type { StaffCookies } from './principals/staff-cookies.ts'
import type { ReadUpload } from './read-body.ts'
import { markOf, momentFor, readRecent } from './recent-reads.ts'
import type { CacheAddress } from './response-cache.ts'
import { parsePart } from './validation.ts'

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** The validated input of a request. */
interface CheckedInput<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  headers: Parsed<E['headers']>
  body: Parsed<E['body']>
  /** The Idempotency-Key header; null if none was sent. */
  idempotencyKey: string | null
}

/** What a handler gets: validated input, the tenant, and the principal. */
export interface Call<E extends Endpoint> extends CheckedInput<E> {
  context: Context
  tenant: Tenant
  /** Resolved from the endpoint's `access`: a handler runs only for a caller who has the right. */
  principal: PrincipalOf<E>
  request: ApiRequest
  /** Reads the file of an endpoint that takes one; call it once. */
  upload: E['upload'] extends object ? ReadUpload : undefined
}

/** The caller to which the held tickets of a call are counted. */
export const holderOf = ({
  tenant,
  request,
  principal,
}: {
  tenant: Tenant
  request: Pick<ApiRequest, 'network'>
  principal: { browserId: string }
}): Holder => ({
  tenantId: tenant.id,
  network: request.network,
  browserId: principal.browserId,
})

export interface ServeOptions<E extends Endpoint> {
  /** Public endpoints only: for how many seconds a response is cached, as compressed bytes. */
  cacheSeconds?: E['access'] extends { kind: 'public' } ? number : never
  /** The subject of a cached response: all entries of one subject are dropped together. */
  cacheSubject?(call: Call<E>): string
  /** A gate of its own with its refusal, for a response that costs more than an ordinary read. */
  gate?: { enter: Gate; refusal: Refusal }
  handle(call: Call<E>): Promise<ResultOf<E>>
}

const OTHERS_RUN = refused(
  'busy',
  'Other long work of this organizer is still running. Try again in a few seconds.',
)

/** The kinds of access of people who are signed in: a session decides, and no field. */
const OF_THE_OFFICE: ReadonlySet<AccessKind> = new Set(['person', 'staff', 'operator'])
const NO_INPUT = { params: {}, query: {}, body: {} }

const NOT_STORED = ['cache-control', 'no-store']

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/**
 * Registers one endpoint of the contract. The order is: limit by network, schema, limits by browser
 * and target, access, handler. Who has no access to a call of the office is told so before its fields are. `access` is resolved to a principal (http/principal.ts), so no
 * handler checks who calls.
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
  const resolvePrincipal = principalResolver(endpoint.access.kind, endpoint.access, context)
  const isGuess = guessDetector(endpoint, context)
  const isRecent = endpoint.reads === 'recent'

  /**
   * The refusal of a request by somebody who is not signed in, or may not make the call, for kinds of access
   * that read nothing of the input; otherwise null. Such a caller learns nothing about the fields.
   */
  async function whyDenied(request: ApiRequest): Promise<CallResponse | null> {
    if (!OF_THE_OFFICE.has(endpoint.access.kind)) return null
    const caller = { request, session: new BrowserSession(request), input: NO_INPUT }
    const resolved = await counted(Promise.resolve(resolvePrincipal(caller)))
    return resolved.ok ? null : answerWith(resolved)
  }

  function counted<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      count('internal_error')
      throw error
    })
  }

  function answerWith(result: Result<unknown>): CallResponse {
    count(result.ok ? 'ok' : result.refusal.code)
    return result.ok
      ? successResponse(endpoint, result)
      : refusalResponse(result.refusal, errorShape)
  }

  async function answerNow(
    call: Call<E>,
    session: BrowserSession,
    staffCookies: StaffCookies | undefined,
  ): Promise<CallResponse> {
    const { request } = call
    const handle = () => options.handle(call)
    const inTurn: () => Promise<Result<unknown>> = endpoint.isLong
      ? async () =>
          (await context.longCalls(
            async () => writtenOut(await handle()),
            String(call.tenant.id),
          )) ?? OTHERS_RUN
      : handle
    const handling = isRecent
      ? readRecent(momentFor(context.db, request.headers), inTurn)
      : inTurn()
    const answer = answerWith(await counted(handling))
    const { status } = answer
    const more = [...markOf(context.db, endpoint, { status, isHttps: request.isHttps })]
    const cookie = session.newCookie()
    const cookies = cookie ? [cookie] : (staffCookies?.changes() ?? [])
    for (const each of cookies) more.push('set-cookie', each)
    return more.length > 0 ? { ...answer, headers: [...answer.headers, ...more] } : answer
  }

  function answerCached(
    call: Call<E>,
    apiRequest: ApiRequest,
    seconds: number,
  ): Promise<CallResponse> {
    const subject = options.cacheSubject?.(call)
    const keeping = {
      seconds,
      ...(subject ? { subject } : {}),
      ...(isRecent ? { since: momentFor(context.db, apiRequest.headers) } : {}),
    }
    // The cache key is the validated input in the order of the contract, so that unknown parameters
    // or another order make no further entry.
    const { params, query } = call
    const address: CacheAddress = {
      key: `${apiRequest.tenant.id} ${endpoint.path} ${JSON.stringify([params, query])}`,
      isCanonical: () => isSameAddress(apiRequest.url, callPath(endpoint.path, { params, query })),
    }
    return context.responses.find(address, apiRequest.headers, keeping, async (since) => {
      const handle = () => options.handle(call)
      const work = isRecent ? () => readRecent(since, handle) : handle
      const caller = (options.gate && apiRequest.network) || undefined
      const result = apiRequest.isForPage ? await work() : await gate.enter(work, caller)
      if (result?.ok) return { status: 200, body: JSON.stringify(result.value) }
      const { status, headers, body } = refusalParts(result?.refusal ?? gate.refusal, errorShape)
      return { status, headers, body, cacheControl: 'no-store' }
    })
  }

  app.calls.add({
    endpoint,
    limits,
    ...(isGuess ? { isGuess } : {}),
    async answer(request, sent) {
      // A long body is read once it is known who sends it.
      const checked = checkInput(endpoint, request, sent, sent.longBody ? BESIDE_BODY : ALL_PARTS)
      if (!checked.ok) return (await whyDenied(request)) ?? answerWith(checked)
      const input = checked.value
      const session = new BrowserSession(request)
      const { network } = request
      const caller = network ? { network, browserId: session.id() } : null
      const tried =
        caller && limits.tryCaller(caller, input, () => isGuess?.(request, sent) ?? true)
      if (tried?.refusal) {
        count(tried.refusal.code)
        return refusalResponse(tried.refusal, errorShape, tried.headers)
      }
      const resolving = resolvePrincipal({ request, session, input })
      const resolved = resolving instanceof Promise ? await counted(resolving) : resolving
      if (!resolved.ok) return answerWith(resolved)
      if ('output' in resolved.value) return answerWith(granted(resolved.value.output))
      const { tenant } = request
      // A resolver makes principals of its own kind of access.
      const principal = resolved.value.principal as PrincipalOf<E>
      const arriving = <T>(read: () => Promise<T>, most: number) =>
        context.bodies.during(String(tenant.id), lengthOf(request, most), read)
      const { longBody } = sent
      if (longBody) {
        const sentBody = (await arriving(longBody, endpoint.bodyBytes ?? 0)) ?? TOO_MUCH_ARRIVES
        const body = sentBody.ok
          ? checkInput(endpoint, request, { ...sent, body: sentBody.value }, BODY_ALONE)
          : sentBody
        if (!body.ok) return answerWith(body)
        Object.assign(input, body.value)
      }
      const { upload: file } = sent
      const readFile: ReadUpload | undefined =
        file &&
        (async () => (await arriving(file, endpoint.upload?.bytes ?? 0)) ?? TOO_MUCH_ARRIVES)
      // A long call takes its place once its file is there: a slow line would keep it from everybody else.
      const arrived = endpoint.isLong && readFile ? await readFile() : null
      // The call layer reads a file for exactly the endpoints that declare one.
      const upload = (arrived ? async () => arrived : readFile) as Call<E>['upload']
      const call: Call<E> = { ...input, context, tenant, principal, request, upload }
      return options.cacheSeconds
        ? answerCached(call, request, options.cacheSeconds)
        : answerNow(call, session, resolved.value.cookies)
    },
  })
}

/** Clients send query parameters in different orders. */
const isSameAddress = (one: string, other: string): boolean =>
  one.length === other.length && (one === other || sortedQuery(one) === sortedQuery(other))

function sortedQuery(url: string): string {
  const [path, query = ''] = url.split('?', 2)
  return `${path}?${query.split('&').sort().join('&')}`
}

/** The value of a long call as JSON: it may have 100,000 rows. */
class WrittenJson {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

const writtenOut = async (result: Result<unknown>): Promise<Result<unknown>> =>
  result.ok ? { ...result, value: new WrittenJson(await writeJsonInSlices(result.value)) } : result

/** The response of a success; its value is the output of the endpoint. */
function successResponse(endpoint: Endpoint, { value, status }: Granted<unknown>): CallResponse {
  const { file, status: usual = 200, otherStatuses = [] } = endpoint
  const sent = status ?? usual
  if (sent !== usual && !otherStatuses.includes(sent)) {
    throw new Error(`${endpoint.path} does not declare the status ${sent}`)
  }
  const isEmpty = sent === 204 || sent === 304
  if (!file) {
    if (isEmpty) return { status: sent, headers: NOT_STORED, body: null }
    return { status: sent, headers: JSON_HEADERS, body: jsonOf(value) }
  }
  const { name, bytes, changedAt } = fileSchema.parse(value)
  const headers = [...(changedAt ? ['last-modified', changedAt.toUTCString()] : []), ...NOT_STORED]
  if (isEmpty) return { status: sent, headers, body: null }
  return {
    status: sent,
    headers: [
      ...['content-type', file],
      ...['content-disposition', `attachment; filename="${name}"`],
      ...headers,
    ],
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  }
}

const jsonOf = (value: unknown): string | Buffer =>
  value instanceof WrittenJson ? value.bytes : JSON.stringify(value)

const ALL_PARTS = ['params', 'query', 'headers', 'body'] as const
const BESIDE_BODY = ['params', 'query', 'headers'] as const
const BODY_ALONE = ['body'] as const

const TOO_MUCH_ARRIVES = refused(
  'busy',
  'Other files of this organizer are still arriving. Try again in a few seconds.',
)

/** How many bytes of a body to expect: as many as it says, or the most that it may have. */
function lengthOf({ headers }: ApiRequest, most: number): number {
  const said = Number(headers['content-length'] ?? Number.NaN)
  return said <= most ? said : most
}

function checkInput<E extends Endpoint>(
  endpoint: E,
  request: ApiRequest,
  sent: RequestInput,
  parts: readonly (typeof ALL_PARTS)[number][] = ALL_PARTS,
): Result<CheckedInput<E>, 'validation_failed'> {
  const parsed: Record<string, unknown> = {}
  for (const part of parts) {
    const schema = endpoint[part]
    if (!schema) continue
    const result = parsePart(part, schema, part === 'headers' ? request.headers : sent[part])
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
  const checked = parsed as Pick<Call<E>, 'params' | 'query' | 'headers' | 'body'>
  return granted({ ...checked, idempotencyKey: key ?? null })
}

/** Sends the same refusal from a route of the framework. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.code === 'busy' && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  return reply
    .header('cache-control', 'no-store')
    .status(STATUS_OF[refusal.code])
    .send(errorBody(refusal))
}
