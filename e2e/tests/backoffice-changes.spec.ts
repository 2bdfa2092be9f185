import { Buyer, CARDS } from '../support/buyer.ts'
import { Desk } from '../support/desk.ts'
import { tabTo } from '../support/focus.ts'
import { followMailLink, openMail } from '../support/mailbox.ts'
import { open } from '../support/open.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'

/** Cancelled tickets give 80 % back until a day before. */
const CANCEL = {
  isAllowed: true,
  untilMinutes: 24 * 60,
  shares: [{ untilMinutes: 24 * 60, ratePpm: 800_000 }],
  withFees: true,
}

test('a move that costs more is paid by its buyer through the mailed link, and then made', async ({
  page,
  context,
  watch,
  world,
  stranger,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const desk = await Desk.open(page, watch, world)
  await desk.chooseOtherDay()
  await desk.session('dearer').check()
  await expect(desk.costs).toContainText('The buyer pays$20.00')
  await expect(desk.costs).toContainText('Nobody enters a card at the desk')
  await desk.dialog.getByLabel('Reason').fill('The train was cancelled.')
  await desk.press('Mail the link to pay $20.00')

  await expect(desk.dialog).toHaveAccessibleName('The buyer is asked to pay')
  await expect(desk.dialog.getByRole('heading')).toBeFocused()
  const email = await desk.emailOfBuyer()
  await expect(desk.dialog).toContainText(`The link is on its way to ${email}`)
  await expect(desk.dialog).toContainText(/held until \d+:\d\d [AP]M/)
  await desk.press('Copy the link')
  await expect(page.getByText('The link is copied')).toBeVisible()
  const link = await desk.dialog.getByLabel('The link').inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await desk.press('Done')
  await expect(desk.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reschedule…' })).toBeFocused()
  await expect(desk.history).toContainText('Grace Hopper mailed a buyer the link to pay')
  expect(new Set((await desk.tickets()).map(({ session }) => session.id))).toEqual(
    new Set([desk.event.sessionId]),
  )

  const phone = await stranger()
  await openMail(phone, email, 'Please pay for your new time')
  await expect(phone.getByText('It costs $20.00 more')).toBeVisible()
  await followMailLink(phone, 'Pay $20.00')
  expect(link).toMatch(/\/pay-change\/[0-9a-f-]+\?token=[\w.-]+$/)
  await expect(phone.getByRole('heading', { name: 'Pay for your new time' })).toBeVisible()
  await expect(phone.getByRole('main')).not.toContainText('@')
  await expectSound(phone, 'pay for a change')
  await phone.getByRole('button', { name: 'Continue to Payment' }).click()
  await new Buyer(phone, desk.base).fillCard(CARDS.works)
  await phone.getByRole('button', { name: 'Pay $20.00 & Reschedule' }).click()
  await expect(phone.getByRole('heading', { name: 'Your change is made' })).toBeVisible()
  watch.expectAnswer(410, /\/api\/offered-changes\//)
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'This change is made' })).toBeVisible()

  await desk.show()
  await expect(desk.history).toContainText(/Rescheduled by .+, 2 tickets/)
  await expect(desk.history).toContainText('reason: The train was cancelled.')
  await expect(page.getByRole('list', { name: 'Payments' })).toContainText('For a change')
  const [, dearer] = desk.event.sessionIds
  expect(new Set((await desk.tickets()).map(({ session }) => session.id))).toEqual(
    new Set([dearer]),
  )
})

