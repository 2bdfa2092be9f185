import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const DESCRIPTION = 'Twelve people down the service stair, along the platform.'

async function described(world: World, name = 'Below the Avenue') {
  const event = await world.eventOnTwoDays({
    name,
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

/** An event of which everything is stated, with three sessions on one day. */
async function stated(world: World, name?: string) {
  const event = await described(world, name)
  await world.sql(
    `insert into event_facts (tenant_id, event_id, doors_minutes, minimum_age, age_note,
       access_notes, line_up, story)
     values (1, $1, 30, 12, 'With an adult under 16.', '{Captions on all evenings.}',
       '[{"name": "Ada Marsh", "role": "Guide", "time": null}]', E'The station closed in 1948.\n\nIts clock still runs.')`,
    [event.eventId],
  )
  await world.sql(
    `insert into venue_facts (tenant_id, venue_id, latitude, longitude, getting_there, access_notes)
     select tenant_id, venue_id, 40.72, -73.99, '{Subway: Crane Street.}', array['Step-free, with a ramp.']
     from events where id = $1`,
    [event.eventId],
  )
  return event
}

/** Price and way on: in the bar on a phone, in the card on a desktop. */
const visible = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true })

test('an event shows its name, price, facts, story, line-up and venue @both', async ({
  page,
  world,
}) => {
  const event = await stated(world)
  await open(page, `/events-api/${event.eventId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Below the Avenue' })).toBeVisible()
  await expect(visible(page, /^From \$33\.74/).first()).toBeVisible()
  await expect(visible(page, 'incl. fees').first()).toBeVisible()
  // The cards of similar events below name their categories, too.
  const title = page.getByRole('main').locator('header')
  await expect(title.getByText('Theater', { exact: true }).filter({ visible: true })).toHaveCount(1)
  const facts = page.locator('dl').first()
  for (const text of [
    /10:00\sAM to 1:00\sPM/,
    'Test Hall',
    '1 h',
    'Timed Entry • Select Your Slot',
    '30 min before the start',
    '12 and over',
    'With an adult under 16.',
    'No refunds',
    'Step-free',
  ]) {
    await expect(facts).toContainText(text)
  }
  const about = page.getByRole('region', { name: 'About this event' })
  await expect(about).toContainText(DESCRIPTION)
  await expect(about).toContainText('Its clock still runs.')
  await expect(page.getByRole('region', { name: 'Who is on' })).toContainText('Ada Marsh')
  const venue = page.getByRole('region', { name: 'The venue' })
  for (const text of [
    'Test Hall',
    '310 Crane Street, New York, 10002',
    'Eastern Time',
    'Subway: Crane Street.',
    'Captions on all evenings.',
    'Step-free, with a ramp.',
  ]) {
    await expect(venue).toContainText(text)
  }
  const map = venue.getByRole('link', { name: /^See on a map/ })
  await expect(map).toHaveAttribute('href', /query=40\.72%2C-73\.99/)
  await expect(map).toHaveAttribute('rel', 'noreferrer')
  await expectNoViolations(page, 'event')
  await expectNoSidewaysScroll(page, 'event')
})

test('an event of which little is stated shows no empty facts @night', async ({ page, world }) => {
  const event = await described(world)
  await open(page, `/events-api/${event.eventId}`)
  const facts = page.locator('dl').first()
  await expect(facts.getByRole('term')).toHaveText(['When', 'Where', 'How long', 'Refunds'])
  await expect(page.getByRole('region', { name: 'Who is on' })).toHaveCount(0)
  const map = page.getByRole('link', { name: /^See on a map/ })
  await expect(map).toHaveAttribute('href', /query=Test%20Hall%2C%20310%20Crane%20Street/)
})

test('the map of a venue is loaded from its site once a visitor opens it, and not before @night', async ({
  page,
  world,
}) => {
  const event = await stated(world)
  const requested: string[] = []
  await page.route('https://www.openstreetmap.org/**', async (route) => {
    requested.push(route.request().url())
    await route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Map</title><main><h1>Crane Street</h1></main>',
    })
  })
  await open(page, `/events-api/${event.eventId}`)
  const venue = page.getByRole('region', { name: 'The venue' })
  const summary = venue.getByText('Show the map')
  await summary.scrollIntoViewIfNeeded()
  await summary.focus()
  expect(requested).toEqual([])
  await page.keyboard.press('Enter')
  const map = venue.getByTitle('Map of Test Hall')
  await expect(map.contentFrame().getByText('Crane Street')).toBeVisible()
  expect(requested).toHaveLength(1)
  expect(requested[0]).toMatch(/bbox=-74\.002.*marker=40\.72/)
  await expectNoViolations(page, 'event with its map')
  await expectNoSidewaysScroll(page, 'event with its map')
})

test('from a list the event opens with the same facts @night', async ({ page, world }) => {
  const name = `Below the Avenue ${randomUUID().slice(0, 8)}`
  const event = await stated(world, name)
  await open(page, `/events?q=${encodeURIComponent(name)}`)
  await page.locator(`a[href$="${event.eventId}"]`).first().click()
  await expect(page.getByRole('region', { name: 'Who is on' })).toContainText('Ada Marsh')
  await expect(page.locator('dl').first()).toContainText('12 and over')
})

test('the price and the way to the days are on the first screen, also by keyboard @both @night', async ({
  page,
  world,
}) => {
  const first = await stated(world)
  // A second day, so that one has to be chosen.
  await world.sql(
    `update sessions set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day',
       local_date = local_date + 1
     where id = (select id from sessions where event_id = $1 order by starts_at desc limit 1)`,
    [first.eventId],
  )
  await expect
    .poll(async () => {
      await open(page, `/events-api/${first.eventId}`)
      return page.getByRole('link', { name: 'Choose a date' }).filter({ visible: true }).count()
    })
    .toBe(1)
  const wayOn = page.getByRole('link', { name: 'Choose a date' }).filter({ visible: true })
  await expect(wayOn).toBeInViewport({ ratio: 1 })
  await wayOn.focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Select a Date' })
  await expect(heading).toBeInViewport()
  const days = page.getByRole('gridcell').getByRole('button')
  await expect(days.first()).toBeInViewport({ ratio: 1 })
  // The focus has followed: the next stops are in the section of the days.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: 'Select a Date' }).locator(':focus')).toHaveCount(1)
})

test('an event with one date asks for none, and leads straight to the tickets @both', async ({
  page,
  world,
}) => {
  const event = await world.event({ name: 'One Night', types: [{ name: 'Adult' }] })
  await open(page, `/events-api/${event.eventId}`)
  await expect(page.getByRole('gridcell')).toHaveCount(0)
  await page.getByRole('button', { name: 'Get Tickets' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Select Tickets' })).toBeVisible()
})

test('search engines and link previews get the facts of the event @night', async ({
  page,
  world,
}) => {
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

test('a link to the event is shared, and that is confirmed @night', async ({
  page,
  context,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const event = await world.event()
  await open(page, `/events-api/${event.eventId}?date=${event.date}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`/events-api/${event.eventId}$`))
})
