import type { IntentRecord, MethodRecord } from '../store/records.ts'
import type { ErrorFields } from './shapes.ts'

/** Objects that Stripe puts into the error beside its text; presented for the caller at the edge. */
export interface ErrorObjects {
  intent?: IntentRecord
  method?: MethodRecord
}

/** An answer other than 2xx. Whatever the call changed before throwing stays, as with Stripe. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: ErrorFields
  readonly objects: ErrorObjects

  constructor(status: number, fields: ErrorFields, objects: ErrorObjects = {}) {
    super(fields.message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.objects = objects
  }
}

/** 400: the request itself is wrong. `param` names the field, `code` is Stripe's stable one. */
export function invalidRequest(
  message: string,
  extra: { code?: string; param?: string } = {},
  objects: ErrorObjects = {},
): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...extra }, objects)
}

/**
 * The error for an id that does not exist: 404 where it is the address of the call, 400 where it is a
 * parameter. `kind` as Stripe spells it in the text, `param` the name it gives the id.
 */
export function noSuch(kind: string, id: string, param: string, status: 400 | 404 = 404): ApiError {
  return new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

/** 401: no key, an unknown one, or one that may not make this call. */
export function unauthorized(message: string, code?: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message, ...(code && { code }) })
}

/** The page that explains an error code, as Stripe links it. */
export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}
