import {
  buy,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  until,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { getCart, holdCartOf } from './support/calls.ts'
import { intentsOf } from './support/provider.ts'

const server = serverForTests({ jobs: false })
afterEach(async () => {
  server.foyer.emulator?.faults.clear()
  expect(await findStockDrift(server)).toEqual([])
})

const faults = () => {
  const { emulator } = server.foyer
  if (!emulator) throw new Error('The test server has the emulator')
  return emulator.faults
}

/** The SDK makes three tries. */
const TRIES = 3
const down = (match: string) => faults().next({ match, kind: 'error500', times: TRIES })

describe('while the provider is down', () => {
  test('an intent is refused, the cart stays held, and it works as soon as it is back', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    down('POST /v1/payment_intents')
    expect(await createIntent(browser)).toMatchObject({
      status: 502,
      body: {
        code: 'provider_unavailable',
        error: expect.stringContaining('Unable to initialize payment processing'),
      },
    })
    expect((await getCart(browser)).status).toBe(200)
    expect((await createIntent(browser)).status).toBe(200)
    const payments = await server.sql('select state from payments where event_id = $1', [
      event.eventId,
    ])
    expect(payments).toEqual([{ state: 'open' }])
  })

  test('an error that the provider stores under its key does not come back with the next try', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event, { cartId: '33333' })
    const match = 'POST /v1/payment_intents'
    faults().next({ match, kind: 'error500Kept', times: TRIES })
    expect((await createIntent(browser, '33333')).status).toBe(502)
    expect((await createIntent(browser, '33333')).status).toBe(200)
    expect(await intentsOf(server, '33333')).toHaveLength(1)
  })

  test('an intent whose response was lost is found again, so there is one intent, not two', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event, { cartId: '44444' })
    faults().next({ match: 'POST /v1/payment_intents', kind: 'timeoutAfter' })
    const answer = createIntent(browser, '44444')
    await until(
      () => intentsOf(server, '44444'),
      (intents) => intents.length > 0,
    )
    // The connection breaks; the SDK repeats the call under the same key.
    faults().clear()
    expect((await answer).status).toBe(200)
    expect(await intentsOf(server, '44444')).toHaveLength(1)
  })

  test('a cart that changed before its intent was known is not refused for reusing the old key', async () => {
    const [event, other] = [await server.build.event(), await server.build.event()]
    const browser = server.browser()
    await holdCartOf(browser, event, { cartId: '55555' })
    // The intent is made at the provider, but its response is lost.
    faults().next({ match: 'POST /v1/payment_intents', kind: 'timeoutAfter' })
    const lost = createIntent(browser, '55555')
    await until(
      () => intentsOf(server, '55555'),
      (intents) => intents.length > 0,
    )
    // The connection breaks, and the SDK's other tries fail as well.
    faults().clear()
    faults().next({ match: 'POST /v1/payment_intents', kind: 'error500', times: TRIES - 1 })
    expect((await lost).status).toBe(502)
    // The same total for another event makes another request.
    await holdCartOf(browser, other, { cartId: '55555' })
    expect((await createIntent(browser, '55555')).status).toBe(200)
  })

  test('an order waits: the buyer learns that it is paid, and the next request makes it', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    down(`GET /v1/payment_intents/${intent.paymentIntentId}`)
    const body = orderBody(event, intent.paymentIntentId)
    expect(await browser.send('POST', '/api/checkout/orders', body)).toMatchObject({
      status: 502,
      body: { code: 'provider_unavailable', error: expect.stringContaining('Nothing is lost') },
    })
    expect(await server.sql('select 1 from orders where event_id = $1', [event.eventId])).toEqual(
      [],
    )
    expect((await browser.send('POST', '/api/checkout/orders', body)).status).toBe(201)
  })

  test.each(['error500', 'cut'] as const)('a single %s does not reach the buyer', async (kind) => {
    const event = await server.build.event()
    faults().next({ match: 'POST /v1/payment_intents', kind })
    expect((await buy(server.browser(), event)).status).toBe(201)
  })
})
