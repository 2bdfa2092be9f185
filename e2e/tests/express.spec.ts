import { amountOff } from '@foyer/testkit/coupons'
import type { Page } from '@playwright/test'
import { Buyer, CARDS } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

/** A checkout in which nothing is typed. */
async function atCheckout(page: Page, world: World) {
  const event = await world.event({})
  const cartId = await holdByCall(page.request, event, 2)
  const buyer = new Buyer(page)
  await buyer.openCheckout(cartId)
  return { buyer, event }
}

const walletButton = (page: Page, wallet: string) =>
  page.getByRole('button', { name: `Pay with ${wallet}` })

for (const wallet of ['Apple Pay', 'Google Pay', 'Link']) {
  // The sheets differ in their name: one of them shows how they look in the small window.
  const tag = wallet === 'Apple Pay' ? '@both' : []
  test(`${wallet} pays without a field being typed, and its address is the order's`, {
    tag,
  }, async ({ page, world }) => {
    const { buyer, event } = await atCheckout(page, world)
    await walletButton(page, wallet).click()
    const sheet = page.getByRole('dialog', { name: wallet })
    await expect(sheet.getByText('Test sheet')).toBeVisible()
    await sheet.getByLabel('Account').selectOption({ label: 'Inês Duarte, Lisboa' })
    await expect(sheet.getByText('ines.duarte@example.com')).toBeVisible()
    await expectNoViolations(page, 'wallet sheet')
    await sheet.getByRole('button', { name: /^Pay / }).click()
    await buyer.expectConfirmation()
    await expect(page.getByText('Rua Garrett 73')).toBeVisible()
    expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
  })
}

test('a declined wallet says why above the wallets, keeps what was typed, and a card pays @both', async ({
  page,
  world,
  watch,
}) => {
  const { buyer, event } = await atCheckout(page, world)
  watch.expectAnswer(402, /\/confirm$/)
  await buyer.field('First name').fill('Ada')
  await walletButton(page, 'Google Pay').click()
  const sheet = page.getByRole('dialog', { name: 'Google Pay' })
  await sheet.getByLabel('Card').selectOption({ label: 'Visa •••• 0002 (declined)' })
  await sheet.getByRole('button', { name: /^Pay / }).click()
  await expect(sheet).toBeHidden()
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(alert).toContainText('Your card was declined.')
  await expect(alert).toContainText('Choose another card in Google Pay, or pay by card below.')
  await expect(alert).toContainText('Nothing was charged. Your tickets are still held')
  await expect(alert.getByText('Payment Failed')).toBeInViewport()
  await expect(buyer.field('First name')).toHaveValue('Ada')
  await expectNoSidewaysScroll(page, 'declined wallet')
  await expectNoViolations(page, 'declined wallet')

  await walletButton(page, 'Link').click()
  await page.getByRole('dialog', { name: 'Link' }).getByRole('button', { name: /^Pay / }).click()
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

test('a wallet whose sheet shows a total that has changed since pays nothing @night', async ({
  page,
  world,
}) => {
  const { buyer, event } = await atCheckout(page, world)
  const { code } = await world.coupon({ discounts: [amountOff(500)] })
  await walletButton(page, 'Apple Pay').click()
  const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
  const pay = sheet.getByRole('button', { name: /^Pay / })
  await expect(pay).toBeVisible()
  // Another tab takes a coupon.
  const cartId = new URL(page.url()).pathname.split('/').at(-1)
  const data = { code }
  const taken = await page.request.post(`/api/checkout/carts/${cartId}/coupon`, { data })
  expect(taken.ok()).toBe(true)
  await pay.click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'The total changed' })).toBeVisible()
  expect(await world.sales(event.eventId)).toMatchObject({ orders: 0, tickets: 0 })
  // The sheet shows the new total, once the payment is prepared for it.
  await buyer.expectTotal(5500)
  await buyer.expectCardForm()
  await walletButton(page, 'Apple Pay').click()
  await pay.click()
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

test('a cancelled wallet keeps everything and gives the focus back, by keyboard alone @night', async ({
  page,
  world,
}) => {
  const { buyer } = await atCheckout(page, world)
  await buyer.field('Email').fill('ada@example.com')
  await walletButton(page, 'Apple Pay').focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
  await expect(sheet.getByRole('button', { name: /^Pay / })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(walletButton(page, 'Apple Pay')).toBeFocused()
  await expect(buyer.field('Email')).toHaveValue('ada@example.com')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(buyer.payButton).toBeEnabled()
})

test('an order in Lisbon asks for a Portuguese address @night', async ({ page, world }) => {
  const { buyer, event } = await atCheckout(page, world)
  await buyer.country.selectOption('PT')
  await expect(buyer.field('State')).toHaveCount(0)
  const details = {
    'First name': 'Inês',
    'Last name optional': 'Duarte',
    Email: 'ines@example.com',
    Phone: '912 345 678',
    Address: 'Rua Garrett 73',
    'Postal code': '1200-203',
    City: 'Lisboa',
  }
  for (const [label, value] of Object.entries(details)) await buyer.field(label).fill(value)
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  await expect(page.getByText('Rua Garrett 73')).toBeVisible()
  expect(await world.sales(event.eventId)).toMatchObject({ orders: 1 })
})

test('a free order asks for name and e-mail address alone @both', async ({ page, world }) => {
  const event = await world.event({ types: [{ priceMinor: 0 }] })
  const cartId = await holdByCall(page.request, event, 2)
  const buyer = new Buyer(page)
  await open(page, `/checkout-api/${cartId}`)
  await expect(page.getByText('No payment needed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Billing Address' })).toHaveCount(0)
  await expect(buyer.field('Phone')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Pay with/ })).toHaveCount(0)
  const details = {
    'First name': 'Ada',
    'Last name optional': 'Lovelace',
    Email: 'ada@example.com',
  }
  for (const [label, value] of Object.entries(details)) await buyer.field(label).fill(value)
  await expectNoViolations(page, 'free checkout')
  await page.getByRole('button', { name: 'Complete Order' }).click()
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 0 })
})

