import { someColleague } from '../support/colleague.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'

test("a family's order is refunded in part at the desk by keyboard alone, and the buyer sees it", async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world, {
    person: someColleague('Grace Hopper'),
  })
  const event = await eventOf(world, slug)
  const cart = await holdByCall(page.request, event, 4, undefined, `/${slug}`)
  const orderId = await payByCall(page.request, cart, `/${slug}`)
  const number = orderId.slice(-8).toUpperCase()
  await page.goto(`/admin/o/${slug}/orders/${orderId}`)
  await clerk.expectScreen(`Order ${number}`)

  await tabTo(page, page.getByRole('button', { name: 'Refund…' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Refund order ${number}` })
  await expect(dialog.getByRole('radio', { name: /^Some tickets/ })).toBeChecked()
  for (const ticket of [3, 4]) {
    await tabTo(page, dialog.getByRole('checkbox', { name: new RegExp(`^${ticket}\\.`) }))
    await page.keyboard.press('Space')
  }
  const box = dialog.getByRole('region', { name: 'What goes back' })
  await expect(box).toContainText('3, 4')
  await tabTo(page, dialog.getByLabel('Reason'))
  await page.keyboard.type('Somebody')
  await tabTo(page, dialog.getByLabel('What your team should know'))
  await page.keyboard.type('Two are ill.')
  await expectSound(page, 'Refund')
  await tabTo(page, dialog.getByRole('button', { name: /^Refund \$/ }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Payments' })).toContainText('Refund R-')

  await page.goto(`/${slug}/order/${orderId}`)
  for (const ticket of [3, 4]) {
    const card = page.getByRole('region', { name: `Ticket ${ticket} of 4` })
    await expect(card).toContainText('Its code is no longer valid.')
  }
  await expect(page.getByRole('region', { name: 'Payments and refunds' })).toContainText(
    /Refund R-\w+.*\$60\.00/,
  )
  await expect(page.getByText('Two are ill.')).toHaveCount(0)
})

test('tickets are given away, buyers get a mail, and a called-off date is refunded, by keyboard alone', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const event = await eventOf(world, slug)
  const cart = await holdByCall(page.request, event, 4, undefined, `/${slug}`)
  await payByCall(page.request, cart, `/${slug}`)
  await page.goto(`/admin/o/${slug}/events/${event.eventId}/dates`)
  await clerk.expectScreen('Lighthouse')
  const dialog = page.getByRole('dialog')
  const open = async (item: string, title: string) => {
    await page.getByRole('button', { name: /^Actions for/ }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
    await expect(dialog).toHaveAccessibleName(title)
  }

  await open('Give tickets away…', 'Give tickets away')
  await tabTo(page, dialog.getByLabel('First name'))
  await page.keyboard.type('Grace')
  await tabTo(page, dialog.getByRole('button', { name: 'Give them away' }))
  await page.keyboard.press('Enter')
  await expect(
    dialog.getByRole('link', { name: 'Write an e-mail address like ada@example.com.' }),
  ).toBeVisible()
  // In the order of the fields.
  await expect(dialog.getByRole('alert').getByRole('link')).toHaveText([/e-mail/, /reason/])
  await expect(dialog.getByLabel('First name')).toHaveValue('Grace')
  await expectSound(page, 'Give tickets away')
  await tabTo(page, dialog.getByLabel('Last name'))
  await page.keyboard.type('Hopper')
  await tabTo(page, dialog.getByLabel('E-mail'))
  await page.keyboard.type('grace@example.com')
  await tabTo(page, dialog.getByLabel('Reason'))
  await page.keyboard.type('Press')
  await tabTo(page, dialog.getByRole('button', { name: 'Give them away' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await open('Mail the buyers…', 'Mail the buyers of this date')
  await tabTo(page, dialog.getByLabel('Subject'))
  await page.keyboard.type('The north gate')
  await tabTo(page, dialog.getByLabel('Text'))
  await page.keyboard.type('Please come early.')
  const send = dialog.getByRole('button', { name: 'Send 2 mails' })
  await expect(send).toBeVisible()
  await expectSound(page, 'Mail the buyers')
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await open('Mail the buyers…', 'Mail the buyers of this date')
  await expect(dialog.getByRole('region', { name: 'Written before' })).toContainText(
    'The north gate',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open('Call off…', 'Call off this date')
  await tabTo(page, dialog.getByRole('button', { name: 'Call off the date' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await open('Refunds and answers…', 'Refunds and answers')
  await expect(dialog.getByText('All is settled.')).toBeVisible({ timeout: 40_000 })
  await expect(dialog.getByText('2 of 2 orders settled')).toBeVisible()
  await expect(dialog.getByText('1 of 1 refund returned, $120.00 of $120.00')).toBeVisible()
  await expectSound(page, 'Refunds and answers')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
