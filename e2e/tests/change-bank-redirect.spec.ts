import type { Locator, Page } from '@playwright/test'
import { Buyer, CARDS } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open, reload } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

/** The payment of a change at a bank's own page, which the buyer reaches from a dialog of the order's card. */

/** Two tickets, for which a dearer type and a dearer session are on sale. */
async function bought(page: Page, world: World) {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    capacity: 50,
    types: [
      { name: 'Adult', dynamicMinor: 3000 },
      { name: 'Front Row', dynamicMinor: 4500 },
    ],
  })
  const [here = '', dearer = ''] = event.sessionIds
  const [adult = ''] = event.typeIds
  await world.sql(
    'update session_prices set price_minor = 4000 where session_id = $1 and ticket_type_id = $2',
    [dearer, adult],
  )
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { order } = await readOrder(page.request, orderId)
  return { event, orderId, email: order.email, here, dearer }
}

async function openDialog(page: Page, button: RegExp): Promise<Locator> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens the upgrade dialog and goes to the bank for two tickets. */
async function upgradeAtBank(page: Page, address: string): Promise<void> {
  await open(page, address)
  const dialog = await openDialog(page, /^Upgrade/)
  await dialog.getByRole('button', { name: 'Upgrade 2 tickets from Adult to Front Row' }).click()
  await dialog.getByRole('tab', { name: 'Amazon Pay' }).click()
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  await dialog.getByRole('button', { name: 'Pay $30.00 & Upgrade' }).click()
  await expect(page.getByText('You are paying with Amazon Pay.')).toBeVisible()
}

