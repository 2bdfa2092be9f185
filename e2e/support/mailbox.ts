import { expect, type Page } from '@playwright/test'

/** Opens the mail to an address in the development mailbox; it may take a moment to be sent. */
export async function openMail(page: Page, to: string): Promise<void> {
  const mail = page.getByRole('row').filter({ hasText: to }).getByRole('link')
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.first().click()
}
