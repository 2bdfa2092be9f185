import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'
import type { Watch } from '../support/watch.ts'
import type { World } from '../support/world.ts'

/** A shop with an order of `email`, and its screen 'Privacy'. */
async function shopWithOrder(page: Page, watch: Watch, world: World, email: string) {
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const event = await eventOf(world, slug)
  await world.sql(
    `insert into mails (tenant_id, id, kind, recipient, state)
     select tenant_id, gen_random_uuid(), 'lookup_code', $2, 'sent' from events where id = $1`,
    [event.eventId, email],
  )
  await page.goto(`/admin/o/${slug}/settings/privacy`)
  await clerk.expectScreen('Privacy')
  return slug
}

test('one person is found, handed out as a file and erased, by keyboard alone', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const email = 'grace@example.com'
  await shopWithOrder(page, watch, world, email)
  await page.getByLabel('E-mail address').fill(email)
  await page.keyboard.press('Enter')
  const stored = page.getByRole('region', { name: `Stored about ${email}` })
  await expect(stored.getByText('1 entry')).toBeVisible()
  await expectSound(page, 'what is stored about a person')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tabTo(page, page.getByRole('button', { name: 'Download as a file' })).then(() =>
      page.keyboard.press('Enter'),
    ),
  ])
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file.tables.mails).toMatchObject([{ recipient: email }])

  await tabTo(page, page.getByRole('button', { name: 'Erase this person' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Erase this person?' })
  await dialog.getByLabel('Type the address again').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Type ${email} to erase this person.`).first()).toBeVisible()
  await expectSound(page, 'erasing a person')
  await dialog.getByLabel('Type the address again').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The person was erased')).toBeVisible()
  await expect(stored).toBeHidden()

  await page.getByLabel('E-mail address').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing is stored about this person')).toBeVisible()
})
