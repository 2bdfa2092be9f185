import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'
import type { Watch } from '../support/watch.ts'
import type { World } from '../support/world.ts'

const PLAN = { types: [{ name: 'Adult' }, { name: '=Member' }] }

async function atImport(page: Page, watch: Watch, world: World) {
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const event = await eventOf(world, slug, PLAN)
  await page.goto(`/admin/o/${slug}/import`)
  await clerk.expectScreen('Import and export')
  return { clerk, slug, event }
}

const formOf = (page: Page) => page.getByRole('form', { name: 'Import' })
const csv = (...lines: string[]) => ({
  name: 'table.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

/** Chooses what the rows are and a file, and tries it. */
async function tryFile(
  page: Page,
  kind: string,
  { eventId, lines }: { eventId?: string; lines: string[] },
): Promise<void> {
  const form = formOf(page)
  await form.getByLabel('Rows of the file').selectOption(kind)
  if (eventId) await form.getByLabel('Event', { exact: true }).selectOption(eventId)
  await form.getByLabel('File', { exact: true }).setInputFiles(csv(...lines))
  // What an earlier file was found to be is gone, before this one is tried.
  await expect(page.getByText(/^This file can/)).toHaveCount(0)
  await form.getByRole('button', { name: 'Try it' }).click()
}

/** Imports a file that a dry run finds right, and waits until that is done. */
async function importFile(page: Page, says: string): Promise<void> {
  await expect(page.getByText('This file can be imported')).toBeVisible()
  await expect(formOf(page)).toContainText(says)
  await formOf(page).getByRole('button', { name: 'Import it' }).click()
  await expect(formOf(page).getByRole('button', { name: 'Try it' })).toBeVisible()
}

const problemsOf = (page: Page) => page.getByRole('table', { name: 'Problems' })

test('a wrong file names line and column and changes nothing; the right one is imported whole @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { event } = await atImport(page, watch, world)
  const [venue] = await world.sql<{ name: string }>(
    'select v.name from venues v join events e on e.venue_id = v.id where e.id = $1',
    [event.eventId],
  )
  const heads = 'name,venue,category'
  await tryFile(page, 'events', {
    lines: [heads, `New event,${venue?.name},music`, 'Other,Nowhere,opera'],
  })
  await expect(page.getByText('This file cannot be imported yet')).toBeVisible()
  await expect(problemsOf(page).getByRole('row')).toHaveCount(3)
  await expect(problemsOf(page)).toContainText('There is no venue with this name.')
  const events = () =>
    world.sql<{ name: string }>(
      `select name from events where tenant_id =
         (select tenant_id from events where id = $1) and id <> $1 order by name`,
      [event.eventId],
    )
  expect(await events()).toEqual([])
  await tryFile(page, 'events', { lines: [heads, `=New event,${venue?.name},music`] })
  await importFile(page, '1 row: 1 is new')
  await expect(page.getByText('1 row was imported')).toBeVisible()
  expect(await events()).toEqual([{ name: '=New event' }])

  const { eventId } = event
  await tryFile(page, 'ticket_types', { eventId, lines: ['name,price', 'Senior,12.50'] })
  await importFile(page, '1 row: 1 is new')
  await tryFile(page, 'access_codes', {
    eventId,
    lines: ['code,opens early,opens: Senior', 'FANS,maybe,no', 'FANS,yes,yes'],
  })
  await expect(problemsOf(page)).toContainText('The same code as in line 2.')
  await tryFile(page, 'access_codes', { eventId, lines: ['code,opens: Senior', 'FANS,yes'] })
  await importFile(page, '1 row: 1 is new')
  await expect(page.getByText('1 row was imported').last()).toBeVisible()
  await tryFile(page, 'sessions', {
    eventId,
    lines: ['date,start,minutes,capacity', '2031-05-01,19:30,90,200', '2031-05-02,19:30,90,200'],
  })
  await importFile(page, '2 rows: 2 are new')
  await expect(page.getByText('The dates are being created')).toBeVisible()
  const dates = () =>
    world.sql(`select 1 from sessions where event_id = $1 and local_date > '2031-01-01'`, [eventId])
  await expect.poll(async () => (await dates()).length).toBe(2)
})

test('a file that is chosen while another is imported is kept, and the button says what goes on @night', async ({
  page,
  watch,
  world,
}) => {
  const { event } = await atImport(page, watch, world)
  const { eventId } = event
  const form = formOf(page)
  await tryFile(page, 'access_codes', { eventId, lines: ['code,opens early', 'FIRST,yes'] })
  await expect(page.getByText('This file can be imported')).toBeVisible()
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  await page.route(/\/api\/admin\/imports/, async (route) => {
    arrived.resolve()
    await goOn.promise
    await route.continue()
  })
  await form.getByRole('button', { name: 'Import it' }).click()
  await arrived.promise
  await expect(form.getByRole('button', { name: 'Import it' })).toHaveAttribute('aria-busy', 'true')
  await form
    .getByLabel('File', { exact: true })
    .setInputFiles(csv('code,opens early', 'SECOND,yes'))
  await expect(form).toContainText('table.csv')
  goOn.resolve()
  await expect(page.getByText('1 row was imported')).toBeVisible()
  await form.getByRole('button', { name: 'Try it' }).click()
  await importFile(page, '1 row: 1 is new')
  const codes = () =>
    world.sql<{ code: string }>('select code from access_codes where event_id = $1 order by code', [
      eventId,
    ])
  await expect.poll(codes).toEqual([{ code: 'FIRST' }, { code: 'SECOND' }])
})

test('what is exported has no formula, and is imported again @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug, event } = await atImport(page, watch, world)
  const { eventId } = event
  await world.sql(`update events set name = '=HYPERLINK("http://a")' where id = $1`, [eventId])
  await world.sql(
    `insert into access_codes (tenant_id, id, event_id, code, label, opens_early)
     select tenant_id, gen_random_uuid(), id, 'FANS', '+Fans', true from events where id = $1`,
    [eventId],
  )
  const cart = await holdByCall(page.request, event, 2, undefined, `/${slug}`)
  await payByCall(page.request, cart, `/${slug}`)
  await page.reload()
  const exported = async (button: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ])
    return readFile(await download.path(), 'utf8')
  }
  const rows = page.getByLabel('Rows', { exact: true })
  for (const kind of ['events', 'ticket_types', 'sessions', 'access_codes', 'coupon_codes']) {
    await rows.selectOption(kind)
    if (!['events', 'coupon_codes'].includes(kind)) {
      await page.getByLabel('Event', { exact: true }).last().selectOption(eventId)
    }
    const text = await exported('Export as CSV')
    expect(text.startsWith('\uFEFF'), kind).toBe(true)
    expect(text, kind).not.toMatch(/(^|,|\n)"?[=+\-@]/)
    if (kind === 'coupon_codes' || kind === 'sessions') continue
    const again = { eventId: kind === 'events' ? undefined : eventId, lines: [text.slice(1)] }
    await tryFile(page, kind, again)
    await expect(page.getByText('This file can be imported')).toBeVisible()
  }
  await page.getByRole('link', { name: 'their list' }).click()
  await clerk.expectScreen('Orders')
  const orders = await exported('Export as CSV')
  expect(orders).toMatch(/@example\.com/)
  expect(orders).toContain(`'=HYPERLINK`)
})

