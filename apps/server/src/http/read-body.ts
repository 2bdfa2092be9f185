import type { IncomingMessage } from 'node:http'
import { granted, type Result } from '@foyer/contract'
import { parse } from 'secure-json-parse'
import {
  BROKEN_OFF,
  MALFORMED_BODY,
  NOT_A_FILE,
  PAYLOAD_TOO_LARGE,
  UNSUPPORTED_MEDIA_TYPE,
} from './refusals.ts'

export const BODY_LIMIT_BYTES = 64 * 1024

const NO_BODY = granted(undefined)

const JSON_TYPE = /^\s*application\/json\s*(;|$)/i

/**
 * Reads a request's body of at most `limit` bytes as JSON and calls `done` once, possibly synchronously; never if the client
 * disconnects before the end. Only JSON is accepted: a page of another origin may send plain text
 * without a preflight request. A missing or empty body is undefined: clients send a JSON content
 * type with every call, also with a DELETE without a body, and the endpoint's schema says what is
 * missing.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Result<unknown>) => void,
): void {
  const { headers } = request
  const type = headers['content-type']
  const length = headers['content-length']
  const isChunked = headers['transfer-encoding'] !== undefined
  if (type === undefined && !isChunked && (length === undefined || length === '0')) {
    done(NO_BODY)
    return
  }
  if (type === undefined || !JSON_TYPE.test(type)) {
    done(UNSUPPORTED_MEDIA_TYPE)
    return
  }
  if (Number(length) > limit) {
    done(PAYLOAD_TOO_LARGE)
    return
  }
  const chunks: Buffer[] = []
  let bytes = 0
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes <= limit) return
    request.removeListener('data', onData)
    request.removeListener('end', onEnd)
    done(PAYLOAD_TOO_LARGE)
  }
  const onEnd = () => done(parseJson(chunks))
  request.on('data', onData)
  request.on('end', onEnd)
  // The client has disconnected, so nobody waits for a response.
  request.on('error', () => {})
}

/** A body that is longer than other calls may have; asking for it reads it. */
export type ReadLongBody = () => Promise<Result<unknown>>

/** Like {@link readBody}, also if the client disconnects. */
export const longBodyReader =
  (request: IncomingMessage, limit: number): ReadLongBody =>
  () =>
    new Promise((resolve) => {
      readBody(request, limit, resolve)
      request.on('close', () => resolve(BROKEN_OFF))
    })

/** A file that a call brings; asking for it reads it. */
export type ReadUpload = () => Promise<
  Result<Buffer, 'unsupported_media_type' | 'payload_too_large' | 'malformed_body' | 'busy'>
>

/**
 * Reads a request's body as a file of at most `maximum` bytes. Only `application/octet-stream` is
 * accepted: a page of another origin may send no such body without a preflight request.
 */
export const uploadReader =
  (request: IncomingMessage, maximum: number): ReadUpload =>
  () =>
    new Promise((resolve) => {
      const { headers } = request
      if (headers['content-type'] !== 'application/octet-stream') return resolve(NOT_A_FILE)
      if (Number(headers['content-length']) > maximum) return resolve(PAYLOAD_TOO_LARGE)
      const chunks: Buffer[] = []
      let bytes = 0
      const onData = (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes <= maximum) return
        request.removeListener('data', onData)
        resolve(PAYLOAD_TOO_LARGE)
      }
      request.on('data', onData)
      request.on('end', () => resolve(granted(Buffer.concat(chunks))))
      request.on('error', () => resolve(BROKEN_OFF))
      // The client has disconnected before the end.
      request.on('close', () => resolve(BROKEN_OFF))
    })

function parseJson(chunks: readonly Buffer[]): Result<unknown> {
  const [first] = chunks
  // Decoded as a whole: a chunk may end in the middle of a character.
  const text = (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString()
  if (text === '') return NO_BODY
  try {
    return granted(parse(text, { protoAction: 'error', constructorAction: 'error' }))
  } catch {
    return MALFORMED_BODY
  }
}
