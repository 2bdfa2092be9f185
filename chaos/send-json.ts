import { type Agent, request } from 'node:http'

/** The fields of answers that these clients read. */
interface AnswerBody {
  id?: string
  orderId?: string
  expiresAt?: string
  code?: string
  paymentIntentId?: string
  quote?: { totalMinor: number; discountMinor: number }
}

export interface Answer {
  status: number
  body: AnswerBody
}

/** A browser's state between requests: the cookie by which the shop knows it, as it is sent. */
export interface Cookie {
  text: string | null
  /** Those that end by themselves, by name, with their ends by `performance.now()`. */
  brief?: Map<string, { text: string; endsAt: number }>
}

export interface Sending {
  method: string
  body?: unknown
  headers?: Record<string, string>
  agent: Agent
  timeoutMs: number
  /** Sent with the request, and replaced by the cookie that the answer sets. */
  cookie?: Cookie
}

/** Raised when nothing arrived within `timeoutMs`. */
export class TooSlow extends Error {}

/**
 * Sends one request, with a JSON body or without. For an answer that is not JSON (a page), returns
 * an empty body.
 *
 * @throws TooSlow, or the error of the connection
 */
export function sendJson(url: URL, sending: Sending): Promise<Answer> {
  const { method, agent, timeoutMs, cookie } = sending
  const text = sending.body === undefined ? '' : JSON.stringify(sending.body)
  const headers = {
    ...(text
      ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      : {}),
    ...(cookie?.text ? { cookie: sentNow(cookie) } : {}),
    ...sending.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent, timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        if (cookie) store(cookie, response.headers['set-cookie'] ?? [])
        const isJson = response.headers['content-type']?.includes('json')
        try {
          const body: AnswerBody = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : {}
          resolve({ status: response.statusCode ?? 0, body })
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('timeout', () => sent.destroy(new TooSlow()))
    sent.on('error', reject)
    sent.end(text)
  })
}

function store(cookie: Cookie, set: readonly string[]): void {
  for (const each of set) {
    const [text = ''] = each.split(';')
    if (/^(__Host-)?foyer_browser=/.test(text)) {
      cookie.text = text
      continue
    }
    const seconds = Number(/max-age=(\d+)/i.exec(each)?.[1] ?? 0)
    cookie.brief ??= new Map()
    const endsAt = performance.now() + seconds * 1000
    cookie.brief.set(text.slice(0, text.indexOf('=')), { text, endsAt })
  }
}

function sentNow({ text, brief = new Map() }: Cookie): string {
  const now = performance.now()
  const others = [...brief.values()].filter(({ endsAt }) => endsAt > now)
  return [text, ...others.map((other) => other.text)].join('; ')
}