/** Opens the reschedule dialog, continues to the payment, and goes to the bank for two tickets. */
async function rescheduleAtBank(page: Page, address: string): Promise<void> {
  await open(page, address)
  const dialog = await openDialog(page, /^Reschedule/)
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  await dialog.getByRole('radio').nth(1).check()
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  await page.getByRole('button', { name: 'Pay $20.00 & Reschedule' }).click()
  await page.waitForURL(/\/reschedule-checkout\//)
  await page.getByRole('tab', { name: 'Amazon Pay' }).click()
  await page.getByRole('button', { name: 'Pay $20.00 & Reschedule' }).click()
  await expect(page.getByText('You are paying with Amazon Pay.')).toBeVisible()
}

const authorize = (page: Page) =>
  page.getByRole('button', { name: 'Authorize test payment' }).click()
const failAtBank = (page: Page) => page.getByRole('button', { name: 'Fail test payment' }).click()

const ticketsOf = async (page: Page, orderId: string) =>
  (await readOrder(page.request, orderId)).tickets
    .filter(({ isCancelled }) => !isCancelled)
    .map(({ typeName, session }) => ({ typeName, sessionId: session.id }))

/** What was charged for the changes of an order, by payment. */
const charged = (world: World, orderId: string) =>
  world.sql<{ kind: string; due_minor: number; captured_minor: number }>(
    `select c.kind, c.due_minor, p.captured_minor from order_changes c
     join payments p on p.cart_id = c.id and p.state = 'completed' where c.order_id = $1`,
    [orderId],
  )

test("an upgrade that is paid on the bank's own page returns to the upgraded order", async ({
  page,
  world,
}) => {
  const { orderId } = await bought(page, world)
  await upgradeAtBank(page, `/manage-order/${orderId}`)
  await authorize(page)
  await expect(page.getByText('Ticket Upgraded Successfully').first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/manage-order/${orderId}`))
  await expect(page).not.toHaveURL(/secret/)
  const upgraded = page.getByRole('listitem').filter({ hasText: 'Front Row' })
  await expect(upgraded.first()).toBeVisible()
  await reload(page)
  await expect(upgraded.first()).toBeVisible()
  expect((await ticketsOf(page, orderId)).map(({ typeName }) => typeName)).toEqual([
    'Front Row',
    'Front Row',
  ])
  expect(await charged(world, orderId)).toEqual([
    { kind: 'upgrade', due_minor: 3000, captured_minor: 3000 },
  ])
})

test('an upgrade that fails at the bank returns to its price and card form, also after a reload @both @night', async ({
  page,
  world,
  watch,
}) => {
  const { orderId } = await bought(page, world)
  watch.expectAnswer(402, /\/upgrade$/)
  await upgradeAtBank(page, `/manage-order/${orderId}`)
  await failAtBank(page)
  await page.waitForURL(/\/upgrade-checkout\//)
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(alert).toContainText('Nothing was charged. Your tickets are as they were.')
  const payButton = page.getByRole('button', { name: 'Pay $30.00 & Upgrade' })
  await expect(payButton).toBeVisible()
  await expect(page.getByRole('region', { name: 'New ticket' })).toContainText('Front Row')
  await expect(page.getByText('2 × $15.00')).toBeVisible()
  await expect(page).not.toHaveURL(/secret/)
  await expectNoViolations(page, 'upgrade-after-bank')
  await expectNoSidewaysScroll(page, 'upgrade-after-bank')

  await reload(page)
  await expect(page.getByText('2 × $15.00')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await new Buyer(page).fillCard(CARDS.works)
  await payButton.click()
  await expect(page.getByText('Ticket Upgraded Successfully').first()).toBeVisible()
  expect(await charged(world, orderId)).toEqual([
    { kind: 'upgrade', due_minor: 3000, captured_minor: 3000 },
  ])
})

test('a buyer who turns back at the bank is led from the dialog to the unfinished payment @night', async ({
  page,
  world,
  watch,
}) => {
  const { orderId } = await bought(page, world)
  watch.expectAnswer(402, /\/upgrade$/)
  await upgradeAtBank(page, `/manage-order/${orderId}`)
  await page.goBack()
  await page.getByRole('button', { name: /^Reschedule/ }).click()
  await page.waitForURL(/\/upgrade-checkout\//)
  await expect(page.getByText('Your bank’s check was not finished.')).toBeVisible()
  await expect(page.getByText('2 × $15.00')).toBeVisible()
  await new Buyer(page).fillCard(CARDS.works)
  await page.getByRole('button', { name: 'Pay $30.00 & Upgrade' }).click()
  await expect(page.getByText('Ticket Upgraded Successfully').first()).toBeVisible()
  expect(await charged(world, orderId)).toHaveLength(1)
})

test('an upgrade paid at a bank by a browser that did not buy returns to its order @night', async ({
  page,
  stranger,
  world,
}) => {
  const { orderId, email } = await bought(page, world)
  const friend = await stranger()
  await upgradeAtBank(friend, `/manage-order/${orderId}?email=${email}`)
  await authorize(friend)
  await expect(friend.getByText('Ticket Upgraded Successfully').first()).toBeVisible()
  const upgraded = friend.getByRole('listitem').filter({ hasText: 'Front Row' })
  await expect(upgraded.first()).toBeVisible()
  expect(await charged(world, orderId)).toHaveLength(1)
})

test('a payment at a bank that comes too late is refunded, and a reload says so again @night', async ({
  page,
  watch,
  world,
}) => {
  const { event, orderId, here } = await bought(page, world)
  await upgradeAtBank(page, `/manage-order/${orderId}`)
  await world.endHolds(event.eventId, -60)
  await world.sql("update sessions set status = 'cancelled' where id = $1", [here])
  watch.expectAnswer(409, /\/upgrade$/)
  await authorize(page)
  const refunded = page.getByText('Your payment is refunded')
  await expect(refunded).toBeVisible()
  await reload(page)
  await expect(refunded).toBeVisible()
  await expect(page.getByText(/Your reference is R-/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Back to your order' }).last().click()
  await expect(page).toHaveURL(new RegExp(`/manage-order/${orderId}`))
  expect((await ticketsOf(page, orderId)).map(({ typeName }) => typeName)).toEqual([
    'Adult',
    'Adult',
  ])
  expect(await charged(world, orderId)).toEqual([])
})

test("a reschedule that is paid on the bank's own page returns to the order's confirmation @night", async ({
  page,
  world,
}) => {
  const { orderId, dearer } = await bought(page, world)
  await rescheduleAtBank(page, `/manage-order/${orderId}`)
  await authorize(page)
  await page.waitForURL(new RegExp(`/order-confirmation/${orderId}`))
  await expect(page.getByText('Reschedule Successful').first()).toBeVisible()
  await expect(page).not.toHaveURL(/secret/)
  await reload(page)
  await expect(page.getByText('API Verified')).toBeVisible()
  expect((await ticketsOf(page, orderId)).map(({ sessionId }) => sessionId)).toEqual([
    dearer,
    dearer,
  ])
  expect(await charged(world, orderId)).toEqual([
    { kind: 'reschedule', due_minor: 2000, captured_minor: 2000 },
  ])
})

test('a reschedule that fails at the bank returns to its price and card form, also after a reload', async ({
  page,
  world,
  watch,
}) => {
  const { orderId, dearer } = await bought(page, world)
  watch.expectAnswer(402, /\/reschedule$/)
  await rescheduleAtBank(page, `/manage-order/${orderId}`)
  await failAtBank(page)
  await page.waitForURL(/\/reschedule-checkout\//)
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(alert).toContainText('Nothing was charged. Your tickets are as they were.')
  await expect(page.getByText('The difference is due now.')).toBeVisible()
  await expect(page).not.toHaveURL(/secret/)
  const payButton = page.getByRole('button', { name: 'Pay $20.00 & Reschedule' })
  await reload(page)
  await expect(page.getByText('The difference is due now.')).toBeVisible()
  await new Buyer(page).fillCard(CARDS.works)
  await payButton.click()
  await page.waitForURL(new RegExp(`/order-confirmation/${orderId}`))
  expect((await ticketsOf(page, orderId)).map(({ sessionId }) => sessionId)).toEqual([
    dearer,
    dearer,
  ])
  expect(await charged(world, orderId)).toHaveLength(1)
})
