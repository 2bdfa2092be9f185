import { buy, startTestServer, type TestServer } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { times } from './support/calls.ts'

let server: TestServer
let orderId: string
let buyer: ReturnType<TestServer['browser']>

beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  buyer = server.browser()
  orderId = (await buy(buyer, await server.build.event())).body.id
})
afterAll(() => server.close())

const UNKNOWN = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'
const paths = (id: string) => [`/api/orders/${id}`, `/api/checkout/purchases/${id}`]

describe('an order opens', () => {
  test('to the browser that bought it', async () => {
    for (const path of paths(orderId)) expect((await buyer.send('GET', path)).status).toBe(200)
  })

  test('to its id with the matching address, in any case', async () => {
    for (const path of paths(orderId)) {
      const answer = await server.browser().send('GET', `${path}?email=%20ADA@Example.com`)
      expect(answer.status).toBe(200)
    }
  })

  test('to nobody else, and unknown orders sound the same as wrong credentials', async () => {
    const stranger = server.browser()
    for (const query of ['', '?email=eve@example.com', '?token=abcdef', '?token=a&email=e@e.co']) {
      const wrong = await Promise.all(
        paths(orderId).map((path) => stranger.send('GET', path + query)),
      )
      const unknown = await Promise.all(
        paths(UNKNOWN).map((path) => stranger.send('GET', path + query)),
      )
      for (const [index, answer] of wrong.entries()) {
        expect(answer.status).toBe(404)
        expect(answer.body).toEqual(unknown[index]?.body)
        expect(answer.body.code).toBe('order_not_found')
        expect(answer.body.error).toBe(
          "We couldn't find an order with that information. Please check your details and try again.",
        )
      }
    }
  })

  test('and is kept by no cache on the way', async () => {
    const answer = await buyer.send('GET', `/api/orders/${orderId}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('guessing', () => {
  test.each([
    ['an address', 'email=eve@example.com'],
    ['a token', 'token=abc'],
    // The name of a parameter can be spelled in many ways.
    ['an address, spelled another way', 'e%6Dail=eve@example.com'],
    ['a token, spelled another way', 'x=1&%74oken=abc'],
  ])('%s is stopped after 60 tries a minute, in JSON', async (_, query) => {
    const guessed = await startTestServer({ jobs: false })
    const guess = () => guessed.browser().send('GET', `/api/orders/${UNKNOWN}?${query}`)
    const answers = await Promise.all(times(70, guess))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(60)
    const stopped = answers.find((answer) => answer.status === 429)
    expect(stopped?.body).toEqual({
      error: expect.stringMatching(/^Too many tries\. Please wait .+ and try again\.$/),
      code: 'rate_limited',
    })
    expect(Number(stopped?.headers.get('retry-after'))).toBeGreaterThan(0)
    await guessed.close()
  })

  test('does not lock out a buyer whose cookie opens the order', async () => {
    const guessed = await startTestServer({ jobs: false })
    const browser = guessed.browser()
    const { body } = await buy(browser, await guessed.build.event())
    await Promise.all(
      times(70, () => guessed.browser().send('GET', `/api/orders/${body.id}?email=e@e.co`)),
    )
    expect((await browser.send('GET', `/api/orders/${body.id}`)).status).toBe(200)
    await guessed.close()
  })

  test('by asking for resends is stopped as well', async () => {
    const guessed = await startTestServer({ jobs: false })
    const answers = await Promise.all(
      times(40, () =>
        guessed.browser().send('POST', '/api/send-confirmation-email', {
          orderId: UNKNOWN,
          email: 'eve@example.com',
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10)
    await guessed.close()
  })
})
