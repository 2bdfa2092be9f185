import type { CancelRule } from '@foyer/domain'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { open, openManage } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

const cancel: CancelRule = {
  isAllowed: true,
  untilMinutes: 60,
  shares: [
    { untilMinutes: 7 * 24 * 60, ratePpm: 1_000_000 },
    { untilMinutes: 60, ratePpm: 500_000 },
  ],
  withFees: false,
}
const plan = { fee: { ratePpm: 125_000 }, changePolicy: { cancel } }

test('one of two tickets is cancelled on the page of the order, and its refund is followed @both', async ({
  page,
  world,
}) => {
  const event = await world.event(plan)
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  await world.untilCardIsStored(orderId)
  await open(page, `/order-confirmation/${orderId}`)
  await expect(
    page.getByText(/^Cancel until .* \(venue time\) for a refund of the full price/),
  ).toBeVisible()
  await openManage(page)
  await page.getByRole('button', { name: 'Cancel (2 tickets)' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('$60.00', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Price $30.00, fees $3.75: $30.00 back (100%)')).toHaveCount(2)
  await expect(dialog.getByText(/to the Visa card ending in 4242/)).toBeVisible()
  await expectNoViolations(page, 'cancel-dialog')
  await expectContrastInOtherTheme(page, 'cancel-dialog')
  await expectNoSidewaysScroll(page, 'cancel-dialog')

  await dialog.getByLabel(/Ticket 1/).uncheck()
  await dialog.getByLabel(/Ticket 2/).uncheck()
  await expect(dialog.getByRole('button', { name: 'Cancel 0 tickets' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await dialog.getByLabel(/Ticket 2/).check()
  await expect(dialog.getByText('$30.00', { exact: true })).toBeVisible()
  await dialog.getByLabel('Reason').fill('We are ill.')
  await dialog.getByRole('button', { name: 'Cancel 1 ticket' }).click()
  await expect(dialog.getByRole('heading', { name: 'Tickets Cancelled' })).toBeVisible()
  await expect(dialog.getByText(/^sent to your bank/)).toBeVisible()
  await expectNoViolations(page, 'cancel-outcome')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // The next opening shows the ticket that is left, and nothing of the last quote.
  await page.getByRole('button', { name: 'Cancel (1 ticket)' }).click()
  await expect(dialog.getByLabel(/Ticket 1/)).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await page.keyboard.press('Escape')
  const { order, tickets } = await readOrder(page.request, orderId)
  expect(tickets.map(({ status }) => status)).toEqual(['VALID', 'CANCELLED'])

  await open(page, `/manage-order/${orderId}?email=${order.email}`)
  await page.getByRole('button', { name: 'Cancel (1 ticket)' }).click()
  await dialog.getByRole('button', { name: 'Cancel 1 ticket' }).click()
  await expect(dialog.getByRole('heading', { name: 'Tickets Cancelled' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('REFUNDED', { exact: true })).toBeVisible()
})

test('a policy that ends while the dialog is open refuses the cancellation and keeps what was typed @both @night', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event(plan)
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  await open(page, `/order-confirmation/${orderId}`)
  await openManage(page)
  await page.getByRole('button', { name: 'Cancel (2 tickets)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Ticket 1/).uncheck()
  await dialog.getByLabel('Reason').fill('The train is late.')
  await expect(dialog.getByText('$30.00', { exact: true })).toBeVisible()
  await world.sql('delete from event_change_policies where event_id = $1', [event.eventId])
  watch.expectAnswer(409, /\/(cancel|cancellation-quote)(\?|$)/)
  await dialog.getByRole('button', { name: 'Cancel 1 ticket' }).click()
  const alert = dialog.getByRole('alert').filter({ hasText: 'Cancellation Failed' })
  await expect(alert).toContainText('The organizer does not offer cancellations')
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByLabel('Reason')).toHaveValue('The train is late.')
  await expect(dialog.getByLabel(/Ticket 1/)).not.toBeChecked()
  await expectNoViolations(page, 'cancel-refused')
  await expectContrastInOtherTheme(page, 'cancel-refused')
  await expectNoSidewaysScroll(page, 'cancel-refused')
  const { tickets } = await readOrder(page.request, orderId)
  expect(tickets.map(({ status }) => status)).toEqual(['VALID', 'VALID'])
})

test('a share that drops while the dialog is open is refused with the new figures, and what was typed stays @night', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event(plan)
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  await open(page, `/order-confirmation/${orderId}`)
  await openManage(page)
  await page.getByRole('button', { name: 'Cancel (2 tickets)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The train is late.')
  await expect(dialog.getByText('$60.00', { exact: true })).toBeVisible()
  await world.sql(
    `update sessions set starts_at = clock_timestamp() + interval '1 day' where id = $1`,
    [event.sessionId],
  )
  watch.expectAnswer(409, /\/cancel$/)
  await dialog.getByRole('button', { name: 'Cancel 2 tickets' }).click()
  await expect(dialog.getByText(/^The refund is \$30\.00 now\./)).toBeVisible()
  await expect(dialog.getByText('$30.00', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('The train is late.')
  await dialog.getByRole('button', { name: 'Cancel 2 tickets' }).click()
  await expect(dialog.getByRole('heading', { name: 'Tickets Cancelled' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('heading', { name: 'Order refunded' })).toBeVisible()
})
