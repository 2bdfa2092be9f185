import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const DESCRIPTION = 'Twelve people down the service stair, along the platform.'

async function described(world: World) {
  const event = await world.eventOnTwoDays({
    name: 'Below the Avenue',
    category: 'theater',
    isTimedEntry: true,
    sessions: 3,
    fee: { ratePpm: 125_000 },
    types: [{ name: 'Adult', priceMinor: 2999 }],
  })
  await world.sql('update events set description = $2 where id = $1', [event.eventId, DESCRIPTION])
  await world.sql(
    `update venues set street_address = '310 Crane Street', postal_code = '10002'
     where id = (select venue_id from events where id = $1)`,
    [event.eventId],
  )
  return event
}

test('an event shows its name, venue, dates and lowest price @both', async ({ page, world }) => {
  const event = await described(world)
  await open(page, `/events-api/${event.eventId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Below the Avenue' })).toBeVisible()
  await expect(page.getByText('From $33.74 incl. fees', { exact: true })).toBeVisible()
  const about = page.getByRole('region', { name: 'About this event' })
  await expect(about).toContainText(DESCRIPTION)
  await expect(about).toContainText('Test Hall')
  await expect(about).toContainText('310 Crane Street, New York, 10002')
  await expect(about).toContainText('Eastern Time')
  await expect(about).toContainText('Timed Entry • Select Your Slot')
  await expect(page.getByText('Theater', { exact: true }).filter({ visible: true })).toHaveCount(1)
  const map = about.getByRole('link', { name: /^See on a map/ })
  await expect(map).toHaveAttribute('href', /query=Test%20Hall%2C%20310%20Crane%20Street/)
  await expect(map).toHaveAttribute('rel', 'noreferrer')
})

test('the first days are on the first screen of a phone @phone', async ({ page, world }) => {
  const event = await described(world)
  await open(page, `/events-api/${event.eventId}`)
  const day = page.getByRole('gridcell').getByRole('button').first()
  await expect(day).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'About this event' }).click()
  await expect(page.getByRole('heading', { name: 'About this event' })).toBeInViewport()
})

test('search engines and link previews get the facts of the event', async ({ page, world }) => {
  const event = await described(world)
  const address = `/events-api/${event.eventId}`
  await open(page, `${address}?date=${event.date}`)
  const about = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(about ?? '')).toMatchObject({
    '@type': 'Event',
    name: 'Below the Avenue',
    description: DESCRIPTION,
    location: { name: 'Test Hall', address: { streetAddress: '310 Crane Street' } },
    offers: { '@type': 'Offer', price: 33.74, priceCurrency: 'USD' },
  })
  const meta = (property: string) => page.locator(`meta[property="${property}"]`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    new RegExp(`^http.*${address}$`),
  )
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', DESCRIPTION)
  await expect(meta('og:title')).toHaveAttribute('content', 'Below the Avenue')
  await expect(meta('og:image')).toHaveAttribute(
    'content',
    /^http.*\/previews\/[0-9a-f-]{36}\/[0-9a-f]{12}\.png$/,
  )
  // Every address of the event names the canonical one.
  await open(page, `/event/${event.eventId}`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    new RegExp(`${address}$`),
  )
})

test('a link to the event is shared, and that is confirmed', async ({ page, context, world }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const event = await world.event()
  await open(page, `/events-api/${event.eventId}?date=${event.date}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`/events-api/${event.eventId}$`))
})
