import {
  BUYER,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { workProviderEvents } from '../src/features/payments/webhooks/work-provider-events.ts'
import { holdCartOf, stockOf } from './support/calls.ts'
import { accountsOf, refundsOf } from './support/money.ts'
import { askProvider, sendWebhook } from './support/provider.ts'

/** A payment that is refunded in the provider's dashboard while its order is being made. */
const server = serverForTests({ jobs: false })
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await findStockDrift(server)).toEqual([])
})

async function paid({ hasContact }: { hasContact: boolean }) {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCartOf(browser, event)
  if (hasContact) await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  const intentId: string = intent.paymentIntentId
  return {
    event,
    intentId,
    order: () => browser.send('POST', '/api/checkout/orders', orderBody(event, intentId)),
  }
}

/** Runs `meanwhile` during the next fetch of an intent, after the provider has answered. */
function meetAfterTheLook(meanwhile: () => Promise<void>): void {
  const { payments } = server.foyer.context
  const retrieve = payments.retrieveIntent
  vi.spyOn(payments, 'retrieveIntent').mockImplementationOnce(async (id) => {
    const before = await retrieve(id)
    await meanwhile()
    return before
  })
}

async function refundInDashboard(intentId: string): Promise<void> {
  await askProvider(server, 'refunds', { payment_intent: intentId })
  const object = { object: 'charge', id: 'ch_1', payment_intent: intentId }
  await sendWebhook(server, 'charge.refunded', object)
}

const validTickets = async (eventId: string) =>
  (await server.sql(`select 1 from tickets where event_id = $1 and status = 'VALID'`, [eventId]))
    .length

describe.each([
  ['whose buyer is known', true],
  ['whose buyer is not known yet', false],
])('a payment %s', (_, hasContact) => {
  test('leaves no valid ticket if it is refunded and settled between the check and the sale', async () => {
    const { event, intentId, order } = await paid({ hasContact })
    meetAfterTheLook(async () => {
      await refundInDashboard(intentId)
      await workProviderEvents(server.foyer.context)
    })
    const answer = await order()
    await workProviderEvents(server.foyer.context)
    expect([answer.status, answer.body.code]).toEqual([409, 'payment_refunded'])
    expect(await validTickets(event.eventId)).toBe(0)
    expect(await refundsOf(server, event)).toMatchObject([
      { amount_minor: 6000, state: 'succeeded' },
    ])
    expect(await accountsOf(server, event)).toEqual({ sales: -6000, refunds: 6000 })
  })

  test('ends its tickets if it is refunded between the check and the sale, and settled later', async () => {
    const { event, intentId, order } = await paid({ hasContact })
    meetAfterTheLook(() => refundInDashboard(intentId))
    expect((await order()).status).toBe(201)
    expect(await validTickets(event.eventId)).toBe(2)
    await workProviderEvents(server.foyer.context)
    expect(await validTickets(event.eventId)).toBe(0)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
    expect(await refundsOf(server, event)).toMatchObject([{ kind: 'whole', state: 'succeeded' }])
  })
})
