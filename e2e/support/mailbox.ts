import { expect, type Page } from '@playwright/test'

/**
 * Opens the newest mail to an address in the development mailbox whose subject has this text; waits
 * until it was sent.
 */
export async function openMail(page: Page, to: string, subject = ''): Promise<void> {
  const mail = page
    .getByRole('row')
    .filter({ hasText: to })
    .getByRole('link')
    .filter({ hasNotText: '(not sent yet)', hasText: subject })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  // Only the mail, without the mailbox around it.
  const href = await mail.first().getAttribute('href')
  await page.goto(new URL(`${href}/html`, page.url()).href)
}

/** Follows a link of the open mail in the same tab; by itself it would open another tab. */
export async function followMailLink(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name })
  await page.goto((await link.getAttribute('href')) ?? '')
}
