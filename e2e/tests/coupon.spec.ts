import { amountOff } from '@foyer/testkit/coupons'
import type { Page } from '@playwright/test'
import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { holdBack } from '../support/hold-back.ts'
import { open } from '../support/open.ts'
import { holdByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

const BASE = '/harbor'
const COUPON = /\/api\/checkout\/carts\/\d+\/coupon$/

/** At the checkout of two tickets of 30.00 each, of the demo's tenant that has coupons. */
async function atCheckout(page: Page, world: World, feeMinor = 250) {
  const tenantId = await idOfTenant(world)
  const event = await world.event({ tenantId, fee: { flatMinor: feeMinor } })
  const cartId = await holdByCall(page.request, event, 2, undefined, BASE)
  const buyer = new Buyer(page, BASE)
  await buyer.openCheckout(cartId)
  return buyer
}

async function idOfTenant(world: World): Promise<number> {
  const [tenant] = await world.sql<{ id: number }>(
    `select tenant_id as id from tenants where '/' || slug = $1`,
    [BASE],
  )
  if (!tenant) throw new Error(`the demo has no tenant at ${BASE}`)
  return tenant.id
}

const question = (page: Page) => page.locator('summary', { hasText: 'Have a coupon?' })
const removeButton = (page: Page, code: string) =>
  page.getByRole('button', { name: `Remove coupon ${code}` })

async function enter(page: Page, code: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Coupon code' })
  if (!(await field.isVisible())) await question(page).press('Enter')
  await field.fill(code)
  await field.press('Enter')
}

test('a code is refused in plain words, applied and removed, by the keyboard alone @both', async ({
  page,
  world,
  watch,
}) => {
  const buyer = await atCheckout(page, world)
  watch.expectAnswer(404, COUPON)
  await enter(page, 'HARBOUR10')
  const field = page.getByRole('textbox', { name: 'Coupon code' })
  await expect(field).toHaveAccessibleDescription(/We don't know this coupon code/)
  await expect(page.getByRole('status').filter({ hasText: "We don't know" })).toBeAttached()
  await expect(field).toBeFocused()
  await expectNoViolations(page, 'refused coupon')
  await buyer.expectTotal(6500)

  await enter(page, 'harbor10')
  await expect(removeButton(page, 'HARBOR10')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'HARBOR10 applied' })).toBeAttached()
  await buyer.expectTotal(5900)
  await expectNoSidewaysScroll(page, 'applied coupon')

  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await buyer.expectTotal(6500)
})

test('removing a coupon waits for a payment that is being prepared @night', async ({
  page,
  world,
}) => {
  const buyer = await atCheckout(page, world)
  await buyer.expectTotal(6500)
  const answer = Promise.withResolvers<void>()
  let isAsked = false
  await page.route('**/api/create-payment-intent', async (route) => {
    if (route.request().postDataJSON().amount === 59) {
      isAsked = true
      await answer.promise
    }
    await route.continue()
  })
  await enter(page, 'HARBOR10')
  await buyer.expectTotal(5900)
  await expect.poll(() => isAsked).toBe(true)
  const removals: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') removals.push(request.url())
  })
  await removeButton(page, 'HARBOR10').click()
  await expect(removeButton(page, 'HARBOR10')).toHaveAttribute('aria-busy', 'true')
  expect(removals).toEqual([])
  answer.resolve()
  await buyer.expectTotal(6500)
  expect(removals).toHaveLength(1)
  await expect(page.getByText('The total changed')).toHaveCount(0)
})

test('a coupon reduces the total, and the order shows it', async ({ page, world }) => {
  const buyer = await atCheckout(page, world)
  await buyer.expectTotal(6500)
  await enter(page, 'HARBOR10')
  await buyer.expectTotal(5900)
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  const orderId = await buyer.expectConfirmation()
  const { order } = await readOrder(page.request, orderId, BASE)
  expect(order).toMatchObject({ promoCode: 'HARBOR10', quote: { totalMinor: 5900 } })
  await expect(page.getByText('Discount (HARBOR10)').filter({ visible: true })).toBeVisible()
})

test('a coupon that arrives behind the open sheet of a wallet is never paid at the old total @night', async ({
  page,
  world,
}) => {
  const buyer = await atCheckout(page, world)
  const letGo = await holdBack(page, COUPON)
  await enter(page, 'harbor10')
  const wallet = page.getByRole('button', { name: 'Pay with Apple Pay' })
  await wallet.click()
  const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
  const payOldTotal = sheet.getByRole('button', { name: 'Pay $65.00' })
  await expect(payOldTotal).toBeVisible()
  letGo()
  await buyer.expectTotal(5900)
  await payOldTotal.click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'The total changed' })).toBeVisible()

  // The next sheet shows the new total, and that is what is paid.
  await buyer.expectCardForm()
  await wallet.click()
  await sheet.getByRole('button', { name: 'Pay $59.00' }).click()
  const orderId = await buyer.expectConfirmation()
  const { order } = await readOrder(page.request, orderId, BASE)
  expect(order.totalAmount).toBe(59)
})

test('a coupon for everything asks for no card', async ({ page, world }) => {
  const buyer = await atCheckout(page, world)
  await enter(page, 'ONTHEHOUSE')
  await expect(page.getByText('The total is $0, so no card is asked for.')).toBeVisible()
  await buyer.fillDetails(someDetails())
  await page.getByRole('button', { name: 'Complete Order' }).click()
  const orderId = await buyer.expectConfirmation()
  const { order } = await readOrder(page.request, orderId, BASE)
  expect(order).toMatchObject({ promoCode: 'ONTHEHOUSE', paymentId: null, totalAmount: 0 })
})

test('a coupon that leaves less than a card can pay can be removed to pay in full @night', async ({
  page,
  world,
}) => {
  const tenantId = await idOfTenant(world)
  const { code } = await world.coupon({ tenantId, discounts: [amountOff(5970)] })
  const buyer = await atCheckout(page, world, 0)
  await enter(page, code)
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Amount Too Low' })
  await expect(alert).toContainText('The minimum payment amount is $0.50.')
  await expect(alert).toContainText('Remove your coupon to pay the full price.')
  await removeButton(page, code).click()
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
})

test('a tenant without coupons shows no coupon field @night', async ({ page, world }) => {
  const event = await world.event()
  const cartId = await holdByCall(page.request, event, 2)
  await open(page, `/checkout-api/${cartId}`)
  await expect(new Buyer(page).cardNumber).toBeVisible()
  await expect(question(page)).toHaveCount(0)
})

test('a wallet that is pressed while the payment is prepared anew says so, and opens then @night', async ({
  page,
  world,
}) => {
  const buyer = await atCheckout(page, world)
  const wallet = page.getByRole('button', { name: 'Pay with Apple Pay' })
  await expect(wallet).toBeVisible()
  const letGo = await holdBack(page, /\/api\/create-payment-intent$/)
  await enter(page, 'harbor10')
  await expect(removeButton(page, 'HARBOR10')).toBeFocused()
  await wallet.click()
  await expect(page.getByText('Preparing your payment…')).toBeVisible()
  // The provider opens no wallet that is answered late.
  await expect(page.getByText('Still preparing your payment.')).toBeVisible()
  const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
  await expect(sheet).toBeHidden()
  letGo()
  await expect(page.getByText('Your payment is ready. Press the button again.')).toBeVisible()
  await expectNoViolations(page, 'a wallet that can be pressed again')
  await wallet.click()
  await sheet.getByRole('button', { name: /^Pay / }).click()
  await buyer.expectConfirmation()
})
