import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Buyer } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { daysToATenth, runDaily, sellOutDay } from '../support/seasons.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const CALENDAR = /\/api\/pricing\/calendar\//

/** The name of a day's button, `days` after the event's first day. */
const dayNamed = (page: Page, first: string, days: number) => {
  const date = new Date(`${first}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  const name = date.toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })
  return page.getByRole('button', { name: new RegExp(`^${name},`) })
}

test('the keyboard moves through a year of days with ten sessions each', async ({
  page,
  world,
}) => {
  const event = await world.event({ isTimedEntry: true, inDays: daysToATenth(), capacity: 50 })
  await runDaily(world, event, { days: 365, sessionsPerDay: 10 })
  await sellOutDay(world, event, 2)
  const day = (days: number) => dayNamed(page, event.date, days)
  await open(page, `/events-api/${event.eventId}`)
  await expect(page.getByRole('gridcell').getByRole('button')).toHaveCount(365)
  await expect(page.getByText('Eastern Time').first()).toBeVisible()

  await day(0).focus()
  await page.keyboard.press('ArrowRight')
  await expect(day(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(day(2)).toBeFocused()
  await expect(day(2)).toBeDisabled()
  await expect(day(2)).toHaveAccessibleName(/, sold out$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${event.eventId}$`))

  await page.keyboard.press('ArrowDown')
  await expect(day(9)).toBeFocused()
  await expect(day(9)).toHaveAccessibleName(/, from \$30 incl\. fees, available$/)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageUp')
  await expect(day(9)).toBeFocused()
  for (let month = 0; month < 12; month += 1) await page.keyboard.press('PageDown')
  await expect(day(364)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Select Tickets' })).toBeVisible()
})

test('a button jumps to each month @both @night', async ({ page, world }) => {
  const event = await world.event({ inDays: 1 })
  await runDaily(world, event, { days: 200, sessionsPerDay: 1 })
  await open(page, `/events-api/${event.eventId}`)
  const months = page.getByRole('navigation', { name: 'Jump to month' }).getByRole('button')
  await months.nth(4).click()
  // A month outside the window has text but no innerText, because it is not laid out (content-visibility).
  const name = await page.getByRole('heading', { level: 3 }).nth(4).textContent()
  await expect(page.getByRole('grid', { name: name ?? 'missing', exact: true })).toBeInViewport()
})

/** An event of four months whose organizer shows one month at a time. */
async function monthlyEvent(world: World) {
  const types = [{ name: 'Adult' }, { name: 'Patron', priceMinor: 5000 }]
  const event = await world.event({ inDays: daysToATenth(), types })
  await runDaily(world, event, { days: 100, sessionsPerDay: 1 })
  await world.sql('update events set use_continuous_calendar = false where id = $1', [
    event.eventId,
  ])
  return event
}

test('the calendar shows one month at a time if the organizer or the buyer chooses so @both', async ({
  page,
  world,
}) => {
  const event = await monthlyEvent(world)
  const grids = page.getByRole('grid')
  const month = page
    .getByRole('region', { name: 'Select a Date' })
    .getByRole('heading', { level: 3 })
  const view = (name: string) => page.getByRole('button', { name, exact: true })
  await open(page, `/events-api/${event.eventId}`)
  await expect(grids).toHaveCount(1)
  await expect(view('One month')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: /^Previous month/ })).toBeDisabled()

  const first = await month.innerText()
  await page.getByRole('button', { name: /^Next month/ }).click()
  await expect(month).not.toHaveText(first)
  await page.getByRole('button', { name: /^Previous month/ }).click()
  await expect(month).toHaveText(first)

  // The keys move beyond the visible month.
  await dayNamed(page, event.date, 0).focus()
  await page.keyboard.press('PageDown')
  await expect(month).not.toHaveText(first)
  await expect(
    page.getByRole('gridcell').getByRole('button').and(page.locator(':focus')),
  ).toBeVisible()

  await view('All months').click()
  await expect(grids).not.toHaveCount(1)
  await new Buyer(page).chooseDay()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Select a Date' })).toBeVisible()
  await expect(view('All months')).toHaveAttribute('aria-pressed', 'true')
})

