import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { tabTo } from '../support/focus.ts'
import { Clerk, endSignIns } from '../support/office.ts'
import { open } from '../support/open.ts'
import { expectSound } from '../support/sound.ts'
import { setDns } from '../support/stubbed-dns.ts'
import { expect, test } from '../support/test.ts'
import type { Watch } from '../support/watch.ts'
import type { World } from '../support/world.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><path d="M0 0h60v20"/></svg>'

/** A tab of the settings of a new shop, on the screen. */
async function settingsOf(page: Page, watch: Watch, world: World, tab: string) {
  const { clerk, slug, person } = await Clerk.withOrganizer(page, watch, world)
  const office = `/admin/o/${slug}/settings`
  await page.goto(`${office}/${tab}`)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  return { clerk, person, slug, office }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const shown = (page: Page) => page.getByTitle('Preview of the shop').contentFrame()
const pick = (name: string, content: string, mimeType = 'image/svg+xml') => ({
  ...{ name, mimeType },
  buffer: Buffer.from(content),
})

test('a new look is seen in the real shop while it is typed, and by buyers once it is saved', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  test.slow()
  const { slug } = await settingsOf(page, watch, world, 'look')
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('')
  const before = await page.getByLabel('Name', { exact: true }).inputValue()
  const heading = shown(page).getByRole('link', { name: 'The Glass Roof' }).first()
  await page.getByLabel('Name', { exact: true }).fill('The Glass Roof')
  await expect(heading).toBeVisible({ timeout: 30_000 })
  // Its label takes the click, as a person's does.
  await page.getByRole('radio', { name: 'Sea' }).check({ force: true })
  await page.getByLabel('Upload a logo').setInputFiles(pick('logo.svg', SVG))
  await expect(page.getByRole('img', { name: 'The logo' })).toBeVisible()
  await expect(shown(page).locator('img[src*="/logos/"]').first()).toBeVisible()
  await page.getByRole('textbox', { name: /^Text/ }).fill('1 Pier Road')
  await expect(shown(page).getByText('1 Pier Road')).toBeVisible()

  const buyer = await stranger()
  await open(buyer, `/${slug}/`)
  await expect(buyer).toHaveTitle(new RegExp(before))
  await save(page)
  await expect(page.getByText('Buyers see it from now on.')).toBeVisible()
  await open(buyer, `/${slug}/`)
  await expect(buyer).toHaveTitle(/The Glass Roof/)
  await expect(buyer.getByText('1 Pier Road')).toBeVisible()
  await expect(buyer.locator('img[src*="/logos/"]').first()).toBeVisible()
})

