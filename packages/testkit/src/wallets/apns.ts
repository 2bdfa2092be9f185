import {
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { portOf } from './port-of.ts'

export interface Push {
  token: string
  topic: string
  body: string
  /** The name in the certificate of the sender; null without TLS. */
  sender: string | null
}

/** A stand-in for Apple's push service, after Apple's description of its HTTP/2 interface. */
export interface Apns {
  origin: string
  /** The pushes that were taken, oldest first. */
  readonly pushes: readonly Push[]
  /** While it is true, every push is answered with 503. */
  isDown: boolean
  /** Gives a phone its token; `onPush` is called for each push to it. */
  connect(onPush: () => void): string
  /** Makes a token invalid, as when its phone is erased: pushes to it are answered with 410. */
  expire(token: string): void
  close(): Promise<void>
}

interface Tls {
  key: string
  certificate: string
  /** Senders need a certificate of this authority. */
  authority: string
}

const DEVICE_PATH = /^\/3\/device\/([0-9a-f]{64})$/

/** Starts the stand-in on a free port of this machine; without `tls` over plain HTTP/2. */
export async function startApns(tls?: Tls): Promise<Apns> {
  const pushes: Push[] = []
  const phones = new Map<string, (() => void) | null>()
  const server = tls
    ? createSecureServer({
        key: tls.key,
        cert: tls.certificate,
        ca: tls.authority,
        requestCert: true,
        rejectUnauthorized: true,
      })
    : createServer()
  const sessions = new Set<{ destroy(): void }>()
  const apns: Apns = {
    origin: '',
    pushes,
    isDown: false,
    connect(onPush) {
      const token = (phones.size + 1).toString(16).padStart(64, '0')
      phones.set(token, onPush)
      return token
    },
    expire(token) {
      phones.set(token, null)
    },
    close() {
      for (const session of sessions) session.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })

  /** Takes a push; returns the status, with the reason of a refusal. */
  function take(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    body: string,
  ): [number, string?] {
    const [, token] = DEVICE_PATH.exec(headers[':path'] ?? '') ?? []
    const phone = token ? phones.get(token) : undefined
    const topic = String(headers['apns-topic'] ?? '')
    const sender = senderOf(stream)
    if (apns.isDown) return [503, 'ServiceUnavailable']
    if (headers[':method'] !== 'POST') return [405, 'MethodNotAllowed']
    if (sender !== null && sender !== topic) return [400, 'TopicDisallowed']
    if (phone === null) return [410, 'Unregistered']
    if (!token || !phone) return [400, 'BadDeviceToken']
    if (!isObject(body)) return [400, 'PayloadEmpty']
    pushes.push({ token, topic, body, sender })
    phone()
    return [200]
  }
  server.on('stream', (stream, headers) => {
    // A sender that hangs up gets no answer.
    text(stream).then(
      (body) => {
        const [status, reason] = take(stream, headers, body)
        stream.respond({ ':status': status })
        stream.end(reason ? JSON.stringify({ reason }) : '')
      },
      () => {},
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  apns.origin = `${tls ? 'https' : 'http'}://127.0.0.1:${portOf(server)}`
  return apns
}

function senderOf({ session }: ServerHttp2Stream): string | null {
  const socket = session?.socket
  return socket instanceof TLSSocket ? String(socket.getPeerCertificate().subject?.CN) : null
}

function isObject(body: string): boolean {
  try {
    return typeof JSON.parse(body) === 'object'
  } catch {
    return false
  }
}
