import type { Page } from '@playwright/test'
import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { open } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'
import type { Watch } from '../support/watch.ts'
import type { EventPlan, World } from '../support/world.ts'

const PLAN = {
  timeZone: 'America/New_York',
  types: [{ name: 'Adult' }, { name: 'Member' }],
}

/** The sales of an event of a new organizer, on the screen. */
async function atSales(page: Page, watch: Watch, world: World, plan: EventPlan = PLAN) {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const event = await eventOf(world, slug, plan)
  await page.goto(`/admin/o/${slug}/events/${event.eventId}/sales`)
  await expect(page.getByRole('heading', { name: 'What buyers see now' })).toBeVisible()
  return { slug, event }
}

const ofEvent = (page: Page) => page.getByRole('form', { name: 'Sales of the event' })
const seen = (page: Page) => page.getByRole('region', { name: 'What buyers see now' })

/** Edits a ticket type in its dialog. */
async function editType(page: Page, name: string, edit: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await edit()
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name })).toBeHidden()
}

test('a window, a cut-off and limits are set, and buyers read them', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { slug, event } = await atSales(page, watch, world, { ...PLAN, inDays: 2500 })
  const form = ofEvent(page)
  await form.getByLabel('Sales start').fill('2031-05-02T10:00')
  await form.getByLabel('Sales end').fill('2031-05-01T10:00')
  await form.getByLabel('Sales of each date end').selectOption('Some minutes before it begins')
  await form.getByLabel('Minutes').fill('an hour')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('A whole number of minutes: at most a year').last()).toBeVisible()
  await form.getByLabel('Minutes').fill('60')
  await expect(form.getByText('One field needs a change')).toBeHidden()
  watch.expectAnswer(400, /\/sales/)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Must be after the start of sales').last()).toBeVisible()
  await expect(form.getByLabel('Sales start')).toHaveValue('2031-05-02T10:00')
  await form.getByLabel('Sales end').fill('')
  await form.getByLabel('Most in an order').fill('6')
  await form.getByLabel('Most per customer').fill('8')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(seen(page).getByText('Not started')).toBeVisible()

  const buyer = new Buyer(await page.context().newPage(), `/${slug}`)
  await open(buyer.page, `/${slug}/events-api/${event.eventId}`)
  const title = /^On sale Friday, May 2, 2031 at 10:00 AM/
  await expect(buyer.page.getByRole('heading', { name: title })).toBeVisible()

  await form.getByLabel('Sales start').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(seen(page).getByText('On sale', { exact: true })).toBeVisible()
  // The page opens by itself.
  await expect(buyer.page.getByRole('heading', { name: title })).toBeHidden()
  await editType(page, 'Adult', async () => {
    const dialog = page.getByRole('dialog', { name: 'Adult' })
    await dialog.getByLabel('Fewest per order').fill('2')
    await dialog.getByLabel('Most per order').fill('4')
    await dialog.getByLabel('Sold by').fill('2')
  })
  await expect(page.getByText('2 to 4 per order · in pairs')).toBeVisible()
  await editType(page, 'Member', () =>
    page.getByRole('dialog', { name: 'Member' }).getByLabel('Sales end').fill('2020-01-01T10:00'),
  )
  // What was changed last is known to every process a moment later.
  await expect(async () => {
    await open(buyer.page, `/${slug}/events-api/${event.eventId}`)
    await buyer.openTickets()
    await expect(buyer.page.getByText('Sales have ended').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await buyer.addTicket('Adult')
  const adult = buyer.page.getByRole('group', { name: 'Adult', exact: true })
  await expect(adult).toContainText('2')
  await buyer.addTicket('Adult')
  await expect(adult.getByRole('button', { name: 'Add one Adult' })).toBeDisabled()
  await expect(buyer.page.getByText('Sales have ended').first()).toBeVisible()

  // A date of its own. By keyboard, because the news of what was saved lies over the corner of the page.
  await page.getByRole('button', { name: 'Show all dates' }).press('Enter')
  const dates = page.getByRole('list', { name: 'Dates' })
  await dates.getByRole('button', { name: /^Edit/ }).press('Enter')
  await page.getByRole('dialog').getByLabel('Sales end').fill('2020-01-01T10:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(dates).toContainText('until Wed, Jan 1, 2020')
  await expect(async () => {
    await open(buyer.page, `/${slug}/events-api/${event.eventId}`)
    const ended = buyer.page.getByRole('heading', { name: 'Sales have ended' })
    await expect(ended).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('a pause is read by buyers, and a hold under way survives it @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { slug, event } = await atSales(page, watch, world)
  const base = `/${slug}`
  const buyer = new Buyer(await page.context().newPage(), base)
  const cartId = await holdByCall(buyer.page.request, event, 2, undefined, base)
  await page.getByRole('button', { name: 'Pause sales' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause the sales of this event?' })
  await expect(dialog).toContainText('they can still be paid')
  await dialog.getByLabel('What buyers read').fill('We move to a larger hall. Back at noon.')
  await dialog.getByRole('button', { name: 'Pause sales' }).click()
  await expect(seen(page).getByText('Paused', { exact: true })).toBeVisible()
  await expect(seen(page)).toContainText('We move to a larger hall.')

  await expect(async () => {
    await open(buyer.page, `${base}/events-api/${event.eventId}`)
    const paused = buyer.page.getByRole('heading', { name: 'Sales are paused' })
    await expect(paused).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(buyer.page.getByText('We move to a larger hall. Back at noon.')).toBeVisible()
  await buyer.openCheckout(cartId)
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toMatchObject({ orders: 1, tickets: 2 })

  await page.getByRole('button', { name: 'Resume sales' }).click()
  await page
    .getByRole('dialog', { name: 'Resume sales?' })
    .getByRole('button', { name: 'Resume sales' })
    .click()
  await expect(seen(page).getByText('On sale', { exact: true })).toBeVisible()
  await expect(async () => {
    await open(buyer.page, `${base}/events-api/${event.eventId}`)
    await expect(buyer.ticketsButton).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('a buyer with a code buys what is hidden, until the code is revoked @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { slug, event } = await atSales(page, watch, world)
  await editType(page, 'Member', () => page.getByLabel('Hidden').check())
  await expect(seen(page)).toContainText('Member is hidden')
  // By keyboard, because the notice of what was saved may lie over the button.
  await page.getByRole('button', { name: 'New codes' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New access codes' })
  await expect(dialog.getByLabel('Member (hidden)')).toBeChecked()
  watch.expectAnswer(400, /\/sales\/codes/)
  await dialog.getByRole('button', { name: 'Make the code' }).click()
  await expect(dialog.getByText('Must have 3 to 32 letters').last()).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill('lamp-lighters')
  await dialog.getByLabel('Orders per code').fill('1')
  await dialog.getByRole('button', { name: 'Make the code' }).click()
  const codes = page.getByRole('list', { name: 'Access codes' })
  await expect(codes).toContainText('0 of 1 used')

  const base = `/${slug}`
  const buyer = new Buyer(await page.context().newPage(), base)
  await open(buyer.page, `${base}/events-api/${event.eventId}`)
  watch.expectAnswer(404, /\/access-code$/)
  watch.expectAnswer(409, /\/access-code$/)
  await buyer.page.getByLabel('Access code').fill('lamplighter')
  await buyer.page.getByRole('button', { name: 'Use the code' }).click()
  await expect(buyer.page.getByText(/This access code/)).toBeVisible()
  await buyer.page.getByLabel('Access code').fill('Lamp-Lighters')
  await buyer.page.getByRole('button', { name: 'Use the code' }).click()
  await expect(buyer.page.getByText('Your access code is accepted.')).toBeVisible()
  await buyer.openTickets()
  await buyer.addTicket('Member', 2)
  await buyer.goOnFromTickets()
  await buyer.expectStep('Review Order')
  await buyer.reserve()
  await buyer.fillDetails(someDetails())
  await buyer.expectCardForm()
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()

  await page.reload()
  await expect(codes).toContainText('1 of 1 used')
  await expect(codes).toContainText('Used up')
  await page.getByRole('button', { name: 'Revoke LAMP-LIGHTERS' }).press('Enter')
  await page.getByRole('button', { name: 'Revoke the code' }).click()
  await expect(codes).toContainText('Revoked')
  // The dialog that closes moves the focus, which may take a key from the button.
  await expect(async () => {
    await page.getByRole('button', { name: 'New codes' }).press('Enter')
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  await dialog.getByLabel('Many codes').check()
  await dialog.getByLabel('Number of codes').fill('120')
  await dialog.getByRole('button', { name: 'Make the codes' }).click()
  const made = page.getByRole('dialog', { name: '120 codes are ready' })
  const text = await made.getByLabel('The new codes').inputValue()
  expect(new Set(text.split('\n')).size).toBe(120)
  await made.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Show older codes' }).press('Enter')
  await expect(codes.getByRole('listitem')).toHaveCount(121)
})

test('the screen of sales and its dialogs have no axe violations at any width', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const types = [{ name: 'Adult' }, { name: 'Members of the Society of Lamplighters' }]
  const { event } = await atSales(page, watch, world, { ...PLAN, types, sessions: 3 })
  await expect(page.getByText('No access codes yet.')).toBeVisible()
  await expectSound(page, 'sales')
  const dialog = page.getByRole('dialog')
  const leave = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Pause sales' }).click()
  await expect(dialog).toBeVisible()
  await expectSound(page, 'sales pause')
  await page.getByLabel('What buyers read').fill('Back at noon.')
  await dialog.getByRole('button', { name: 'Pause sales' }).click()
  await expect(seen(page).getByText('Paused', { exact: true })).toBeVisible()
  await world.sql(
    `insert into access_codes (tenant_id, id, event_id, code, label, opens_early, max_uses, ends_at)
     select tenant_id, gen_random_uuid(), id, 'LONG-CODE-OF-THIRTY-TWO-LETTER-' || n,
       'A label of the society that is as long as a label may be, so that it wraps', true,
       nullif(n, 1), case n when 3 then now() end
     from events, generate_series(1, 3) n where id = $1`,
    [event.eventId],
  )
  await page.reload()
  await expect(page.getByRole('list', { name: 'Access codes' })).toBeVisible()
  await expectSound(page, 'sales paused with codes')
  await page.getByRole('list', { name: 'Access codes' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Edit Adult' }).click()
  await expect(dialog).toBeVisible()
  await expectSound(page, 'sales type')
  await leave()
  await page.getByRole('button', { name: 'New codes' }).click()
  await expect(dialog).toBeVisible()
  await expectSound(page, 'sales new codes')
  await dialog.getByLabel('Many codes').check()
  await expectSound(page, 'sales many codes')
  await leave()
  await page.getByRole('button', { name: 'Show all dates' }).click()
  await page.getByRole('list', { name: 'Dates' }).getByRole('button').first().click()
  await expect(dialog).toBeVisible()
  await expectSound(page, 'sales date')
})

test('a type is hidden, a code made and sales paused by keyboard alone', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  await atSales(page, watch, world)
  const press = page.keyboard
  // Past the pickers inside the fields of times, whose ring is the browser's own.
  await page.getByRole('button', { name: 'Edit Adult' }).focus()
  await tabTo(page, page.getByRole('button', { name: 'Edit Member' }))
  await press.press('Enter')
  const type = page.getByRole('dialog', { name: 'Member' })
  await type.getByLabel('Fewest per order').focus()
  await tabTo(page, type.getByLabel('Most per order'))
  await press.press('ControlOrMeta+a')
  await press.type('4')
  await tabTo(page, type.getByLabel('Hidden'))
  await press.press('Space')
  await press.press('Enter')
  await expect(type).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Member' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'New codes' }))
  await press.press('Enter')
  const codes = page.getByRole('dialog', { name: 'New access codes' })
  await tabTo(page, codes.getByLabel('Code', { exact: true }))
  await press.type('members')
  await press.press('Enter')
  await expect(page.getByRole('list', { name: 'Access codes' })).toContainText('MEMBERS')
  await expect(page.getByRole('button', { name: 'New codes' })).toBeFocused()
  await page.getByRole('button', { name: 'Pause sales' }).focus()
  await press.press('Enter')
  await tabTo(page, page.getByLabel('What buyers read'))
  await press.type('Back at noon.')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Pause sales' }))
  await press.press('Enter')
  await expect(page.getByRole('button', { name: 'Resume sales' })).toBeFocused()
})
