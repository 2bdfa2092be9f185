import type { Page } from '@playwright/test'
import { SLOW_CARDS } from '../support/cards.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { holdBack } from '../support/hold-back.ts'
import { reload } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { readyToPay } from '../support/ready-to-pay.ts'
import { expect, test } from '../support/test.ts'

const CALLS = /\/api\/checkout\/(orders|payments)/

test('a payment that arrives after the hold expired gets its tickets if there is room @night', async ({
  page,
  world,
  watch,
}) => {
  const { buyer, event } = await readyToPay(page, world)
  watch.expectAnswer(402, CALLS)
  const letGo = await holdBack(page, CALLS)
  await buyer.pay(SLOW_CARDS.paid)
  await buyer.expectStep('Confirming your tickets…')
  await world.endHolds(event.eventId, -1)
  letGo()
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

test('a payment that arrives after the tickets were sold is shown until its refund @both', async ({
  page,
  world,
  watch,
  stranger,
}) => {
  const { buyer, event, details } = await readyToPay(page, world, { capacity: 2 })
  watch.expectAnswer(402, CALLS)
  watch.expectAnswer(409, CALLS)
  watch.expectAnswer(410, /\/carts\/\d+$/)
  const letGo = await holdBack(page, CALLS)
  await buyer.pay(SLOW_CARDS.paid)
  await buyer.expectStep('Confirming your tickets…')
  await world.endHolds(event.eventId, -1)
  await holdByCall((await stranger()).request, event, 2)
  letGo()

  await expect(page.getByRole('heading', { name: 'Your payment was refunded' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText('The full $60.00 has been given back.')).toBeVisible()
  const reference = page.getByText('Refund reference').locator('xpath=following-sibling::dd')
  await expect(reference).not.toBeEmpty()
  await expect(page.getByText(details.Email)).toBeVisible()
  await expectNoSidewaysScroll(page, 'refunded')
  await expectNoViolations(page, 'refunded')
  const shownReference = await reference.innerText()
  await reload(page)
  await expect(reference).toHaveText(shownReference)
  expect(await world.sales(event.eventId)).toEqual({ orders: 0, tickets: 0, payments: 0 })
  await expectMail(page, details.Email, [shownReference, '$60.00'])
})

/** Reads the mail in the development mailbox as text, because its frame runs no scripts. */
async function expectMail(page: Page, to: string, words: readonly string[]): Promise<void> {
  const letter = page
    .getByRole('row')
    .filter({ hasText: to })
    .getByRole('link')
    .filter({ hasNotText: '(not sent yet)' })
    .first()
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(letter).toBeVisible({ timeout: 500 })
  }).toPass()
  const address = new URL((await letter.getAttribute('href')) ?? '', page.url())
  await page.goto(`${address}?view=text`)
  for (const word of words) await expect(page.getByText(word).first()).toBeVisible()
}
