import { Buyer } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open, openManage } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { UNKNOWN_EVENT } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test('an order is rescheduled to another day by date, time and confirmation @both', async ({
  page,
  world,
}) => {
  const event = await world.event({ isTimedEntry: true, sessions: 3, types: [{ name: 'Adult' }] })
  const [, , later = ''] = event.sessionIds
  await world.moveSession(later, 1)
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const before = await readOrder(page.request, orderId)

  await open(page, `/order-confirmation/${orderId}`)
  await openManage(page)
  await page.getByRole('link', { name: 'Reschedule' }).click()
  await expect(page.getByText('Choose a new date, then a time.')).toBeVisible()
  const buyer = new Buyer(page)
  await buyer.openDays.last().click()
  await buyer.expectStep('Select Time')
  await expect(page).toHaveURL(new RegExp(`reschedule=true&orderId=${orderId}`))
  await expectNoViolations(page, 'reschedule-time')

  // Back from the time step leads to the calendar, still for this order.
  await page.getByRole('main').getByRole('link', { name: 'Date', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Select a Date' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/event/${event.eventId}\\?.*reschedule=true`))
  await buyer.openDays.last().click()
  await buyer.openSlots.first().click()

  await page.waitForURL(new RegExp(`/reschedule-checkout/${orderId}/${later}\\?`))
  await expect(page).toHaveURL(/\?priceDifference=0/)
  await expect(page).not.toHaveURL(/email/)
  await expect(page.getByRole('region', { name: 'New booking' })).toContainText('12:00 PM')
  await expect(page.getByText('You pay nothing for the new time.')).toBeVisible()
  await expectNoViolations(page, 'reschedule-checkout')
  await expectNoSidewaysScroll(page, 'reschedule-checkout')
  await page.getByRole('button', { name: 'Complete Reschedule' }).click()

  await expect(page.getByText('Reschedule Successful').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You’re going' })).toBeVisible()
  const after = await readOrder(page.request, orderId)
  expect(after.tickets.map(({ session }) => session.id)).toEqual([later, later])
  expect(after.tickets[0]?.validationCode).not.toBe(before.tickets[0]?.validationCode)
})

test('a price that rises after the page has read it changes nothing and is shown @night', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    types: [{ name: 'Adult', dynamicMinor: 3000 }],
  })
  const [, dearer = ''] = event.sessionIds
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { order } = await readOrder(page.request, orderId)
  await open(page, `/reschedule-checkout/${orderId}/${dearer}?email=${order.email}`)
  await expect(page.getByRole('button', { name: 'Complete Reschedule' })).toBeVisible()
  await world.sql('update session_prices set price_minor = 3500 where session_id = $1', [dearer])
  watch.expectAnswer(402, /\/reschedule$/)
  await page.getByRole('button', { name: 'Complete Reschedule' }).click()
  await expect(page.getByText('The price has changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $10.00 & Reschedule' })).toBeVisible()
  const after = await readOrder(page.request, orderId)
  expect(after.tickets.every(({ session }) => session.id === event.sessionId)).toBe(true)
})

test('a reschedule link with missing parts leads to the orders and says why @night', async ({
  page,
}) => {
  const [orderId, sessionId] = [UNKNOWN_EVENT, UNKNOWN_EVENT]
  for (const address of [
    '',
    `?sessionId=${sessionId}&email=ada@example.com`,
    // Before any address of this order: the tab remembers it.
    `/${orderId}/${sessionId}`,
    `/${orderId}?email=ada@example.com`,
    `/${orderId}?email=ada@example.com&newDate=2026-12-04`,
  ]) {
    await open(page, `/reschedule-checkout${address}`)
    await expect(page.getByText('Invalid Parameters').first()).toBeVisible()
    await expect(
      page
        .getByText(
          'Missing required information for reschedule checkout. Please start the reschedule process from your order management page.',
        )
        .first(),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/manage-order$/)
  }
})

test('an upgrade shows the higher types and their prices @both @night', async ({ page, world }) => {
  const event = await world.event({
    types: [
      { name: 'General Admission', priceMinor: 2999 },
      { name: 'Fast Pass', priceMinor: 3999 },
      { name: 'Platinum VIP', priceMinor: 5999 },
    ],
  })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  await open(page, `/order-confirmation/${orderId}`)
  await openManage(page)
  await page.getByRole('link', { name: 'Upgrade Tickets' }).click()
  await new Buyer(page).expectStep('Upgrade Your Tickets')
  await expect(page.getByRole('radio')).toHaveCount(2)
  await page.getByText('Platinum VIP').click()
  await expect(page).toHaveURL(new RegExp(`types=${event.typeIds[2]}:2`))
  await expectNoViolations(page, 'upgrade-tickets')
  await page.getByRole('button', { name: 'Continue to Upgrade' }).click()

  await page.waitForURL(new RegExp(`/upgrade-checkout/${orderId}\\?`))
  for (const part of [
    `eventId=${event.eventId}`,
    `upgradeTicketType=${event.typeIds[2]}`,
    `currentTicketType=${event.typeIds[0]}`,
    'quantity=2',
  ]) {
    expect(page.url()).toContain(part)
  }
  await expect(page.getByText('2 × $30.00')).toBeVisible()
  await expect(page.getByText('$60.00', { exact: true })).toBeVisible()
  await expectNoViolations(page, 'upgrade-checkout')
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await expect(page).toHaveURL(new RegExp(`/manage-order/${orderId}$`))
  await expect(page.getByRole('button', { name: 'Upgrade (2 tickets)' })).toBeVisible()

  const upgrade = `/event/${event.eventId}/tickets?upgrade=true&orderId=${orderId}&quantity=2`
  await world.sql('update ticket_types set price_minor = 2999 where event_id = $1', [event.eventId])
  await open(page, `${upgrade}&currentTicketType=${event.typeIds[0]}`)
  await expect(
    page.getByText('No upgrade options available for your current ticket type.'),
  ).toBeVisible()
  await open(page, upgrade)
  await expect(
    page.getByText('Current ticket type not found. Cannot show upgrade options.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await expect(page).toHaveURL(new RegExp(orderId))
})
