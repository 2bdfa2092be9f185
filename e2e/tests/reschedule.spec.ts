import type { Page } from '@playwright/test'
import { Buyer, CARDS } from '../support/buyer.ts'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { openMail } from '../support/mailbox.ts'
import { open, reload } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { daysToATenth } from '../support/seasons.ts'
import { expect, test } from '../support/test.ts'
import type { EventPlan, World } from '../support/world.ts'

/** Two tickets for the first of three sessions; the second costs 10.00 more each. */
async function bought(page: Page, world: World, plan: EventPlan = {}) {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 3,
    capacity: 50,
    types: [{ name: 'Adult', dynamicMinor: 3000 }],
    ...plan,
  })
  const [here = '', dearer = '', same = ''] = event.sessionIds
  await world.sql('update session_prices set price_minor = 4000 where session_id = $1', [dearer])
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { order } = await readOrder(page.request, orderId)
  return { event, orderId, email: order.email, here, dearer, same }
}

/** When a session starts, as pages show it: '12:00 PM' at the venue. */
async function timeOf(world: World, sessionId: string): Promise<string> {
  const [session] = await world.sql<{ time: string }>(
    `select to_char(s.starts_at at time zone v.timezone, 'FMHH12:MI AM') as time
     from sessions s join events e on e.id = s.event_id join venues v on v.id = e.venue_id
     where s.id = $1`,
    [sessionId],
  )
  return session?.time ?? ''
}

/** From now on the buyers of the event may not reschedule. */
async function endPolicy(world: World, eventId: string): Promise<void> {
  const rule = { isAllowed: false, untilMinutes: 0, limit: null, fee: null, refundsDecrease: true }
  await world.sql(
    `insert into event_change_policies (tenant_id, event_id, policy)
     select tenant_id, id, $2 from events where id = $1`,
    [eventId, JSON.stringify({ reschedule: rule })],
  )
}

async function openDialog(page: Page, orderId: string) {
  await open(page, `/manage-order/${orderId}`)
  await page.getByRole('button', { name: 'Reschedule (2 tickets)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule Order' })
  await expect(dialog.getByText(/^Reschedule free of charge until /)).toBeVisible()
  return dialog
}

const sessionsOf = async (page: Page, orderId: string) =>
  (await readOrder(page.request, orderId)).tickets
    .filter((ticket) => !ticket.isCancelled)
    .map(({ session }) => session.id)

const payAndReschedule = (page: Page) =>
  page.getByRole('button', { name: 'Pay $20.00 & Reschedule' })

test('a free move in the dialog is confirmed, announced and shown in the list @both', async ({
  page,
  world,
}) => {
  const { orderId, here, dearer, same } = await bought(page, world)
  const dialog = await openDialog(page, orderId)
  await expectNoViolations(page, 'reschedule-calendar')
  await expectNoSidewaysScroll(page, 'reschedule-calendar')
  await expectContrastInOtherTheme(page, 'reschedule-calendar')
  await dialog.getByRole('button', { name: /, 3 sessions, your current date$/ }).click()

  // The current session is listed and cannot be chosen.
  const radios = dialog.getByRole('radio')
  await expect(radios).toHaveCount(3)
  await expect(radios.first()).toBeDisabled()
  await expect(dialog.getByText('Current session')).toBeVisible()
  await expect(dialog.getByText('Test session')).toHaveCount(3)
  for (const sessionId of [here, dearer, same]) {
    await expect(dialog.getByText(await timeOf(world, sessionId), { exact: true })).toBeVisible()
  }
  await expect(dialog.getByText('+$10.00 per ticket · Total +$20.00')).toBeVisible()
  await expect(dialog.getByText('50 tickets left').first()).toBeVisible()
  await expectNoViolations(page, 'reschedule-sessions')
  await expectNoSidewaysScroll(page, 'reschedule-sessions')
  await expectContrastInOtherTheme(page, 'reschedule-sessions')
  await dialog.getByRole('button', { name: 'Back to Calendar' }).click()
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  await radios.last().check()
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()

  const before = dialog.getByRole('region', { name: 'Current session' })
  await expect(before).toContainText(await timeOf(world, here))
  const after = dialog.getByRole('region', { name: 'New session' })
  await expect(after).toContainText(await timeOf(world, same))
  const reason = dialog.getByLabel('Reason for rescheduling')
  await reason.fill('The train is late.')
  // Back leads to the sessions, and what was typed is kept.
  await dialog.getByRole('button', { name: 'Back' }).click()
  await radios.last().check()
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  await expect(reason).toHaveValue('The train is late.')
  await expectNoViolations(page, 'reschedule-confirm')
  await expectNoSidewaysScroll(page, 'reschedule-confirm')
  await dialog.getByRole('button', { name: 'Confirm Reschedule' }).click()
  await expect(page.getByText('Order Rescheduled Successfully').first()).toBeVisible()
  await expect(
    page.getByText(
      'Your order has been rescheduled successfully. A confirmation email has been sent.',
    ),
  ).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toContainText(await timeOf(world, same))
  expect(await sessionsOf(page, orderId)).toEqual([same, same])
  const [change] = await world.sql<{ reason: string }>(
    'select reason from order_changes where order_id = $1',
    [orderId],
  )
  expect(change?.reason).toBe('The train is late.')
  const record = () =>
    page.evaluate(
      (id) => JSON.parse(localStorage.getItem(`foyer-reschedule-${id}`) ?? 'null'),
      orderId,
    )
  await expect
    .poll(record)
    .toMatchObject({ orderId, priceDifference: 0, rescheduleType: 'free', paymentIntentId: null })
  expect(Object.keys(await record()).sort()).toEqual([
    'completedAt',
    'email',
    'orderId',
    'paymentIntentId',
    'priceDifference',
    'rescheduleType',
  ])
})

