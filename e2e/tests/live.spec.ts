import type { Locator, Page } from '@playwright/test'
import { Buyer } from '../support/buyer.ts'
import { open } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { BuiltEvent } from '../support/world.ts'

const STREAM = /\/api\/events\/[0-9a-f-]{36}\/live/

const timed = { isTimedEntry: true, sessions: 3, capacity: 2, types: [{ name: 'Adult' }] }

const flow = (event: BuiltEvent, step: string, quantity: number) =>
  `/events-api/${event.eventId}/${step}?date=${event.date}&types=${event.typeId}:${quantity}`

/** The slot with this time. */
const slot = (page: Page, time: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${time}`) })

/** Opens a step and waits until its live stream is connected. */
async function openLive(page: Page, address: string): Promise<void> {
  await Promise.all([page.waitForResponse(STREAM), open(page, address)])
}

/** Records layout shifts without a press from now on, as browsers measure them. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  const shifts = await page.evaluateHandle(() => {
    const found: string[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry.toJSON()
        if (!hadRecentInput) found.push(`moved by ${value}`)
      }
    }).observe({ type: 'layout-shift' })
    return found
  })
  return () => shifts.jsonValue()
}

test('a sale of the last tickets shows in another window without a request', async ({
  page,
  world,
  stranger,
}) => {
  const event = await world.event(timed)
  await openLive(page, flow(event, 'time', 2))
  await expect(slot(page, '10:00 AM')).toContainText('2 left')
  await slot(page, '10:00 AM').focus()
  const shifts = await watchShifts(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  const rival = new Buyer(await stranger())
  await open(rival.page, flow(event, 'time', 2))
  await slot(rival.page, '10:00 AM').click()
  await rival.expectStep('Review Order')
  await Promise.all([rival.page.waitForResponse(/\/hold$/), rival.reserveButton.click()])

  // Within a second, as live-stream.test.ts measures it; a browser on a busy machine draws later.
  await expect(slot(page, '10:00 AM')).toContainText('Sold Out')
  await expect(slot(page, '10:00 AM')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '10:00 AM: Sold Out.' })).toBeAttached()
  await expect(slot(page, '11:00 AM')).toBeEnabled()
  expect(await shifts()).toEqual([])
  expect(asked).toEqual([])
})

test('a chosen time that sells out stays visible and is announced @both', async ({
  page,
  world,
  stranger,
}) => {
  const event = await world.event(timed)
  await openLive(page, `${flow(event, 'time', 2)}&session=${event.sessionId}`)
  await expect(slot(page, '10:00 AM')).toHaveAttribute('aria-pressed', 'true')
  const shifts = await watchShifts(page)
  await holdByCall((await stranger()).request, event, 1)

  await expect(slot(page, '10:00 AM')).toContainText('1 left')
  await expect(slot(page, '10:00 AM')).toHaveAttribute('aria-pressed', 'true')
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'The chosen time no longer has room for your tickets' })
  await expect(notice).toBeVisible()
  expect(await shifts()).toEqual([])
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
  await slot(page, '11:00 AM').click()
  await new Buyer(page).expectStep('Review Order')
})

test('if fewer tickets are left than chosen, the page says so and keeps the number @night', async ({
  page,
  world,
  stranger,
}) => {
  const event = await world.event({ capacity: 5, types: [{ name: 'Adult' }] })
  await openLive(page, flow(event, 'tickets', 4))
  const counter = page.getByRole('group', { name: 'Adult', exact: true })
  await expect(page.getByText('5 left')).toBeVisible()
  const shifts = await watchShifts(page)
  await holdByCall((await stranger()).request, event, 3)

  await expect(page.getByText('Only 2 left', { exact: true })).toBeVisible()
  await expect(counter.getByRole('status')).toHaveText('4 × Adult')
  await expect(
    page.getByRole('status').filter({ hasText: 'Adult: Only 2 left, you chose 4.' }),
  ).toBeAttached()
  await expect(counter.getByRole('button', { name: 'Add one Adult' })).toBeDisabled()
  expect(await shifts()).toEqual([])
  await counter.getByRole('button', { name: 'Remove one Adult' }).click()
  await counter.getByRole('button', { name: 'Remove one Adult' }).click()
  await expect(page.getByText('2 left', { exact: true })).toBeVisible()
})

test('a day that sells out says so in the calendar, and nothing moves @both @night', async ({
  page,
  world,
  stranger,
}) => {
  const event = await world.eventOnTwoDays({ capacity: 2, types: [{ name: 'Adult' }] })
  await openLive(page, `/events-api/${event.eventId}`)
  const day = page.getByRole('gridcell').getByRole('button').last()
  await expect(day).toHaveAccessibleName(/available$/)
  const shifts = await watchShifts(page)
  await holdByCall((await stranger()).request, event, 2)
  await expect(day).toHaveAccessibleName(/sold out$/)
  expect(await shifts()).toEqual([])
})

test('without a stream the day is refetched every minute @night', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  watch.expectAnswer(503, STREAM)
  await page.route(STREAM, (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '60' } }),
  )
  await page.clock.install()
  const event = await world.event(timed)
  await openLive(page, flow(event, 'time', 2))
  await expect(slot(page, '10:00 AM')).toContainText('2 left')
  await holdByCall((await stranger()).request, event, 2)

  // The server may send a cached answer without the hold; then the change shows a minute later.
  await expect(async () => {
    const answer = page.waitForResponse(/\/api\/price\/daily/)
    await page.clock.fastForward(60_000)
    await answer
    await expect(slot(page, '10:00 AM')).toContainText('Sold Out', { timeout: 1000 })
  }).toPass()
})
