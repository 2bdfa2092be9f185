import type { BodyOf, Endpoint, OutputOf, ParamsOf, QueryOf } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

type Given<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]: T }

/** What a call needs: exactly the parts its endpoint declares. */
export type CallInput<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>> & {
    /** Sent as Idempotency-Key: the same key and body give the stored answer. */
    idempotencyKey?: string
    signal?: AbortSignal
  }

/**
 * A non-OK answer. `message` is the form that logs carry: status, colon, body text;
 * `text` is what a person may read.
 */
export class ApiError extends Error {
  readonly status: number
  /** The status line's reason; empty over HTTP/2. */
  readonly statusText: string
  readonly code: ErrorCode | 'network_error'
  readonly text: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.statusText = statusText
    const parsed = parseErrorBody(body)
    this.code = parsed.code
    this.text = parsed.text || statusText
    this.details = parsed.details
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
  /** Origin, or '' for the page's own. */
  baseUrl: string
  /** Tenant headers, where the page's address names a tenant. */
  headers?: Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch
}

/** A lost answer never comes; a GET can be asked again. */
const PATIENCE_MILLISECONDS = 15_000

export type Client = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<OutputOf<E>>

/**
 * The typed client. Answers are our own server's and are not validated again in the browser.
 * A GET that has not been answered in full within 15 seconds rejects with a `TimeoutError`. Other
 * calls wait: nobody could say what became of one that was given up.
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
        ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(signal ? { signal } : {}),
      credentials: 'same-origin',
    })
    const text = await response.text()
    if (!response.ok) throw new ApiError(response.status, text, response.statusText)
    return JSON.parse(text)
  }
  return (endpoint, input) =>
    endpoint.method === 'GET'
      ? withPatience(input.signal, (signal) => send(endpoint, input, signal))
      : send(endpoint, input, input.signal)
}

/** Does what is asked until `outer` or our patience ends it. By hand: `AbortSignal.any` is too young. */
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

/** The address of a call: its path with the parameters filled in, and its query. */
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
