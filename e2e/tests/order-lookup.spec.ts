import type { Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { followMailLink, openMail } from '../support/mailbox.ts'
import { open, reload } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

/** An order that `page` bought, with so many tickets. */
async function bought(page: Page, world: World, tickets = 1) {
  const event = await world.event({ isTimedEntry: true, sessions: 2 })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, tickets))
  return { orderId, ...(await readOrder(page.request, orderId)) }
}

const expectScreen = async (page: Page, name: string) => {
  await expectNoViolations(page, name)
  await expectContrastInOtherTheme(page, name)
  await expectNoSidewaysScroll(page, name)
}

/** The newest code that was sent to an address. */
async function codeFor(reader: Page, email: string): Promise<string> {
  await openMail(reader, email, 'is your code')
  return /\b\d{6}\b/.exec(await reader.locator('body').innerText())?.[0] ?? ''
}

const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')

test('orders are found by address and ZIP code, stay after a reload, and can be mailed again @both', async ({
  page,
  stranger,
  world,
}) => {
  const { order } = await bought(page, world, 2)
  const reader = await stranger()
  await open(reader, '/manage-order')
  const main = reader.getByRole('main')
  await expectScreen(reader, 'lookup-form')
  await main.getByLabel('Email Address').fill(order.email)
  await main.getByLabel('ZIP Code').fill('99999')
  await reader.keyboard.press('Enter')
  await expect(main.getByText('No Orders Found')).toBeVisible()
  await expect(main.getByText("We couldn't find any orders with that email address.")).toBeVisible()
  await expect(main.getByText(/What you typed is kept\..* we can send a code/)).toBeVisible()
  await expectScreen(reader, 'lookup-no-orders')
  await main.getByLabel('ZIP Code').fill(order.billingAddress?.zipCode ?? '')
  await main.getByRole('button', { name: 'Find My Orders' }).click()
  await expect(main.getByText(`1 order of ${order.email}`)).toBeFocused()
  await expect(main.getByText(order.orderNumber)).toBeVisible()
  await expectScreen(reader, 'lookup-cards')

  await reload(reader)
  await expect(main.getByText(order.orderNumber)).toBeVisible()
  await main.getByRole('button', { name: 'Resend Email' }).first().click()
  await main.getByRole('button', { name: 'Find Different Orders' }).click()
  await expect(main.getByLabel('Email Address')).toBeFocused()
  await expect(main.getByLabel('Email Address')).toHaveValue('')
  await reload(reader)
  await expect(main.getByLabel('Email Address')).toBeVisible()
})

test('an order number opens its order at once, and no other order of the address @night', async ({
  page,
  stranger,
  world,
}) => {
  const { order } = await bought(page, world)
  const reader = await stranger()
  await open(reader, '/manage-order')
  const main = reader.getByRole('main')
  await main.getByLabel('Email Address').fill(order.email)
  await main.getByLabel('Order Number').fill('12')
  await main.getByLabel('Phone').focus()
  await expect(main.getByLabel('Order Number')).toHaveAccessibleDescription('Invalid order number')
  await main.getByLabel('Order Number').fill(` #${order.orderNumber.toLowerCase()} `)
  await main.getByRole('button', { name: 'Find My Orders' }).click()
  await expect(main.getByText(`1 order of ${order.email}`)).toBeFocused()
  await expect(main.getByText(`Order ${order.orderNumber}`)).toBeVisible()
})

test('a malformed address, phone or ZIP code is shown at its field, and the first one gets the focus @both @night', async ({
  page,
}) => {
  await open(page, '/manage-order')
  const main = page.getByRole('main')
  const email = main.getByLabel('Email Address')
  const find = main.getByRole('button', { name: 'Find My Orders' })
  await find.click()
  await expect(main.getByText('Email Required')).toBeVisible()
  await expect(
    main.getByRole('link', { name: 'Please enter your email address to find your orders.' }),
  ).toBeVisible()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Required')

  await email.fill('ada@example')
  await main.getByLabel('Phone').fill('12345')
  // Leaving a field checks it.
  await expect(email).toHaveAccessibleDescription('Invalid email')
  await main.getByLabel('ZIP Code').fill('1')
  await expect(main.getByLabel('Phone')).toHaveAccessibleDescription('Invalid phone number')
  await find.click()
  await expect(main.getByText('Please check these fields')).toBeVisible()
  for (const failure of [
    'Email Address: Invalid email',
    'Phone: Invalid phone number',
    'ZIP Code: Invalid ZIP code',
  ]) {
    await expect(main.getByRole('link', { name: failure })).toBeVisible()
  }
  await expect(email).toBeFocused()
  await expectScreen(page, 'lookup-malformed')
  await email.fill('nobody-with-orders@example.com')
  await find.click()
  await expect(main.getByLabel('Phone')).toBeFocused()
})

