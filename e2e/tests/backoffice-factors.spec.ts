import { Clerk } from '../support/office.ts'
import { expect, test } from '../support/test.ts'
import { totpOf } from '../support/totp.ts'

test('an authenticator app is asked for after the password, and a recovery code opens instead', async ({
  page,
  watch,
  world,
}) => {
  const { clerk, person: ada } = await Clerk.withOrganizer(page, watch, world)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(setUp.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = await setUp.locator('.select-all').innerText()
  await setUp.getByLabel('Code of the app').fill(totpOf(secret))
  await setUp.getByRole('button', { name: 'Set up' }).click()
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recoveryCode = await codes.getByRole('listitem').first().innerText()
  await codes.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('Codes of your app are asked for.')).toBeVisible()

  await clerk.signOut()
  await clerk.signIn(ada)
  await clerk.expectScreen('Second factor')
  await page.getByLabel('Code of your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('One field needs a change')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await clerk.expectScreen(/^Lantern/)
  await page.goto('/admin/account')
  await expect(page.getByText('9 of 10 codes are left.')).toBeVisible()
})

test('a passkey is added and signs in without a password', async ({ page, watch, world }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { clerk } = await Clerk.withOrganizer(page, watch, world)
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel('Name').fill('Office laptop')
  await adding.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Store your recovery codes' })
  await codes.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByRole('button', { name: 'Remove Office laptop' })).toBeVisible()

  await clerk.signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await clerk.expectScreen(/^Lantern/)
})