test('a single month and a price list are accessible @both @night', async ({ page, world }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const event = await monthlyEvent(world)
  await world.sql('update events set show_price_difference = true where id = $1', [event.eventId])
  await sellOutDay(world, event, 1)
  await open(page, `/events-api/${event.eventId}?date=${event.date}`)
  await expect(page.getByRole('button', { name: /, sold out$/ })).toHaveCount(1)
  await expectNoViolations(page, 'month')
  await expectNoSidewaysScroll(page, 'month')

  await open(page, `/events-api/${event.eventId}/tickets?date=${event.date}`)
  await expect(page.getByText('+$20 over Adult, incl. fees')).toBeVisible()
  await expectNoViolations(page, 'price list')
  await expectNoSidewaysScroll(page, 'price list')
})

test('an event without days says so, and what a continuous calendar lacks is explained @night', async ({
  page,
  world,
}) => {
  const [event, monthly] = [await world.event({ sessions: 0 }), await world.event({ sessions: 0 })]
  await world.sql('update events set use_continuous_calendar = false where id = $1', [
    monthly.eventId,
  ])
  const lacks = page.getByText(
    'Please specify start and end dates to view the continuous calendar.',
  )
  await open(page, `/events-api/${event.eventId}`)
  await expect(page.getByRole('heading', { name: 'No Sessions Available' })).toBeVisible()
  await expect(lacks).toBeVisible()

  await open(page, `/events-api/${monthly.eventId}`)
  await expect(page.getByRole('heading', { name: 'No Sessions Available' })).toBeVisible()
  await expect(lacks).toHaveCount(0)
})

/** An event that asks for a date, which one with a single date does not. */
async function onTwoDays(world: World, name: string) {
  const event = await world.event({ name, sessions: 2 })
  await world.sql(
    `update sessions set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day',
       local_date = local_date + 1
     where id = (select id from sessions where event_id = $1 order by starts_at desc limit 1)`,
    [event.eventId],
  )
  return event
}

test('prices show a skeleton while they load, an error with a way on when they are lost, and the days after a retry', async ({
  page,
  world,
  watch,
}) => {
  const name = `A Slow Calendar ${randomUUID()}`
  const event = await onTwoDays(world, name)
  watch.expectAnswer(503, CALENDAR)
  watch.expectMessage(/Failed to fetch calendar pricing/)
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  let isDown = true
  await page.route(CALENDAR, async (route) => {
    await released
    if (!isDown) return route.fallback()
    await route.fulfill({ status: 503, json: { error: { message: 'down' }, code: 'overloaded' } })
  })
  await openFromList(page, name)
  await expect(page.getByText('Loading prices...').first()).toBeAttached()
  await expect(page.getByText('Preparing ticket prices...')).toBeVisible()
  letGo()
  await expect(
    page.getByRole('heading', { name: 'Calendar error. Please try again.' }),
  ).toBeVisible()
  await page.getByLabel('Day').fill(event.date)
  await page.getByRole('button', { name: 'Continue without prices' }).click()
  await new Buyer(page).expectStep('Select Tickets')
  await page.goBack()
  await expect(page.getByRole('heading', { name: /^Calendar error/ })).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(new Buyer(page).openDays.first()).toBeVisible()
})

test('invalid days break only the calendar @night', async ({ page, world, watch }) => {
  const name = `A Night in the Wrong Century ${randomUUID()}`
  const event = await onTwoDays(world, name)
  watch.expectMessage(/RangeError|is too long|No such day/)
  const day = { minPrice: 30, allInMinor: 3000, status: 'available' }
  for (const wrong of ['2326-01-01', '2026-99-99']) {
    await page.route(CALENDAR, (route) =>
      route.fulfill({
        json: {
          success: true,
          data: {
            dates: { [event.date]: day, [wrong]: day },
            timezone: 'America/New_York',
            currency: 'usd',
          },
        },
      }),
    )
    await openFromList(page, name)
    await expect(
      page.getByRole('heading', {
        name: 'Error rendering calendar. Please check your date range.',
      }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
})

/** Opens the event from the list, so that the browser fetches the data and not the server. */
async function openFromList(page: Page, name: string): Promise<void> {
  // The list may be some seconds old.
  await expect(async () => {
    await open(page, '/')
    await new Buyer(page).openEvent(name)
  }).toPass()
}
