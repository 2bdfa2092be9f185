import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { Clerk } from '../support/office.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

test('a new shop is filled with samples, which the team sees as buyers will, and throws away', async ({
  page,
  watch,
  world,
}) => {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  await page.goto(`/admin/o/${slug}`)
  await expect(page.getByRole('heading', { name: 'Before sales can open' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Add the venue/ })).toHaveAttribute(
    'href',
    `/admin/o/${slug}/venues/new`,
  )
  await page.getByRole('button', { name: 'Fill my shop with samples' }).click()
  const sample = page.getByRole('link', { name: 'Sample show: One Night Only', exact: true })
  await expect(sample).toBeVisible()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, 'home with samples')
    await expectNoViolations(page, `home with samples at ${width} px`)
  }

  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^See it as a buyer.*Sample show/ }).click()
  const preview = await opening
  const banner = preview.getByRole('complementary', { name: 'Preview' })
  await expect(banner).toContainText('This event is not published')
  await expect(
    preview.getByRole('heading', { level: 1, name: 'Sample show: One Night Only' }),
  ).toBeVisible()
  await preview.close()

  await page.getByRole('button', { name: 'Throw the samples away' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click()
  await expect(page.getByRole('button', { name: 'Fill my shop with samples' })).toBeVisible()
})

test('the team sees an event that is not published as buyers will, and reserves nothing @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const [tenant] = await world.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  const event = await world.event({ tenantId: tenant?.tenant_id ?? 0, name: 'Opening Night' })
  await world.sql('update events set is_published = false where id = $1', [event.eventId])
  await page.goto(`/admin/o/${slug}`)
  await expect(page.getByText('Opening Night is a draft')).toBeVisible()

  const draft = `/draft/${slug}/${event.eventId}/events-api/${event.eventId}`
  await open(page, `${draft}/tickets?date=${event.date}`)
  await expectNoViolations(page, 'the preview')
  watch.expectAnswer(403, /\/api\//)
  watch.expectMessage(/preview_only/)
  await page.getByRole('button', { name: /^Add one / }).click()
  await page.getByRole('button', { name: 'Review Order' }).click()
  await page.getByRole('button', { name: 'Reserve Cart & Checkout' }).click()
  await expect(page.getByText(/This is a preview/)).toBeVisible()

  const other = await stranger()
  watch.expectAnswer(404, /events-api/)
  // What the page asks for once more, if it has the time.
  watch.expectAnswer(404, new RegExp(`/api/(events|pricing/calendar)/${event.eventId}$`))
  await other.goto(`/${slug}/events-api/${event.eventId}`)
  await expect(other.getByText('Opening Night')).toHaveCount(0)
  await other.goto(draft)
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
})
