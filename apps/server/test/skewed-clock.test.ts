import { BUYER, CARDS, confirmCard, createIntent, holdCart, serverForTests } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { settleIntent } from '../src/features/payments/settle/settle-payment.ts'
import { defaultTenantOf } from './support/parts.ts'

/** How far the provider's clock is ahead. */
let aheadMs = 0
const server = serverForTests({ jobs: false, clock: () => new Date(Date.now() + aheadMs) })
afterEach(() => {
  aheadMs = 0
})

describe.each([
  ['behind', -3_600_000],
  ['ahead', 3_600_000],
])('a process whose clock is an hour %s', (_, skewMs) => {
  const skewed = () => ({
    ...server.foyer.context,
    clock: () => new Date(Date.now() + aheadMs + skewMs),
  })

  /** A cart with an intent, the only sale of its event. */
  async function inProgress() {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCart(browser, event)
    const { body: intent } = await createIntent(browser)
    return { event, browser, intent }
  }

  test('waits for the contact of a paid cart as long as any other process', async () => {
    const { event, browser, intent } = await inProgress()
    await confirmCard(browser, intent, CARDS.success, {
      'payment_method_data[billing_details][email]': BUYER.contact.email,
    })
    const ordersAfter = async (age: string) => {
      await server.sql(
        `update payments set next_check_at = now(), created_at = now() - $2::interval
         where event_id = $1`,
        [event.eventId, age],
      )
      await reconcilePayments(skewed(), defaultTenantOf(server))
      return server.sql('select 1 from orders where event_id = $1', [event.eventId])
    }
    expect(await ordersAfter('80 seconds')).toHaveLength(0)
    expect(await ordersAfter('91 seconds')).toHaveLength(1)
  })

  test('cancels a stray intent as early as any other process', async () => {
    const { event } = await inProgress()
    const { payments } = server.foyer.context
    const [payment] = await server.sql<{ id: string }>(
      'select id from payments where event_id = $1',
      [event.eventId],
    )
    const stray = await payments.createIntent(
      {
        amountMinor: 6000,
        currency: 'usd',
        description: '',
        metadata: { tenant: 'main', paymentId: payment?.id ?? '' },
      },
      crypto.randomUUID(),
    )
    const statusAfterLook = async () => {
      const intent = await payments.retrieveIntent(stray.id)
      if (intent) await settleIntent(skewed(), intent)
      return (await payments.retrieveIntent(stray.id))?.status
    }
    expect(await statusAfterLook()).toBe('requires_payment_method')
    aheadMs = 62_000
    expect(await statusAfterLook()).toBe('canceled')
  })
})
