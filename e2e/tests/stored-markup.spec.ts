import { fillTexts } from '@foyer/testkit/stored-texts'
import type { Page } from '@playwright/test'
import { COLUMNS } from '../../apps/server/src/privacy/columns.ts'
import { Clerk, someColleague } from '../support/office.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const MARKUP = '</script><script>hasRun=1</script><img src=x onerror="hasRun=1">'
/** No longer than a name may be. The end is a link in Markdown. */
const TEXT = `Markup ${MARKUP}[x](javascript:hasRun=1)`

/** Columns that have to be among those that took the text, so that the test cannot pass empty. */
const WELL_KNOWN = [
  'add_ons.name',
  'event_facts.story',
  'event_sales.pause_note',
  'events.description',
  'events.important_information',
  'events.name',
  'fee_sets.name',
  'sessions.display_name',
  'tax_rates.name',
  'tenant_pages.body',
  'tenants.footer_text',
  'tenants.important_information',
  'tenants.name',
  'tenants.tagline',
  'ticket_groups.name',
  'ticket_types.description',
  'venue_facts.getting_there',
  'venues.name',
]

test('markup in any text of an organizer is shown as text and runs nowhere', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const clerk = new Clerk(page, watch)
  await clerk.signUp(someColleague())
  const slug = await clerk.register()
  const { eventId, venueId, typeId } = await shopOf(world, slug)

  const shop = `/${slug}`
  await expect
    .poll(async () => (await page.request.get(`${shop}/?q=`)).text())
    .toContain('&lt;/script&gt;')
  for (const path of [
    '/',
    '/?q=Markup',
    `/?q=${encodeURIComponent(MARKUP)}`,
    `/events-api/${eventId}`,
    `/events-api/${eventId}?types=${typeId}:1`,
    `/venues/${venueId}`,
    '/pages/about',
    '/pages/help',
    '/manage-order',
  ]) {
    await open(page, shop + path)
    await expectNothingRan(page, path)
    const structured = page.locator('script[type="application/ld+json"]')
    for (const json of await structured.allTextContents()) JSON.parse(json)
  }
  await open(page, `${shop}/events-api/${eventId}`)
  await expect(page.getByText(MARKUP).first()).toBeVisible()

  const office = `/admin/o/${slug}`
  const event = `/events/${eventId}`
  for (const path of [
    '',
    '/events',
    event,
    `${event}/tickets`,
    `${event}/dates`,
    `${event}/sales`,
    '/venues',
    `/venues/${venueId}`,
    '/money',
    '/import',
    '/settings/look',
    '/settings/address',
    '/settings/policies',
    '/settings/pages',
    '/settings/pages/about',
    '/team',
    '/audit-log',
  ]) {
    await page.goto(office + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectNothingRan(page, path)
  }
  await page.goto(`${office}${event}`)
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue(TEXT)
})

const expectNothingRan = async (page: Page, path: string) => {
  expect(await page.evaluate(() => Reflect.has(window, 'hasRun')), path).toBe(false)
  await expect(page.locator('[onerror], a[href^="javascript:" i]'), path).toHaveCount(0)
}

/** Fills the shop of an organizer with one of everything, and every text of it with markup. */
async function shopOf(world: World, slug: string) {
  const [tenant] = await world.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  const tenantId = tenant?.tenant_id ?? 0
  const event = await world.event({
    tenantId,
    fee: { flatMinor: 100 },
    tax: { ratePpm: 190_000, isInclusive: false },
    addOns: [{ priceMinor: 500 }],
    waiver: 'Please sign.',
    sessions: 2,
  })
  const { eventId } = event
  await world.sql(
    `insert into event_facts
       (tenant_id, event_id, doors_minutes, minimum_age, age_note, access_notes, line_up, story)
     select tenant_id, id, 30, 18, 'x', array['x'],
       jsonb_build_array(jsonb_build_object('name', $2::text, 'role', $2::text, 'time', '19:00')), 'x'
     from events where id = $1`,
    [eventId, TEXT],
  )
  const [venue] = await world.sql<{ venue_id: string }>(
    `insert into venue_facts (tenant_id, venue_id, description, getting_there, access_notes)
     select tenant_id, venue_id, 'x', array['x'], array['x'] from events where id = $1
     returning venue_id`,
    [eventId],
  )
  await world.sql(
    `insert into event_sales (tenant_id, event_id, paused_at, pause_note)
     select tenant_id, id, now(), 'x' from events where id = $1`,
    [eventId],
  )
  await world.sql(
    `insert into tenant_pages (tenant_id, slug, title, body) values ($1, 'about', 'x', 'x')`,
    [tenantId],
  )
  const filled = await fillTexts((text, values) => world.sql(text, values), COLUMNS, {
    tenantId,
    text: TEXT,
    short: '<img src=x onerror=hasRun=1>',
  })
  expect(filled).toEqual(expect.arrayContaining(WELL_KNOWN))
  return { eventId, venueId: venue?.venue_id ?? '', typeId: event.typeId }
}
