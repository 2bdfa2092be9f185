import type { Locator, Page } from '@playwright/test'
import { Buyer, CARDS } from '../support/buyer.ts'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const TYPES = [
  { name: 'General Admission', priceMinor: 2999 },
  { name: 'Fast Pass', priceMinor: 3999 },
  { name: 'Platinum VIP', priceMinor: 5999 },
]

/** Two tickets of the cheapest type, bought by the browser of the page. */
async function bought(page: Page, world: World, types = TYPES) {
  const event = await world.event({ types })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  return { event, orderId }
}

const namesOf = async (page: Page, orderId: string): Promise<string[]> =>
  (await readOrder(page.request, orderId)).tickets
    .filter(({ isCancelled }) => !isCancelled)
    .map(({ typeName }) => typeName)

/** The dialog of an order's card, which is the only one on the page. */
async function openDialog(page: Page, orderId: string): Promise<Locator> {
  await open(page, `/manage-order/${orderId}`)
  await page.getByRole('button', { name: 'Upgrade (2 tickets)' }).click()
  return page.getByRole('dialog')
}

/** The dialog is no wider than the window, and neither is what it contains. */
async function expectFits(page: Page, dialog: Locator, screen: string): Promise<void> {
  await expectNoViolations(page, screen)
  await expectContrastInOtherTheme(page, screen)
  await expectNoSidewaysScroll(page, screen)
  const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect.soft(overflow, `sideways scroll in ${screen}`).toBe(0)
}

