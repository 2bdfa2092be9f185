import type { Page } from '@playwright/test'
import { Buyer, CARDS } from '../support/buyer.ts'
import { expectNoViolations } from '../support/checks.ts'
import { holdBack } from '../support/hold-back.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { readyToPay } from '../support/ready-to-pay.ts'
import { expect, test } from '../support/test.ts'

/** Lets the server refuse matching calls with one answer. */
const refusing = (page: Page, addresses: RegExp, status: number, error: string, code: string) =>
  page.route(addresses, (route) => route.fulfill({ status, json: { error, code } }))

const INTENT = /\/api\/create-payment-intent$/
const PURCHASES = /\/api\/checkout\/purchases$/

test('an invalid total is explained in the specified words, with a way on @night', async ({
  page,
  world,
  watch,
}) => {
  const cartId = await holdByCall(page.request, await world.event(), 1)
  watch.expectAnswer(400, INTENT)
  await refusing(page, INTENT, 400, 'not above 0', 'amount_not_positive')
  await open(page, `/checkout-api/${cartId}`)
  const alert = page.getByRole('alert').filter({ hasText: 'Invalid Payment Amount' })
  await expect(alert).toContainText(
    'The total amount must be greater than $0. Please check your ticket prices.',
  )
  await expect(alert.getByRole('link', { name: 'Change your order' })).toBeVisible()
})

test('the button waits for the form of the payment provider, and says so @night', async ({
  page,
  world,
}) => {
  const cartId = await holdByCall(page.request, await world.event(), 1)
  const letGo = await holdBack(page, /\/v1\/payment_intents\//)
  await open(page, `/checkout-api/${cartId}`)
  const buyer = new Buyer(page)
  await expect(buyer.cardNumber).toBeVisible()
  await expect(buyer.payButton).toBeDisabled()
  await expect(buyer.payButton).toHaveAccessibleDescription('The payment form is still loading')
  letGo()
  await expect(buyer.payButton).toBeEnabled()
})

test('a cart whose record cannot be read is reported by a toast, and leads to the events @night', async ({
  page,
  world,
  stranger,
  watch,
}) => {
  const cartId = await holdByCall(page.request, await world.event(), 1)
  const other = await stranger()
  watch.expectAnswer(404, new RegExp(`/carts/${cartId}$`))
  await other.addInitScript(
    (id) => localStorage.setItem(`foyer-cart-${id}`, '{"cartId":1}'),
    cartId,
  )
  await open(other, `/checkout-api/${cartId}`)
  await other.waitForURL(/\/events-api$/)
  await expect(other.getByText('Invalid Cart Data')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expectNoViolations(other, 'invalid cart data')
})

test('a purchase that cannot be completed is logged with status and body, and the order exists', async ({
  page,
  world,
  watch,
}) => {
  const { buyer } = await readyToPay(page, world)
  watch.expectAnswer(500, PURCHASES)
  await refusing(page, PURCHASES, 500, 'away', 'internal_error')
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  await expect(page.getByText('Purchase Failed')).toBeVisible()
  await expect(page.getByText(/^500: \{.*away.*\} Your order is made/)).toBeVisible()
})

test('a confirmation is sent again, and its result is reported @night', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const mails = /\/api\/send-confirmation-email$/
  watch.expectAnswer(500, mails)
  let isAway = true
  await page.route(mails, (route) =>
    isAway
      ? route.fulfill({ status: 500, json: { error: 'away', code: 'internal_error' } })
      : route.continue(),
  )
  await open(page, `/order-confirmation/${orderId}`)
  const send = page.getByRole('button', { name: 'Email Tickets' })
  await send.click()
  await expect(page.getByText('Email Failed')).toBeVisible()
  const failed = page.getByText('Failed to send confirmation email. Please try again.')
  await expect(failed.first()).toBeVisible()
  isAway = false
  await send.click()
  await expect(page.getByText('Email Sent')).toBeVisible()
  await expect(page.getByText(/^Tickets have been sent to ada-/)).toBeVisible()
})
