import { randomUUID } from 'node:crypto'
import { someColleague } from '../support/colleague.ts'
import { followMailLink, openMail } from '../support/mailbox.ts'
import { Clerk, endSignIns, makeSignInOld } from '../support/office.ts'
import { expect, test } from '../support/test.ts'

test('an organizer signs up, and a second person joins the team by an invitation', async ({
  page,
  stranger,
  watch,
}) => {
  const owner = new Clerk(page, watch)
  await page.goto('/')
  await page
    .getByRole('link', { name: 'Organizer Login' })
    .first()
    .evaluate((link) => {
      link.removeAttribute('target')
    })
  await page.getByRole('link', { name: 'Organizer Login' }).first().click()
  await owner.expectScreen('Sign in')

  const ada = someColleague()
  await owner.signUp(ada)
  const slug = await owner.register()
  await page.getByRole('link', { name: 'Team' }).first().click()
  await owner.expectScreen('Team')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const grace = someColleague('Grace Hopper')
  await page.getByLabel('E-mail address').fill(grace.email)
  await page.getByRole('radio', { name: /^Gate/ }).check()
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(grace.email)

  const other = await stranger()
  const guest = new Clerk(other, watch)
  await openMail(other, grace.email, 'You are invited')
  await followMailLink(other, 'Accept the invitation')
  await guest.expectScreen(/^Join Lantern/)
  await expect(other).toHaveURL(/\/admin\/invitation$/)
  await other.getByLabel('Your name').fill(grace.name)
  await other.getByLabel('Password', { exact: true }).fill(grace.password)
  await other.getByRole('button', { name: 'Join the team' }).click()
  await guest.expectScreen(/^Lantern/)
  await expect(other.getByText('You are here as gate.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Team' })).toHaveCount(0)

  await page.goto(`/admin/o/${slug}/audit-log`)
  await expect(page.getByText(`${grace.name} joined the team`)).toBeVisible()
})

test('a role is changed after a new sign-in, and the choice made before is kept @night', async ({
  page,
  watch,
  world,
}) => {
  const { slug, person: ada } = await Clerk.withOrganizer(page, watch, world)
  await makeSignInOld(world, ada.email)
  await page.goto(`/admin/o/${slug}/team`)
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const guest = someColleague('Gate Keeper')
  await page.getByLabel('E-mail address').fill(guest.email)
  await page.getByRole('radio', { name: /^Gate/ }).check()
  await page.getByRole('button', { name: 'Send the invitation' }).click()

  const again = page.getByRole('dialog', { name: 'Is it still you?' })
  await expect(again).toContainText(ada.email)
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
  await again.getByLabel('Password', { exact: true }).fill(ada.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  const invitations = page.getByRole('table', { name: 'Open invitations' })
  await expect(invitations).toContainText(guest.email)
  await expect(invitations).toContainText('Gate')
})

test('a form that is sent after the session has ended is sent once the person has signed in again @night', async ({
  page,
  watch,
  world,
}) => {
  const ada = someColleague()
  const clerk = await Clerk.signedIn(page, watch, world, ada)
  await page.goto('/admin/organizers/new')
  await page.getByLabel('Name', { exact: true }).fill('The Lamplight')
  await page.getByLabel('Address', { exact: true }).fill(`lamplight-${randomUUID().slice(0, 8)}`)
  await endSignIns(world, ada.email)
  await page.getByRole('button', { name: 'Register' }).click()

  const again = page.getByRole('dialog', { name: 'Your sign-in has ended' })
  await again.getByLabel('Password', { exact: true }).fill(ada.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await clerk.expectScreen('The Lamplight')
})

test('a person who forgot the password chooses a new one by mail, and signs in with it', async ({
  page,
  watch,
  world,
}) => {
  const { clerk, person: ada } = await Clerk.withOrganizer(page, watch, world)
  await page.context().clearCookies()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  // The screen before has a field of the same label.
  await clerk.expectScreen('Forgotten your password?')
  await page.getByLabel('E-mail address').fill(ada.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await clerk.expectScreen('Check your mail')
  await openMail(page, ada.email, 'Choose a new password')
  await followMailLink(page, 'Choose a new password')
  const password = 'another house with seven lanterns'
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Your password is changed')).toBeVisible()
  await clerk.signIn({ email: ada.email, password })
  await clerk.expectScreen(/^Lantern/)
})

test('a screen that needs a sign-in is shown after it, and a team of others is not @night', async ({
  page,
  watch,
  world,
}) => {
  const { clerk, slug, person: ada } = await Clerk.withOrganizer(page, watch, world)
  await page.context().clearCookies()
  await page.goto(`/admin/o/${slug}/team?role=gate`)
  await clerk.expectScreen('Sign in')
  await clerk.signIn(ada)
  await clerk.expectScreen('Team')
  await expect(page.getByLabel('Role')).toHaveValue('gate')

  watch.expectAnswer(404, /\/api\/admin\/organizer$/)
  watch.expectMessage(/unknown_tenant/)
  await page.goto('/admin/o/harbor')
  await clerk.expectScreen('You are not on this team')
})
