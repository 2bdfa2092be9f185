import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import { describeError } from '../../adapters/log.ts'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** When the server's certificate expires; null without HTTPS. */
  certificateEndsAt: Date | null
}

export interface RequestOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** PEM of a certificate authority to trust instead of the system's, for tests. */
  ca?: string | undefined
}

/** The time for one request, from the DNS look-up to the last byte. */
const TIMEOUT_MS = 10_000
const MOST_BYTES = 64 * 1024

/**
 * Sends a request as a browser would, but follows no redirect. Never rejects: a failure is a
 * result.
 */
export function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body, ca }: RequestOptions = {},
): Promise<{ ok: true; reply: Reply } | { ok: false; reason: string }> {
  return new Promise((resolve) => {
    const refuse = (error: unknown) => resolve({ ok: false, reason: reasonOf(error) })
    const options = {
      method,
      headers: { 'user-agent': 'foyer-doctor', ...headers },
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    } as const
    const isHttps = url.startsWith('https:')
    const sent = isHttps ? requestHttps(url, { ...options, ca }) : requestHttp(url, options)
    sent.on('error', refuse)
    sent.on('response', (response) => {
      const { socket } = response
      const certificateEndsAt =
        socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null
      let text = ''
      response.setEncoding('utf8')
      response.on('error', refuse)
      response.on('data', (chunk: string) => {
        if (text.length < MOST_BYTES) text += chunk
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ ok: true, reply: { status, headers, body: text, certificateEndsAt } })
      })
    })
    sent.end(body)
  })
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'its name is unknown to the DNS',
  EAI_AGAIN: 'the DNS does not answer',
  EHOSTUNREACH: 'no route leads there',
  ETIMEDOUT: 'it does not answer',
  ABORT_ERR: `there is no answer within ${TIMEOUT_MS / 1000} s`,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate lacks the intermediate certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Returns why a connection failed, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = describeError(error)
  // Some libraries replace the system's error code by their own and put the system's code into the
  // message.
  const inMessage = Object.keys(REASONS).find((known) => message.includes(known))
  const known = REASONS[code ?? ''] ?? REASONS[cause?.code ?? ''] ?? REASONS[inMessage ?? '']
  return known ?? (message || code || 'no reason given')
}