test('a workbook is exported and imported again, and a date that means two days is asked about once', async ({
  page,
  watch,
  world,
}) => {
  const { event } = await atImport(page, watch, world)
  const { eventId } = event
  await world.sql(
    `insert into access_codes (tenant_id, id, event_id, code, label, opens_early)
     select tenant_id, gen_random_uuid(), id, '00468198', '=Fans', true from events where id = $1`,
    [eventId],
  )
  const form = formOf(page)
  await form.getByLabel('Rows of the file').selectOption('access_codes')
  await form.getByLabel('Event', { exact: true }).selectOption(eventId)
  await page.getByLabel('Rows', { exact: true }).selectOption('access_codes')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('access-codes.xlsx')
  await world.sql('delete from access_codes where event_id = $1', [eventId])
  await form.getByLabel('File', { exact: true }).setInputFiles(await download.path())
  await form.getByRole('button', { name: 'Try it' }).click()
  await importFile(page, '1 row: 1 is new')
  const codes = () =>
    world.sql('select code, label from access_codes where event_id = $1 order by code', [eventId])
  await expect.poll(codes).toEqual([{ code: '00468198', label: '=Fans' }])

  await tryFile(page, 'access_codes', {
    eventId,
    lines: ['code;works from;opens early', 'EARLY;6/5/2031 9:30;yes'],
  })
  await expect(page.getByText('Is 6/5/2031 May 6, 2031 or June 5, 2031?')).toBeVisible()
  await form.getByRole('button', { name: 'May 6, 2031' }).click()
  await expect(form.getByRole('button', { name: 'Import it' })).toBeFocused()
  await importFile(page, '1 row: 1 is new')
  const start = () =>
    world.sql(
      `select (c.starts_at at time zone v.timezone)::text as start from access_codes c
       join events e on e.id = c.event_id join venues v on v.id = e.venue_id
       where c.event_id = $1 and c.code = 'EARLY'`,
      [eventId],
    )
  await expect.poll(start).toEqual([{ start: '2031-05-06 09:30:00' }])
})

test('the screen of imports has no axe violations at any width', async ({ page, watch, world }) => {
  test.slow()
  const { event } = await atImport(page, watch, world)
  await expectSound(page, 'import')
  const { eventId } = event
  const lines = ['code,opens early,color', 'A,yes,red', 'GOOD,maybe,blue', 'GOOD,yes,']
  await tryFile(page, 'access_codes', { eventId, lines })
  await expect(problemsOf(page)).toBeVisible()
  await expectSound(page, 'import with problems')
  await tryFile(page, 'access_codes', { eventId, lines: ['code,opens early', 'GOOD,yes'] })
  await expect(page.getByText('This file can be imported')).toBeVisible()
  await expectSound(page, 'import that can be made')
})

test('a file is tried and imported by keyboard alone', async ({ page, watch, world }) => {
  const { event } = await atImport(page, watch, world)
  const form = formOf(page)
  await tabTo(page, form.getByLabel('Rows of the file'))
  await page.keyboard.type('Access')
  const ofEvent = form.getByLabel('Event', { exact: true })
  await expect(ofEvent.getByRole('option', { name: 'Lighthouse' })).toBeAttached()
  await tabTo(page, ofEvent)
  await page.keyboard.type('Lighthouse')
  // From here on the browser hands its dialog over: told at the key press, it may hear of it too late.
  const opened = page.waitForEvent('filechooser')
  await tabTo(page, form.getByLabel('File', { exact: true }))
  await page.keyboard.press('Space')
  const chooser = await opened
  await chooser.setFiles(csv('code,opens early', 'BY-KEYBOARD,yes'))
  await tabTo(page, form.getByRole('button', { name: 'Try it' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('This file can be imported')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Import it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 row was imported')).toBeVisible()
  const codes = await world.sql('select code from access_codes where event_id = $1', [
    event.eventId,
  ])
  expect(codes).toEqual([{ code: 'BY-KEYBOARD' }])
})
