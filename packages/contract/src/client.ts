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
  readonly code: ErrorCode | 'network_error'
  readonly text: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
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

export type Client = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<OutputOf<E>>

/** The typed client. Answers are our own server's and are not validated again in the browser. */
export function createClient(options: ClientOptions): Client {
  return async (endpoint, input) => {
    const response = await options.fetch(options.baseUrl + pathOf(endpoint.path, input), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...options.headers,
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
      credentials: 'same-origin',
    })
    const text = await response.text()
    if (!response.ok) throw new ApiError(response.status, text, response.statusText)
    return JSON.parse(text)
  }
}

function pathOf(template: string, input: { params?: unknown; query?: unknown }): string {
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
