import { CARDS } from '../support/buyer.ts'
import { type ReadyBuyer, readyToPay } from '../support/ready-to-pay.ts'
import { expect, test } from '../support/test.ts'

const ONCE = { orders: 1, tickets: 2, payments: 1 }
const UNPAID = /\/api\/checkout\/orders$/

test("a payment on the bank's own page returns to the tickets", async ({ page, world }) => {
  const ready = await readyToPay(page, world)
  await goToBank(ready)
  await page.getByRole('button', { name: 'Authorize test payment' }).click()
  await ready.buyer.expectConfirmation()
  await expect(page).not.toHaveURL(/secret/)
  expect(await world.sales(ready.event.eventId)).toEqual(ONCE)
})

test("a payment on the bank's own page works with the keyboard alone @night", async ({
  page,
  world,
}) => {
  const { buyer, event } = await readyToPay(page, world)
  await buyer.field('ZIP code').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab', { name: 'Card' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Amazon Pay' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(buyer.payButton).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Authorize test payment' }).press('Enter')
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual(ONCE)
})

test('a returning buyer never sees a payment form, however late the browser grants its lock @night', async ({
  page,
  world,
}) => {
  await grantLocksLate(page)
  const { buyer, ...ready } = await readyToPay(page, world)
  await goToBank({ buyer, ...ready })
  const intents: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-payment-intent')) intents.push(request.url())
  })
  const isBack = page.waitForResponse(/\/api\/checkout\/carts\//)
  await page.getByRole('button', { name: 'Authorize test payment' }).click()
  await isBack
  await expect(page.getByRole('heading', { name: /^Confirming/ })).toBeVisible()
  expect(await page.evaluate(() => 'grantLocks' in window)).toBe(true)
  await page.evaluate(() => (window as unknown as { grantLocks: () => void }).grantLocks())
  await buyer.expectConfirmation()
  expect(intents).toEqual([])
})

test('a payment that fails at the bank returns to the form, and a card then pays', async ({
  page,
  world,
  watch,
}) => {
  const ready = await readyToPay(page, world)
  watch.expectAnswer(402, UNPAID)
  await goToBank(ready)
  await page.getByRole('button', { name: 'Fail test payment' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(alert).toContainText('Nothing was charged. Your tickets are still held')
  await expect(page).not.toHaveURL(/secret/)
  await expectKept(ready)
  await payByCard(ready)
  expect(await world.sales(ready.event.eventId)).toEqual(ONCE)
})

test('a buyer who turns back at the bank can pay in another way @night', async ({
  page,
  world,
  watch,
}) => {
  const ready = await readyToPay(page, world)
  watch.expectAnswer(402, UNPAID)
  await goToBank(ready)
  await page.goBack()
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' })
  await expect(alert).toContainText('Your bank’s check was not finished.')
  await expectKept(ready)
  await payByCard(ready)
  expect(await world.sales(ready.event.eventId)).toEqual(ONCE)
})

test("a bank's return to another browser is explained there @night", async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const ready = await readyToPay(page, world)
  watch.expectAnswer(404, /\/(carts|payments)\//)
  await goToBank(ready)
  const back = page.waitForRequest(/payment_intent_client_secret/)
  await page.getByRole('button', { name: 'Authorize test payment' }).click()
  const address = (await back).url()
  await ready.buyer.expectConfirmation()
  const other = await stranger()
  await other.goto(address)
  const title = 'Your payment goes on where you started it'
  await expect(other.getByRole('heading', { name: title })).toBeVisible()
  await expect(other).not.toHaveURL(/secret/)
})

/** Delays the locks of the page to which a bank returns until the test calls `grantLocks()`. */
async function grantLocksLate(page: ReadyBuyer['buyer']['page']): Promise<void> {
  await page.addInitScript(() => {
    if (!location.search.includes('payment_intent')) return
    const granted = Promise.withResolvers<void>()
    Object.assign(window, { grantLocks: granted.resolve })
    const request = navigator.locks.request.bind(navigator.locks) as (
      ...input: unknown[]
    ) => Promise<unknown>
    const late = (...input: unknown[]) => granted.promise.then(() => request(...input))
    Object.assign(navigator.locks, { request: late })
  })
}

async function goToBank({ buyer }: ReadyBuyer): Promise<void> {
  await buyer.page.getByRole('tab', { name: 'Amazon Pay' }).click()
  await buyer.payButton.click()
  await expect(buyer.page.getByText('You are paying with Amazon Pay.')).toBeVisible()
}

async function expectKept({ buyer, details }: ReadyBuyer): Promise<void> {
  for (const [label, value] of Object.entries(details)) {
    await expect(buyer.field(label)).toHaveValue(value)
  }
  const promise = buyer.page.getByText(/^We’re holding your 2 tickets until \d/)
  await expect(promise.filter({ visible: true })).toBeVisible()
}

async function payByCard({ buyer }: ReadyBuyer): Promise<void> {
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
}
