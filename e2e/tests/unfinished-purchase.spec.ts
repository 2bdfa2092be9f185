import { Buyer } from '../support/buyer.ts'
import { SLOW_CARDS } from '../support/cards.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open, reload } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { readyToPay } from '../support/ready-to-pay.ts'
import { expect, test } from '../support/test.ts'
import { noticed, watchShifts } from '../support/watch-shift.ts'

test('a held cart is shown in the header of every page, and leads back to its checkout @both', async ({
  page,
  world,
}) => {
  const event = await world.event()
  const cartId = await holdByCall(page.request, event, 2)
  const wayBack = page.getByRole('banner').getByRole('link', { name: /^Tickets held until/ })
  await open(page, '/')
  await expect(wayBack).toHaveCount(0)

  await new Buyer(page).openCheckout(cartId)
  await expect(wayBack).toHaveCount(0)
  const shifts = await watchShifts(page)
  for (const path of ['/', '/events-api', '/manage-order', '/pages/help']) {
    await open(page, path)
    await expect(wayBack).toBeVisible()
    await expect(wayBack).toHaveText(/\d\d?:\d\d/)
    await expectNoSidewaysScroll(page, path)
    expect(noticed(await shifts()), `layout shifts of ${path}`).toEqual([])
  }
  await expectNoViolations(page, 'held cart')
  await wayBack.click()
  await page.waitForURL(`/checkout-api/${cartId}`)
  await expect(wayBack).toHaveCount(0)
})

test('a cart that the server has released is not promised, and one that ends disappears @night', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event()
  const cartId = await holdByCall(page.request, event, 2)
  const wayBack = page.getByRole('link', { name: /^Tickets held until/ })
  await new Buyer(page).openCheckout(cartId)
  await world.endHolds(event.eventId, 120, cartId)
  await page.clock.install()
  await open(page, '/')
  await expect(wayBack).toBeVisible()
  await world.endHolds(event.eventId, -1, cartId)
  await page.clock.fastForward(120_000)
  await expect(page.getByText('Your tickets are no longer held.')).toBeAttached()
  await expect(wayBack).toHaveCount(0)

  watch.expectAnswer(410, /\/api\/checkout\/carts\//)
  await reload(page)
  await expect(wayBack).toHaveCount(0)
})

test('a payment that the bank still confirms is shown outside of the checkout @both @night', async ({
  page,
  world,
  watch,
}) => {
  const { buyer, cartId } = await readyToPay(page, world)
  watch.expectAnswer(402, /\/api\/checkout\/orders$/)
  await buyer.pay(SLOW_CARDS.undecided)
  await buyer.expectStep('Your bank is still confirming')
  await open(page, '/')
  const wayBack = page.getByRole('banner').getByRole('link', { name: /being confirmed/ })
  await expect(wayBack).toBeVisible()
  await wayBack.click()
  await page.waitForURL(`/checkout-api/${cartId}`)
  await buyer.expectStep('Your bank is still confirming')
})
