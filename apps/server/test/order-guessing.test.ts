import { RESEND } from '@foyer/contract'
import { buy, startTestServer, type TestServer } from '@foyer/testkit'
import { sample } from '@foyer/testkit/night'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { times } from './support/calls.ts'
import { NEXT_YEAR } from './support/identity.ts'

/**
 * Each test has a server of its own: guesses are counted by address, and all tests share one
 * address.
 */
let guessed: TestServer
beforeEach(async () => {
  guessed = await startTestServer({ jobs: false })
})
afterEach(() => guessed.close())

const UNKNOWN = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'

describe('guessing', () => {
  // The name of a parameter can be spelled in many ways.
  const WAYS = [
    ['an address', 'email=eve@example.com'],
    ['a token', 'token=abc'],
    ['an address, spelled another way', 'e%6Dail=eve@example.com'],
    ['a token, spelled another way', 'x=1&%74oken=abc'],
  ] as const
  test.each(sample(WAYS, WAYS.length))(
    '%s is stopped after 60 tries a minute, in JSON',
    { tags: ['sampled'] },
    async (_, query) => {
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
    },
  )

  test('does not lock out a buyer whose cookie opens the order', { tags: ['night'] }, async () => {
    const browser = guessed.browser()
    const { body } = await buy(browser, await guessed.build.event())
    await Promise.all(
      times(70, () => guessed.browser().send('GET', `/api/orders/${body.id}?email=e@e.co`)),
    )
    expect((await browser.send('GET', `/api/orders/${body.id}`)).status).toBe(200)
  })

  test('does not count the valid links of mails: a whole queue can open its tickets through one network', {
    tags: ['night'],
  }, async () => {
    const { body } = await buy(guessed.browser(), await guessed.build.event())
    const { context } = guessed.foyer
    const token = context.secrets.orderToken(
      context.tenants.defaultTenant()?.id ?? 0,
      body.id,
      NEXT_YEAR,
    )
    const path = `/api/orders/${body.id}?token=${token}`
    const answers = await Promise.all(times(70, () => guessed.browser().send('GET', path)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    const other = `/api/orders/${UNKNOWN}?token=${token}`
    const guesses = await Promise.all(times(70, () => guessed.browser().send('GET', other)))
    expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(10)
  })

  test('is stopped through resend requests as well, and sooner for one order than for many', async () => {
    const answers = await Promise.all(
      times(40, () =>
        guessed.browser().send('POST', '/api/send-confirmation-email', {
          orderId: UNKNOWN,
          email: 'eve@example.com',
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(
      40 - RESEND.perTarget.requests,
    )
  })
})