test('a dearer session leads from the dialog to its checkout, and is paid there @both', async ({
  page,
  world,
}) => {
  const { orderId, dearer } = await bought(page, world)
  const dialog = await openDialog(page, orderId)
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  await dialog.getByRole('radio').nth(1).check()
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  await dialog.getByLabel('Reason for rescheduling').fill('A better seat.')
  await payAndReschedule(page).click()

  await page.waitForURL(new RegExp(`/reschedule-checkout/${orderId}/${dearer}\\?`))
  await expect(page).toHaveURL(/priceDifference=20/)
  const buyer = new Buyer(page)
  await expect(buyer.cardNumber).toBeVisible()
  await expect(page.getByText('The difference is due now.')).toBeVisible()
  await expect(page.getByText(/^Your new tickets are held until /)).toBeVisible()
  await expectNoViolations(page, 'reschedule-payment')
  await expectNoSidewaysScroll(page, 'reschedule-payment')
  await expectContrastInOtherTheme(page, 'reschedule-payment')
  await buyer.fillCard(CARDS.works)
  await payAndReschedule(page).click()
  await expect(page.getByText('Reschedule Successful').first()).toBeVisible()
  await expect(
    page.getByText(
      'Your order has been rescheduled successfully. A confirmation email has been sent.',
    ),
  ).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${orderId}`))
  expect(await sessionsOf(page, orderId)).toEqual([dearer, dearer])
  const [change] = await world.sql<{ reason: string; due_minor: number }>(
    'select reason, due_minor from order_changes where order_id = $1',
    [orderId],
  )
  expect(change).toEqual({ reason: 'A better seat.', due_minor: 2000 })
})

test('a cheaper session says what is refunded in the dialog, the order and the mail @both', async ({
  page,
  world,
}) => {
  const { orderId, email, same: cheaper } = await bought(page, world)
  await world.sql('update session_prices set price_minor = 1800 where session_id = $1', [cheaper])
  const dialog = await openDialog(page, orderId)
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  await dialog.getByRole('radio').last().check()
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  await expect(dialog.getByText(/[-−]\$12\.00 per ticket · Total [-−]\$24\.00/)).toBeVisible()
  await expect(dialog.getByText('$24.00 is refunded to the card you paid with.')).toBeVisible()
  await expectNoViolations(page, 'reschedule-cheaper')
  await dialog.getByRole('button', { name: 'Confirm Reschedule' }).click()
  await expect(page.getByText('Order Rescheduled Successfully').first()).toBeVisible()
  expect(await sessionsOf(page, orderId)).toEqual([cheaper, cheaper])

  await open(page, `/order-confirmation/${orderId}`)
  const refund = page.locator('dl > div').filter({ hasText: /^Refund R-/ })
  await expect(refund.first()).toContainText('−$24.00')
  await openMail(page, email, 'New time')
  await expect(page.getByText(/^Refund R-/)).toBeVisible()
  await expect(page.getByText('$24.00').first()).toBeVisible()
  await expect(page.getByText(/The refund goes back to the card or account/)).toBeVisible()
})

test('the checkout of a cheaper session shows the difference and its refund, also by an old address @night', async ({
  page,
  world,
}) => {
  const { orderId, email, same: cheaper } = await bought(page, world)
  await world.sql('update session_prices set price_minor = 1800 where session_id = $1', [cheaper])
  const address = `/reschedule-checkout/${orderId}/${cheaper}?email=${email}`
  // An address may carry the negative difference: the price is still the one that was shown.
  await open(page, `${address}&priceDifference=-24`)
  for (const [label, amount] of [
    ['Price difference', '−$24.00'],
    ['Refund', '$24.00'],
    ['To pay now', '$0.00'],
  ]) {
    await expect(page.locator('dl > div', { hasText: label })).toContainText(amount ?? '')
  }
  await expect(page.getByText(/^\$24\.00 is refunded to the card you paid with\./)).toBeVisible()
  await expect(page.getByText('The price has changed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Complete Reschedule' }).click()
  await page.waitForURL(/\/order-confirmation\//)
  expect(await sessionsOf(page, orderId)).toEqual([cheaper, cheaper])
})

test('one ticket of two is moved, and costs the difference of one @night', async ({
  page,
  world,
}) => {
  const { orderId, here, dearer } = await bought(page, world)
  const dialog = await openDialog(page, orderId)
  await dialog.getByLabel('Adult, ticket 1').uncheck()
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  await dialog.getByRole('radio').nth(1).check()
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  const pay = page.getByRole('button', { name: 'Pay $10.00 & Reschedule' })
  await pay.click()
  await page.waitForURL(/\/reschedule-checkout\//)
  const buyer = new Buyer(page)
  await buyer.fillCard(CARDS.works)
  await pay.click()
  await page.waitForURL(/\/order-confirmation\//)
  expect(await sessionsOf(page, orderId)).toEqual([here, dearer])
})

test('a day without room for the tickets is marked in the calendar, and says so above its sessions @both @night', async ({
  page,
  world,
  stranger,
}) => {
  const { event, orderId, same } = await bought(page, world, { capacity: 2 })
  await world.moveSession(same, 1)
  await holdByCall((await stranger()).request, { ...event, sessionId: same }, 2)
  const dialog = await openDialog(page, orderId)
  await expect(
    dialog.getByText('Crossed-out days have too little room for your tickets.'),
  ).toBeVisible()
  await expectNoViolations(page, 'reschedule-full-calendar')
  await expectContrastInOtherTheme(page, 'reschedule-full-calendar')
  await dialog.getByRole('button', { name: /, 1 session, too little room/ }).click()
  await expect(dialog.getByText('No time on this day has room for your 2 tickets.')).toBeVisible()
  await expect(dialog.getByText('Sold Out')).toBeVisible()
  await expect(dialog.getByRole('radio')).toBeDisabled()
})

test('the buttons below many sessions stay in sight, and never cover the focused one @both @night', async ({
  page,
  world,
}) => {
  const { orderId } = await bought(page, world, { sessions: 24 })
  const dialog = await openDialog(page, orderId)
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  const onwards = dialog.getByRole('button', { name: 'Continue to Confirmation' })
  await expect(onwards).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('heading', { name: 'Reschedule Order' })).toBeInViewport({
    ratio: 1,
  })
  await expectNoViolations(page, 'reschedule-many-sessions')
  const radios = dialog.getByRole('radio')
  await radios.nth(1).focus()
  for (let index = 2; index < 12; index++) {
    await page.keyboard.press('ArrowDown')
    const radio = radios.nth(index)
    await expect(radio).toBeFocused()
    // The list may still be scrolling to it.
    await expect
      .poll(async () => {
        const row = await dialog.locator('label').nth(index).boundingBox()
        const buttons = await dialog.locator('.dialog-actions').boundingBox()
        return row && buttons && row.y + row.height <= buttons.y
      })
      .toBe(true)
  }
  await onwards.click()
  await expect(
    dialog.getByRole('button', { name: /& Reschedule|Confirm Reschedule/ }),
  ).toBeVisible()
})

test('each opening of the dialog begins anew, and gives the focus back when it is closed @night', async ({
  page,
  world,
}) => {
  const { orderId } = await bought(page, world)
  const dialog = await openDialog(page, orderId)
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  await dialog.getByRole('radio').nth(1).check()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const button = page.getByRole('button', { name: 'Reschedule (2 tickets)' })
  await expect(button).toBeFocused()
  await button.click()
  await expect(dialog.getByRole('button', { name: /your current date$/ })).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(0)
})

test('an order that may not move says so in the dialog @night', async ({ page, world, watch }) => {
  const { event, orderId } = await bought(page, world)
  await open(page, `/manage-order/${orderId}`)
  const button = page.getByRole('button', { name: 'Reschedule (2 tickets)' })
  await expect(button).toBeVisible()
  // The policy ends after the list was read.
  await endPolicy(world, event.eventId)
  watch.expectAnswer(409, /\/reschedule-options/)
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule Order' })
  await expect(dialog.getByText('This order cannot be rescheduled at this time.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

test('a policy that ends while the dialog is open refuses the reschedule and keeps what was typed @both @night', async ({
  page,
  world,
  watch,
}) => {
  const { event, orderId, here } = await bought(page, world)
  const dialog = await openDialog(page, orderId)
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  await dialog.getByRole('radio').last().check()
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  const reason = dialog.getByLabel('Reason for rescheduling')
  await reason.fill('The train is late.')
  await endPolicy(world, event.eventId)
  watch.expectAnswer(409, /\/reschedule(-options)?(\?|$)/)
  await dialog.getByRole('button', { name: 'Confirm Reschedule' }).click()
  const alert = dialog.getByRole('alert').filter({ hasText: 'Reschedule Failed' })
  await expect(alert).toContainText('This order cannot be rescheduled at this time.')
  await expect(alert).toContainText('Your tickets are as they were.')
  await expect(reason).toHaveValue('The train is late.')
  await expectNoViolations(page, 'reschedule-refused')
  await expectContrastInOtherTheme(page, 'reschedule-refused')
  await expectNoSidewaysScroll(page, 'reschedule-refused')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByText('The organizer does not offer it for this event.')).toBeVisible()
  expect(await sessionsOf(page, orderId)).toEqual([here, here])
})

test('a policy that ends while the card form is open refuses the reschedule and charges nothing @night', async ({
  page,
  world,
  watch,
}) => {
  const { event, orderId, email, here, dearer } = await bought(page, world)
  await open(page, `/reschedule-checkout/${orderId}/${dearer}?email=${email}`)
  const buyer = new Buyer(page)
  await expect(payAndReschedule(page)).toBeEnabled()
  await buyer.fillCard(CARDS.works)
  await endPolicy(world, event.eventId)
  await world.endHolds(event.eventId, -60)
  watch.expectAnswer(409, /\/(payment-intent|reschedule-quote)(\?|$)/)
  await payAndReschedule(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Reschedule Failed' })
  await expect(alert).toContainText('This order cannot be rescheduled at this time.')
  expect(await sessionsOf(page, orderId)).toEqual([here, here])
  expect(await world.sales(event.eventId)).toMatchObject({ orders: 1, payments: 1 })
})

test('a server that fails is shown by its status, and can be asked again @night', async ({
  page,
  world,
  watch,
}) => {
  const { orderId } = await bought(page, world)
  const options = '**/reschedule-options?*'
  await page.route(options, (route) =>
    route.fulfill({ status: 503, body: '{"error":"Try later","code":"busy"}' }),
  )
  watch.expectAnswer(503, /\/reschedule-options/)
  await open(page, `/manage-order/${orderId}`)
  await page.getByRole('button', { name: 'Reschedule (2 tickets)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule Order' })
  await expect(dialog.getByText('HTTP 503: Service Unavailable')).toBeVisible()
  await page.unroute(options)
  await page.route(options, (route) => route.abort())
  watch.expectFailure(/\/reschedule-options/)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('Unable to reschedule your order.')).toBeVisible()
  await page.unroute(options)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText(/^Reschedule free of charge until /)).toBeVisible()
})

test('a declined card is explained, and another one pays; a repeated press pays once @night', async ({
  page,
  world,
  watch,
}) => {
  const { event, orderId, email, dearer } = await bought(page, world)
  watch.expectAnswer(402, /\/confirm$/)
  await open(page, `/reschedule-checkout/${orderId}/${dearer}?email=${email}&priceDifference=20`)
  const buyer = new Buyer(page)
  await expect(payAndReschedule(page)).toBeEnabled()
  await buyer.fillCard(CARDS.declined)
  await payAndReschedule(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(alert).toContainText('Your card was declined.')
  await expect(alert).toContainText('Nothing was charged. Your tickets are as they were.')
  await expect(buyer.cardNumber).toBeFocused()
  await buyer.fillCard(CARDS.works)
  await payAndReschedule(page).dblclick()
  await page.waitForURL(/\/order-confirmation\//)
  expect(await world.sales(event.eventId)).toMatchObject({ orders: 1, payments: 2 })
})

test("a reload while the bank asks charges nothing, and the bank's answer then pays @night", async ({
  page,
  world,
  watch,
}) => {
  const { orderId, email, dearer } = await bought(page, world)
  watch.expectAnswer(402, /\/reschedule$/)
  await open(page, `/reschedule-checkout/${orderId}/${dearer}?email=${email}`)
  const buyer = new Buyer(page)
  await expect(payAndReschedule(page)).toBeEnabled()
  await buyer.fillCard(CARDS.authenticate)
  await payAndReschedule(page).click()
  await expect(page.locator('iframe[title="3-D Secure authentication"]')).toBeVisible()
  await reload(page)
  await expect(page.getByText('Your bank’s check was not finished.')).toBeVisible()
  await buyer.fillCard(CARDS.authenticate)
  await payAndReschedule(page).click()
  await buyer.answerBank('Complete authentication')
  await page.waitForURL(/\/order-confirmation\//)
  expect(await sessionsOf(page, orderId)).toEqual([dearer, dearer])
})

test('a hold that expired is made again, and the card is asked for once more @night', async ({
  page,
  world,
}) => {
  const { event, orderId, email, dearer } = await bought(page, world)
  await open(page, `/reschedule-checkout/${orderId}/${dearer}?email=${email}`)
  const buyer = new Buyer(page)
  await expect(payAndReschedule(page)).toBeEnabled()
  await buyer.fillCard(CARDS.works)
  await world.endHolds(event.eventId, -60)
  await payAndReschedule(page).click()
  await expect(page.getByText('Your hold had expired')).toBeVisible()
  await buyer.fillCard(CARDS.works)
  await payAndReschedule(page).click()
  await page.waitForURL(/\/order-confirmation\//)
  expect(await sessionsOf(page, orderId)).toEqual([dearer, dearer])
})

test('a payment for seats that are gone is refunded, says so, and leaves the tickets @night', async ({
  page,
  world,
  watch,
  stranger,
}) => {
  const { event, orderId, email, here, dearer } = await bought(page, world, { capacity: 2 })
  const rival = await stranger()
  await open(page, `/reschedule-checkout/${orderId}/${dearer}?email=${email}`)
  const buyer = new Buyer(page)
  await expect(payAndReschedule(page)).toBeEnabled()
  await buyer.fillCard(CARDS.works)
  // Between the last look at the hold and the charge, it expires and another buyer holds its seats.
  await page.route(/\/v1\/payment_intents\/[^/]+\/confirm$/, async (route) => {
    await world.endHolds(event.eventId, -60)
    await holdByCall(rival.request, { ...event, sessionId: dearer }, 2)
    await route.continue()
  })
  watch.expectAnswer(409, /\/reschedule$/)
  await payAndReschedule(page).click()
  await expect(page.getByText('Your payment is refunded')).toBeVisible()
  await expect(page.getByText(/Your new tickets were gone/)).toBeVisible()
  expect(await sessionsOf(page, orderId)).toEqual([here, here])
})

test('a waived difference is said to be so and nothing is charged @night', async ({
  page,
  world,
}) => {
  const { orderId, email, dearer } = await bought(page, world)
  await world.sql('update session_prices set price_minor = 3020 where session_id = $1', [dearer])
  await open(page, `/reschedule-checkout/${orderId}/${dearer}?email=${email}&priceDifference=0`)
  await expect(
    page.getByText(/^A difference of \$0\.40 is too small to be charged, so it is waived\./),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Complete Reschedule' }).click()
  await page.waitForURL(/\/order-confirmation\//)
  expect(await sessionsOf(page, orderId)).toEqual([dearer, dearer])
})

test('the four shapes of the address lead to the same checkout @night', async ({ page, world }) => {
  const { event, orderId, email, here, dearer } = await bought(page, world)
  const [time, newTime] = [await timeOf(world, here), await timeOf(world, dearer)]
  const byTime = `eventId=${event.eventId}&newDate=${event.date}&newTime=${newTime}&originalDate=${event.date}&originalTime=${time}`
  for (const address of [
    `/${orderId}/${dearer}?email=${email}`,
    `/${orderId}?sessionId=${dearer}&email=${email}`,
    `?orderId=${orderId}&sessionId=${dearer}&email=${email}&priceDifference=0.01`,
    `?orderId=${orderId}&email=${email}&${byTime}`,
  ]) {
    await open(page, `/reschedule-checkout${address}`)
    await expect(payAndReschedule(page)).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Current booking' })).toContainText(time)
    await expect(page.getByRole('region', { name: 'New booking' })).toContainText(newTime)
    for (const [label, amount] of [
      ['Your booking now', '−$60.00'],
      ['With the new time', '$80.00'],
    ]) {
      await expect(page.locator('dl > div', { hasText: label })).toContainText(amount ?? '')
    }
    const isOutdated = address.includes('priceDifference')
    await expect(page.getByText('The price has changed')).toHaveCount(isOutdated ? 1 : 0)
  }
})

test('an address with a session or tickets that cannot be changed says why, and offers no way to pay @both @night', async ({
  page,
  world,
  watch,
}) => {
  const { event, orderId, email, here, dearer, same } = await bought(page, world)
  const other = await world.event()
  const before = await sessionsOf(page, orderId)
  watch.expectAnswer(404, /\/reschedule-quote/)
  watch.expectAnswer(409, /\/reschedule-quote/)
  const expectRefused = async (sessionId: string, text: string) => {
    await open(page, `/reschedule-checkout/${orderId}/${sessionId}?email=${email}`)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('button', { name: /Complete Reschedule|^Pay/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Back to your order' })).toBeVisible()
  }
  await expectRefused(here, 'That is the time you have already')
  await expectRefused(other.sessionId, 'This time is no longer offered')
  await expectRefused(orderId, 'This time is no longer offered')
  await world.sellAllBut(same, 1)
  await expectRefused(same, 'This time has too few tickets left')
  await expectNoViolations(page, 'reschedule-full')
  await expectContrastInOtherTheme(page, 'reschedule-full')
  await expectNoSidewaysScroll(page, 'reschedule-full')
  await world.sql(`update sessions set starts_at = now() - interval '1 hour' where id = $1`, [
    dearer,
  ])
  await expectRefused(dearer, 'This order cannot be rescheduled at this time.')
  await open(
    page,
    `/reschedule-checkout?orderId=${orderId}&email=${email}&eventId=${event.eventId}&newDate=${event.date}&newTime=3:33 AM`,
  )
  await expect(page.getByText('This time is no longer offered')).toBeVisible()
  await world.sql('update tickets set redeemed_at = now() where order_id = $1', [orderId])
  await expectRefused(same, 'This order cannot be rescheduled at this time.')
  expect(await sessionsOf(page, orderId)).toEqual(before)
})

test('a stranger opens no reschedule, and one with the address of the order does @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { orderId, email, same } = await bought(page, world)
  const reader = await stranger()
  watch.expectAnswer(404, /\/api\/orders\//)
  await open(reader, `/reschedule-checkout/${orderId}/${same}?email=eve@example.com`)
  await expect(reader.getByRole('heading', { name: 'Invalid Access' })).toBeVisible()
  await expect(
    reader.getByText('Unable to load order details. Please check your order ID and email.'),
  ).toBeVisible()
  const friend = await stranger()
  await open(friend, `/reschedule-checkout/${orderId}/${same}?email=${email}`)
  await friend.getByRole('button', { name: 'Complete Reschedule' }).click()
  await expect(friend.getByText('Reschedule Successful').first()).toBeVisible()
  expect(await sessionsOf(page, orderId)).toEqual([same, same])
})

test('the dialog is used with the keyboard alone: days by the arrow keys, and Escape closes it @night', async ({
  page,
  world,
}) => {
  // All days are in one month, which is all that the calendar shows at a time.
  const { event, orderId } = await bought(page, world, { sessions: 5, inDays: daysToATenth() })
  const [, ...others] = event.sessionIds
  for (const [index, days] of [1, 2, 7, 8].entries()) {
    await world.moveSession(others[index] ?? '', days)
  }
  await openDialog(page, orderId)
  const dates = page.locator('[data-day]')
  await dates.first().focus()
  for (const [key, rank] of [
    ['ArrowRight', 1],
    ['ArrowDown', 4],
    ['ArrowUp', 1],
    ['ArrowLeft', 0],
    ['ArrowDown', 3],
  ] as const) {
    await page.keyboard.press(key)
    await expect(dates.nth(rank)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reschedule (2 tickets)' })).toBeFocused()
})
