import type { Page, Route } from '@playwright/test'
import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { open, reload } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const ONCE = { orders: 1, tickets: 2, payments: 1 }

test('a double click pays once', async ({ page, world }) => {
  const { buyer, eventId } = await readyToPay(page, world)
  await buyer.payButton.dblclick()
  await buyer.expectConfirmation()
  expect(await world.sales(eventId)).toEqual(ONCE)
})

test('two tabs on one checkout pay once, and both end with the order', async ({
  page,
  context,
  world,
  watch,
}) => {
  const { buyer, eventId, cartId } = await readyToPay(page, world)
  const second = new Buyer(await context.newPage())
  await second.openCheckout(cartId)
  await second.fillDetails(someDetails())
  await second.fillCard(CARDS.works)
  // The second payment is refused, by us or by the provider, and its tab finds the order.
  watch.expectAnswer(410, /\/payment$/)
  watch.expectAnswer(400, /\/confirm$/)
  // The slower page may have no button any more, because it already waits for the other tab.
  const presses = [buyer, second].map(({ payButton }) => payButton.click({ timeout: 3000 }))
  await Promise.any(presses)
  await Promise.allSettled(presses)
  const [first, other] = await Promise.all([
    buyer.expectConfirmation(),
    second.expectConfirmation(),
  ])
  expect(other).toBe(first)
  expect(await world.sales(eventId)).toEqual(ONCE)
})

const LOST_ANSWERS = [
  { name: 'the bank’s answer', call: /\/v1\/payment_intents\/[^/]+\/confirm$/ },
  { name: 'the order’s answer', call: /\/api\/checkout\/orders$/ },
]
for (const { name, call } of LOST_ANSWERS) {
  test(`a reload before ${name} has arrived ends with the tickets, paid once`, async ({
    page,
    world,
    watch,
  }) => {
    const { buyer, eventId } = await readyToPay(page, world)
    // The provider's webhook may create the order first: then there is nothing left to pay.
    watch.expectAnswer(410, /\/create-payment-intent$/)
    const arrived = Promise.withResolvers<void>()
    // The server executes the call, but its answer never reaches the page.
    const hear = async (route: Route) => {
      await route.fetch()
      arrived.resolve()
    }
    await page.route(call, hear, { times: 1 })
    await buyer.payButton.click()
    await arrived.promise
    await reload(page)
    await buyer.expectConfirmation()
    expect(await world.sales(eventId)).toEqual(ONCE)
  })
}

test('a connection that fails after the card was charged is tried again @night', async ({
  page,
  world,
  watch,
}) => {
  const { buyer, eventId } = await readyToPay(page, world)
  let failures = 2
  await page.route(/\/api\/checkout\/orders$/, async (route) => {
    failures -= 1
    if (failures >= 0) await route.abort('connectionreset')
    else await route.continue()
  })
  watch.expectFailure(/\/api\/checkout\/orders$/)
  await buyer.payButton.click()
  await expect(page.getByRole('heading', { name: 'Confirming your tickets…' })).toBeVisible()
  await buyer.expectConfirmation()
  expect(await world.sales(eventId)).toEqual(ONCE)
})

test('going back from the confirmation does not open a paid checkout @night', async ({
  page,
  world,
}) => {
  const { buyer, cartId } = await readyToPay(page, world)
  await buyer.payButton.click()
  const orderId = await buyer.expectConfirmation()
  await open(page, `/checkout-api/${cartId}`)
  expect(await buyer.expectConfirmation()).toBe(orderId)
})

async function readyToPay(page: Page, world: World) {
  const event = await world.event()
  const cartId = await holdByCall(page.request, event, 2)
  const buyer = new Buyer(page)
  await buyer.openCheckout(cartId)
  await buyer.fillDetails(someDetails())
  await buyer.fillCard(CARDS.works)
  return { buyer, cartId, eventId: event.eventId }
}
