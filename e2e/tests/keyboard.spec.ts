import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { expectNoSidewaysScroll } from '../support/checks.ts'
import { tabThrough, tabTo } from '../support/focus.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

test('a purchase with the keyboard alone @both', async ({ page, world }) => {
  test.setTimeout(90_000)
  const event = await world.event({
    isTimedEntry: true,
    sessions: 4,
    types: [{ name: 'Adult' }],
    addOns: [{ name: 'Souvenir photo', priceMinor: 1599 }],
  })
  await world.moveSession(event.sessionIds[3] ?? '', 1)
  const buyer = new Buyer(page)
  const { keyboard } = page
  await open(page, `/events-api/${event.eventId}`)

  await tabTo(page, buyer.openDays.first())
  await keyboard.press('ArrowRight')
  await expect(buyer.openDays.nth(1)).toBeFocused()
  await keyboard.press('ArrowLeft')
  await keyboard.press('Enter')
  await buyer.expectStep('Select Tickets')

  await tabTo(page, page.getByRole('button', { name: 'Add one Adult' }))
  await keyboard.press('Enter')
  await keyboard.press('ArrowUp')
  await expect(page.getByText('2 × Adult').first()).toBeAttached()
  await tabTo(page, page.getByRole('button', { name: 'Select Time Slot' }))
  await keyboard.press('Enter')

  await buyer.expectStep('Select Time')
  await tabTo(page, buyer.openSlots.first())
  await keyboard.press('ArrowRight')
  await expect(buyer.openSlots.nth(1)).toBeFocused()
  await keyboard.press('Enter')

  await buyer.expectStep('Review Order')
  await tabTo(page, page.getByRole('button', { name: 'Add one Souvenir photo' }))
  await keyboard.press('Enter')
  await tabTo(page, buyer.reserveButton)
  await keyboard.press('Enter')
  await page.waitForURL(/\/checkout-api\/\d{5}\?/)
  await buyer.expectCardForm()

  for (const [label, value] of Object.entries(someDetails())) {
    await tabTo(page, buyer.field(label))
    await keyboard.type(value)
  }
  await tabTo(page, buyer.cardNumber)
  await keyboard.type(CARDS.works)
  await tabTo(page, buyer.field('Expiration date'))
  await keyboard.type('1234')
  await tabTo(page, buyer.field('Security code'))
  await keyboard.type('123')
  await tabTo(page, buyer.payButton)
  await keyboard.press('Enter')
  await buyer.expectConfirmation()

  await tabTo(page, page.getByRole('link', { name: 'View Tickets' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(2)
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

test('in a small window the bar never hides what has the focus @phone @night', async ({
  page,
  world,
}) => {
  test.setTimeout(90_000)
  const event = await world.event({
    types: [{ name: 'Adult' }, { name: 'Child' }, { name: 'Senior' }, { name: 'Student' }],
    addOns: [{ name: 'Souvenir photo', priceMinor: 1599 }],
  })
  const types = `${event.typeIds[0]}:2`
  const flow = `/events-api/${event.eventId}`
  for (const step of [`/tickets?date=${event.date}`, `/addons?date=${event.date}&types=${types}`]) {
    await open(page, flow + step)
    await expect(page.getByRole('region', { name: 'Total' })).toBeVisible()
    expect(await tabThrough(page), `stops on ${step}`).toBeGreaterThan(10)
  }
  await open(page, '/')
  expect(await tabThrough(page), 'stops of the list').toBeGreaterThan(20)
  await new Buyer(page).openCheckout(await holdByCall(page.request, event, 2))
  expect(await tabThrough(page), 'stops of the checkout').toBeGreaterThan(15)
})

test('the menu keeps the focus inside and gives it back @phone', async ({ page }) => {
  await open(page, '/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== document.body && !activeElement?.closest('dialog')
    })
    expect(isOutside, `press ${press + 1} of Tab leaves the menu`).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(menu).toBeFocused()
})

// Windows of 360 and 1440 px are looked at with every screen (screens, platform and landing.spec.ts).
const WINDOWS = [
  { width: 768, height: 1024 },
  { width: 320, height: 256 },
]

test('no page is wider than a window of 320 px, or of 768 px @night', async ({ page, world }) => {
  test.setTimeout(90_000)
  const event = await world.event({
    sessions: 4,
    isTimedEntry: true,
    types: [{ name: 'Adult' }, { name: 'Child' }],
    addOns: [{ name: 'Souvenir photo', priceMinor: 1599 }],
  })
  const flow = `/events-api/${event.eventId}`
  const query = `date=${event.date}&types=${event.typeIds[0]}:2`
  const screens = [
    '/',
    '/events-api',
    '/events',
    '/manage-order',
    '/landing',
    '/status',
    '/documentation',
    flow,
    `${flow}/tickets?date=${event.date}`,
    `${flow}/time?${query}`,
    `${flow}/addons?${query}&session=${event.sessionId}`,
  ]
  const expectToFit = async (screen: string) => {
    for (const window of WINDOWS) {
      await page.setViewportSize(window)
      await expectNoSidewaysScroll(page, screen)
    }
  }
  for (const screen of screens) {
    await open(page, screen)
    await expectToFit(screen)
  }
  const buyer = new Buyer(page)
  const cartId = await holdByCall(page.request, event, 2)
  await buyer.openCheckout(cartId)
  await expectToFit('checkout')
  await open(page, '/')
  await expect(page.getByRole('link', { name: /^Tickets held until/ })).toBeVisible()
  await expectToFit('list with a held cart')
  const orderId = await payByCall(page.request, cartId)
  for (const screen of [`/order-confirmation/${orderId}`, `/order-tickets/${orderId}`]) {
    await open(page, screen)
    await expectNoSidewaysScroll(page, `${screen} while it loads`)
    await expect(page.getByText('Test Night').filter({ visible: true }).first()).toBeVisible()
    await expectToFit(screen)
  }
})
