import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { openMail } from '../support/mailbox.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { readCode } from '../support/qr.ts'
import { expect, test } from '../support/test.ts'

for (const address of ['/order', '/confirmation']) {
  // Two addresses of one page: one of them shows how it looks in the small window.
  const tag = address === '/order' ? '@both' : []
  test(`an order at ${address} has its event, its codes, what was paid, and no site around it`, {
    tag,
  }, async ({ page, world }) => {
    const event = await world.event()
    const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
    const view = await readOrder(page.request, orderId)
    await open(page, `${address}/${orderId}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: view.event.name })).toBeVisible()
    await expect(main).toContainText(view.event.venueName)
    await expect(main).toContainText(orderId.slice(-8).toUpperCase())
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)

    const code = main.getByRole('img', { name: /^QR code of order/ })
    expect(await code.evaluate((drawing) => drawing.getBoundingClientRect().width)).toBe(200)
    expect(JSON.parse(await readCode(code))).toEqual({ orderId, eventId: event.eventId })

    expect(view.tickets).toHaveLength(2)
    for (const ticket of view.tickets) {
      const card = main.getByRole('region', { name: `Ticket ${ticket.number} of 2` })
      await expect(card).toContainText(ticket.typeName)
      await expect(card).toContainText(ticket.validationCode)
      await expect(card).toContainText('Valid')
    }
    const total = main.locator('dl > div', { hasText: 'Total paid' })
    await expect(total).toContainText(`$${view.order.totalAmount.toFixed(2)}`)
    await expect(main.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/)
    await expectNoViolations(page, `order at ${address}`)
    await expectContrastInOtherTheme(page, `order at ${address}`)
    await expectNoSidewaysScroll(page, `order at ${address}`)
    await main.getByRole('link', { name: 'View Tickets' }).click()
    await expect(page).toHaveURL(new RegExp(`/order-tickets/${orderId}`))
  })
}

test('the confirmation has the event, the tickets, the totals, the buyer, what to bring, and the way on @both', async ({
  page,
  world,
}) => {
  const event = await world.event({ fee: { ratePpm: 125_000 } })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const view = await readOrder(page.request, orderId)
  await open(page, `/order-confirmation/${orderId}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(`Order number ${orderId.slice(-8).toUpperCase()}`)
  const date = new Date(`${view.order.selectedDate}T12:00:00Z`)
  const shownDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
  for (const text of [
    view.event.name,
    view.event.venueName,
    shownDate.format(date),
    view.tickets[0]?.validationCode ?? '',
    `${view.order.firstName} ${view.order.lastName}`,
    view.order.email,
    ...view.event.importantInformation,
  ]) {
    await expect(main.getByText(text).filter({ visible: true }).first()).toBeVisible()
  }
  expect(view.event.importantInformation).toHaveLength(3)
  for (const [label, amount] of [
    ['Fee', '$7.50'],
    ['Total', '$67.50'],
  ] as const) {
    const row = main.locator('dl > div', { hasText: label }).filter({ visible: true })
    await expect(row.last()).toContainText(amount)
  }
  await expect(main.getByRole('link', { name: 'Download Tickets' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Email Tickets' })).toBeVisible()
  await main.getByRole('link', { name: 'View Tickets' }).click()
  await expect(page).toHaveURL(new RegExp(`/order-tickets/${orderId}`))
  await page.goBack()
  await main.getByRole('link', { name: 'Browse More Events' }).click()
  await expect(page).toHaveURL(/\/events-api$/)
})

test('on /order, a buyer reschedules, upgrades and cancels as on the card of the order', async ({
  page,
  stranger,
  world,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    types: [
      { name: 'Adult', priceMinor: 2999 },
      { name: 'Box', priceMinor: 5999 },
    ],
    changePolicy: {
      cancel: {
        isAllowed: true,
        untilMinutes: 60,
        shares: [{ untilMinutes: 60, ratePpm: 500_000 }],
        withFees: false,
      },
    },
  })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { order } = await readOrder(page.request, orderId)
  await open(page, `/order/${orderId}`)
  const manage = page.getByRole('region', { name: 'Manage' })
  const dialog = page.getByRole('dialog')
  for (const [button, title] of [
    ['Reschedule (2 tickets)', 'Reschedule Order'],
    ['Upgrade (2 tickets)', 'Upgrade Tickets'],
  ] as const) {
    await manage.getByRole('button', { name: button }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(manage.getByRole('button', { name: button })).toBeFocused()
  }
  await manage.getByRole('button', { name: 'Cancel (2 tickets)' }).click()
  await dialog.getByLabel(/Ticket 2/).uncheck()
  await dialog.getByRole('button', { name: 'Cancel 1 ticket' }).click()
  await expect(dialog.getByRole('heading', { name: 'Tickets Cancelled' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(manage.getByRole('button', { name: 'Cancel (1 ticket)' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Its code is no longer valid.')

  const reader = await stranger()
  await openMail(reader, order.email, 'Your')
  const link = reader.getByRole('link', { name: 'Open your tickets' })
  const token = new URL((await link.getAttribute('href')) ?? '').searchParams.get('token') ?? ''
  await open(reader, `/confirmation/${orderId}?token=${token}`)
  await expect(reader.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await reader.getByLabel('E-mail address of the order').fill(order.email)
  await reader.keyboard.press('Enter')
  await expect(reader.getByRole('button', { name: 'Cancel (1 ticket)' })).toBeVisible()
})

test('another browser opens /order with the e-mail address of the order, and finds none without it @both @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const { order, tickets } = await readOrder(page.request, orderId)
  const reader = await stranger()
  watch.expectAnswer(404, /\/api\/orders\//)
  for (const address of ['/order', '/confirmation']) {
    await open(reader, `${address}/${orderId}`)
    await expect(reader.getByRole('heading', { name: 'Order Not Found' })).toBeVisible()
    await expect(reader.getByText('No order data found for this ID')).toBeVisible()
  }
  await expectNoViolations(reader, 'order not found')
  await expectNoSidewaysScroll(reader, 'order not found')
  await open(reader, `/order/${orderId}?email=${encodeURIComponent(order.email)}`)
  await expect(reader.getByText(tickets[0]?.validationCode ?? '')).toBeVisible()
})

test('the confirmation says what it verifies, what it cannot find, and what it cannot load @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const purchases = /\/api\/checkout\/purchases\//
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route(purchases, async (route) => {
    await asked
    await route.continue()
  })
  await open(page, `/order-confirmation/${orderId}`)
  await expect(page.getByText('Verifying...')).toBeVisible()
  answer()
  await expect(page.getByText('API Verified')).toBeVisible()

  const reader = await stranger()
  watch.expectAnswer(404, /\/api\/orders\//)
  await open(reader, `/order-confirmation/${orderId}`)
  await expect(reader.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  for (const text of [
    'No order data found for this ID',
    'Unable to find order details. Please check your order confirmation email.',
  ]) {
    await expect(reader.getByText(text)).toBeVisible()
  }

  watch.expectAnswer(500, /\/api\/orders\//)
  await reader.route(/\/api\/orders\//, (route) =>
    route.fulfill({ status: 500, json: { error: 'away', code: 'internal_error' } }),
  )
  await open(reader, `/order-confirmation/${orderId}`)
  await expect(reader.getByText('Error Loading Order')).toBeVisible()
  await expect(reader.getByText('Unable to load order details')).toBeVisible()
  await open(reader, `/order-tickets/${orderId}`)
  await expect(reader.getByText('Failed to load order information')).toBeVisible()
})
