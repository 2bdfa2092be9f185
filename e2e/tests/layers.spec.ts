import { Buyer } from '../support/buyer.ts'
import { expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

const PHOTO = 'Souvenir photo'

test('an add-on that sells out before the hold leads back to the add-ons, and the dialog returns the focus @both @night', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const event = await world.event({ addOns: [{ name: PHOTO, priceMinor: 1599, capacity: 1 }] })
  const buyer = new Buyer(page)
  const types = `types=${event.typeId}:1`
  await open(page, `/events-api/${event.eventId}/addons?date=${event.date}&${types}`)
  await buyer.expectStep('Review Order')
  await buyer.addExtra(PHOTO)

  const taken = await (await stranger()).request.post('/api/checkout/carts/12345/hold', {
    data: {
      eventId: event.eventId,
      sessionId: event.sessionId,
      tickets: [{ ticketTypeId: event.typeId, quantity: 1 }],
      addOns: [{ addOnId: event.addOnIds[0], quantity: 1 }],
    },
  })
  expect(taken.status()).toBe(201)
  watch.expectAnswer(409, /\/hold$/)
  const failed = page.getByRole('dialog', { name: 'Reservation Failed' })
  await buyer.reserveButton.press('Enter')
  await expect(failed).toContainText(`${PHOTO} is sold out.`)
  await expect(failed.getByRole('button', { name: 'Change your add-ons' })).toBeFocused()
  await expectNoViolations(page, 'an extra is gone')
  await page.keyboard.press('Escape')
  await expect(failed).toBeHidden()
  await expect(buyer.reserveButton).toBeFocused()

  await buyer.reserveButton.press('Enter')
  await failed.getByRole('button', { name: 'Change your add-ons' }).click()
  await expect(failed).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Add-ons' })).toBeFocused()
  const soldOut = page.getByText('Sold Out', { exact: true }).filter({ visible: true })
  await expect(soldOut).toBeInViewport()
  await page.getByRole('button', { name: `Remove one ${PHOTO}` }).click()
  await buyer.reserve()
})

test('Escape closes a toast, and the focus returns @night', async ({ page }) => {
  await open(page, '/reschedule-checkout')
  // A new page's heading takes the focus.
  await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeFocused()
  const messages = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(messages).toHaveCount(1)
  const last = page.getByRole('link', { name: 'Cookie' })
  await last.focus()
  await messages.getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Escape')
  await expect(messages).toHaveCount(0)
  await expect(last).toBeFocused()
})