test('a code lists the orders; a wrong one says how many tries are left, and a reload keeps the step and the list @both', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { order } = await bought(page, world)
  const reader = await stranger()
  const mailbox = await stranger()
  await open(reader, '/manage-order')
  await reader.getByLabel('Email Address').fill(order.email)
  await reader.keyboard.press('Enter')
  const field = reader.getByLabel('Six-digit code')
  await expect(field).toBeFocused()
  await expect(
    reader.getByText(`A code and a link are on their way to ${order.email}.`),
  ).toBeVisible()
  await expectScreen(reader, 'lookup-code')
  await reload(reader)
  await expect(
    reader.getByText(`A code and a link are on their way to ${order.email}.`),
  ).toBeVisible()

  const code = await codeFor(mailbox, order.email)
  await field.fill('12')
  await reader.getByRole('button', { name: 'Show My Orders' }).click()
  await expect(field).toHaveAccessibleDescription('The code has six digits')
  watch.expectAnswer(404, /\/lookup\/confirm$/)
  await field.fill(otherCode(code))
  await reader.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(
    'This code is wrong or was used already. You have 4 more tries.',
  )
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(otherCode(code))
  await expectScreen(reader, 'lookup-code-wrong')
  // Pasted codes have spaces.
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
  await reader.keyboard.press('Enter')
  await expect(reader.getByText(`1 order of ${order.email}`)).toBeFocused()
  await reload(reader)
  await expect(reader.getByText(order.orderNumber)).toBeVisible()
  await world.sql(
    `update order_lookups set created_at = created_at - interval '2 hours' where email = $1`,
    [order.email],
  )
  watch.expectAnswer(410, /\/lookup\/confirm$/)
  await reload(reader)
  await expect(reader.getByText('This list has ended')).toBeVisible()
  await expect(reader.getByText(/Your orders are still there: type your address/)).toBeVisible()
})

test('an expired code, too many tries and too many codes each say what to do next @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { order } = await bought(page, world)
  const reader = await stranger()
  const mailbox = await stranger()
  const age = (minutes: number) =>
    world.sql(
      'update order_lookups set created_at = created_at - make_interval(mins => $2) where email = $1',
      [order.email, minutes],
    )
  await open(reader, '/manage-order')
  const main = reader.getByRole('main')
  await main.getByLabel('Email Address').fill(order.email)
  await main.getByRole('button', { name: 'Find My Orders' }).click()
  const field = main.getByLabel('Six-digit code')
  const submit = main.getByRole('button', { name: 'Show My Orders' })
  await field.fill('123456')
  await age(11)
  watch.expectAnswer(410, /\/lookup\/confirm$/)
  await submit.click()
  await expect(main.getByText('Lookup Failed')).toBeVisible()
  await expect(
    main.getByText(/^This code has ended\. A code is valid for 10 minutes\./),
  ).toBeVisible()
  await expect(main.getByText('Your address is kept.')).toBeVisible()
  await expect(main.getByText('Check your email')).toBeHidden()
  await expectScreen(reader, 'lookup-code-ended')

  await main.getByRole('button', { name: 'Send a New Code' }).click()
  await expect(main.getByText('Lookup Failed')).toBeHidden()
  await expect(field).toBeFocused()
  const wrong = otherCode(await codeFor(mailbox, order.email))
  watch.expectAnswer(404, /\/lookup\/confirm$/)
  for (const left of ['4 more tries', '3 more tries', '2 more tries', '1 more try']) {
    await field.fill(wrong)
    await submit.click()
    await expect(field).toHaveAccessibleDescription(new RegExp(left))
  }
  await submit.click()
  await expect(main.getByText(/because it was wrong 5 times/)).toBeVisible()

  await world.sql(
    `insert into order_lookups (tenant_id, id, email, code_hash, link_hash)
     select tenant_id, gen_random_uuid(), email, 'x', 'x' from order_lookups, generate_series(1, 5)
     where email = $1 limit 5`,
    [order.email],
  )
  watch.expectAnswer(429, /\/lookup$/)
  await main.getByRole('button', { name: 'Send a New Code' }).click()
  await expect(
    main.getByText(/^Several codes were sent .* try again in \d+ minutes\.$/),
  ).toBeVisible()
  await expect(main.getByText('What you typed is kept.')).toBeVisible()
  await main.getByRole('button', { name: 'Find Different Orders' }).click()
  await expect(main.getByLabel('Email Address')).toHaveValue(order.email)
})

