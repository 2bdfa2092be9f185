import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type FuzzRequest, isUnclear } from './requests.ts'

export interface WireAnswer {
  status: number
  headers: ReadonlyMap<string, string>
  body: Buffer
}

/** A slower answer is a fault. */
const PATIENCE_MS = 10_000
/** How long an unanswered message that may lack its end waits before the connection is closed. */
const UNCLEAR_MS = 60

/** The bytes of a request. Headers are Latin-1, as the bytes of HTTP are; the body is UTF-8. */
function bytesOf({ method, target, headers, hostile, body, damage }: FuzzRequest): Buffer {
  const lines = [...headers, ...hostile].map(([name, value]) => `${name}: ${value}\r\n`)
  const message = Buffer.concat([
    Buffer.from(`${method} `, 'latin1'),
    Buffer.from(target),
    Buffer.from(` HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    Buffer.from(body ?? ''),
  ])
  if (!damage) return message
  const at = Math.floor(damage.at * message.length)
  const end = at + damage.bytes.length
  return Buffer.concat([message.subarray(0, at), damage.bytes, message.subarray(end)])
}

/**
 * Sends a request over a socket of its own. Null if the server closed the connection without an
 * answer.
 */
export function send(port: number, request: FuzzRequest): Promise<WireAnswer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const patience = setTimeout(
      () => (isUnclear(request) ? socket.destroy() : socket.destroy(new Error('no answer'))),
      isUnclear(request) ? UNCLEAR_MS : PATIENCE_MS,
    )
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      // A stream of events never ends.
      if (isEventStream(chunks)) socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server refused the rest of a message; an answer from before counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearTimeout(patience)
      resolve(parseAnswer(Buffer.concat(chunks)))
    })
    socket.write(bytesOf(request))
  })
}

const isEventStream = (chunks: readonly Buffer[]) =>
  /\r\ncontent-type: text\/event-stream[\s\S]*\r\n\r\n/i.test(
    Buffer.concat(chunks).subarray(0, 4096).toString('latin1'),
  )

function parseAnswer(bytes: Buffer): WireAnswer | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(headEnd + 4)
  // After 'Continue' comes the real answer.
  if (status < 200) return parseAnswer(rest)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status, headers, body: bodyOf(headers, rest) }
}

function bodyOf(headers: ReadonlyMap<string, string>, rest: Buffer): Buffer {
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  const length = Number(headers.get('content-length') ?? rest.length)
  const whole = isChunked ? joinChunks(rest) : rest.subarray(0, length)
  if (whole.length === 0) return whole
  const encoding = headers.get('content-encoding')
  if (encoding === 'br') return brotliDecompressSync(whole)
  return encoding === 'gzip' ? gunzipSync(whole) : whole
}

function joinChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = lineEnd < 0 ? 0 : Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
