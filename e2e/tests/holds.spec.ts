import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open, reload } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { BuiltEvent } from '../support/world.ts'

test('when a hold expires, all choices are kept and one press holds them again', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event()
  const buyer = new Buyer(page)
  const cartId = await holdByCall(page.request, event, 2)
  await buyer.openCheckout(cartId)
  const details = someDetails()
  await buyer.fillDetails(details)
  watch.expectAnswer(410, new RegExp(`/carts/${cartId}$`))
  await world.endHolds(event.eventId, 120)
  await page.clock.install()
  await reload(page)
  await expect(page.getByText('Less than 5 minutes left').filter({ visible: true })).toBeVisible()
  await buyer.expectCardForm()

  await world.endHolds(event.eventId, -1)
  await page.clock.fastForward(120_000)
  await expect(page.getByRole('heading', { name: 'Cart Hold Expired' })).toBeFocused()
  await expect(page.getByText('Your cart hold has expired. Please start over.')).toBeVisible()
  await expect(page.getByText('2 × Type 1').filter({ visible: true })).toBeVisible()

  await page.getByRole('button', { name: 'Hold again' }).click()
  await buyer.expectStep('Checkout')
  for (const [label, value] of Object.entries(details)) {
    await expect(buyer.field(label)).toHaveValue(value)
  }
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

test('a hold that expired in a background tab is reported on return @night', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event()
  const buyer = new Buyer(page)
  const cartId = await holdByCall(page.request, event, 1)
  await buyer.openCheckout(cartId)
  watch.expectAnswer(410, new RegExp(`/carts/${cartId}$`))
  await world.endHolds(event.eventId, -1)
  await page.clock.install()
  await reload(page)
  await expect(page.getByText('Cart Hold Expired')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hold again' })).toBeVisible()
  // The page does not leave by itself: the buyer may still hold the tickets again.
  await page.clock.runFor(10 * 60_000)
  await expect(page.getByRole('button', { name: 'Hold again' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await page.waitForURL(/\/events-api$/)
})

test('tickets that sold out before they were held again lead to the nearest times @both @night', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const event = await world.event({ isTimedEntry: true, sessions: 2, capacity: 2 })
  const buyer = new Buyer(page)
  const cartId = await holdByCall(page.request, event, 2)
  await buyer.openCheckout(cartId)
  watch.expectAnswer(410, new RegExp(`/carts/${cartId}$`))
  watch.expectAnswer(409, /\/hold$/)
  await world.endHolds(event.eventId, -1)
  await holdByCall((await stranger()).request, event, 2)
  await reload(page)
  await page.getByRole('button', { name: 'Hold again' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Cart Hold Failed' })).toContainText(
    'These tickets have been sold in the meantime.',
  )
  await expect(page.getByRole('heading', { name: /room for your 2 tickets/ })).toBeFocused()
  await expectNoSidewaysScroll(page, 'hold again')
  await expectNoViolations(page, 'hold again')

  await page.getByRole('link', { name: /^11:00 AM/ }).click()
  await buyer.expectStep('Review Order')
  await buyer.reserve()
})

test('returning to the calendar releases the tickets', async ({ page, world }) => {
  const event = await world.eventOnTwoDays({ capacity: 2, types: [{ name: 'Adult' }] })
  const buyer = new Buyer(page)
  await open(page, `/events-api/${event.eventId}`)
  await buyer.chooseDay()
  await buyer.addTicket('Adult', 2)
  await buyer.goOnFromTickets()
  await buyer.expectStep('Review Order')
  const hold = page.waitForRequest(/\/hold$/)
  await buyer.reserve()
  expect((await hold).headers()['x-browser-id']).toMatch(/^browser_[0-9a-f]{32}$/)
  const heldPlaces = () =>
    world.sql(`select held from stock where session_id = $1 and pool_id = $1`, [event.sessionId])
  expect(await heldPlaces()).toEqual([{ held: 2 }])

  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await buyer.expectStep('Review Order')
  expect(await heldPlaces()).toEqual([{ held: 2 }])
  await page.getByRole('link', { name: 'Change date' }).click()
  await expect(page.getByText('The tickets you were holding are back on sale')).toBeVisible()
  await expect.poll(heldPlaces).toEqual([{ held: 0 }])
})

test('a browser that blocks cookies is told so before anything is held', async ({
  page,
  world,
}) => {
  const event = await world.event({ capacity: 2 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDocumentCookieDisabled', { disabled: true })
  await open(page, reviewOf(event, 2))
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' }),
  ).toContainText('nothing is held yet')
  const reserve = page.getByRole('button', { name: 'Reserve Cart & Checkout' }).first()
  await expect(reserve).toBeDisabled()
  await reserve.click({ force: true })
  const held = () =>
    world.sql('select held from stock where session_id = $1 and pool_id = $1', [event.sessionId])
  expect(await held()).toEqual([{ held: 0 }])

  await session.send('Emulation.setDocumentCookieDisabled', { disabled: false })
  await page.getByRole('button', { name: 'Check again' }).click()
  await new Buyer(page).reserve()
  expect(await held()).toEqual([{ held: 2 }])
})

test('a browser that loses the cookie of its cart is not offered to hold it a second time @night', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event({ capacity: 4 })
  watch.expectAnswer(404, /\/carts\/\d+$|\/create-payment-intent$/)
  // An extension may take the cookie out of the answer, so that no check of ours notices.
  await page.route(/\/hold$/, async (route) => {
    const answer = await route.fetch()
    const { 'set-cookie': _, ...headers } = answer.headers()
    await route.fulfill({ response: answer, headers })
    await page.context().clearCookies()
  })
  await open(page, reviewOf(event, 2))
  await page.getByRole('button', { name: 'Reserve Cart & Checkout' }).first().click()
  await expect(page.getByRole('heading', { name: 'Cart Not Found' })).toBeVisible()
  await expect(page.getByText('Your browser did not keep the cookie')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Choose the same/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Hold again' })).toHaveCount(0)
})

test.describe('inside an app', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 390.0.0.28.85',
  })

  test('the review says what the browser of the app cannot do, and sells all the same @night', async ({
    page,
    world,
  }) => {
    const event = await world.event()
    await open(page, reviewOf(event, 1))
    await expect(page.getByText('This page is open inside Instagram')).toBeVisible()
    await expectNoViolations(page, 'inside an app')
    await new Buyer(page).reserve()
  })
})

test('a cart of another browser is not found @night', async ({ page, world, stranger, watch }) => {
  const cartId = await holdByCall(page.request, await world.event(), 1)
  const thief = await stranger()
  watch.expectAnswer(404, new RegExp(`/carts/${cartId}$`))
  await thief.clock.install()
  await open(thief, `/checkout-api/${cartId}`)
  await expect(thief.getByRole('heading', { name: 'Cart Not Found' })).toBeVisible()
  await expect(thief.getByText('Your cart hold has expired or does not exist.')).toBeVisible()
  // The events below are there before time passes, or their request would end without an answer.
  await expect(thief.getByRole('article').first()).toBeVisible()
  await thief.clock.runFor(10 * 60_000)
  await thief.getByRole('link', { name: 'Back to Events' }).click()
  await thief.waitForURL(/\/events-api$/)
})

test('a review of what is held leads back to its checkout, and of what was bought to its tickets @night', async ({
  page,
  world,
}) => {
  const event = await world.event({ types: [{ name: 'Adult' }, { name: 'Child' }] })
  const buyer = new Buyer(page)
  const choices = `date=${event.date}&types=${event.typeId}:2&session=${event.sessionId}`
  await open(page, `/events-api/${event.eventId}/addons?${choices}`)
  await buyer.reserve()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await buyer.expectStep('Review Order')
  const review = page.url()
  await expect(buyer.reserveButton).toHaveCount(0)
  await expect(page.getByText(/^We’re holding your 2 tickets until/)).toBeVisible()
  await page.getByRole('button', { name: 'Back to checkout' }).filter({ visible: true }).click()
  await buyer.expectStep('Checkout')
  // A changed order is reserved again.
  await open(page, review.replace(`${event.typeId}:2`, `${event.typeId}:1`))
  await expect(buyer.reserveButton).toBeVisible()
  await page.getByRole('link', { name: 'Back to checkout' }).click()

  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  await open(page, review)
  await expect(page.getByText('You have bought these tickets')).toBeVisible()
  await expect(buyer.reserveButton).toHaveCount(0)
  await expectNoViolations(page, 'the review of what was bought')
  await page.getByRole('link', { name: 'Buy the same again' }).click()
  await expect(buyer.reserveButton).toBeVisible()
  await open(page, review)
  await page.getByRole('button', { name: 'See your tickets' }).filter({ visible: true }).click()
  await page.waitForURL(/\/order-tickets\//)
})

test('a friend who opens the address of a checkout is offered the same tickets @night', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const event = await world.event({ isTimedEntry: true, sessions: 2 })
  const buyer = new Buyer(page)
  const choices = `date=${event.date}&types=${event.typeId}:2&session=${event.sessionId}`
  await open(page, `/events-api/${event.eventId}/addons?${choices}`)
  await buyer.reserve()
  const friend = await stranger()
  watch.expectAnswer(404, /\/carts\/\d{5}$/)
  await open(friend, page.url())
  await expectNoViolations(friend, 'a cart of another browser')
  await friend.getByRole('link', { name: 'Choose the same 2 tickets' }).click()
  await new Buyer(friend).expectStep('Review Order')
  const summary = friend.getByRole('region', { name: 'Order Summary' })
  await expect(summary.getByText('2 × Type 1')).toBeVisible()
})

/** The address of the review of some tickets of the event's only session. */
const reviewOf = ({ eventId, date, typeId, sessionId }: BuiltEvent, count: number) =>
  `/events-api/${eventId}/addons?date=${date}&types=${typeId}:${count}&session=${sessionId}`
