import type { Socket } from 'node:net'
import { type Refusal, refused } from '@foyer/contract'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { errorBody } from './errors.ts'

/**
 * Accepts JSON bodies only. Clients send a JSON content type with every call, also with a DELETE
 * without a body, which Fastify's own parser refuses. Here an empty body counts as none, and the
 * endpoint's schema says what is missing. Fastify would also accept plain text, which a page of
 * another origin may send without a preflight request.
 */
export function acceptJsonAlone(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

const TOO_LONG = refused('payload_too_large', 'The address or the headers are too long.').refusal
const TOO_SLOW = refused('malformed_body', 'The request did not arrive in time.').refusal
const UNREADABLE = refused('malformed_body', 'The request is not valid HTTP.').refusal

const ANSWERS: Readonly<Record<string, readonly [status: string, refusal: Refusal]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', TOO_LONG],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', TOO_SLOW],
}

/**
 * How long the client may take to read its response. If only our side were closed, a client that
 * sends a byte now and then could keep the connection open.
 */
const LINGER_MS = 1000

/** Answers input that Node could not parse, in the shape of other refusals. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, refusal] = ANSWERS[error.code] ?? (['400 Bad Request', UNREADABLE] as const)
  socket.end(rawAnswer(status, refusal))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function rawAnswer(status: string, refusal: Refusal): string {
  const body = JSON.stringify(errorBody(refusal))
  const length = Buffer.byteLength(body)
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}
