import type { IncomingMessage } from 'node:http'
import type { Endpoint, Refusal } from '@foyer/contract'
import { errorBody, STATUS_OF } from './errors.ts'

/** The response to a call, without the headers that every response of the API has. */
export interface CallResponse {
  status: number
  /** Names and values alternate, as `writeHead` takes them without another copy. */
  headers: readonly string[]
  /** Null for a status that has no body. */
  body: string | Buffer | null
  /**
   * Called with the request and all headers of its response, so that the next request like it can
   * be answered by the shortcut.
   */
  learn?: (request: IncomingMessage, headers: readonly string[]) => void
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** The headers of a JSON response that must not be cached. */
export const JSON_HEADERS: readonly string[] = [
  'content-type',
  JSON_TYPE,
  'cache-control',
  'no-store',
]
const COME_BACK: readonly string[] = ['retry-after', '1']

/** A refusal in the shape that the endpoint declares, with `more` headers beside its own. */
export function refusalResponse(
  refusal: Refusal,
  shape: Endpoint['errorShape'],
  more: readonly string[] = [],
): CallResponse {
  const { headers, ...parts } = refusalParts(refusal, shape)
  return { ...parts, headers: [...JSON_HEADERS, ...headers, ...more] }
}

/** The parts of a refusal, without the headers that every JSON response has. */
export function refusalParts(refusal: Refusal, shape: Endpoint['errorShape']) {
  return {
    status: STATUS_OF[refusal.code],
    headers: refusal.code === 'busy' ? COME_BACK : [],
    body: JSON.stringify(errorBody(refusal, shape)),
  }
}
