import type { Page } from '@playwright/test'
import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { open } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { Watch } from '../support/watch.ts'
import type { World } from '../support/world.ts'

/** Terms to accept and news at the checkout: switched on by the organizer, ticked by a buyer. */

const NEWS = 'Mail me about new shows, once a month at most.'

/** A shop whose organizer has switched both on, and a browser at its checkout. */
async function atCheckout(page: Page, watch: Watch, world: World) {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  await page.goto(`/admin/o/${slug}/settings/privacy`)
  await page.getByLabel(/^Buyers tick that they accept the terms/).check()
  await page.getByLabel('Ask buyers whether they want news').check()
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('Write what buyers agree to').first()).toBeVisible()
  await page.getByLabel('What buyers agree to').fill(NEWS)
  await expectNoViolations(page, 'privacy settings')
  await expectNoSidewaysScroll(page, 'privacy settings')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('It counts from now on.')).toBeVisible()
  await expect(page.getByText(/version 1\. Each change of it/)).toBeVisible()

  const event = await eventOf(world, slug)
  const buyer = new Buyer(page, `/${slug}`)
  const cartId = await holdByCall(page.request, event, 1, undefined, buyer.base)
  await buyer.openCheckout(cartId)
  return { buyer, slug }
}

const terms = (page: Page) => page.getByLabel(/^I accept the Terms of Service/)
const news = (page: Page) => page.getByLabel(new RegExp(`^${NEWS}`))

test('a buyer accepts the terms, agrees to news and takes that back, at the keyboard @both', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { buyer, slug } = await atCheckout(page, watch, world)
  await expect(terms(page)).not.toBeChecked()
  await expect(news(page)).not.toBeChecked()

  // A wallet does not get around it.
  await page.getByRole('button', { name: 'Pay with Apple Pay' }).click()
  await expect(page.getByText('Accept the terms to continue.').first()).toBeVisible()
  await expect(terms(page)).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'Apple Pay' })).toBeHidden()

  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await expect(page.getByRole('link', { name: 'Accept the terms to continue.' })).toBeVisible()
  await expectNoViolations(page, 'checkout with boxes')
  await expectNoSidewaysScroll(page, 'checkout with boxes')
  await terms(page).press('Space')
  await news(page).press('Space')
  await expect(page.getByText('Accept the terms to continue.')).toBeHidden()
  await buyer.payButton.press('Enter')
  const orderId = await buyer.expectConfirmation()
  const [stored] = await world.sql(
    'select terms_version, marketing_text from order_consents where order_id = $1',
    [orderId],
  )
  expect(stored).toEqual({ terms_version: 1, marketing_text: NEWS })

  await open(page, `/${slug}/order/${orderId}`)
  await expect(page.getByText(NEWS)).toBeVisible()
  await expectNoViolations(page, 'order with news')
  await page.getByRole('button', { name: 'Take it back' }).press('Enter')
  await expect(page.getByText('You get no more news.')).toBeVisible()
})

test('a wallet pays once the terms are ticked @both @night', async ({ page, watch, world }) => {
  test.slow()
  const { buyer } = await atCheckout(page, watch, world)
  await terms(page).press('Space')
  await page.getByRole('button', { name: 'Pay with Apple Pay' }).click()
  const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
  await sheet.getByRole('button', { name: /^Pay / }).click()
  const orderId = await buyer.expectConfirmation()
  const [stored] = await world.sql(
    'select terms_version, marketing_text from order_consents where order_id = $1',
    [orderId],
  )
  expect(stored).toEqual({ terms_version: 1, marketing_text: null })
})
