import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const opensIn = (world: World, eventId: string, interval: string) =>
  world.sql(
    `insert into event_sales (tenant_id, event_id, opens_at)
     values (1, $1, now() + $2::interval)`,
    [eventId, interval],
  )

test('a page that waits for the start of sales counts down and opens by itself @both', async ({
  page,
  world,
}) => {
  const event = await world.event({ name: 'The Long Wait', types: [{ name: 'Adult' }] })
  await opensIn(world, event.eventId, '12 seconds')
  await open(page, `/events-api/${event.eventId}`)
  const waiting = page.getByRole('heading', { name: /^On sale .+ at \d+:\d\d [AP]M/ })
  await expect(waiting).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^00:00:\d\d$/)
  const reminder = page.getByRole('link', { name: 'Add a reminder to my calendar' })
  const file = await page.request.get((await reminder.getAttribute('href')) ?? '')
  expect(await file.text()).toContain('SUMMARY:Sales start: The Long Wait')
  await expect(page.getByRole('button', { name: 'Get Tickets' })).toHaveCount(0)
  await expectNoSidewaysScroll(page, 'an event before its sales')
  await expectNoViolations(page, 'an event before its sales')
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}-wait.png` })
  await expect(page.getByRole('button', { name: 'Get Tickets' }).first()).toBeVisible({
    timeout: 25_000,
  })
})

test('a paused event says so, with the words of the organizer', async ({ page, world }) => {
  const event = await world.event({ name: 'The Pause' })
  await world.sql(
    `insert into event_sales (tenant_id, event_id, paused_at, pause_note)
     values (1, $1, now(), 'Back at noon.')`,
    [event.eventId],
  )
  await open(page, `/events-api/${event.eventId}`)
  await expect(page.getByRole('heading', { name: 'Sales are paused' })).toBeVisible()
  await expect(page.getByText('Back at noon.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get Tickets' })).toHaveCount(0)
})

test('a link with an access code opens an event before its sales', async ({ page, world }) => {
  const event = await world.event({ name: 'Members First' })
  await opensIn(world, event.eventId, '1 day')
  await world.sql(
    `insert into access_codes (tenant_id, id, event_id, code, opens_early)
     values (1, gen_random_uuid(), $1, 'MEMBERS', true)`,
    [event.eventId],
  )
  await open(page, `/events-api/${event.eventId}?code=members`)
  await expect(page.getByText('Your access code is accepted.')).toBeVisible()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}-code.png` })
  await page.getByRole('button', { name: 'Get Tickets' }).first().click()
  await page
    .getByRole('button', { name: /^Add one/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /Continue|Review|Next/ }).first()).toBeEnabled()
})