test('a server that cannot be reached, and one that fails, keep what was typed and can be tried again @both @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { order } = await bought(page, world)
  const reader = await stranger()
  await open(reader, '/manage-order')
  const main = reader.getByRole('main')
  await main.getByLabel('Email Address').fill(order.email)
  await main.getByLabel('ZIP Code').fill(order.billingAddress?.zipCode ?? '')
  const calls = /\/order-management\/lookup$/
  await reader.route(calls, (route) => route.abort())
  watch.expectFailure(calls)
  await main.getByRole('button', { name: 'Find My Orders' }).click()
  await expect(main.getByText('Failed to Find Orders')).toBeVisible()
  await expect(main.getByText('Please check your information and try again.')).toBeVisible()
  await expect(
    main.getByText('We could not reach our server. What you typed is kept.'),
  ).toBeVisible()
  await expectScreen(reader, 'lookup-unreachable')

  await reader.unroute(calls)
  watch.expectAnswer(503, calls)
  await reader.route(calls, (route) => route.fulfill({ status: 503, body: '' }))
  await main.getByRole('button', { name: 'Try Again' }).click()
  await expect(main.getByText('HTTP 503: Service Unavailable')).toBeVisible()
  await reader.unroute(calls)
  await main.getByRole('button', { name: 'Try Again' }).click()
  await expect(main.getByText(order.orderNumber)).toBeVisible()
})

test("a mail's link lists the orders, leaves the address, and works once @both", async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { order } = await bought(page, world)
  const reader = await stranger()
  await open(reader, '/manage-order')
  await reader.getByLabel('Email Address').fill(order.email)
  await reader.getByRole('button', { name: 'Find My Orders' }).click()
  await expect(reader.getByText('Check your email')).toBeVisible()
  const other = await stranger()
  await openMail(other, order.email, 'is your code')
  const mail = other.url()
  await followMailLink(other, 'Show my orders')
  await expect(other.getByText(order.orderNumber)).toBeVisible()
  await expect(other).toHaveURL(/\/manage-orders$/)
  await reload(other)
  await expect(other.getByText(order.orderNumber)).toBeVisible()

  const last = await stranger()
  watch.expectAnswer(404, /\/lookup\/confirm$/)
  await last.goto(mail)
  await followMailLink(last, 'Show my orders')
  await expect(last.getByText('This link has ended')).toBeVisible()
  await expect(last.getByLabel('Email Address')).toBeVisible()
  await expectScreen(last, 'lookup-link-used')
})

test('an order is opened by its id and address, which leaves the page address, also after a reload @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { orderId, order } = await bought(page, world, 2)
  const reader = await stranger()
  await open(reader, `/manage-order/${orderId}?email=${encodeURIComponent(order.email)}`)
  await expect(reader.getByText(order.orderNumber)).toBeVisible()
  await expect(reader).toHaveURL(new RegExp(`/manage-order/${orderId}$`))
  const card = new RegExp(`/order-management/${orderId}$|/order-management/${orderId}\\?`)
  watch.expectFailure(card)
  await reader.route(card, (route) => route.abort('connectionrefused'))
  await reload(reader)
  await expect(reader.getByText(/^We could not reach our server\. This page keeps/)).toBeVisible()
  await reader.unroute(card)
  await reader.getByRole('button', { name: 'Try Again' }).click()
  await reader.getByRole('button', { name: 'Reschedule (2 tickets)' }).click()
  const dialog = reader.getByRole('dialog', { name: 'Reschedule Order' })
  await expect(dialog.getByText(/^Reschedule free of charge until /)).toBeVisible()
  const last = await stranger()
  watch.expectAnswer(404, /\/api\/order-management\//)
  await open(last, `/manage-order/${orderId}?email=eve@example.com`)
  await expect(last.getByText('Order Not Found')).toBeVisible()
  await expect(
    last.getByText(
      "We couldn't find an order with that information. Please check your details and try again.",
    ),
  ).toBeVisible()
  await last.getByRole('button', { name: 'Try Again' }).click()
  await expect(last.getByLabel('Email Address')).toBeVisible()
})

test('an order that a link opened hides its contact data, and the address opens it fully @both @night', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  const { orderId, order } = await bought(page, world, 2)
  const reader = await stranger()
  await openMail(reader, order.email)
  const link = await reader.getByRole('link', { name: 'Open your tickets' }).getAttribute('href')
  const token = new URL(link ?? '').searchParams.get('token') ?? ''
  await open(reader, `/manage-order/${orderId}?token=${token}`)
  const main = reader.getByRole('main')
  await expect(main.getByText(order.orderNumber)).toBeVisible()
  await expect(reader).toHaveURL(new RegExp(`/manage-order/${orderId}$`))
  await expect(main).not.toContainText(order.email)
  await expect(main.getByRole('button', { name: /^(Resend|Reschedule)/ })).toHaveCount(0)
  await expectScreen(reader, 'card-by-link')

  const email = main.getByLabel('E-mail address of the order')
  await email.fill('ada@')
  await reader.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription('Invalid email')
  watch.expectAnswer(404, /\/api\/order-management\//)
  await email.fill('eve@example.com')
  await reader.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription(
    /^We couldn't find an order with that information/,
  )
  await email.fill(order.email)
  await reader.keyboard.press('Enter')
  await expect(main.getByRole('button', { name: 'Reschedule (2 tickets)' })).toBeVisible()
  await reload(reader)
  await expect(main.getByRole('button', { name: 'Resend Email' })).toBeVisible()
})
