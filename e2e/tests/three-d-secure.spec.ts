import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { reload } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

test('a card that requires 3-D Secure pays after the authentication', async ({ page, world }) => {
  const { buyer, eventId } = await openCheckout(page, world)
  await buyer.pay(CARDS.authenticate)
  await expect(page.getByText('Processing...').filter({ visible: true })).toHaveCount(1)
  await buyer.answerBank('Complete authentication')
  await buyer.expectConfirmation()
  expect(await world.sales(eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

test('a failed authentication charges nothing, and another card pays', async ({ page, world }) => {
  const { buyer, eventId } = await openCheckout(page, world)
  await buyer.pay(CARDS.authenticate)
  await buyer.answerBank('Fail authentication')
  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
    'We are unable to authenticate your payment method.',
  )
  expect(await world.sales(eventId)).toEqual({ orders: 0, tickets: 0, payments: 0 })
  await expect(page.getByRole('timer', { name: 'Time left' })).toBeVisible()

  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(await world.sales(eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

test('a reload during the authentication charges nothing, and the page says so @night', async ({
  page,
  world,
  watch,
}) => {
  const { buyer, eventId } = await openCheckout(page, world)
  watch.expectAnswer(402, /\/api\/checkout\/orders$/)
  await buyer.pay(CARDS.authenticate)
  await expect(page.locator('iframe[title="3-D Secure authentication"]')).toBeVisible()
  await reload(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
    'Your bank’s check was not finished.',
  )
  expect(await world.sales(eventId)).toEqual({ orders: 0, tickets: 0, payments: 0 })

  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(await world.sales(eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

async function openCheckout(page: Buyer['page'], world: World) {
  const event = await world.event()
  const buyer = new Buyer(page)
  await buyer.openCheckout(await holdByCall(page.request, event, 2))
  await buyer.fillDetails(someDetails())
  return { buyer, eventId: event.eventId }
}