test('what looks mistyped is asked about once, what cannot be real is not sold @both', async ({
  page,
  world,
}) => {
  const { buyer, event } = await atCheckout(page, world)
  const details = {
    'First name': 'Ada',
    'Last name optional': 'Lovelace',
    Email: 'ada@example.com',
    Phone: '12',
    Address: '1 Main Street',
    City: '1',
    State: 'ZZ',
    'ZIP code': 'abc',
  }
  for (const [label, value] of Object.entries(details)) await buyer.field(label).fill(value)
  await buyer.pay(CARDS.works)
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Enter a phone number in digits, with its area code.',
    /^City: is this right/,
    /^State: is this right/,
    'Check your ZIP code: it has at least one digit.',
  ])
  await expectNoViolations(page, 'checked fields')
  await buyer.field('Phone').fill('212 555 0100')
  await buyer.field('ZIP code').fill('10001')
  await buyer.field('City').focus()
  await expect(summary.getByRole('link')).toHaveCount(2)
  const keep = page.getByRole('button', { name: 'Yes, keep it' }).filter({ visible: true })
  for (const left of [2, 1]) {
    await expect(keep).toHaveCount(left)
    await keep.first().click()
  }
  await expect(summary).toHaveCount(0)
  await buyer.payButton.click()
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toMatchObject({ orders: 1 })
})

test('where no wallet can be used, nothing is offered and nothing moves @both @night', async ({
  page,
  world,
}) => {
  // The provider's script says that no wallet is there.
  await page.addInitScript(() => {
    let made: unknown
    Object.defineProperty(window, 'Stripe', {
      get: () => made,
      set: (create: (key: string) => { elements: (options: object) => object }) => {
        made = (key: string) => {
          const stripe = create(key)
          const { elements } = stripe
          stripe.elements = (options) => {
            const group = elements(options) as {
              create: (type: string, options: object) => object
            }
            const { create: createElement } = group
            const never = { applePay: 'never', googlePay: 'never', link: 'never' }
            group.create = (type, own) =>
              createElement.call(group, type, { ...own, paymentMethods: never })
            return group
          }
          return stripe
        }
      },
    })
  })
  const { buyer } = await atCheckout(page, world)
  await expect(page.getByText('You pay by card at the end of this page.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay with/ })).toHaveCount(0)
  await expect(buyer.payButton).toBeEnabled()
})
