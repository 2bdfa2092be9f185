import { Buyer, CARDS } from '../support/buyer.ts'
import { SLOW_CARDS } from '../support/cards.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { holdBack } from '../support/hold-back.ts'
import { open, reload } from '../support/open.ts'
import { readyToPay } from '../support/ready-to-pay.ts'
import { expect, test } from '../support/test.ts'
import { noticed, watchShifts } from '../support/watch-shift.ts'

const ONCE = { orders: 1, tickets: 2, payments: 1 }
const ORDERS = /\/api\/checkout\/orders$/
const BANK_CALL = /\/v1\/payment_intents\/[^/]+\/confirm$/
const CONFIRMING = 'Confirming your tickets…'
const BANK = 'Your bank is still confirming'

test('a slow bank is explained, also after a reload @both', async ({ page, world, watch }) => {
  const { buyer, details } = await readyToPay(page, world)
  watch.expectAnswer(402, ORDERS)
  await buyer.pay(SLOW_CARDS.undecided)
  await buyer.expectStep(BANK)
  await expect(page.getByText('You may close this page.')).toBeVisible()
  await expect(page.getByText(details.Email)).toBeVisible()
  await expectNoSidewaysScroll(page, 'bank')
  await expectNoViolations(page, 'bank')
  const shifts = await watchShifts(page)
  await reload(page)
  await buyer.expectStep(BANK)
  expect(noticed(await shifts()), 'layout shifts of the reload').toEqual([])
})

test('a slow payment ends in tickets by itself @night', async ({ page, world, watch }) => {
  const { buyer, event } = await readyToPay(page, world)
  watch.expectAnswer(402, ORDERS)
  await buyer.pay(SLOW_CARDS.paid)
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual(ONCE)
})

test('a bank that asks first and then is slow also ends in tickets @night', async ({
  page,
  world,
  watch,
}) => {
  const { buyer, event } = await readyToPay(page, world)
  watch.expectAnswer(402, ORDERS)
  await buyer.pay(SLOW_CARDS.asked)
  await buyer.answerBank('Complete authentication')
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual(ONCE)
})

test('a slow payment that is refused returns to the form with the reason @night', async ({
  page,
  world,
  watch,
}) => {
  const { buyer, event, details } = await readyToPay(page, world)
  watch.expectAnswer(402, ORDERS)
  await buyer.pay(SLOW_CARDS.declined)
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(alert).toContainText('Your card was declined.', { timeout: 20_000 })
  await expect(buyer.field('Email')).toHaveValue(details.Email)
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual(ONCE)
})

test('a lost connection is explained, and the payment goes on when it is back @both', async ({
  page,
  context,
  world,
  watch,
}) => {
  const { buyer, event } = await readyToPay(page, world)
  watch.expectFailure(ORDERS)
  const letGo = await holdBack(page, ORDERS)
  await buyer.pay(CARDS.works)
  await buyer.expectStep(CONFIRMING)
  // The page's content is loaded before the connection is lost.
  await expect
    .poll(() =>
      page
        .locator('img:visible')
        .evaluateAll((all) =>
          all.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
        ),
    )
    .toBe(true)
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible()
  await expectNoViolations(page, 'offline')
  const lost = page.waitForEvent('requestfailed')
  letGo()
  await lost
  await context.setOffline(false)
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual(ONCE)
})

test('another tab waits while one pays, and both end with the order', async ({
  page,
  context,
  world,
}) => {
  const { buyer, event, cartId } = await readyToPay(page, world)
  const second = new Buyer(await context.newPage())
  await second.openCheckout(cartId)
  await page.bringToFront()
  // Not the order call: once the bank has paid, the server ends the purchase by itself.
  const letGo = await holdBack(page, BANK_CALL)
  await buyer.pay(CARDS.works)
  await second.expectStep('Paying in another tab')
  await expectNoViolations(second.page, 'elsewhere')
  const third = await context.newPage()
  await open(third, `/checkout-api/${cartId}`)
  await new Buyer(third).expectStep('Paying in another tab')
  letGo()
  const orderId = await buyer.expectConfirmation()
  expect(await second.expectConfirmation()).toBe(orderId)
  expect(await new Buyer(third).expectConfirmation()).toBe(orderId)
  expect(await world.sales(event.eventId)).toEqual(ONCE)
})

test('a tab that is closed in the middle is followed by the other one @night', async ({
  page,
  context,
  world,
}) => {
  const { buyer, event, cartId } = await readyToPay(page, world)
  const second = new Buyer(await context.newPage())
  await second.openCheckout(cartId)
  await page.bringToFront()
  await holdBack(page, ORDERS)
  const paid = page.waitForResponse(BANK_CALL)
  await buyer.pay(CARDS.works)
  await paid
  await second.expectStep('Paying in another tab')
  await page.close()
  await second.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual(ONCE)
})

test('a buyer who leaves during the confirmation finds the tickets on return @night', async ({
  page,
  world,
}) => {
  const { buyer, event, cartId } = await readyToPay(page, world)
  const letGo = await holdBack(page, ORDERS)
  await buyer.pay(CARDS.works)
  await buyer.expectStep(CONFIRMING)
  await open(page, '/')
  letGo()
  await open(page, `/checkout-api/${cartId}`)
  await buyer.expectConfirmation()
  await page.goBack()
  await page.goForward()
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual(ONCE)
})
