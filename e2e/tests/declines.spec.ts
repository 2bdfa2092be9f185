import { CARDS } from '../support/buyer.ts'
import { DECLINES } from '../support/cards.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { readyToPay } from '../support/ready-to-pay.ts'
import { expect, test } from '../support/test.ts'

test('each refused card says why, keeps everything, and the next card pays @both', async ({
  page,
  world,
  watch,
  isMobile,
}) => {
  const { buyer, event, details } = await readyToPay(page, world)
  // In the small window it matters which field the focus goes to, and not what the bank says.
  const cards = isMobile
    ? [...new Map(DECLINES.map((card) => [card.field, card])).values()]
    : DECLINES
  watch.expectAnswer(402, /\/confirm$/)
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' })
  for (const { number, reason, advice, field } of cards) {
    await buyer.fillCard(number)
    const answer = page.waitForResponse(/\/confirm$/)
    await buyer.payButton.click()
    await answer
    await expect(alert).toContainText(reason)
    await expect(alert).toContainText(advice)
    await expect(alert).toContainText('Nothing was charged. Your tickets are still held')
    await expect(buyer.field(field)).toBeFocused()
    // The notice is above the button that was pressed; the reason is in view beside the field.
    await expect(alert.getByText('Payment Failed')).toBeInViewport()
    await expect(buyer.field(field)).toBeInViewport()
  }
  for (const [label, value] of Object.entries(details)) {
    await expect(buyer.field(label)).toHaveValue(value)
  }
  const promise = page.getByText(/^We’re holding your 2 tickets until \d/)
  await expect(promise.filter({ visible: true })).toBeVisible()
  await expectNoSidewaysScroll(page, 'declined')
  await expectNoViolations(page, 'declined')

  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(await world.sales(event.eventId)).toEqual({ orders: 1, tickets: 2, payments: 1 })
})

test('an invalid card number never reaches the bank @night', async ({ page, world }) => {
  const { buyer } = await readyToPay(page, world)
  await buyer.pay('4242424242424241')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Check your card details' }),
  ).toContainText('Your card number is invalid.')
  await expect(buyer.cardNumber).toBeFocused()
})
