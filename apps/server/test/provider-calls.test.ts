import { PAY } from '@foyer/contract'
import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  holdCart,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { times } from './support/calls.ts'

const server = serverForTests({ jobs: false })
const lifted = serverForTests({ jobs: false, isOneAddressMany: true })

afterEach(() => {
  vi.restoreAllMocks()
})

async function buyOnce(event: BuiltEvent) {
  const browser = server.browser()
  await holdCart(browser, event)
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  const order = () =>
    browser.send('POST', '/api/checkout/orders', orderBody(event, intent.paymentIntentId))
  return { first: await order(), order, intentId: intent.paymentIntentId }
}

describe('the payment provider, which limits the calls of a whole deployment', () => {
  test('is not asked about an order that this process has made', async () => {
    const { first, order } = await buyOnce(await server.build.event())
    const asked = vi.spyOn(server.foyer.context.payments, 'retrieveIntent')
    const again = await order()
    expect([again.status, again.body.id]).toEqual([first.status, first.body.id])
    expect(asked).not.toHaveBeenCalled()
  })

  test('is not asked about an order that another process has made', async () => {
    const { first, order, intentId } = await buyOnce(await server.build.event())
    const { context } = server.foyer
    const known = vi.spyOn(context.knownPayments, 'get').mockReturnValue(undefined)
    const asked = vi.spyOn(context.payments, 'retrieveIntent')
    const again = await order()
    expect([again.status, again.body.id]).toEqual([first.status, first.body.id])
    expect(known).toHaveBeenCalledWith(expect.stringContaining(intentId))
    expect(asked).not.toHaveBeenCalled()
  })

  /** Requests intents for one cart, ten times more often than the limit of a network allows. */
  async function flood(at: typeof server) {
    const browser = at.browser()
    await holdCart(browser, await at.build.event())
    await createIntent(browser)
    const asked = vi.spyOn(at.foyer.context.payments, 'retrieveIntent')
    const tries = (PAY.perBrowser ?? 0) + 10
    const answers = await Promise.all(times(tries, () => createIntent(browser)))
    return { asked: asked.mock.calls.length, statuses: answers.map(({ status }) => status) }
  }

  test('is called for one browser a limited number of times per minute', async () => {
    const { asked, statuses } = await flood(server)
    // The first call has used one of them.
    expect(asked).toBe((PAY.perBrowser ?? 0) - 1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(11)
  })

  test('is called each time without the limit (control)', { tags: ['night'] }, async () => {
    const { asked } = await flood(lifted)
    expect(asked).toBe((PAY.perBrowser ?? 0) + 10)
  })
})
