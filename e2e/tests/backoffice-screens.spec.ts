import { someColleague } from '../support/colleague.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk } from '../support/office.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'

test('the screens before the office have no axe violations at any width', async ({
  page,
  watch,
}) => {
  const clerk = new Clerk(page, watch)
  for (const [path, heading] of [
    ['/admin', 'Sign in'],
    ['/admin/sign-up', 'Sell tickets with Foyer'],
    ['/admin/forgotten', 'Forgotten your password?'],
    ['/admin/confirm', 'This link no longer works'],
    ['/admin/nonsense', 'There is no such page'],
  ] as const) {
    await page.goto(path)
    await clerk.expectScreen(heading)
    await expectSound(page, path)
  }
})

test('the screens of the office have no axe violations at any width', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const clerk = await Clerk.signedIn(page, watch, world)
  await page.goto('/admin/organizers/new')
  await clerk.expectScreen('Name your shop')
  await expectSound(page, 'the registration')
  const slug = await clerk.register()
  for (const [path, heading] of [
    [`/admin/o/${slug}`, /^Lantern/],
    [`/admin/o/${slug}/money`, 'Money'],
    [`/admin/o/${slug}/team`, 'Team'],
    [`/admin/o/${slug}/audit-log`, 'Audit log'],
    ['/admin/account', 'My account'],
    ['/admin/organizers', 'Organizers'],
  ] as const) {
    await page.goto(path)
    await clerk.expectScreen(heading)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectSound(page, path)
  }
})

test('a person is invited by keyboard alone @night', async ({ page, watch, world }) => {
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  await page.goto(`/admin/o/${slug}`)
  await clerk.expectScreen(/^Lantern/)
  // The heading has the focus; the navigation is before it.
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Team' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await clerk.expectScreen('Team')
  await tabTo(page, page.getByRole('button', { name: 'Invite a person' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail address' }))
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').filter({ hasText: 'One field needs a change' })
  await tabTo(page, summary.getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused()
  const { email } = someColleague('Door Keeper')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(email)
})
