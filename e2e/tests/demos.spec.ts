import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

const check = async (page: Page, screen: string) => {
  await expectNoViolations(page, screen)
  await expectNoSidewaysScroll(page, screen)
}

test.describe('the demonstrations @both', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  test('the alternative checkout goes from date to payment, and back', async ({ page }) => {
    await open(page, '/testflow')
    await page.getByRole('link', { name: 'Try Alternative Flow' }).click()
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const goOn = page.getByRole('button', { name: 'Continue' })
    await expect(heading('Select a Date')).toBeVisible()
    await check(page, 'alternative date')
    await page.getByRole('button', { name: 'Friday, October 31, 2025' }).click()

    await expect(heading('Select Tickets')).toBeFocused()
    await expect(goOn).toBeDisabled()
    await page.getByRole('button', { name: 'Add one General Admission' }).click({ clickCount: 2 })
    await page.getByRole('button', { name: /^Platinum/ }).click()
    await expect(page.getByText('$129.98').first()).toBeVisible()
    await check(page, 'alternative tickets')
    await page.getByRole('button', { name: 'No thank you' }).click()

    await expect(heading('Select Time')).toBeFocused()
    await expect(page.getByText('$59.98').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^12:00 AM/ })).toBeDisabled()
    await expect(page.getByText('20 spots left')).toHaveCount(5)
    await expect(goOn).toBeDisabled()
    await page.getByRole('button', { name: /^9:00 PM/ }).click()
    await check(page, 'alternative time')
    await goOn.click()

    await page.getByRole('button', { name: 'Add one Premium Parking' }).click()
    await expect(page.getByText('$74.98').first()).toBeVisible()
    await goOn.click()
    await expect(page.getByText('Payment processing would be implemented here')).toBeVisible()

    const back = page.getByRole('button', { name: 'Back' })
    for (const name of ['Add-ons', 'Select Time', 'Select Tickets', 'Select a Date']) {
      await back.click()
      await expect(heading(name)).toBeVisible()
    }
    await expect(back).toHaveCount(0)
  })

  test('the static checkout asks for everything and leads to a sample @night', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname)
    })
    await open(page, '/checkout')
    await check(page, 'static checkout')
    await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
    await expect(page.getByText('Tickets will be sent to your email address')).toBeVisible()
    const submit = page.getByRole('button', { name: 'Complete Purchase - $115.96' })
    const fields = page.getByRole('textbox')
    await expect(fields).toHaveCount(13)
    for (const field of await fields.all()) {
      // Each missing field keeps the form open.
      await submit.click()
      await expect(page).toHaveURL(/\/checkout$/)
      const isEmail = (await field.getAttribute('type')) === 'email'
      await field.fill(isEmail ? 'ada@example.com' : '1')
    }
    await submit.click()
    await expect(page).toHaveURL(/\/confirmation\/[0-9a-f]{16}$/)
    await expect(page.getByRole('heading', { name: 'Order confirmed' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await check(page, 'static confirmation')
    expect(page.url()).not.toContain('ada')
    expect(calls).toEqual([])
  })

  test('the state page shows which parameters each step needs @night', async ({ page }) => {
    await open(page, '/checkout-state')
    await check(page, 'checkout state')
    await expect(page.getByText('date is missing')).toHaveCount(3)
    const date = page.getByRole('textbox', { name: 'date' })
    await date.fill('not a date')
    await date.press('Enter')
    await expect(page.getByText('date is missing')).toHaveCount(3)
    await date.fill('2026-12-24')
    await date.press('Enter')
    await expect(page).toHaveURL(/\?date=2026-12-24$/)
    await expect(page.getByText('date is there')).toHaveCount(3)
    await page.getByRole('link', { name: 'Open Tickets' }).click()
    await expect(page).toHaveURL(/\/checkout-test\/[0-9a-f-]{36}/)
  })
})

test('the alternative checkout works for one event only @night', async ({ page }) => {
  await open(page, '/checkout-alt/another')
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
})

test('the regular flow of the sample event is a real purchase @night', async ({ page }) => {
  await open(page, '/testflow')
  await page.getByRole('link', { name: 'Regular Flow (for comparison)' }).click()
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Select a Date' })).toBeVisible()
})