test('the preview is the real shop, stays at the page that was opened, and sells nothing @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  watch.expectAnswer(403, /\/api\/cart/)
  const { slug } = await settingsOf(page, watch, world, 'look')
  const [tenant] = await world.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  const { eventId } = await world.event({ tenantId: tenant?.tenant_id, name: 'Opening' })
  await page.reload()
  await shown(page)
    .getByRole('link', { name: /Opening/ })
    .first()
    .click()
  await expect(shown(page).getByRole('heading', { level: 1, name: 'Opening' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('The Glass Roof')
  await expect(shown(page).getByRole('link', { name: 'The Glass Roof' }).first()).toBeVisible()
  await expect(shown(page).getByRole('heading', { level: 1, name: 'Opening' })).toBeVisible()
  await expect(page.getByLabel('Page', { exact: true })).toHaveValue(`/events-api/${eventId}`)

  // The same address in a window of its own says what it is, and is refused in words too.
  await open(page, `/draft/${slug}/look/events-api/${eventId}`)
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('not saved')
  const held = await page.evaluate(async (shop) => {
    const headers = { 'content-type': 'application/json', 'x-brand-path': `draft/${shop}/look` }
    const answer = await fetch('/api/cart/items', { method: 'POST', headers, body: '{}' })
    return answer.text()
  }, slug)
  expect(held).toContain('This is a preview of your shop')
})

test('wrong values are named at their fields, and a hostile logo is refused in words @night', async ({
  page,
  watch,
  world,
}) => {
  watch.expectAnswer(400, /\/api\/admin\/settings\/logos/)
  await settingsOf(page, watch, world, 'look')
  await page
    .getByLabel('Upload a logo')
    .setInputFiles(pick('x.svg', SVG.replace('<path', '<script')))
  await expect(page.getByRole('alert').filter({ hasText: 'A logo may only draw' })).toBeVisible()
  const heavy = pick('x.png', 'x'.repeat(11 * 1024 * 1024), 'image/png')
  await page.getByLabel('Upload a logo').setInputFiles(heavy)
  await expect(page.getByText('The file of a logo has at most 10 MB')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Instagram').fill('our page')
  // The field is left by this very click: its message must not move the button away.
  await save(page)
  const summary = page.getByRole('alert').filter({ hasText: 'Some fields need a change' })
  await expect(summary).toContainText('Enter the name that buyers know.')
  await summary.getByRole('link', { name: /https:/ }).click()
  await expect(page.getByLabel('Instagram')).toBeFocused()
  await expect(page.getByLabel('Instagram')).toHaveValue('our page')
})

test('a domain is the shop’s once its DNS proves it, and mails come from an address that its DNS allows', async ({
  page,
  watch,
  world,
}) => {
  watch.expectAnswer(400, /\/api\/admin\/settings\/contact/)
  await settingsOf(page, watch, world, 'address')
  const host = `tickets-${randomUUID().slice(0, 8)}.example`
  await page.getByLabel('Domain', { exact: true }).fill('not a domain')
  await page.getByRole('button', { name: 'Add the domain' }).click()
  await expect(page.getByText('Enter a domain, such as').first()).toBeVisible()
  await page.getByLabel('Domain', { exact: true }).fill(host)
  await page.getByRole('button', { name: 'Add the domain' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Waits for its DNS' })
  // Name and value of each of the two records.
  const records = row.locator('dd code')
  await expect(records).toHaveCount(4)
  const [, alias = '', , proof = ''] = await records.allTextContents()
  await row.getByRole('button', { name: /^Check the DNS/ }).click()
  await expect(row).toContainText('found: no such record')
  await setDns({ [`CNAME ${host}`]: [alias], [`TXT _foyer.${host}`]: [proof] })
  await row.getByRole('button', { name: /^Check the DNS/ }).click()
  await expect(page.getByText(`${host} leads to your shop now`)).toBeVisible()
  await page.getByRole('button', { name: 'Use as main address' }).click()
  await expect(page.getByRole('button', { name: 'Use as main address' })).toHaveCount(1)

  await page.getByRole('textbox', { name: 'Address for questions' }).fill(`box@${host}`)
  await page.getByRole('checkbox', { name: /^Send mails from/ }).check()
  await page.getByLabel('Language and region').selectOption('de-DE')
  await page.getByLabel('Currency').selectOption('eur')
  await save(page)
  const refusal = page.getByRole('alert').filter({ hasText: 'One field needs a change' })
  await expect(refusal).toContainText('include:')
  const mails = page.getByRole('form', { name: 'Mails, language and money' })
  // The record that the shop's domain needed shows whose it is already.
  const needed = mails.locator('dd code').filter({ hasText: /^(v=spf1|foyer=)/ })
  await expect(needed).toHaveText([/^v=spf1 include:/])
  const [spf = ''] = await needed.allTextContents()
  await setDns({ [`TXT ${host}`]: [spf], [`TXT _foyer.${host}`]: [proof] })
  await save(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /^Send mails from/ })).toBeChecked()
  await expect(page.getByLabel('Currency')).toHaveValue('eur')
})

test('the second of two people reads what the first has changed, and keeps what she typed @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  watch.expectAnswer(409, /\/api\/admin\/settings\/pages/)
  const { office, slug } = await settingsOf(page, watch, world, 'pages/about')
  const second = await page.context().newPage()
  await second.goto(`${office}/pages/about`)
  const text = (on: Page) => on.getByLabel('Text', { exact: true })
  await expect(text(second)).not.toHaveValue('')
  const original = await text(second).inputValue()
  await page.getByLabel('Title').fill('Who we are')
  await text(page).fill(`${original}\n\nOpen at noon.`)
  await save(page)
  await expect(page.getByText('Buyers read it from now on.')).toBeVisible()

  await text(second).fill(`${original}\n\nOpen at one.`)
  await save(second)
  const question = second.getByRole('alert').filter({ hasText: 'Somebody else changed this' })
  await expect(question).toBeInViewport()
  await expect(question).toContainText('they saved “Open at noon.”, you have “Open at one.”')
  await expect(second.getByLabel('Title')).toHaveValue('Who we are')
  await expect(text(second)).toHaveValue(`${original}\n\nOpen at one.`)
  await save(second)
  await expect(second.getByText('Buyers read it from now on.')).toBeVisible()
  await open(second, `/${slug}/pages/about`)
  await expect(second.getByText('Open at one.')).toBeVisible()
})

test('a sign-in that ran out keeps all that was typed, and the save goes on after it @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { person } = await settingsOf(page, watch, world, 'policies')
  await page.getByRole('checkbox', { name: 'Buyers may cancel tickets' }).check()
  await page.getByLabel('Percent').first().fill('80')
  await page.getByRole('radio', { name: /^Your own lines/ }).check()
  await page.getByLabel('Your lines').fill('Bring a coat.')
  await endSignIns(world, person.email)
  await save(page)
  const again = page.getByRole('dialog')
  await again.getByLabel('Password', { exact: true }).fill(person.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Buyers read it from now on.')).toBeVisible()
  await expect(page.getByLabel('Your lines')).toHaveValue('Bring a coat.')
  await page.reload()
  await expect(page.getByLabel('Percent').first()).toHaveValue('80')
})

test('the look is changed by keyboard alone @night', async ({ page, watch, world }) => {
  test.slow()
  await settingsOf(page, watch, world, 'look')
  const keys = page.keyboard
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await keys.press('ControlOrMeta+A')
  await keys.type('The Glass Roof')
  await tabTo(page, page.getByRole('radio', { name: 'Marigold' }))
  await keys.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Vermilion' })).toBeChecked()
  await tabTo(page, page.getByRole('textbox', { name: /^Text/ }))
  await keys.type('1 Pier Road')
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
  await keys.press('Enter')
  await expect(page.getByText('Buyers see it from now on.')).toBeVisible()
})

test('the settings have no axe violations at any width, with their dialogs', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { office } = await settingsOf(page, watch, world, 'look')
  for (const tab of ['look', 'policies', 'privacy', 'fees', 'pages', 'pages/about', 'address']) {
    await page.goto(`${office}/${tab}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectSound(page, tab)
  }
  await page.getByLabel('Domain', { exact: true }).fill(`axe-${randomUUID().slice(0, 8)}.example`)
  await page.getByRole('button', { name: 'Add the domain' }).click()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'the question about a domain')
})
