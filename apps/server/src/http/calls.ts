import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Admission, Endpoint, Method, Refusal } from '@foyer/contract'
import type { FastifyBaseLogger } from 'fastify'
import createRouter from 'find-my-way'
import type { Context, Tenant } from '../context.ts'
import { BUSY } from '../engine/refusals.ts'
import { type EndpointLimits, TOO_MANY_AT_ONCE } from '../limits/caller-limits.ts'
import { networkOf } from '../limits/network.ts'
import { ApiRequest, newRequestId } from './api-request.ts'
import { type CallResponse, refusalResponse } from './call-response.ts'
import { endTogether } from './end-together.ts'
import type { Forwarded } from './forwarded.ts'
import type { Shedding } from './load-shedding.ts'
import {
  BODY_LIMIT_BYTES,
  longBodyReader,
  type ReadLongBody,
  type ReadUpload,
  readBody,
  uploadReader,
} from './read-body.ts'
import { refusalOf } from './refusal-of-error.ts'
import { NOT_FOUND, UNKNOWN_TENANT } from './refusals.ts'
import type { TenantResolver } from './resolve-tenant.ts'

/** The parameters and the body of a request, not validated yet. */
export interface RequestInput {
  params: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  /** Of an endpoint that takes a file. */
  upload?: ReadUpload
  /** Of an endpoint that takes a long body: reads it, once access was granted. */
  longBody?: ReadLongBody
}

/** How the calls of one endpoint are answered. */
export interface CallRoute {
  endpoint: Endpoint
  limits: EndpointLimits
  /** Whether the request guesses a credential; by default none does. */
  isGuess?(apiRequest: ApiRequest, input: RequestInput): boolean
  /** Rejects with an error that only the log may show. */
  answer(apiRequest: ApiRequest, input: RequestInput): Promise<CallResponse>
}

/** A call that a page makes while it is rendered. */
interface PageRequest {
  method: 'GET' | 'POST'
  url: string
  headers: IncomingHttpHeaders
  body: unknown
}

/** Answers all calls of the contract. */
export interface Calls {
  add(route: CallRoute): void
  /** Answers a request to an endpoint of the contract. Returns false for any other request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Answers a call without a socket and without a browser, for a page that is being rendered. Only
   * public endpoints can be called. No limit counts the call: the page may be cached and shown to
   * everybody, so it must not contain a refusal that is meant for one caller.
   */
  ask(tenant: Tenant, page: PageRequest): Promise<CallResponse>
  /** From now on new requests are refused, and each response ends its connection. */
  close(): void
}

export interface CallsOptions {
  resolver: TenantResolver
  forwarded: Forwarded
  shedding: Shedding
  /** The headers of every response, by the requested host; names and values alternate. */
  headersOf(host: string | undefined): readonly string[]
  /** Called for each answer to a call, with the time from its complete request to its sending. */
  onAnswered(milliseconds: number, status: number, admission: Admission): void
  /** Records calls; null unless traces are on. */
  trace: NonNullable<Context['tracing']>['call'] | null
  log: FastifyBaseLogger
}

interface Route extends CallRoute {
  isSheddable: boolean
}

/** A HEAD is a GET whose body is not sent. */
const METHODS: ReadonlyMap<string, Method> = new Map([
  ['GET', 'GET'],
  ['HEAD', 'GET'],
  ['POST', 'POST'],
  ['PUT', 'PUT'],
  ['DELETE', 'DELETE'],
])
const COME_BACK: readonly string[] = ['retry-after', '1']
const LAST_ANSWER: readonly string[] = ['connection', 'close']
const NOTHING: readonly string[] = []

interface Found {
  route: Route
  input: RequestInput
}

/**
 * Answers calls before the framework sees them. Calls are small and frequent, and what a framework
 * makes for each request (its own request and reply objects, hooks, a logger) costs more than most
 * of the calls. Pages, files, webhooks and streams go through the framework. URLs are matched by
 * the framework's router (find-my-way).
 */
