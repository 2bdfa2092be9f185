import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, createClient } from './client.ts'
import { api } from './index.ts'

interface Sent {
  url: string
  init: RequestInit | undefined
}

/** A client whose calls are recorded and answered with `response`. */
function clientOf(response: () => Response) {
  const sent: Sent[] = []
  const call = createClient({
    baseUrl: 'https://tickets.example.com',
    headers: { 'x-brand-path': 'harbor' },
    fetch: async (url, init) => {
      sent.push({ url: String(url), init })
      return response()
    },
  })
  return { call, sent }
}

const ID = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'

test('a call is built from its declaration', async () => {
  const { call, sent } = clientOf(() => Response.json({ success: true, data: {} }))
  await call(api.getDailyPrices, { query: { eventId: ID, date: '2026-11-21' } })
  expect(sent[0]?.url).toBe(
    `https://tickets.example.com/api/price/daily?eventId=${ID}&date=2026-11-21`,
  )
  expect(sent[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin' })
  expect(sent[0]?.init?.headers).toEqual({ accept: 'application/json', 'x-brand-path': 'harbor' })
  expect(sent[0]?.init?.body).toBeUndefined()
})

test('path parameters are escaped', async () => {
  const { call, sent } = clientOf(() => Response.json({}))
  await call(api.getEvent, { params: { eventId: '../admin?x=1#y' } })
  expect(sent[0]?.url).toBe('https://tickets.example.com/api/events/..%2Fadmin%3Fx%3D1%23y')
})

test('an absent parameter is not sent', async () => {
  const { call, sent } = clientOf(() => Response.json([]))
  await call(api.listTicketTypes, { query: { eventId: ID, ticketGroupId: undefined } })
  await call(api.listTicketTypes, { query: {} })
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([`?eventId=${ID}`, ''])
})

test('a body is sent as JSON, with the key that makes a retry recognisable', async () => {
  const { call, sent } = clientOf(() => Response.json({}, { status: 201 }))
  const body = { cartId: '12345', sessionId: ID, ticketTypeId: ID, quantity: 2 }
  await call(api.createHold, { body, idempotencyKey: 'line-1' })
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: JSON.stringify(body) })
  expect(sent[0]?.init?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': 'line-1',
  })
})

test.each([
  [
    'a text in error',
    409,
    { error: 'Only 1 ticket is left.', code: 'sold_out', details: { available: 1 } },
    { code: 'sold_out', text: 'Only 1 ticket is left.', details: { available: 1 } },
  ],
  [
    'a text in error.message',
    400,
    {
      success: false,
      error: { message: 'Event ID and date are required' },
      code: 'validation_failed',
    },
    { code: 'validation_failed', text: 'Event ID and date are required', details: {} },
  ],
  ['one that asks who one is', 401, { error: 'Sign in' }, { text: 'Sign in' }],
  ['an answer without a code', 500, { error: 'Oops' }, { code: 'internal_error', text: 'Oops' }],
])('%s becomes an ApiError', async (_, status, body, expected) => {
  const { call } = clientOf(() => Response.json(body, { status, statusText: 'Status' }))
  const error = await call(api.listEvents, {}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status, ...expected })
  // Status, colon, body: the form that logs and the default fetcher's clients expect.
  expect(error).toHaveProperty('message', `${status}: ${JSON.stringify(body)}`)
})

test('an error response that is empty or not JSON is described by its status', async () => {
  const html = clientOf(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  await expect(html.call(api.listEvents, {})).rejects.toMatchObject({
    code: 'network_error',
    message: '502: <h1>Bad Gateway</h1>',
  })
  const empty = clientOf(() => new Response('', { status: 503, statusText: 'Unavailable' }))
  await expect(empty.call(api.listEvents, {})).rejects.toMatchObject({
    text: undefined,
    textOrStatus: 'HTTP 503: Unavailable',
    message: '503: Unavailable',
    endpoint: api.listEvents,
  })
})

describe('a call without a response', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A server that never answers, with a fetch that obeys its signal as a browser's does. */
  function silentClient() {
    vi.useFakeTimers()
    const signals: (AbortSignal | null | undefined)[] = []
    const call = createClient({
      baseUrl: '',
      fetch: (_, init) => {
        signals.push(init?.signal)
        return new Promise((_resolve, reject) => {
          const end = () => reject(init?.signal?.reason)
          if (init?.signal?.aborted) end()
          else init?.signal?.addEventListener('abort', end)
        })
      },
    })
    return { call, signals }
  }

  test('ends after 15 seconds if it only reads', async () => {
    const { call } = silentClient()
    let error: unknown = null
    const asked = call(api.getPaymentConfig, {}).catch((thrown: unknown) => {
      error = thrown
    })
    await vi.advanceTimersByTimeAsync(14_999)
    expect(error).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await asked
    expect(error).toMatchObject({ name: 'TimeoutError' })
  })

  test('ends after 15 seconds even if the beginning of a response has arrived', async () => {
    vi.useFakeTimers()
    const call = createClient({
      baseUrl: '',
      fetch: async (_, init) => {
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{'))
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          },
        })
        return new Response(body)
      },
    })
    const asked = expect(call(api.getPaymentConfig, {})).rejects.toThrow('No answer came in time')
    await vi.advanceTimersByTimeAsync(15_000)
    await asked
  })

  test('ends when the caller aborts it, before or after it was sent', async () => {
    const { call } = silentClient()
    const leaving = new AbortController()
    const asked = call(api.listEvents, { signal: leaving.signal })
    leaving.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
    await expect(call(api.listEvents, { signal: leaving.signal })).rejects.toThrow('left')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('has no time limit if it changes something', async () => {
    const { call, signals } = silentClient()
    const body = { cartId: '12345', sessionId: ID, ticketTypeId: ID, quantity: 2 }
    void call(api.createHold, { body })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(signals).toEqual([undefined])
  })
})
