import type { Page } from '@playwright/test'
import { CARDS } from '../support/buyer.ts'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { Clerk } from '../support/office.ts'
import { type OwnProgram, startOwnProgram } from '../support/own-program.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { test as base, expect } from '../support/test.ts'

const test = base.extend<{ program: OwnProgram }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its pattern
  program: async ({}, use) => {
    const program = await startOwnProgram({
      PAYMENTS: 'connect',
      PLATFORM_FEE_PERCENT: '2',
      PLATFORM_FEE_FIXED: '30',
    })
    await use(program)
    await program.stop()
  },
  baseURL: async ({ program }, use) => use(program.url),
})

test.setTimeout(300_000)

const DISPUTED = '4000000000000259'

/** The screen as it is now: no sideways scroll, no violation, at each width and in both themes. */
async function expectSound(page: Page, state: string): Promise<void> {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, state)
    await expectNoViolations(page, `${state} at ${width} px`)
  }
  await expectContrastInOtherTheme(page, state)
}

test('an owner connects an account, sees what becomes of the money, and disconnects it', async ({
  page,
  program,
  watch,
}) => {
  const { world, askProvider } = program
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  await page.goto(`/admin/o/${slug}/money`)
  await clerk.expectScreen('Money')
  await expect(page.getByText(/^No account is connected/)).toBeVisible()
  await expectSound(page, 'no account')

  // A first visit at the provider that answers nothing, and its link opened again.
  await page.getByRole('button', { name: 'Connect with Stripe' }).click()
  const link = await page.waitForURL(/payments-emulator\/onboarding/).then(() => page.url())
  await page.getByRole('button', { name: 'Go back without answering' }).click()
  await expect(page.getByText('Not finished')).toBeVisible()
  await expect(page).not.toHaveURL(/from=/)
  await page.goto(link)
  await expect(page.getByText('The link to Stripe was used or has ended')).toBeVisible()
  await expectSound(page, 'a link that was used')

  await page.getByRole('button', { name: 'Continue at Stripe' }).first().click()
  await page.getByRole('button', { name: 'Leave out a document' }).click()
  await expect(page.getByText('Stripe wants something')).toBeVisible()
  await expect(page.getByText('A document that proves who you are')).toBeVisible()
  await expectSound(page, 'a document is wanted')

  await page.getByRole('button', { name: 'Continue at Stripe' }).click()
  await page.getByRole('button', { name: /^Complete/ }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('2 % and $0.30 of each payment')).toBeVisible()
  await expect(page.getByText('Nothing was paid yet.')).toBeVisible()
  await expectSound(page, 'an account without payments')

  const [row] = await world.sql<{ tenant_id: number; account_id: string }>(
    `select tenant_id, account_id from connected_accounts join tenants using (tenant_id)
     where slug = $1`,
    [slug],
  )
  const account = row?.account_id ?? ''
  const event = await world.event({ tenantId: row?.tenant_id ?? 0, name: 'Opening Night' })
  const base = `/${slug}`
  const buy = async (card: string) =>
    payByCall(page.request, await holdByCall(page.request, event, 2, undefined, base), base, card)
  await buy(CARDS.works)
  await askProvider('control/settle', {})
  const [first] = (await balanceOf(program, account)).available
  await askProvider(
    'v1/payouts',
    { amount: String((first?.amount ?? 0) - 500), currency: 'usd', description: 'bounces' },
    account,
  )
  await askProvider('control/settle', {})
  const [second] = (await balanceOf(program, account)).available
  await askProvider('v1/payouts', { amount: String(second?.amount), currency: 'usd' }, account)
  await buy(DISPUTED)
  await askProvider('control/settle', {})

  // The provider's events arrive one by one.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('table', { name: 'Disputes' }).getByText(/^Open/)).toBeVisible({
      timeout: 1000,
    })
    await expect(page.getByText('Your balance is below 0')).toBeVisible({ timeout: 1000 })
    const payouts = page.getByRole('table', { name: 'Payouts' })
    await expect(payouts.getByText('Failed')).toBeVisible({ timeout: 1000 })
    await expect(payouts.getByText(/^(On its way|Paid)$/)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await world.sql(
    `insert into money_problems (tenant_id, kind, subject, details)
     select tenant_id, 'charge unknown', 'pi_of_a_lost_order', '$7.00, for a payment that is not here'
     from tenants where slug = $1`,
    [slug],
  )
  await page.reload()
  await expect(page.getByText('Money arrived for no order')).toBeVisible()
  await expect(page.getByText('$7.00, for a payment that is not here')).toBeVisible()
  await expectSound(page, 'a negative balance and a finding')

  await page.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = page.getByRole('dialog')
  await expectNoViolations(page, 'the question before disconnecting')
  await dialog.getByRole('button', { name: 'Disconnect the account' }).click()
  await expect(page.getByText(/^No account is connected/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Disputes' })).toBeVisible()
  await expectSound(page, 'after disconnecting')
})

interface Balance {
  available: { amount: number }[]
}

const balanceOf = async ({ askProvider }: OwnProgram, account: string): Promise<Balance> =>
  // The emulator's answers are checked against the provider's types in its own tests.
  (await askProvider('v1/balance', undefined, account)) as Balance
