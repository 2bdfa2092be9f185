import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { followMailLink, openMail } from '../support/mailbox.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

test('orders are found by address and ZIP code, and can be mailed again and rescheduled @both', async ({
  page,
  stranger,
  world,
}) => {
  const event = await world.event({ isTimedEntry: true, sessions: 2 })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { order } = await readOrder(page.request, orderId)
  const reader = await stranger()
  await open(reader, '/manage-order')
  const main = reader.getByRole('main')
  await expectNoViolations(reader, 'lookup-form')
  await expectNoSidewaysScroll(reader, 'lookup-form')
  await main.getByRole('button', { name: 'Find My Orders' }).click()
  await expect(main.getByText('Email Required')).toBeVisible()
  await expect(main.getByText('Please enter your email address to find your orders.')).toBeVisible()
  await main.getByLabel('Email Address').fill(order.email)
  await main.getByLabel('ZIP Code').fill('99999')
  await main.getByRole('button', { name: 'Find My Orders' }).click()
  await expect(main.getByText('No Orders Found')).toBeVisible()
  await expect(main.getByText("We couldn't find any orders with that email address.")).toBeVisible()
  await main.getByLabel('ZIP Code').fill(order.billingAddress?.zipCode ?? '')
  await main.getByRole('button', { name: 'Find My Orders' }).click()
  await expect(main.getByText(order.orderNumber)).toBeVisible()
  await expectNoViolations(reader, 'lookup-cards')
  await expectNoSidewaysScroll(reader, 'lookup-cards')
  await main.getByRole('button', { name: 'Resend Email' }).first().click()
  await main.getByRole('button', { name: 'Find Different Orders' }).click()
  await expect(main.getByLabel('Email Address')).toBeVisible()
})

test("a mail's link lists the orders and leaves the address @both", async ({
  page,
  stranger,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const { order } = await readOrder(page.request, orderId)
  const reader = await stranger()
  await open(reader, '/manage-order')
  await reader.getByLabel('Email Address').fill(order.email)
  await reader.getByRole('button', { name: 'Find My Orders' }).click()
  await expect(reader.getByText('Check your email')).toBeVisible()
  const other = await stranger()
  await expect(async () => {
    await openMail(other, order.email)
    await expect(other.getByRole('link', { name: 'Show my orders' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await followMailLink(other, 'Show my orders')
  await expect(other.getByText(order.orderNumber)).toBeVisible()
  await expect(other).toHaveURL(/\/manage-orders$/)
})

test('an order is opened by its id and address, which leaves the page address @both', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const event = await world.event({ isTimedEntry: true, sessions: 2 })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { order } = await readOrder(page.request, orderId)
  const reader = await stranger()
  await open(reader, `/manage-order/${orderId}?email=${encodeURIComponent(order.email)}`)
  await expect(reader.getByText(order.orderNumber)).toBeVisible()
  await expect(reader).toHaveURL(new RegExp(`/manage-order/${orderId}$`))
  await reader.getByRole('button', { name: 'Reschedule (2 tickets)' }).click()
  const dialog = reader.getByRole('dialog', { name: 'Reschedule Order' })
  await expect(dialog.getByText(/^Reschedule free of charge until /)).toBeVisible()
  const last = await stranger()
  watch.expectAnswer(404, /\/api\/order-management\//)
  await open(last, `/manage-order/${orderId}?email=eve@example.com`)
  await expect(last.getByText('Order Not Found')).toBeVisible()
  await last.getByRole('button', { name: 'Try Again' }).click()
  await expect(last.getByLabel('Email Address')).toBeVisible()
})
