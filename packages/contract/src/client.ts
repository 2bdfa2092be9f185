import type { BodyOf, Endpoint, OutputOf, ParamsOf, QueryOf } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

type Given<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]: T }

/** The input of a call: exactly the parts that its endpoint declares. */
export type CallInput<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>> &
  Given<'file', E extends { upload: object } ? Blob : undefined> & {
    /**
     * Sent as Idempotency-Key: a repeated call with the same key and body gets the stored response.
     */
    idempotencyKey?: string
    signal?: AbortSignal
  }

/**
 * A response that is not OK. `message` is for logs: status, colon, body text. For people there are
 * `text`, if the screen has a text of its own to fall back on, and {@link ApiError.textOrStatus}.
 */
export class ApiError extends Error {
  readonly status: number
  /** The reason phrase of the status line; empty over HTTP/2. */
  readonly statusText: string
  readonly code: ErrorCode | 'network_error'
  /**
   * Our server's own words. Undefined where it gave none, and where a proxy answered in its place: the
   * reason phrase of a status is no text for people.
   */
  readonly text: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  /** The call that failed. */
  readonly endpoint: Endpoint | undefined

  constructor(status: number, body: string, statusText: string, endpoint?: Endpoint) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.statusText = statusText
    this.endpoint = endpoint
    const parsed = parseErrorBody(body)
    this.code = parsed.code
    this.text = parsed.text || undefined
    this.details = parsed.details
  }

  /** 'HTTP 502: Bad Gateway'. HTTP/2 has no reason phrase: there the server's words stand in. */
  get httpText(): string {
    const reason = this.statusText || this.text
    return reason ? `HTTP ${this.status}: ${reason}` : `HTTP ${this.status}`
  }

  /** What a screen without a text of its own shows: the server's words, else the status. */
  get textOrStatus(): string {
    return this.text ?? this.httpText
  }
}

function parseErrorBody(body: string): Pick<ApiError, 'code' | 'text' | 'details'> {
  try {
    const { error, code, details } = JSON.parse(body)
    const text = typeof error === 'string' ? error : String(error?.message ?? '')
    return { code: code ?? 'internal_error', text, details: details ?? {} }
  } catch {
    return { code: 'network_error', text: '', details: {} }
  }
}

export interface ClientOptions {
  /** An origin, or '' for the page's own. */
  baseUrl: string
  /** Headers that name the tenant, needed if the page's address names it. */
  headers?: Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch
}

/** How long a GET may take. A lost response never arrives, and a GET can be repeated safely. */
const PATIENCE_MILLISECONDS = 15_000

/** The client sends no headers of an endpoint: only phones call the endpoints that read some. */
export type Client = <E extends Endpoint & { headers?: undefined }>(
  endpoint: E,
  input: CallInput<E>,
) => Promise<OutputOf<E>>

/**
 * The typed client. Responses come from our own server and are not validated again in the browser.
 * A GET that is not complete within 15 seconds rejects with a `TimeoutError`. Other calls wait: the
 * outcome of an abandoned one would be unknown.
 */
export function createClient(options: ClientOptions): Client {
  const send = async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    signal: AbortSignal | undefined,
  ): Promise<OutputOf<E>> => {
    const response = await options.fetch(options.baseUrl + callPath(endpoint.path, input), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...options.headers,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(input.file ? { 'content-type': 'application/octet-stream' } : {}),
        ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.file ? { body: input.file } : {}),
      ...(signal ? { signal } : {}),
      credentials: 'same-origin',
    })
    const text = await response.text()
    if (!response.ok) throw new ApiError(response.status, text, response.statusText, endpoint)
    return JSON.parse(text)
  }
  return (endpoint, input) =>
    endpoint.method === 'GET'
      ? withPatience(input.signal, (signal) => send(endpoint, input, signal))
      : send(endpoint, input, input.signal)
}

/**
 * Runs `work` until `outer` aborts or the timeout ends it. Written by hand: `AbortSignal.any` is too
 * recent.
 */
async function withPatience<T>(
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const follow = () => controller.abort(outer?.reason)
  const giveUp = () => controller.abort(new DOMException('No answer came in time', 'TimeoutError'))
  const timer = setTimeout(giveUp, PATIENCE_MILLISECONDS)
  outer?.addEventListener('abort', follow)
  if (outer?.aborted) follow()
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', follow)
  }
}

/** The URL of a call: its path with the parameters filled in, and its query. */
export function callPath(template: string, input: { params?: unknown; query?: unknown }): string {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = template.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const query = search.toString()
  return query ? `${path}?${query}` : path
}
