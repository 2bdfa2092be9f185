import type { IncomingMessage } from 'node:http'
import { granted, type Result, refused } from '@foyer/contract'
import { parse } from 'secure-json-parse'

export const BODY_LIMIT_BYTES = 64 * 1024

const NOT_JSON = refused('unsupported_media_type', 'Send the body as JSON.')
const TOO_LARGE = refused('payload_too_large', 'The request is too large.')
const MALFORMED = refused('malformed_body', 'The body is not valid JSON.')
const NO_BODY = granted(undefined)

const JSON_TYPE = /^\s*application\/json\s*(;|$)/i

/**
 * Reads a request's body as JSON and tells it once, later or at once; never, when its client leaves
 * before the end. Only JSON: a page of another origin may send plain text without asking first. None,
 * or an empty one, is undefined: clients name JSON on every call, also on a DELETE without a body,
 * and the endpoint's schema says what is missing.
 */
export function readBody(request: IncomingMessage, told: (body: Result<unknown>) => void): void {
  const { headers } = request
  const type = headers['content-type']
  const length = headers['content-length']
  const isChunked = headers['transfer-encoding'] !== undefined
  if (type === undefined && !isChunked && (length === undefined || length === '0')) {
    told(NO_BODY)
    return
  }
  if (type === undefined || !JSON_TYPE.test(type)) {
    told(NOT_JSON)
    return
  }
  if (Number(length) > BODY_LIMIT_BYTES) {
    told(TOO_LARGE)
    return
  }
  const chunks: Buffer[] = []
  let bytes = 0
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes <= BODY_LIMIT_BYTES) return
    request.removeListener('data', onData)
    request.removeListener('end', onEnd)
    told(TOO_LARGE)
  }
  const onEnd = () => told(parseJson(chunks))
  request.on('data', onData)
  request.on('end', onEnd)
  // Its client has left: there is nobody to tell.
  request.on('error', () => {})
}

function parseJson(chunks: readonly Buffer[]): Result<unknown> {
  const [first] = chunks
  // Decoded as a whole: a character may lie on both sides of a cut.
  const text = (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString()
  if (text === '') return NO_BODY
  try {
    return granted(parse(text, { protoAction: 'error', constructorAction: 'error' }))
  } catch {
    return MALFORMED
  }
}