export function createCalls(options: CallsOptions): Calls {
  const { resolver, forwarded, shedding, headersOf, onAnswered, trace, log } = options
  const router = createRouter({ ignoreTrailingSlash: true, maxParamLength: 300 })
  let isClosing = false

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    { status, headers, body, learn }: CallResponse,
    more: readonly string[],
  ): void {
    const head = [...headersOf(request.headers.host), ...headers]
    // The remaining number of requests is the caller's own, so it must not be part of a cached
    // response.
    learn?.(request, head)
    head.push(...more)
    if (body !== null) head.push('content-length', String(Buffer.byteLength(body)))
    if (isClosing) head.push(...LAST_ANSWER)
    response.writeHead(status, head)
    endTogether(response, request.method === 'HEAD' ? null : body)
  }

  /** Never rejects. */
  async function answerSafely(
    route: Route,
    apiRequest: ApiRequest,
    input: RequestInput,
  ): Promise<CallResponse> {
    try {
      return await route.answer(apiRequest, input)
    } catch (error) {
      return refusalResponse(
        refusalOf(error, apiRequest, route.endpoint.path),
        route.endpoint.errorShape,
      )
    }
  }

  const run: typeof answerSafely = trace
    ? (route, apiRequest, input) =>
        trace(route.endpoint, apiRequest.tenant.slug, () => answerSafely(route, apiRequest, input))
    : answerSafely

  /** Runs the cheapest checks first, so that an early refusal is cheap. */
  function take(request: IncomingMessage, response: ServerResponse, url: string, found: Found) {
    const { route, input } = found
    const { isSheddable, limits } = route
    const refuse = (refusal: Refusal, more = NOTHING) =>
      send(request, response, refusalResponse(refusal, route.endpoint.errorShape), more)

    if (isClosing) return refuse(BUSY.refusal)
    const resolved = resolver.resolve(request)
    if (!resolved) return refuse(UNKNOWN_TENANT.refusal)
    const { tenant, base: tenantBase, isOnMainHost } = resolved
    const { method = 'GET', headers } = request
    const { isHttps } = forwarded
    const network = networkOf(forwarded.addressOf(request))
    const apiRequest = new ApiRequest(
      { method, url, headers, tenant, tenantBase, isOnMainHost, network, isHttps },
      log,
    )
    const isGuess = () => route.isGuess?.(apiRequest, input) ?? false
    const tried = limits.tryNetwork(network, isGuess)
    if (tried.refusal) return refuse(tried.refusal, tried.headers)
    if (isSheddable && shedding.isDue()) return refuse(BUSY.refusal)

    const answer = (body: unknown, later: Pick<RequestInput, 'upload' | 'longBody'> = {}) => {
      // Counted once the body has arrived, so that a client that sends it slowly occupies nothing.
      if (!limits.begin(network)) return refuse(TOO_MANY_AT_ONCE.refusal, COME_BACK)
      if (isSheddable) shedding.began()
      const begunAt = performance.now()
      run(route, apiRequest, { ...input, body, ...later })
        .then((given) => {
          if (isSheddable) shedding.ended()
          limits.end(network)
          const isRead = !(later.upload || later.longBody) || request.complete
          // What is left of a body that was refused is discarded, and its connection ends.
          if (!isRead) request.resume()
          send(
            request,
            response,
            given,
            isRead ? tried.headers : [...tried.headers, ...LAST_ANSWER],
          )
          onAnswered(performance.now() - begunAt, given.status, route.endpoint.admission)
        })
        .catch((error: unknown) => {
          log.error({ err: error, path: route.endpoint.path }, 'an answer was not sent')
          response.destroy()
        })
    }
    if (method === 'GET' || method === 'HEAD') return answer(undefined)
    const { upload, bodyBytes } = route.endpoint
    if (upload) return answer(undefined, { upload: uploadReader(request, upload.bytes) })
    if (bodyBytes) return answer(undefined, { longBody: longBodyReader(request, bodyBytes) })
    readBody(request, BODY_LIMIT_BYTES, (body) => {
      if (body.ok) answer(body.value)
      // More of the body may still arrive; the server does not wait for it.
      else refuse(body.refusal, isClosing ? NOTHING : LAST_ANSWER)
    })
  }

  function takeSafely(
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
    found: Found,
  ): void {
    try {
      take(request, response, url, found)
    } catch (error) {
      // Without this, the error would end the process.
      const refusal = refusalOf(error, { id: newRequestId(), log }, found.route.endpoint.path)
      if (response.headersSent) response.destroy()
      else
        send(request, response, refusalResponse(refusal, found.route.endpoint.errorShape), NOTHING)
    }
  }

  function find(sent: string, url: string): Found | null {
    const method = METHODS.get(sent)
    const found = method ? router.find(method, url) : null
    if (!found) return null
    const { store: route, params, searchParams: query } = found
    return { route, input: { params, query, body: undefined } }
  }

  return {
    add(route) {
      const { endpoint } = route
      const isSheddable = endpoint.admission === 'sale'
      const store: Route = { ...route, isSheddable }
      router.on(endpoint.method, endpoint.path, () => {}, store)
    },
    answer(request, response) {
      const url = resolver.rewriteUrl(request)
      const found = find(request.method ?? 'GET', url)
      if (found) takeSafely(request, response, url, found)
      return found !== null
    },
    async ask(tenant, { method, url, headers, body }) {
      const found = find(method, url)
      if (found?.route.endpoint.access.kind !== 'public')
        return refusalResponse(NOT_FOUND.refusal, 'text')
      const from = { tenantBase: '', network: '', isHttps: false, isForPage: true }
      const apiRequest = new ApiRequest({ method, url, headers, tenant, ...from }, log)
      return run(found.route, apiRequest, { ...found.input, body })
    },
    close() {
      isClosing = true
    },
  }
}