test('one ticket is moved free of charge by keyboard alone @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const desk = await Desk.open(page, watch, world)
  await tabTo(page, page.getByRole('button', { name: 'Reschedule…' }))
  await page.keyboard.press('Enter')
  const second = desk.dialog.getByRole('checkbox', { name: /^2\. Adult/ })
  await expect(desk.dialog.getByRole('checkbox', { name: /^1\. Adult/ })).toBeFocused()
  await expect(second).toBeChecked()
  await tabTo(page, second)
  await page.keyboard.press('Space')
  await tabTo(page, desk.dialog.getByLabel('Day', { exact: true }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, desk.dialog.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(desk.session('same')).toBeChecked()
  await expect(desk.costs).toContainText('Nothing to pay')
  const move = desk.dialog.getByRole('button', { name: 'Move 1 ticket' })
  await expect(move).toBeVisible()
  await tabTo(page, desk.dialog.getByLabel('Reason'))
  await page.keyboard.type('They asked.')
  await tabTo(page, move)
  await page.keyboard.press('Enter')
  await expect(desk.dialog).toBeHidden()
  await expect(page.getByText(/^1 ticket moved to /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reschedule…' })).toBeFocused()
  await expect(desk.history).toContainText(/Rescheduled by .+, 1 ticket/)
  const [here, , same] = desk.event.sessionIds
  expect((await desk.tickets()).map(({ session }) => session.id)).toEqual([same, here])
})

test('a ticket is upgraded through the copied link, and another is cancelled with its refund', async ({
  page,
  watch,
  world,
  stranger,
}) => {
  test.slow()
  const desk = await Desk.open(page, watch, world, { changePolicy: { cancel: CANCEL } })
  await desk.press('Upgrade…')
  await desk.dialog.getByRole('checkbox', { name: /^2\. Adult/ }).uncheck()
  await expect(desk.dialog.getByRole('radio', { name: /^Front Row/ })).toBeChecked()
  await expect(desk.costs).toContainText('1 × Front Row$50.00')
  await desk.dialog.getByLabel('Reason').fill('A surprise for her.')
  await desk.press('Mail the link to pay $20.00')
  const link = await desk.dialog.getByLabel('The link').inputValue()
  await desk.press('Done')
  const phone = await stranger()
  await open(phone, link)
  await phone.getByRole('button', { name: 'Continue to Payment' }).click()
  await new Buyer(phone, desk.base).fillCard(CARDS.works)
  await phone.getByRole('button', { name: 'Pay $20.00 & Upgrade' }).click()
  await expect(phone.getByRole('heading', { name: 'Your change is made' })).toBeVisible()
  await desk.show()
  await expect(desk.history).toContainText(/Upgraded by .+, 1 ticket/)

  await desk.press('Cancel tickets…')
  await desk.dialog.getByRole('checkbox', { name: /^1\. Front Row/ }).uncheck()
  const goesBack = desk.dialog.getByRole('region', { name: 'What goes back' })
  await expect(goesBack).toContainText('Goes back to the buyer$24.00')
  await expect(goesBack).toContainText('Visa •••• 4242')
  await expect(goesBack).toContainText('Not refunded$6.00')
  await desk.dialog.getByRole('textbox', { name: 'Reason' }).fill('She is ill.')
  await desk.press('Cancel 1 ticket')
  await expect(desk.dialog).toBeHidden()
  await expect(page.getByText('1 ticket cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel tickets…' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Tickets' })).toContainText('Cancelled')
  // The newest charge gives back first.
  await expect(page.getByRole('list', { name: 'Payments' })).toContainText(
    /Refund R-.*−\$20\.00Refund R-.*−\$4\.00/,
  )
  expect((await desk.tickets()).map(({ typeName }) => typeName)).toEqual(['Front Row'])
})

test('what is not possible says why, and a price that has changed is shown anew before anything is done @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  watch.expectAnswer(409, /\/api\/admin\/orders\//)
  const desk = await Desk.open(page, watch, world)
  await desk.press('Cancel tickets…')
  // The policy binds buyers; the team may end the tickets all the same.
  await expect(desk.dialog).toContainText('The policy gives nothing back for these tickets')
  await expect(desk.dialog).toContainText(
    'Buyers could not do this: the policy of this event does not allow it.',
  )
  await expectSound(page, 'desk cancel without refund')
  await desk.press('Keep them')

  await desk.chooseOtherDay()
  await desk.session('dearer').check()
  await expect(desk.costs).toContainText('$20.00')
  const [, dearer] = desk.event.sessionIds
  await world.sql(
    'update session_prices set price_minor = 4500 where session_id = $1 and ticket_type_id = $2',
    [dearer, desk.event.typeId],
  )
  await desk.dialog.getByLabel('Reason').fill('They asked.')
  await desk.press('Mail the link to pay $20.00')
  const alert = desk.dialog.getByRole('alert')
  await expect(alert).toContainText('The figures have changed')
  await expect(alert).toContainText('Nothing was held or mailed')
  await expect(desk.costs).toContainText('The buyer pays$30.00')
  await expect(
    desk.dialog.getByRole('button', { name: 'Mail the link to pay $30.00' }),
  ).toBeVisible()
  await desk.press('Cancel')

  await world.sql('update tickets set redeemed_at = now() where order_id = $1', [desk.orderId])
  await desk.press('Cancel tickets…')
  await expect(desk.dialog).toContainText('With ‘Refund…’ you decide yourself')
  await desk.dialog.getByRole('button', { name: 'Close' }).last().click()
  await desk.press('Upgrade…')
  await expect(desk.dialog).toContainText('Tickets that were used at the door stay as they are.')
})

test('the dialogs of changes read on a phone and in both themes', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const desk = await Desk.open(page, watch, world, { changePolicy: { cancel: CANCEL } })
  await desk.press('Cancel tickets…')
  await expect(desk.dialog.getByText('Goes back to the buyer')).toBeVisible()
  await expectSound(page, 'desk cancel')
  await desk.press('Keep them')
  await desk.press('Upgrade…')
  await expect(desk.costs).toContainText('$40.00')
  await expectSound(page, 'desk upgrade')
  await desk.press('Cancel')
  await desk.press('Reschedule…')
  await expect(desk.dialog.getByLabel('Day', { exact: true })).toBeVisible()
  await desk.dialog.getByRole('button', { name: 'Move the tickets' }).click()
  await expect(desk.dialog.getByRole('link', { name: 'Choose a day.' })).toBeVisible()
  await expectSound(page, 'desk reschedule incomplete')
  await desk.press('Cancel')
  await desk.chooseOtherDay()
  await desk.session('dearer').check()
  await expect(desk.costs).toContainText('$20.00')
  await expectSound(page, 'desk reschedule')
  await desk.dialog.getByLabel('Reason').fill('They asked.')
  await desk.press('Mail the link to pay $20.00')
  await expect(desk.dialog.getByLabel('The link')).toBeVisible()
  await expectSound(page, 'desk link')
})

test('links of waivers are mailed again to a buyer who has not found them, and open all participants @night', async ({
  page,
  watch,
  world,
  stranger,
}) => {
  test.slow()
  const desk = await Desk.open(page, watch, world, { waiver: 'I take part at my own risk.' })
  await expect(page.getByText('0 of 2 participants signed')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Mail the links again' }))
  await page.keyboard.press('Enter')
  const email = await desk.emailOfBuyer()
  await expect(page.getByText(`To ${email}`, { exact: true })).toBeVisible()
  await expect(desk.history).toContainText('Grace Hopper mailed the links of waivers')
  const phone = await stranger()
  await openMail(phone, email, 'Please sign before you come')
  await followMailLink(phone, 'Sign the waivers')
  await expect(phone.getByText('0/2 Complete')).toBeVisible()
})
