import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Admission, Limits } from './limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call an endpoint.
 * - public: anyone, and the answer depends on the tenant alone
 * - browser: anyone, acting only on what belongs to the signed browser cookie
 * - order: the browser that bought the order, a signed link, or the id with the matching e-mail
 */
export type Access = 'public' | 'browser' | 'order'

export interface Endpoint {
  method: Method
  /** Fastify's notation: /api/events/:eventId */
  path: string
  access: Access
  /** When it is refused while there is more to do than can be done. */
  admission: Admission
  /** What one caller may cost. */
  limits: Limits
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  output: z.ZodMiniType
  /** A success is a file of this media type, sent as the `bytes` of its output. */
  file?: string
  /** Status of a success; 200 unless told. */
  status?: 200 | 201
  /** The expected refusals, beside those that any endpoint may answer (see COMMON_ERRORS). */
  errors: readonly ErrorCode[]
  /** Where the text of an error stands: `error` (default) or `error.message`. */
  errorShape?: 'text' | 'message'
}

/** Keeps the literal types of a declaration. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined

export type ParamsOf<E extends Endpoint> = InputOf<E['params']>
export type QueryOf<E extends Endpoint> = InputOf<E['query']>
export type BodyOf<E extends Endpoint> = InputOf<E['body']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
