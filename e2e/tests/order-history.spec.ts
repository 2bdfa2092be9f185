import type { APIRequestContext, Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { openMail } from '../support/mailbox.ts'
import { open } from '../support/open.ts'
import { changeByCall, holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import { noticed, watchShifts } from '../support/watch-shift.ts'
import type { World } from '../support/world.ts'

/** Three tickets at 30.00, all rescheduled for 5.00 more each, then one upgraded for 15.00. */
async function changedOrder(request: APIRequestContext, world: World) {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    types: [
      { name: 'Adult', dynamicMinor: 3000 },
      { name: 'Front Row', dynamicMinor: 5000 },
    ],
  })
  const [, later = ''] = event.sessionIds
  await world.sql(
    'update session_prices set price_minor = 3500 where session_id = $1 and ticket_type_id = $2',
    [later, event.typeId],
  )
  const orderId = await payByCall(request, await holdByCall(request, event, 3))
  const bought = await readOrder(request, orderId)
  const reason = 'We arrive one day later'
  await changeByCall(request, orderId, { type: 'reschedule', newSessionId: later, reason }, 15)
  const { tickets } = await readOrder(request, orderId)
  const newTicketTypeId = event.typeIds[1] ?? ''
  const ticketIds: [string] = [tickets[0]?.id ?? '']
  await changeByCall(request, orderId, { type: 'upgrade', newTicketTypeId, ticketIds }, 15)
  return { orderId, bought, order: await readOrder(request, orderId) }
}

const rowOf = (page: Page, label: string) =>
  page.locator('dl > div', { hasText: label }).filter({ visible: true })

test('a changed order shows its present total and how it became so @both', async ({
  page,
  world,
}) => {
  const { orderId } = await changedOrder(page.request, world)
  const shifts = await watchShifts(page)
  await open(page, `/order-confirmation/${orderId}`)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('heading', { level: 3 })).toHaveText([
    'Upgraded, 1 ticket',
    'Rescheduled, 3 tickets',
    'Bought',
  ])
  const entry = (rank: number) => history.getByRole('listitem').nth(rank)
  await expect(entry(0)).toContainText('Adult → Front Row')
  await expect(entry(0)).toContainText('+$15.00')
  await expect(entry(1)).toContainText('Reason: We arrive one day later')
  await expect(entry(1)).toContainText('Paid$15.00')
  await expect(entry(2)).toContainText('3 × Adult')
  await expect(rowOf(page, 'Total paid')).toContainText('$120.00')
  expect(noticed(await shifts()), 'layout shifts of the changed order').toEqual([])
  await expectNoViolations(page, 'changed order')
  await expectContrastInOtherTheme(page, 'changed order')
  await expectNoSidewaysScroll(page, 'changed order')

  await open(page, `/order/${orderId}`)
  await expect(rowOf(page, 'Total paid')).toContainText('$120.00')
  await expectNoViolations(page, 'changed order at /order')
})

test('only valid tickets carry a code, and a replaced code says which ticket is valid now @both @night', async ({
  page,
  world,
}) => {
  const { orderId, bought, order } = await changedOrder(page.request, world)
  const [first, second, third] = order.tickets
  await world.sql('update tickets set redeemed_at = now() where id = $1', [second?.id])
  await world.sql(`update tickets set status = 'CANCELLED' where id = $1`, [third?.id])
  await open(page, `/order-tickets/${orderId}`)
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(1)
  const card = (number: number) => page.getByRole('region', { name: `Ticket ${number} of 3` })
  await expect(card(1)).toContainText(first?.validationCode ?? '')
  await expect(card(2)).toContainText('Used')
  await expect(card(2)).not.toContainText('Valid')
  await expect(card(2)).not.toContainText(second?.validationCode ?? '')
  await expect(card(3)).toContainText('This ticket was cancelled. Its code is no longer valid.')

  const replaced = page.getByRole('region', { name: 'Replaced tickets' })
  // The first ticket was replaced twice, the others once.
  await expect(replaced.getByRole('listitem')).toHaveCount(4)
  const printed = replaced.getByRole('listitem').filter({
    hasText: bought.tickets[0]?.validationCode ?? '',
  })
  await expect(printed).toContainText(
    `This ticket was replaced by ticket 1, Front Row, code ${first?.validationCode}.`,
  )
  await expectNoViolations(page, 'replaced tickets')
  await expectContrastInOtherTheme(page, 'replaced tickets')
  await expectNoSidewaysScroll(page, 'replaced tickets')
})

test('the mail about a change says what changed and what it cost @night', async ({
  page,
  world,
}) => {
  const { order } = await changedOrder(page.request, world)
  await openMail(page, order.order.email, 'Upgraded:')
  await expect(page.getByText('Your ticket is upgraded.')).toBeVisible()
  // The hidden preview has the same words among others.
  await expect(page.getByText('Ticket 1: Adult → Front Row', { exact: true })).toBeVisible()
  await expect(page.getByText(order.tickets[0]?.validationCode ?? '')).toBeVisible()
})
