import { randomBytes } from 'node:crypto'
import type { Answer } from './connection.ts'
import type { Journey, Purchase } from './plan.ts'

/**
 * A client's repeated round of requests. `begin` returns the first request of a round, `after` the
 * next one, or null if the answer was the round's last. A round's latency is that of all its steps.
 */
export interface Traveller {
  begin(): string
  after(answer: Answer): string | null
}

const ROUND_ENDS = () => null

/** A new key for every request of every run, with the length of a UUID. */
const KEY_PREFIX = randomBytes(12).toString('hex')
let keys = 0
const newKey = () => {
  keys += 1
  return `${KEY_PREFIX}${String(keys).padStart(12, '0')}`
}

/** `host` is the server's name; the connection adds nothing to the request. */
export function travellerOf(journey: Journey, host: string): Traveller {
  switch (journey.kind) {
    case 'get':
      return { begin: always(getRequest(host, journey.path, journey.headers)), after: ROUND_ENDS }
    case 'hold':
      return journey.keepsCookie ? regular(journey, host) : stranger(journey, host)
    case 'purchase':
      return buyer(journey, host)
  }
}

const always = (text: string) => () => text

function getRequest(host: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`
}

function postRequest(host: string, path: string, body: string, headers: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`
}

type Holding = Extract<Journey, { kind: 'hold' }>

const holdBody = (line: { sessionId: string; typeId: string }, quantity: number, cartId: string) =>
  JSON.stringify({ cartId, sessionId: line.sessionId, ticketTypeId: line.typeId, quantity })

const KEY_HEADER = 'idempotency-key: '

/** A hold's request without a cookie, as the parts before and after its Idempotency-Key. */
export function strangersRequest(
  { path, lines, quantity }: Holding,
  host: string,
  turn = 0,
): [before: string, after: string] {
  const line = lines[turn] ?? { sessionId: '', typeId: '' }
  const request = postRequest(host, path, holdBody(line, quantity, '12345'), `${KEY_HEADER}\r\n`)
  const keyAt = request.indexOf(KEY_HEADER) + KEY_HEADER.length
  return [request.slice(0, keyAt), request.slice(keyAt)]
}

/** Each request comes from a new browser without a cookie; the lines take turns. */
function stranger(journey: Holding, host: string): Traveller {
  const { lines } = journey
  // Everything except the key is prepared before the measurement starts.
  const halves = lines.map((_, index) => strangersRequest(journey, host, index))
  let turn = Math.floor(Math.random() * lines.length)
  return {
    begin() {
      turn = (turn + 1) % halves.length
      const [before = '', after = ''] = halves[turn] ?? []
      return `${before}${newKey()}${after}`
    },
    after: ROUND_ENDS,
  }
}

/** One browser for the whole run, with a new cart each time. */
function regular({ path, lines, quantity }: Holding, host: string): Traveller {
  let cookie = ''
  let round = 0
  return {
    begin() {
      round += 1
      const line = lines[round % lines.length] ?? { sessionId: '', typeId: '' }
      const cartId = String(10_000 + (round % 90_000))
      const headers = `idempotency-key: ${newKey()}\r\n${cookie}`
      return postRequest(host, path, holdBody(line, quantity, cartId), headers)
    },
    after(answer) {
      cookie ||= cookieOf(answer)
      return null
    },
  }
}

const cookieOf = ({ head }: Answer) =>
  `cookie: ${/\r\nset-cookie: ([^;]*)/i.exec(head)?.[1] ?? ''}\r\n`

/** Hold, then an intent if there is something to pay, then order; a new browser each round. */
function buyer(purchase: Purchase, host: string): Traveller {
  const { line, quantity, amount } = purchase
  const post = (path: string, body: string, cookie: string) =>
    postRequest(host, path, body, `idempotency-key: ${newKey()}\r\n${cookie}`)
  const intentBody = JSON.stringify({ amount, currency: 'usd', metadata: { cartId: '12345' } })
  const hold = holdBody(line, quantity, '12345')
  let cookie = ''
  let step = 0

  const order = (more: object) =>
    post('/api/checkout/orders', JSON.stringify({ ...purchase.order, ...more }), cookie)

  return {
    begin() {
      step = 0
      return post('/api/checkout/holds', hold, '')
    },
    after(answer) {
      step += 1
      const isOver = step === (amount > 0 ? 3 : 2)
      if (answer.status >= 300 || isOver) return null
      if (step === 1) cookie = cookieOf(answer)
      if (amount === 0) return order({})
      if (step === 1) return post('/api/create-payment-intent', intentBody, cookie)
      return order({ paymentIntentId: JSON.parse(answer.body).paymentIntentId })
    },
  }
}
