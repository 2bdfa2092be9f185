import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open, reload } from '../support/open.ts'
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
  await opensIn(world, event.eventId, '1 hour')
  await open(page, `/events-api/${event.eventId}`)
  const waiting = page.getByRole('heading', { name: /^On sale .+ at \d+:\d\d [AP]M/ })
  await expect(waiting).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(00:59|01:00):\d\d$/)
  const reminder = page.getByRole('link', { name: 'Add a reminder to my calendar' })
  const file = await page.request.get((await reminder.getAttribute('href')) ?? '')
  expect(await file.text()).toContain('SUMMARY:Sales start: The Long Wait')
  await expect(page.getByRole('button', { name: 'Get Tickets' })).toHaveCount(0)
  await expectNoSidewaysScroll(page, 'an event before its sales')
  await expectNoViolations(page, 'an event before its sales')
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}-wait.png` })

  await world.sql(
    `update event_sales set opens_at = clock_timestamp() + interval '8 seconds' where event_id = $1`,
    [event.eventId],
  )
  // Pages are cached for some seconds. On a busy machine the sales may have started by then.
  const tickets = page.getByRole('button', { name: 'Get Tickets' }).first()
  const lastSeconds = page.getByRole('timer').filter({ hasText: /^00:00:\d\d$/ })
  await expect(async () => {
    await reload(page)
    await expect(lastSeconds.or(tickets)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(tickets).toBeVisible()
})

test('a paused event says so, with the words of the organizer @night', async ({ page, world }) => {
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

test('a link with an access code opens an event before its sales @night', async ({
  page,
  world,
}) => {
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