test('one of two tickets is upgraded and paid in the dialog, after a declined card @both', async ({
  page,
  world,
  watch,
}) => {
  const { event, orderId } = await bought(page, world)
  const [, second] = (await readOrder(page.request, orderId)).tickets
  const dialog = await openDialog(page, orderId)
  await expect(dialog).toHaveAccessibleName('Upgrade Tickets')
  await expect(dialog.getByText(/^Upgrade for the difference in price until /)).toBeVisible()
  const tickets = dialog.getByRole('checkbox', { name: /^General Admission/ })
  await expect(tickets).toHaveCount(2)
  const shortId = second?.id.slice(-8).toUpperCase() ?? ''
  await expect(dialog.getByText(`Ticket 2 · ${shortId} · $29.99`)).toBeVisible()
  await expect(dialog.getByText('$60.00 for 2 tickets')).toBeVisible()
  await tickets.first().uncheck()
  await expect(dialog.getByText('$30.00 for 1 ticket')).toBeVisible()
  await expectFits(page, dialog, 'upgrade-options')

  const buyer = new Buyer(page)
  const toConfirmation = dialog.getByRole('button', { name: 'Continue to Confirmation' })
  await dialog.getByRole('button', { name: /^Upgrade 1 ticket .*to Platinum VIP$/ }).click()
  await expect(dialog).toHaveAccessibleName('Pay for Your Upgrade')
  await expect(dialog.getByRole('heading', { name: 'Pay for Your Upgrade' })).toBeFocused()
  await expect(buyer.cardNumber).toBeVisible()
  await expect(toConfirmation).toBeEnabled()
  await toConfirmation.click()
  await expect(dialog.getByText('Payment Required')).toBeVisible()
  await expect(dialog.getByText('Please fill in all payment information.')).toBeVisible()
  await expectFits(page, dialog, 'upgrade-payment')

  // Back from the confirmation leads to the card form, which is still filled in.
  await buyer.fillCard(CARDS.declined)
  await toConfirmation.click()
  await expect(dialog).toHaveAccessibleName('Confirm Upgrade')
  await expectFits(page, dialog, 'upgrade-confirm')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(buyer.cardNumber).toHaveValue(/^4000/)
  await toConfirmation.click()
  watch.expectAnswer(402, /\/confirm$/)
  await dialog.getByRole('button', { name: 'Pay $30.00 & Upgrade' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
    'Your card was declined.',
  )
  expect(await namesOf(page, orderId)).toEqual(['General Admission', 'General Admission'])

  await buyer.fillCard(CARDS.works)
  await toConfirmation.click()
  await dialog.getByRole('button', { name: 'Pay $30.00 & Upgrade' }).click()
  await expect(page.getByText('Ticket Upgraded Successfully').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // The list shows the order as it is now, and the next dialog begins anew.
  await expect(page.getByRole('listitem').filter({ hasText: 'Platinum VIP' })).toBeVisible()
  await expect(page.getByText('$89.98')).toBeVisible()
  expect(await namesOf(page, orderId)).toEqual(['General Admission', 'Platinum VIP'])
  expect(await world.sales(event.eventId)).toMatchObject({ orders: 1 })
  await page.getByRole('button', { name: 'Upgrade (2 tickets)' }).click()
  await expect(dialog).toHaveAccessibleName('Upgrade Tickets')
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await expect(
    dialog.getByRole('button', { name: /from General Admission to Fast Pass$/ }),
  ).toBeEnabled()
})

test('all tickets are upgraded with a card whose bank asks its owner', async ({ page, world }) => {
  const { orderId } = await bought(page, world)
  const dialog = await openDialog(page, orderId)
  await dialog.getByRole('button', { name: /^Upgrade 2 tickets .*to Fast Pass$/ }).click()
  const buyer = new Buyer(page)
  await buyer.fillCard(CARDS.authenticate)
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  await dialog.getByRole('button', { name: 'Pay $20.00 & Upgrade' }).click()
  // The provider's window is part of the page, so the dialog must not make the page inert.
  await expect(page.locator('iframe[title="3-D Secure authentication"]')).toBeVisible()
  expect(await dialog.first().evaluate((element) => element.matches(':modal'))).toBe(false)
  await buyer.answerBank('Complete authentication')
  await expect(page.getByText('Ticket Upgraded Successfully').first()).toBeVisible()
  expect(await namesOf(page, orderId)).toEqual(['Fast Pass', 'Fast Pass'])
})

test('an upgrade for which nothing is due skips the payment, and Back leads to the options @night', async ({
  page,
  world,
}) => {
  const { orderId } = await bought(page, world, [
    { name: 'Stalls', priceMinor: 3000 },
    { name: 'Circle', priceMinor: 3020 },
  ])
  const dialog = await openDialog(page, orderId)
  const choose = dialog.getByRole('button', { name: 'Upgrade 2 tickets from Stalls to Circle' })
  await choose.click()
  await expect(dialog).toHaveAccessibleName('Confirm Upgrade')
  await expect(dialog.getByText('This difference is too small to be charged.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await choose.click()
  await dialog.getByRole('button', { name: 'Confirm Upgrade' }).click()
  await expect(page.getByText('Ticket Upgraded Successfully').first()).toBeVisible()
  expect(await namesOf(page, orderId)).toEqual(['Circle', 'Circle'])
  await expect(page.getByRole('button', { name: 'Upgrade (2 tickets)' })).toHaveCount(0)
})

test('a dialog without options says so, and one that is refused says why @both @night', async ({
  page,
  world,
  watch,
}) => {
  const { event, orderId } = await bought(page, world)
  await open(page, `/manage-order/${orderId}`)
  const button = page.getByRole('button', { name: 'Upgrade (2 tickets)' })
  const dialog = page.getByRole('dialog')
  await button.click()
  await expect(dialog.getByRole('button', { name: /to Fast Pass$/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  // The next opening shows nothing of this one.
  await world.sql(
    `insert into event_change_policies (tenant_id, event_id, policy)
     values (1, $1, '{"upgrade": {"isAllowed": false, "untilMinutes": 0, "limit": null, "fee": null, "refundsDecrease": true}}')`,
    [event.eventId],
  )
  watch.expectAnswer(409, /\/upgrade-options/)
  await button.click()
  await expect(dialog).toHaveAccessibleName('Unable to Upgrade')
  await expect(dialog.getByText('No upgrade options are available for this order.')).toBeVisible()
  await expectFits(page, dialog, 'upgrade-refused')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  await world.sql('delete from event_change_policies where event_id = $1', [event.eventId])
  await world.sql('update ticket_types set price_minor = 2999 where event_id = $1', [event.eventId])
  await button.click()
  await expect(dialog).toHaveAccessibleName('No Upgrades Available')
  await expectFits(page, dialog, 'upgrade-none')
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  const calls = /\/upgrade-options(\?|$)/
  watch.expectAnswer(503, calls)
  await page.route(calls, (route) => route.fulfill({ status: 503, json: { code: 'busy' } }))
  await button.click()
  await expect(dialog).toHaveAccessibleName('Unable to Upgrade')
  await expect(dialog.getByText('HTTP 503: Service Unavailable')).toBeVisible()
})

for (const [what, higher, label] of [
  ['a paid upgrade', 5999, null],
  ['an upgrade for which nothing is due', 3020, 'Confirm Upgrade'],
] as const) {
  // Both end at the same notice: one of them shows how it looks in the small window.
  const tag = label ? [] : '@both'
  test(`a policy that ends while the dialog is open refuses ${what}, and offers no more @night`, {
    tag,
  }, async ({ page, world, watch }) => {
    const { event, orderId } = await bought(page, world, [
      { name: 'Stalls', priceMinor: 2999 },
      { name: 'Circle', priceMinor: higher },
    ])
    const dialog = await openDialog(page, orderId)
    const tickets = dialog.getByRole('checkbox', { name: /^Stalls/ })
    await tickets.first().uncheck()
    const choose = dialog.getByRole('button', { name: 'Upgrade 1 ticket from Stalls to Circle' })
    await expect(choose).toBeEnabled()
    await world.sql(
      `insert into event_change_policies (tenant_id, event_id, policy)
       values (1, $1, '{"upgrade": {"isAllowed": false, "untilMinutes": 0, "limit": null, "fee": null, "refundsDecrease": true}}')`,
      [event.eventId],
    )
    watch.expectAnswer(409, /\/(payment-intent|upgrade|upgrade-options)(\?|$)/)
    await choose.click()
    if (label) await dialog.getByRole('button', { name: label }).click()
    const alert = dialog.getByRole('alert').filter({ hasText: 'Upgrade Failed' })
    await expect(alert).toContainText('No upgrade options are available for this order.')
    await expect(alert).toContainText('Your tickets are as they were.')
    await expectFits(page, dialog, 'upgrade-failed')
    await dialog.getByRole('button', { name: 'Back to Options' }).click()
    await expect(dialog).toHaveAccessibleName('Unable to Upgrade')
    await expect(dialog.getByRole('button', { name: /^Upgrade/ })).toHaveCount(0)
    expect(await namesOf(page, orderId)).toEqual(['Stalls', 'Stalls'])
    expect(await world.sales(event.eventId)).toMatchObject({ orders: 1, payments: 1 })
  })
}

test('the options of tickets that are not chosen, sold out or used cannot be pressed @night', async ({
  page,
  world,
}) => {
  const { event, orderId } = await bought(page, world)
  const [first] = (await readOrder(page.request, orderId)).tickets
  await world.sql('update stock set capacity = 0 where pool_id = $1', [event.typeIds[1]])
  await world.sql('update tickets set redeemed_at = now() where id = $1', [first?.id])
  const dialog = await openDialog(page, orderId)
  await expect(dialog.getByRole('checkbox', { name: /Used/ })).toBeDisabled()
  const toVip = dialog.getByRole('button', { name: /to Platinum VIP$/ })
  await expect(toVip).toBeEnabled()
  await expect(dialog.getByRole('button', { name: /to Fast Pass$/ })).toBeDisabled()
  await dialog
    .getByRole('checkbox', { name: /General Admission/ })
    .last()
    .uncheck()
  await expect(toVip).toBeDisabled()
  await expect(toVip).toHaveAccessibleDescription('Choose a General Admission ticket first')
})

test('the upgrade checkout sells one ticket by default and leads to the orders @both @night', async ({
  page,
  world,
  watch,
}) => {
  const { event, orderId } = await bought(page, world)
  const [from, , vip] = event.typeIds
  const address = `/upgrade-checkout/${orderId}?eventId=${event.eventId}&upgradeTicketType=${vip}&currentTicketType=${from}`
  await open(page, address)
  await expect(page.getByRole('heading', { name: 'Upgrade your tickets' })).toBeVisible()
  await expect(page.getByText('1 × $30.00')).toBeVisible()
  await expectNoViolations(page, 'upgrade-checkout')
  await expectContrastInOtherTheme(page, 'upgrade-checkout')
  await expectNoSidewaysScroll(page, 'upgrade-checkout')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  const buyer = new Buyer(page)
  const payButton = page.getByRole('button', { name: 'Pay $30.00 & Upgrade' })
  await buyer.fillCard(CARDS.declined)
  watch.expectAnswer(402, /\/confirm$/)
  await payButton.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'upgrade-checkout-payment')
  await buyer.fillCard(CARDS.works)
  await payButton.click()
  await expect(page.getByText('Ticket Upgraded Successfully').first()).toBeVisible()
  await expect(page).toHaveURL(/\/manage-orders$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Platinum VIP' })).toBeVisible()
  expect(await namesOf(page, orderId)).toEqual(['Platinum VIP', 'General Admission'])

  // Neither of these names tickets of the order that can be upgraded.
  for (const wrong of [
    `/upgrade-checkout/${orderId}`,
    address.replace(from ?? '', event.eventId),
    address.replace(vip ?? '', from ?? ''),
    address.replace(event.eventId, orderId),
  ]) {
    await open(page, wrong)
    await expect(page.getByText('Error: Ticket information not found.')).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: 'Back to your order' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/manage-order/${orderId}$`))
})

test('a stranger upgrades nothing, by the dialog or the page @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { event, orderId } = await bought(page, world)
  const [from, , vip] = event.typeIds
  const other = await stranger()
  watch.expectAnswer(404, /\/api\/(orders|order-management)\//)
  await open(
    other,
    `/upgrade-checkout/${orderId}?eventId=${event.eventId}&upgradeTicketType=${vip}&currentTicketType=${from}`,
  )
  await expect(other.getByRole('heading', { name: /order not found/i })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Continue to Payment' })).toHaveCount(0)
  await open(other, `/manage-order/${orderId}?email=eve@example.com`)
  await expect(other.getByText('Order Not Found')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Upgrade/ })).toHaveCount(0)
})
