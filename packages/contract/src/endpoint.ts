import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorCode, Result } from './errors.ts'
import type { Admission, Limits } from './limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint {
  method: Method
  /** Fastify's notation: /api/events/:eventId */
  path: string
  /** Who may call it, and what everybody else is answered. */
  access: Access
  /** When it is refused under overload. */
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
  /** Status of a success; 200 by default. */
  status?: 200 | 201
  /**
   * Every refusal of its handler; another one does not compile. What the call layer itself answers on
   * any endpoint is not listed (see COMMON_ERRORS).
   */
  errors: readonly ErrorCode[]
  /** Which field has the text of an error: `error` (default) or `error.message`. */
  errorShape?: 'text' | 'message'
}

/** Keeps the literal types of a declaration. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined

export type ParamsOf<E extends Endpoint> = InputOf<E['params']>
export type QueryOf<E extends Endpoint> = InputOf<E['query']>
export type BodyOf<E extends Endpoint> = InputOf<E['body']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What the handler of an endpoint returns: its output, or one of the refusals that it declares. */
export type ResultOf<E extends Endpoint> = Result<OutputOf<E>, E['errors'][number]>
