import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Buyer } from '../support/buyer.ts'
import { expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

test('a sold-out event says so in the list and on its page, and leads on', async ({
  page,
  world,
}) => {
  const name = `A Night Without a Seat ${randomUUID()}`
  const event = await world.event({ name, capacity: 10 })
  await world.sellAllBut(event.sessionId, 0)
  const buyer = new Buyer(page)
  await open(page, `/events-api/${event.eventId}`)
  // Its only date is sold out, so no other day is offered and no way leads to the tickets.
  await expect(page.getByText(/, \d{4} is sold out$/).first()).toBeVisible()
  await expect(page.getByText('Choose another day')).toHaveCount(0)
  await expect(buyer.ticketsButton).toHaveCount(0)
  // The notice has it on a phone, the card beside the page on a desktop.
  const similar = page.getByRole('link', { name: 'See similar events' })
  await expect(similar.filter({ visible: true })).toHaveCount(1)

  // The list may be some seconds old.
  await expect
    .poll(async () => {
      const listed: { id: string; status: string }[] = await (
        await page.request.get('/api/events')
      ).json()
      return listed.find(({ id }) => id === event.eventId)?.status
    })
    .toBe('sold_out')
  await page
    .getByRole('link', { name: /all events|back to events|other events/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: name })
  await buyer.loadUntil(card)
  await expect(card).toContainText('Sold Out')
  await expect(card.getByRole('link')).toHaveAccessibleName(/View Event/)
  await card.getByRole('link').click()
  await buyer.expectStep(name)
})

test('a sold-out day offers other days, a sold-out time other times @night', async ({
  page,
  world,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 3,
    capacity: 10,
    types: [{ name: 'Adult' }],
  })
  const [full = '', small = '', later = ''] = event.sessionIds
  await world.sellAllBut(full, 0)
  await world.sellAllBut(small, 1)
  await world.moveSession(later, 2)
  const buyer = new Buyer(page)
  const time = `/events-api/${event.eventId}/time?date=${event.date}&types=${event.typeId}`

  await open(page, `${time}:1`)
  await expect(page.getByRole('button', { name: /^10:00 AM.*Sold Out/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^11:00 AM.*1 left/ })).toBeEnabled()

  // No time of this day has room for two tickets.
  await open(page, `${time}:2`)
  await expect(page.getByText('No time on this day has room for 2 tickets')).toBeVisible()
  await page
    .getByRole('link', { name: /, from \$/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^12:00 PM.*10 left/ })).toBeEnabled()
  await buyer.chooseTime()
})

test('if tickets sell out between review and hold, the page says how many are left, and fewer can be reserved', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const event = await world.event({ capacity: 3, types: [{ name: 'Adult' }] })
  const buyer = new Buyer(page)
  await open(page, `/events-api/${event.eventId}`)
  await buyer.chooseDay()
  await buyer.addTicket('Adult', 2)
  await buyer.goOnFromTickets()
  await buyer.expectStep('Review Order')

  await holdByCall((await stranger()).request, event, 2)
  watch.expectAnswer(409, /\/hold$/)
  await buyer.reserveButton.click()
  const failed = page.getByRole('dialog', { name: 'Reservation Failed' })
  await expect(failed).toContainText(/\b1\b.*left|only 1/i)
  await expect(failed).toContainText('Your selection is kept.')
  await expectNoViolations(page, 'reservation-failed')
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(failed).toContainText(/\b1\b.*left|only 1/i)

  await failed.getByRole('link', { name: 'Change tickets' }).click()
  await buyer.expectStep('Select Tickets')
  await page.getByRole('button', { name: 'Remove one Adult' }).click()
  await buyer.goOnFromTickets()
  await buyer.expectStep('Review Order')
  await buyer.reserve()
})

test('Try Again holds once tickets are free again @night', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const event = await world.event({ capacity: 2, types: [{ name: 'Adult' }] })
  const buyer = new Buyer(page)
  const types = `types=${event.typeId}:2`
  await open(page, `/events-api/${event.eventId}/addons?date=${event.date}&${types}`)
  await buyer.expectStep('Review Order')
  const rival = (await stranger()).request
  const rivalCart = await holdByCall(rival, event, 1)
  watch.expectAnswer(409, /\/hold$/)
  await buyer.reserveButton.click()
  const failed = page.getByRole('dialog', { name: 'Reservation Failed' })
  await expect(failed).toBeVisible()

  await rival.delete(`/api/checkout/holds/cart/${rivalCart}`)
  const shownFor = await timeDialog(page)
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await page.waitForURL(/\/checkout-api\/\d{5}\?/)
  // The page may show the text a moment after its clock was advanced.
  expect(await shownFor()).toBeGreaterThan(1500 - 100)
})

/** Measures in the page for how many milliseconds 'Tickets Reserved!' was visible. */
async function timeDialog(page: Page): Promise<() => Promise<number>> {
  const times = await page.evaluateHandle(() => {
    const seen = { from: 0, to: 0 }
    new MutationObserver(() => {
      const isShown = document
        .querySelector('dialog[open]')
        ?.textContent?.includes('Tickets Reserved!')
      if (isShown) seen.from ||= performance.now()
      else if (seen.from) seen.to ||= performance.now()
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    return seen
  })
  return async () => {
    await expect.poll(() => times.evaluate(({ to }) => to)).toBeGreaterThan(0)
    return times.evaluate(({ from, to }) => to - from)
  }
}
