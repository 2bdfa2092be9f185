import type { Page } from '@playwright/test'
import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { expectContrastInOtherTheme, expectNoViolations } from '../support/checks.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { open } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { readyToPay } from '../support/ready-to-pay.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

test('a total of 0 completes without a card', async ({ page, world }) => {
  const { buyer, event } = await openPriced(page, world, 0)
  await expect(page.getByText('The total is $0, so no card is asked for.')).toBeVisible()
  await expectNoViolations(page, 'free')
  await buyer.fillDetails(someDetails())
  await page.getByRole('button', { name: 'Complete Order' }).click()
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 0 })
})

test('a total that no card can pay is explained before anything is typed @night', async ({
  page,
  world,
}) => {
  await openPriced(page, world, 15)
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Amount Too Low' })
  await expect(alert).toContainText('The minimum payment amount is $0.50.')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await alert.getByRole('link', { name: 'Change your order' }).click()
  await new Buyer(page).expectStep('Review Order')
})

test('tickets that cost less than a card can be charged offer the number that is enough @night', async ({
  page,
  world,
}) => {
  const event = await world.event({ types: [{ priceMinor: 20 }] })
  const types = `${event.typeId}:1`
  await open(page, `/events-api/${event.eventId}/tickets?date=${event.date}&types=${types}`)
  const buyer = new Buyer(page)
  await buyer.expectStep('Select Tickets')
  const add = page.getByRole('button', { name: 'Choose 3 tickets' })
  await expect(add.first()).toBeVisible()
  await expect(page.getByText('$0.20 is too little for a card').first()).toBeVisible()
  await expectNoViolations(page, 'too little')
  await add.first().press('Enter')
  await expect(page).toHaveURL(/types=[^&]*(%3A|:)3/)
  await expect(add).toHaveCount(0)
})

test('an organizer waives small totals, and such an order is free and says why @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  await page.goto(`/admin/o/${slug}/settings/policies`)
  await clerk.expectScreen('Policies')
  await page.getByRole('checkbox', { name: /^Give away what costs less than/ }).press('Space')
  await expectNoViolations(page, 'Policies')
  await expectContrastInOtherTheme(page, 'Policies')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Buyers read it from now on.')).toBeVisible()

  const event = await eventOf(world, slug, { types: [{ priceMinor: 15 }] })
  const cartId = await holdByCall(page.request, event, 2, undefined, `/${slug}`)
  await open(page, `/${slug}/checkout-api/${cartId}`)
  await expect(page.getByText('The total is $0, so no card is asked for.')).toBeVisible()
  const card = page.getByRole('region', { name: 'Order summary' })
  await expect(card.getByText('Too small for a card').first()).toBeVisible()
  const buyer = new Buyer(page)
  await buyer.fillDetails(someDetails())
  await page.getByRole('button', { name: 'Complete Order' }).press('Enter')
  await buyer.expectConfirmation()
  await expect(page.getByText('Too small for a card').first()).toBeVisible()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 0 })
})

test('a cart that was changed elsewhere is never charged at an unseen total', async ({
  page,
  world,
}) => {
  const { buyer, event, cartId } = await readyToPay(page, world)
  await buyer.fillCard(CARDS.works)
  await holdByCall(page.request, event, 3, cartId)
  await buyer.payButton.click()
  const alert = page.getByRole('alert').filter({ hasText: 'The total changed' })
  await expect(alert).toContainText('The total changed from $60.00 to $90.00. Nothing was charged.')
  await expect(alert.locator('..')).toBeFocused()
  await buyer.expectTotal(9000)
  expect(await world.sales(event.eventId)).toEqual({ orders: 0, tickets: 0, payments: 0 })

  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 3, payments: 1 })
})

test('an unreachable provider is reported, nothing is lost, and a retry works', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event()
  const cartId = await holdByCall(page.request, event, 2)
  let isDown = true
  const intents = /\/api\/create-payment-intent$/
  watch.expectAnswer(503, intents)
  await page.route(intents, (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { error: 'down', code: 'provider_unavailable' } })
      : route.continue(),
  )
  const buyer = new Buyer(page)
  await open(page, `/checkout-api/${cartId}`)
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Setup Failed' })
  await expect(alert).toContainText('Unable to initialize payment processing', { timeout: 20_000 })
  await expect(alert).toContainText('Failed to create payment intent: 503')
  const details = someDetails()
  await buyer.fillDetails(details)
  isDown = false
  await alert.getByRole('button', { name: 'Retry' }).click()
  await buyer.fillCard(CARDS.works)
  await expect(buyer.field('Email')).toHaveValue(details.Email)
  await buyer.payButton.click()
  await buyer.expectConfirmation()
})

async function openPriced(page: Page, world: World, priceMinor: number) {
  const event = await world.event({ types: [{ priceMinor }] })
  const cartId = await holdByCall(page.request, event, 2)
  await open(page, `/checkout-api/${cartId}`)
  return { buyer: new Buyer(page), event }
}
