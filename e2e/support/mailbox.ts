import { expect, type Page } from '@playwright/test'

/** Opens the mail to an address in the development mailbox; it may take a moment to be sent. */
export async function openMail(page: Page, to: string): Promise<void> {
  const mail = page
    .getByRole('row')
    .filter({ hasText: to })
    .getByRole('link')
    .filter({ hasNotText: '(not sent yet)' })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  // The mail alone, without the mailbox around it.
  const href = await mail.first().getAttribute('href')
  await page.goto(new URL(`${href}/html`, page.url()).href)
}

/** Follows a link of the mail that is open, in the same tab: a mail's links open tabs of their own. */
export async function followMailLink(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name })
  await page.goto((await link.getAttribute('href')) ?? '')
}
