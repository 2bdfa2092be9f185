import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { tabTo } from '../support/focus.ts'
import { holdBack } from '../support/hold-back.ts'
import { Clerk } from '../support/office.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const PICTURE = resolve(import.meta.dirname, '../../docs/images/storefront.png')
const LONG_NAME = `The Night of the Lighthouse Keepers, with ${'Rinderkennzeichnung'.repeat(4)}`

const tenantOf = async (world: World, slug: string): Promise<number> => {
  const [tenant] = await world.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  return tenant?.tenant_id ?? 0
}

/** Axe in both themes, and no sideways scroll at any width, of what is shown. */
async function expectSound(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, screen)
    await expectNoViolations(page, `${screen} at ${width} px`)
  }
  await expectContrastInOtherTheme(page, screen)
  if (size) await page.setViewportSize(size)
}

/** Chooses an action of the menu of an event. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More about this event' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('an event is made from the venue to its last state, as a person would', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  await world.sql(`update tenants set time_zone = 'Europe/Lisbon' where slug = $1`, [slug])
  // The program hears of it a moment later.
  await expect(async () => {
    await page.goto(`/admin/o/${slug}/venues/new`)
    await expect(page.getByLabel('Time zone')).toHaveValue(/Lisbon|Angeles/, { timeout: 2000 })
  }).toPass()
  await page.goto(`/admin/o/${slug}/events`)
  await expect(page.getByRole('link', { name: 'New event' })).toHaveCount(1)
  await page.getByRole('link', { name: 'New event' }).click()
  await page.getByRole('link', { name: 'Add a venue' }).click()

  await test.step('a venue by keyboard alone', async () => {
    await clerk.expectScreen('New venue')
    const zone = page.getByLabel('Time zone')
    await expect(zone).toHaveValue(/Lisbon|Angeles/)
    await tabTo(page, page.getByLabel('Name', { exact: true }))
    await page.keyboard.type('The Kelp Hall')
    await tabTo(page, page.getByLabel('Address'))
    await page.keyboard.type('1 Quay Street')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Los Angeles')
    await expect(zone).toHaveValue('America/Los Angeles')
    await page.keyboard.press('Tab')
    await page.keyboard.type('CA')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const summary = page.getByRole('alert').filter({ hasText: 'One field needs a change' })
    await tabTo(page, summary.getByRole('link'))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('ZIP code')).toBeFocused()
    await page.keyboard.type('90012')
    await tabTo(page, zone)
    await zone.selectText()
    await page.keyboard.type('pacific')
    await expect(page.getByRole('option', { name: /^America\/Los Angeles/ })).toBeVisible()
    await zone.selectText()
    await page.keyboard.type('America/Los_Angeles')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(zone).toHaveValue('America/Los Angeles')
    await tabTo(page, page.getByRole('button', { name: 'Add the venue' }))
    await page.keyboard.press('Enter')
  })

  await test.step('a draft by keyboard alone, at the new venue', async () => {
    await clerk.expectScreen('New event')
    await tabTo(page, page.getByLabel('Name', { exact: true }))
    await page.keyboard.type('Lantern Walk')
    await page.keyboard.press('Enter')
    await clerk.expectScreen('Lantern Walk')
    await expect(page.getByText('Only your team sees it.')).toBeVisible()
  })
  const eventUrl = page.url()

  await test.step('a story, with what is wrong said and everything typed kept', async () => {
    await page.getByLabel('Story').fill('Bring a coat.\n\nWe leave at dusk.')
    await expect(page.getByRole('region', { name: 'Preview' }).locator('p')).toHaveCount(2)
    await page.getByRole('button', { name: 'Add somebody' }).click()
    await page.getByRole('group', { name: 'Line-up' }).getByLabel('Role').fill('Guide')
    await page.getByLabel('Minimum age').fill('twelve')
    // A press is not lost although the field that is left gets a problem below it.
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Some fields need a change')).toBeVisible()
    await expect(page.getByLabel('Story')).toHaveValue('Bring a coat.\n\nWe leave at dusk.')
    await expect(page.getByLabel('Minimum age')).toHaveValue('twelve')
    await page.getByRole('link', { name: 'Tickets', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
    await page.getByLabel('Minimum age').fill('12')
    await page.getByRole('group', { name: 'Line-up' }).getByLabel('Name').fill('Ines')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByText('Not saved yet')).toBeHidden()
  })

  await test.step('a picture: a hostile file says why, a good one has a focus', async () => {
    watch.expectAnswer(415, /\/picture\?/)
    await page.getByRole('button', { name: 'Upload a picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload a picture' })
    const file = dialog.getByLabel('Picture', { exact: true })
    await file.setInputFiles({
      name: 'a.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    })
    await expect(dialog.getByText('“a.svg” is of another kind.')).toBeVisible()
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: script })
    await dialog.getByLabel('What it shows').fill('Lanterns over the harbour')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This file is no picture')).toBeVisible()
    await expect(dialog.getByLabel('What it shows')).toHaveValue('Lanterns over the harbour')
    await file.setInputFiles(PICTURE)
    await tabTo(page, dialog.getByLabel('From the left'))
    await page.keyboard.press('Home')
    await tabTo(page, dialog.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const shown = page.getByRole('list', { name: 'As buyers see it' })
    await expect(shown.getByRole('img', { name: 'Lanterns over the harbour' })).toHaveCount(3)
    expect(
      await world.sql(
        `select focus_x from event_pictures i join pictures p using (tenant_id, hash)
         join events e on e.id = i.event_id where e.name = 'Lantern Walk' and e.tenant_id = $1`,
        [await tenantOf(world, slug)],
      ),
    ).toEqual([{ focus_x: 0 }])
  })

  await test.step('tickets in two groups, moved by the arrow keys, and an add-on', async () => {
    await page.getByRole('link', { name: 'Tickets', exact: true }).click()
    for (const [name, price] of [
      ['Adult', '18'],
      ['Child', '9,50'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a ticket type' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'New ticket type' })
      await dialog.getByRole('button', { name: 'Add the ticket type' }).click()
      await expect(dialog.getByText('Some fields need a change')).toBeVisible()
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByLabel('Price in USD').fill(price)
      await dialog.getByRole('button', { name: 'Add the ticket type' }).click()
      await expect(dialog).toBeHidden()
    }
    await expect(page.getByText('$9.50')).toBeVisible()
    await page.getByRole('button', { name: 'Add a group' }).click()
    await page.getByLabel('Name', { exact: true }).fill('By boat')
    await page.getByRole('button', { name: 'Add the group' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('By boat').first()).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Move Child' }))
    const ordered = page.waitForResponse(
      (answer) => answer.url().endsWith('/tickets/order') && answer.ok(),
    )
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'Move Child' })).toBeFocused()
    await ordered
    await page.getByRole('button', { name: 'Add an add-on' }).click()
    const dialog = page.getByRole('dialog', { name: 'New add-on' })
    await dialog.getByLabel('Name', { exact: true }).fill('A lantern to keep')
    await dialog.getByLabel('Price in USD').fill('5')
    await dialog.getByLabel('Limit for the whole event').fill('40')
    await dialog.getByRole('button', { name: 'Add the add-on' }).click()
    await expect(page.getByText('0 of 40 sold')).toBeVisible()
    const types = await world.sql(
      `select t.name, g.name as of from ticket_types t join ticket_groups g on g.id = t.group_id
       where g.tenant_id = $1 order by t.name`,
      [await tenantOf(world, slug)],
    )
    expect(types[1]).toEqual({ name: 'Child', of: 'By boat' })
  })

  await test.step('published, paused, archived; a copy is a draft', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Buyers see it.', { exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Sales', exact: true }).click()
    await page.getByRole('button', { name: 'Pause sales' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause sales' }).click()
    await expect(page.getByText('Buyers see it, and read that sales are paused.')).toBeVisible()
    await choose(page, 'Duplicate')
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
    await clerk.expectScreen('Lantern Walk (copy)')
    await expect(page.getByText('Only your team sees it.')).toBeVisible()
    await page.getByRole('link', { name: 'All events' }).click()
    await page.getByLabel('State').selectOption('Paused')
    const list = page.getByRole('table', { name: 'Events' })
    await expect(list.getByRole('row')).toHaveCount(2)
    await list.getByRole('link', { name: 'Lantern Walk', exact: true }).click()
    await choose(page, 'Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('button', { name: 'Restore as a draft' })).toBeVisible()
    await page.goto(eventUrl)
    await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  })
})

test('two people who change the same event both keep their words, and the second chooses @night', async ({
  page,
  watch,
  world,
}) => {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const { eventId } = await world.event({ tenantId: await tenantOf(world, slug), name: 'Duet' })
  watch.expectAnswer(409, new RegExp(`/events/${eventId}$`))
  const other = await page.context().newPage()
  for (const screen of [page, other]) {
    await screen.goto(`/admin/o/${slug}/events/${eventId}`)
    await expect(screen.getByLabel('Name', { exact: true })).toHaveValue('Duet')
  }
  await other.getByLabel('Name', { exact: true }).fill('Duet for Two')
  await other.getByLabel('Short description').fill('For two voices.')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('Duet at Dusk')
  await page.getByLabel('Note on age').fill('Quiet children are welcome.')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alert').filter({ hasText: 'Somebody else changed this' })
  await expect(question).toContainText('they saved “Duet for Two”, you have “Duet at Dusk”')
  await expect(question).toBeInViewport()
  await expect(page.getByLabel('Short description')).toHaveValue('For two voices.')
  await expect(page.getByLabel('Note on age')).toHaveValue('Quiet children are welcome.')
  await expectSound(page, 'the question about two changes')
  await question.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Duet for Two')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const stored = await world.sql(
    `select e.name, e.description, f.age_note from events e join event_facts f on f.event_id = e.id
     where e.id = $1`,
    [eventId],
  )
  expect(stored).toEqual([
    {
      name: 'Duet for Two',
      description: 'For two voices.',
      age_note: 'Quiet children are welcome.',
    },
  ])
})

test('what was sold is not deleted: the refusal offers the archive @night', async ({
  page,
  watch,
  world,
}) => {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const tenantId = await tenantOf(world, slug)
  const { eventId, sessionIds, typeIds } = await world.event({ tenantId, name: 'Sold Once' })
  // As a box office would have sold it.
  await world.sql(
    `insert into stock_ledger (tenant_id, session_id, ticket_type_id, kind, held_delta, sold_delta, hold_ids)
     values ($1, $2, $3, 'import', 0, 90, '{}')`,
    [tenantId, sessionIds[0], typeIds[0]],
  )
  await world.sellAllBut(sessionIds[0] ?? '', 10)
  watch.expectAnswer(409, /\/api\/admin\/(events|venues)\//)
  await page.goto(`/admin/o/${slug}/events/${eventId}`)
  await choose(page, 'Unpublish')
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Only your team sees it.').first()).toBeVisible()
  await choose(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const refusal = page.getByRole('dialog', { name: 'This event stays in the books' })
  await expect(refusal).toBeVisible()
  await expectSound(page, 'the refusal to delete')
  await refusal.getByRole('button', { name: 'Archive it' }).click()
  await expect(page.getByRole('button', { name: 'Restore as a draft' })).toBeVisible()

  await page.goto(`/admin/o/${slug}/venues`)
  await page.getByRole('table', { name: 'Venues' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const venue = page.getByRole('dialog')
  await venue.getByRole('button', { name: 'Delete' }).click()
  await expect(venue.getByText(/take place|takes place/).last()).toBeVisible()
})

test('a row that is pressed before a search begins is opened, and stays', async ({
  page,
  watch,
  world,
}) => {
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  await world.event({ tenantId: await tenantOf(world, slug), name: 'Quiet Hours' })
  await page.goto(`/admin/o/${slug}/events`)
  await clerk.expectScreen('Events')
  const row = page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'Quiet Hours' })
  await expect(row).toBeVisible()
  const release = await holdBack(page, /\/assets\//)
  await page.clock.install()
  await page.getByLabel('Search events').fill('Quiet')
  await row.click()
  await page.clock.runFor(1000)
  release()
  await clerk.expectScreen('Quiet Hours')
})

test('the screens of events and venues have no axe violations in any state', async ({
  page,
  watch,
  world,
}) => {
  test.setTimeout(240_000)
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const office = `/admin/o/${slug}`
  const open = async (path: string, heading: string | RegExp) => {
    await page.goto(`${office}/${path}`)
    await clerk.expectScreen(heading)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
  const leave = async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await open('events', 'Events')
  await expectSound(page, 'no events')
  await open('venues', 'Venues')
  await expectSound(page, 'no venues')
  await open('events/new', 'New event')
  await expectSound(page, 'a new event without a venue')
  await open('venues/new', 'New venue')
  await page.getByLabel('Time zone').fill('los')
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectSound(page, 'the time zones')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add the venue' }).click()
  await expect(page.getByText('Some fields need a change')).toBeVisible()
  await expectSound(page, 'a refused venue')

  const tenantId = await tenantOf(world, slug)
  const { eventId } = await world.event({ tenantId, name: LONG_NAME })
  await world.event({ tenantId, name: 'Second' })
  await open('events', 'Events')
  await expect(page.getByRole('table', { name: 'Events' }).getByRole('row')).toHaveCount(3)
  await expectSound(page, 'events')
  await page.getByLabel('Search events').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No event like this' })).toBeVisible()
  await expectSound(page, 'no event found')
  await open('venues', 'Venues')
  await expectSound(page, 'venues')
  await page.getByRole('table', { name: 'Venues' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expectSound(page, 'a venue')
  await open('events/new', 'New event')
  await page.getByLabel('Venue').click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectSound(page, 'the venues to choose from')

  await open(`events/${eventId}`, LONG_NAME)
  await expectSound(page, 'details')
  await page.getByRole('button', { name: 'More about this event' }).click()
  await expectSound(page, 'the menu of an event')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expectSound(page, 'the question for the name of a copy')
  await leave()
  await page.getByRole('button', { name: 'Upload a picture' }).click()
  await page.getByLabel('Picture', { exact: true }).setInputFiles(PICTURE)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expectSound(page, 'a picture without words')
  await leave()
  await open(`events/${eventId}/tickets`, LONG_NAME)
  await expectSound(page, 'tickets')
  for (const action of ['Add a ticket type', 'Add a group', 'Add an add-on']) {
    await page.getByRole('button', { name: action }).first().click()
    await page.getByRole('dialog').locator('[type=submit]').click()
    await expectSound(page, action)
    await leave()
  }

  watch.expectFailure(/\/api\/admin\/events/)
  await page.route(/\/api\/admin\/events($|\?)/, (route) => route.abort())
  await page.goto(`${office}/events`)
  await expect(page.getByRole('heading', { name: /could not be loaded/ })).toBeVisible()
  await expectSound(page, 'events that could not be loaded')
  await page.unroute(/\/api\/admin\/events($|\?)/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible()
})
