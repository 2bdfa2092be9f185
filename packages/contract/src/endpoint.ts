import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorCode, Result, SuccessStatus } from './errors.ts'
import type { Admission, Limits } from './limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint {
  method: Method
  /** The path in Fastify's notation: /api/events/:eventId */
  path: string
  /** Who may call it, and the refusal for everybody else. */
  access: Access
  /**
   * Set if the answer may come from a replica of the database: it is then at most two seconds old, and
   * never older than what the same browser has just written. Its handler cannot write.
   */
  reads?: 'recent'
  /** How it is treated under overload. */
  admission: Admission
  /** The limits of one caller. */
  limits: Limits
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  /** Request headers that the endpoint reads, in lower case. */
  headers?: z.ZodMiniType
  body?: z.ZodMiniType
  /**
   * Set if it may take seconds: an organizer has one such call at a time, a process two, and others wait
   * or are refused as `busy`. Its handler uses the connections for long work.
   */
  isLong?: true
  /** The most bytes of a body, if more than other calls may have. It is read after access was granted. */
  bodyBytes?: number
  /**
   * Set if the body is a file, sent as it is (`application/octet-stream`), with this many bytes at most.
   * It is read when the handler asks for it, which is after access was granted.
   */
  upload?: { bytes: number }
  output: z.ZodMiniType
  /** Set if a success is a file: its media type. The `bytes` of the output are sent. */
  file?: string
  /** The HTTP status of a success; 200 by default. */
  status?: 200 | 201
  /** Further statuses of a success, where a foreign protocol defines them. */
  otherStatuses?: readonly SuccessStatus[]
  /**
   * Every refusal that the handler may return; any other one does not compile. Refusals by the call
   * layer, which can occur on any endpoint, are not listed (see COMMON_ERRORS).
   */
  errors: readonly ErrorCode[]
  /** The response field with an error's text: `error` (default) or `error.message`. */
  errorShape?: 'text' | 'message'
}

/** Declares an endpoint and preserves its literal types. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined

export type ParamsOf<E extends Endpoint> = InputOf<E['params']>
export type QueryOf<E extends Endpoint> = InputOf<E['query']>
export type BodyOf<E extends Endpoint> = InputOf<E['body']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What the handler of an endpoint returns: its output, or one of its declared refusals. */
export type ResultOf<E extends Endpoint> = Result<OutputOf<E>, E['errors'][number]>
