import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { followMailLink, openMail } from '../support/mailbox.ts'
import { open, openManage, reload } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

const keptOrders = () => Object.keys(localStorage).filter((key) => key.startsWith('foyer-order-'))

test("a link alone hides the buyer's contact data, and the e-mail address opens the whole order @both", async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const event = await world.event({ isTimedEntry: true, sessions: 2 })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { order } = await readOrder(page.request, orderId)
  await openMail(page, order.email)
  const link = await page.getByRole('link', { name: 'Open your tickets' }).getAttribute('href')
  const token = new URL(link ?? '').searchParams.get('token') ?? ''

  const reader = await stranger()
  await open(reader, `/order-confirmation/${orderId}?token=${token}`)
  const main = reader.getByRole('main')
  await expect(main.getByText('a***@example.com').first()).toBeVisible()
  await expect(main).toContainText('Ada Lovelace')
  for (const hidden of [order.email, '555 0100', '1 Main Street']) {
    await expect(main).not.toContainText(hidden)
  }
  await openManage(reader)
  await expect(main.getByRole('link', { name: 'Reschedule' })).toHaveCount(0)
  expect(await reader.evaluate(keptOrders)).toEqual([])
  await expectNoViolations(reader, 'order-by-link')
  await expectNoSidewaysScroll(reader, 'order-by-link')

  watch.expectAnswer(404, /\/api\/orders\//)
  const email = main.getByLabel('E-mail address of the order')
  await email.fill('eve@example.com')
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByText(/^We couldn't find an order with that information/)).toBeVisible()
  await email.fill(order.email)
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByText('555 0100')).toBeVisible()
  await main.getByRole('link', { name: 'Reschedule' }).click()
  await expect(reader.getByText('Choose a new date, then a time.')).toBeVisible()
})

test('tickets opened by a link are stored on a device only if its reader asks for it @both @night', async ({
  page,
  stranger,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const { order } = await readOrder(page.request, orderId)
  const reader = await stranger()
  await openMail(reader, order.email)
  await followMailLink(reader, 'Open your tickets')
  await expect(reader.getByRole('img', { name: /^QR code of ticket/ })).toBeVisible()
  expect(await reader.evaluate(keptOrders)).toEqual([])
  await expectNoViolations(reader, 'tickets-by-link')
  await reader.getByRole('button', { name: 'Keep on this device' }).click()
  await expect(reader.getByText('Kept on this device')).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Keep on this device' })).toHaveCount(0)
  await expect.poll(() => reader.evaluate(keptOrders)).toEqual([`foyer-order-${orderId}`])
  expect(await reader.evaluate(() => JSON.stringify(localStorage))).not.toContain(order.email)
  await reload(reader)
  await expect(reader.getByRole('button', { name: 'Keep on this device' })).toHaveCount(0)
})

test('an expired link says so, and a new one is sent to the address of the order @both', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const { order } = await readOrder(page.request, orderId)
  const reader = await stranger()
  const main = reader.getByRole('main')
  watch.expectAnswer(404, /\/api\/(orders\/|send-)/)
  watch.expectAnswer(410, /\/api\/orders\//)

  await open(reader, `/order-confirmation/${orderId}?token=wrong`)
  await expect(main.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  await expect(main.getByText('If the link was cut off or has ended')).toBeVisible()
  await expectNoViolations(reader, 'order-by-wrong-link')

  // Simulates the server's answer for an expired link; the server's own tests move the clock.
  await reader.route(/\/api\/orders\//, (route) =>
    route.fulfill({
      status: 410,
      json: { error: 'This link has ended.', code: 'order_link_ended' },
    }),
  )
  await open(reader, `/order-confirmation/${orderId}?token=ended`)
  await expect(main.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await expectNoViolations(reader, 'order-link-ended')
  await expectNoSidewaysScroll(reader, 'order-link-ended')
  const email = main.getByLabel('E-mail address of the order')
  await email.fill('eve@example.com')
  await main.getByRole('button', { name: 'Send a new link' }).click()
  await expect(main.getByText(/^We couldn't find an order with that information/)).toBeVisible()
  await email.fill(order.email)
  await main.getByRole('button', { name: 'Send a new link' }).click()
  await expect(main.getByText('A new link is on its way')).toBeVisible()
})

test('what opens an order leaves the address at once, and a reload still opens it @night', async ({
  page,
  stranger,
  world,
}) => {
  const event = await world.event({ isTimedEntry: true, sessions: 2 })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const { order } = await readOrder(page.request, orderId)
  const email = encodeURIComponent(order.email)
  const [, later = ''] = event.sessionIds
  const PAGES = [
    ['order', { name: 'Manage' }],
    ['order-confirmation', { name: 'You’re going' }],
    ['order-tickets', { name: 'Your ticket' }],
    ['waiver', { level: 1 }],
    ['order-change', { level: 1 }],
    [`reschedule-checkout/${orderId}/${later}`, { name: 'Reschedule your order' }],
  ] as const
  for (const [name, heading] of PAGES) {
    // A new browser each time: one page of an order opens the others of the same tab.
    const reader = await stranger()
    const path = name.includes('/') ? `/${name}` : `/${name}/${orderId}`
    await open(reader, `${path}?email=${email}&priceDifference=0`)
    const opened = reader.getByRole('heading', heading).first()
    await expect(opened).toBeVisible()
    await expect(reader).toHaveURL(new RegExp(`${path}\\?priceDifference=0$`))
    await reload(reader)
    await expect(opened).toBeVisible()
    expect(await reader.evaluate(() => history.length)).toBeLessThanOrEqual(2)
  }
})

test('the token of a link leaves the address at once, and Back does not bring it back @night', async ({
  page,
  stranger,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const { order } = await readOrder(page.request, orderId)
  const reader = await stranger()
  await openMail(reader, order.email)
  await followMailLink(reader, 'Open your tickets')
  await expect(reader.getByRole('img', { name: /^QR code of ticket/ })).toBeVisible()
  await expect(reader).toHaveURL(new RegExp(`/order-tickets/${orderId}$`))
  await reload(reader)
  await expect(reader.getByRole('img', { name: /^QR code of ticket/ })).toBeVisible()
})
