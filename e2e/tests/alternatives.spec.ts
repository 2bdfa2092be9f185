import { Buyer } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { tabTo } from '../support/focus.ts'
import { open } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

test('a time that just sold out offers the nearest times, which take one tap to choose and one to reserve @both', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 4,
    capacity: 4,
    types: [{ name: 'Adult' }],
    addOns: [{ name: 'Souvenir photo', priceMinor: 1599 }],
  })
  const [, small = '', , nextDay = ''] = event.sessionIds
  await world.sellAllBut(small, 1)
  await world.moveSession(nextDay, 1)
  const buyer = new Buyer(page)
  const review = `/events-api/${event.eventId}/addons?date=${event.date}&types=${event.typeId}:4`
  await open(page, `${review}&session=${event.sessionId}`)
  await buyer.addExtra('Souvenir photo')

  // Another window takes the last four.
  await holdByCall((await stranger()).request, event, 4)
  watch.expectAnswer(409, /\/hold$/)
  await buyer.reserveButton.click()
  const failed = page.getByRole('dialog', { name: 'Reservation Failed' })
  await expect(failed.getByRole('heading', { name: /room for your 4 tickets/ })).toBeFocused()
  const times = failed.getByRole('listitem').getByRole('link')
  await expect(times).toHaveCount(2)
  await expect(times.nth(0)).toHaveAccessibleName(/^12:00 PM.*4 left.*from \$\d+.* incl\. fees$/)
  await expect(times.nth(1)).toHaveAccessibleName(/^1:00 PM \w+day, \w+ \d+, \d{4}/)
  await expectNoSidewaysScroll(page, 'alternatives')
  await expectNoViolations(page, 'alternatives')
  for (const time of [times.nth(0), times.nth(1)]) {
    await expect.poll(async () => (await time.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }

  await times.nth(0).click()
  await expect(failed).toBeHidden()
  await buyer.expectStep('Review Order')
  await expect(page.getByText('12:00 PM').filter({ visible: true }).first()).toBeVisible()
  await expect(buyer.reserveButton).toBeFocused()
  expect(new URL(page.url()).searchParams.get('addons')).toBe(`${event.addOnIds[0]}:1`)
  await buyer.reserve()
})

test('the offered times can be reached and chosen by keyboard, also on another day @night', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    capacity: 2,
    types: [{ name: 'Adult' }],
  })
  await world.moveSession(event.sessionIds[1] ?? '', 3)
  const buyer = new Buyer(page)
  const review = `/events-api/${event.eventId}/addons?date=${event.date}&types=${event.typeId}:2`
  await open(page, `${review}&session=${event.sessionId}`)
  await holdByCall((await stranger()).request, event, 1)
  watch.expectAnswer(409, /\/hold$/)
  await tabTo(page, buyer.reserveButton)
  await page.keyboard.press('Enter')

  const failed = page.getByRole('dialog', { name: 'Reservation Failed' })
  await expect(failed.getByRole('heading', { name: /room for your 2 tickets/ })).toBeFocused()
  await tabTo(page, failed.getByRole('listitem').getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(failed).toBeHidden()
  await expect(buyer.reserveButton).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/checkout-api\/\d{5}\?/)
})

test('if no time has room, the dialog leads to another day @night', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    capacity: 2,
    types: [{ name: 'Adult' }],
  })
  await world.sellAllBut(event.sessionIds[1] ?? '', 1)
  const buyer = new Buyer(page)
  const review = `/events-api/${event.eventId}/addons?date=${event.date}&types=${event.typeId}:2`
  await open(page, `${review}&session=${event.sessionId}`)
  await holdByCall((await stranger()).request, event, 2)
  watch.expectAnswer(409, /\/hold$/)
  await buyer.reserveButton.click()
  const failed = page.getByRole('dialog', { name: 'Reservation Failed' })
  await expect(failed).toContainText('No other time has room for all your tickets right now.')
  // The event has no other day.
  await failed.getByRole('link', { name: 'See other events' }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
})
