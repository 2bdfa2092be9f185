import { Buyer, CARDS, type Details, someDetails } from '../support/buyer.ts'
import { findOnSale } from '../support/catalogue.ts'
import { followMailLink, openMail } from '../support/mailbox.ts'
import { readOrder } from '../support/pay-by-call.ts'
import { readCode } from '../support/qr.ts'
import { expect, test } from '../support/test.ts'

const TENANTS = [
  { name: 'the default tenant', base: '' },
  { name: 'a brand by its path', base: '/harbor' },
]

for (const { name, base } of TENANTS) {
  // A brand has the same screens: its purchase need not be repeated in the small window.
  const tag = base === '' ? '@both' : []
  test(`a purchase from ${name}, with a decline on the way`, { tag }, async ({
    page,
    watch,
    stranger,
  }) => {
    const buyer = new Buyer(page, base)
    const { event, types, addOn } = await findOnSale(page.request, base)
    const type = types[0]?.name ?? ''

    await buyer.openList()
    await buyer.openEvent(event.name)
    await buyer.chooseDay()
    await buyer.addTicket(type, 2)
    await buyer.goOnFromTickets()
    if (event.isTimedEntry) await buyer.chooseTime()
    await buyer.expectStep('Review Order')
    const total = (await buyer.total()) + addOn.allInMinor
    await buyer.addExtra(addOn.name)
    await buyer.expectTotal(total)
    await buyer.reserve()
    await buyer.expectTotal(total)

    const details = someDetails()
    await buyer.fillDetails(details)
    watch.expectAnswer(402, /\/confirm$/)
    await buyer.pay(CARDS.declined)
    await expectDeclined(buyer, details)

    await buyer.pay(CARDS.works)
    const orderId = await buyer.expectConfirmation()
    const order = await readOrder(page.request, orderId, base)
    expect(order.order).toMatchObject({ status: 'PAID', email: details.Email, ticketCount: 2 })
    await expect(page.getByText(order.order.orderNumber).first()).toBeVisible()
    await expect(
      page.getByText(`${details['First name']} ${details['Last name optional']}`),
    ).toBeVisible()

    await page.getByRole('link', { name: 'View Tickets' }).click()
    await expectTickets(page, order)

    const elsewhere = await stranger()
    await openMail(elsewhere, details.Email)
    await followMailLink(elsewhere, 'Open your tickets')
    await expectTickets(elsewhere, order)
  })
}

test('a purchase from a brand by its own host @night', async ({ page, baseURL }) => {
  const host = new URL(baseURL ?? '')
  host.hostname = `harbor.${host.hostname}`
  const buyer = new Buyer(page, host.origin)
  const { event, types } = await findOnSale(page.request, '/harbor')

  await buyer.openList()
  await buyer.openEvent(event.name)
  await buyer.chooseDay()
  await buyer.addTicket(types[0]?.name ?? '')
  await buyer.goOnFromTickets()
  if (event.isTimedEntry) await buyer.chooseTime()
  await buyer.reserve()
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(new URL(page.url()).origin).toBe(host.origin)
})

/** Checks that a decline shows its reason, sets the focus and keeps what was typed. */
async function expectDeclined(buyer: Buyer, details: Details): Promise<void> {
  const { page } = buyer
  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' })).toContainText(
    'Your card was declined.',
  )
  await expect(buyer.cardNumber).toBeFocused()
  await expect(buyer.cardNumber).toHaveValue('4000 0000 0000 0002')
  for (const [label, value] of Object.entries(details)) {
    await expect(buyer.field(label)).toHaveValue(value)
  }
  await expect(page.getByRole('timer', { name: 'Time left' })).toBeVisible()
  const promise = page.getByText(/^We’re holding your 2 tickets until \d/)
  await expect(promise.filter({ visible: true })).toBeVisible()
}

interface Order {
  tickets: { qrCode: string; validationCode: string; typeName: string }[]
}

/** Checks that every ticket shows its code and that the QR code has the server's value. */
async function expectTickets(page: Buyer['page'], { tickets }: Order): Promise<void> {
  const codes = page.getByRole('img', { name: /^QR code of ticket/ })
  await expect(codes).toHaveCount(tickets.length)
  await expect(page.getByText('Valid', { exact: true })).toHaveCount(tickets.length)
  for (const [index, ticket] of tickets.entries()) {
    await expect(page.getByText(ticket.validationCode)).toBeVisible()
    expect(await readCode(codes.nth(index))).toBe(ticket.qrCode)
  }
}
