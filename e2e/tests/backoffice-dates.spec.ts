import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { expect, test } from '../support/test.ts'

const PLAN = {
  timeZone: 'Europe/Berlin',
  types: [{ name: 'Adult', dynamicMinor: 1000 }, { name: 'Child' }],
}

test('a season with exceptions is created by keyboard alone, and closed again', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const { eventId } = await eventOf(world, slug, PLAN)
  await page.goto(`/admin/o/${slug}/events/${eventId}/dates`)
  await clerk.expectScreen('Lighthouse')
  await tabTo(page, page.getByRole('link', { name: 'Repeating dates' }))
  await page.keyboard.press('Enter')

  const press = page.keyboard
  await tabTo(page, page.getByLabel('First day'))
  await press.type('04012031')
  await tabTo(page, page.getByLabel('Last day'))
  await press.type('04302031')
  // Mondays are closed already. A holiday is closed too, and one Monday is open.
  await tabTo(page, page.getByLabel('Except on'))
  await press.type('04202031')
  await press.press('Enter')
  await tabTo(page, page.getByLabel('Also on'))
  await press.type('04212031')
  await press.press('Enter')
  await tabTo(page, page.getByLabel('Last start'))
  await press.type('0600PM')
  await tabTo(page, page.getByLabel('Adult: price, USD'))
  await press.type('12.50')
  await tabTo(page, page.getByRole('button', { name: 'Add a difference' }))
  await press.press('Enter')
  const difference = page.getByRole('group', { name: 'Difference 1' })
  await tabTo(page, difference.getByLabel('Capacity'), 'Shift+Tab')
  await press.type('40')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('442 dates')
  await expect(preview).toContainText('on 26 days')
  await tabTo(page, page.getByRole('button', { name: 'Create 442 dates' }))
  await press.press('Enter')

  await expect(page).toHaveURL(/\/dates$/)
  await expect(page.getByText('All done: dates created')).toBeVisible({ timeout: 60_000 })
  const stored = await world.sql(
    `select count(*)::int as dates, count(distinct s.local_date)::int as days,
       min(k.capacity) as least, max(k.capacity) as most, min(p.price_minor) as price
     from sessions s join stock k on k.session_id = s.id and k.pool_id = s.id
     join session_prices p on p.session_id = s.id
     where s.event_id = $1 and s.local_date >= '2031-01-01'`,
    [eventId],
  )
  expect(stored).toEqual([{ dates: 442, days: 26, least: 20, most: 40, price: 1250 }])

  await tabTo(page, page.getByLabel('Choose all dates that are shown'))
  await press.press('Space')
  await tabTo(
    page,
    page.getByRole('button', { name: 'Choose all that match, also those below' }),
    'Shift+Tab',
  )
  await press.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Close…' }), 'Shift+Tab')
  await press.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Close many dates' })
  await expect(dialog).toContainText('443 dates')
  await tabTo(page, dialog.getByRole('button', { name: 'Close 443 dates' }))
  await press.press('Enter')
  await expect(page.getByText('All done: dates closed')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('table', { name: 'Dates' })).not.toContainText('Open')
})

test('the screens of dates have no axe violations at any width', async ({ page, watch, world }) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const { eventId } = await eventOf(world, slug, PLAN)
  // Rows say most of a date that sells too much for its room.
  await world.sql(
    `with room as (
       insert into venue_rooms (tenant_id, id, venue_id, name, capacity)
       select tenant_id, gen_random_uuid(), venue_id, 'The Studio behind the Old Stables', 40
       from events where id = $1 returning tenant_id, id)
     insert into session_venue_rooms (tenant_id, session_id, room_id)
     select r.tenant_id, s.id, r.id
     from room r join sessions s on s.tenant_id = r.tenant_id and s.event_id = $1`,
    [eventId],
  )
  for (const path of ['dates', 'dates?view=days', 'dates/repeat']) {
    await page.goto(`/admin/o/${slug}/events/${eventId}/${path}`)
    await clerk.expectScreen('Lighthouse')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page, path)
      await expectNoViolations(page, `${path} at ${width} px`)
    }
    await expectContrastInOtherTheme(page, path)
  }
})

test('one date is created, changed, and put into a room that its venue gets @night', async ({
  page,
  watch,
  world,
}) => {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const { eventId, venueId } = await eventOf(world, slug, PLAN)
  await page.goto(`/admin/o/${slug}/venues/${venueId}`)
  await page.getByLabel('Address').fill('1 Quay Street')
  await page.getByLabel('State').fill('NY')
  await page.getByLabel('ZIP code').fill('10001')
  await page.getByRole('button', { name: 'Add a room' }).click()
  const rooms = page.getByRole('group', { name: 'Rooms' })
  await expect(rooms.getByLabel('Name of the room')).toBeFocused()
  await page.keyboard.type('Great Hall')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rooms.getByText('Each room needs a name of its own')).toBeVisible()
  await rooms.getByLabel('Capacity').fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(`/admin/o/${slug}/events/${eventId}/dates`)
  await page.getByRole('button', { name: 'One date' }).click()
  const create = page.getByRole('dialog', { name: 'One date' })
  await create.getByRole('button', { name: 'Create the date' }).click()
  await expect(create.getByText('Choose a day.').first()).toBeVisible()
  await create.getByLabel('Day').fill('2031-05-01')
  await create.getByLabel('Starts at').fill('20:00')
  await create.getByLabel('Adult: price, USD').or(create.getByLabel('Price, USD')).fill('9')
  await create.getByRole('button', { name: 'Create the date' }).click()
  const row = page.getByRole('row', { name: /May 1, 2031/ })
  await expect(row).toContainText('8:00 PM')
  // By keyboard, because the notice of what was created may lie over the button.
  await row.getByRole('button', { name: /^Actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Change…' }).click()
  const change = page.getByRole('dialog', { name: /May 1, 2031/ })
  await expect(change.getByLabel('Price, USD')).toHaveValue('9')
  await change.getByLabel('Name').fill('Opening night')
  await change.getByLabel('Room').selectOption('Great Hall (30)')
  await expect(change.getByLabel('Capacity')).toHaveValue('30')
  await change.getByLabel('Capacity').fill('40')
  await expect(change).toContainText('Great Hall has room for 30; this date sells 40.')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Opening night')
  await expect(row).toContainText('Great Hall has room for 30; this date sells 40.')

  // A room with dates stays, and the form has it again.
  watch.expectAnswer(409, /\/api\/admin\/venues\//)
  await page.goto(`/admin/o/${slug}/venues/${venueId}`)
  await page.getByRole('button', { name: 'Remove Great Hall' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rooms.getByText('has dates in the room “Great Hall”')).toBeVisible()
  await expect(rooms.getByLabel('Name of the room')).toHaveValue('Great Hall')
})
