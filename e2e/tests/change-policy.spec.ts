import type { ChangePolicy } from '@foyer/domain'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

const changePolicy: Partial<ChangePolicy> = {
  reschedule: {
    isAllowed: true,
    untilMinutes: 2880,
    limit: 1,
    fee: { feeType: 'flat', amountMinor: 300 },
    refundsDecrease: true,
  },
}

test('the page of an event, its review and an order say what buyers may change @both', async ({
  page,
  world,
}) => {
  const event = await world.event({ changePolicy, sessions: 2 })
  // Another day to reschedule to.
  await world.moveSession(event.sessionIds[1] ?? '', 1)
  const price = 'Reschedule for a fee of $3 per ticket'
  await open(page, `/events-api/${event.eventId}`)
  const notes = page.getByRole('region', { name: 'Refunds and changes' })
  await expect(
    notes.getByText(`${price} until 2 days before the session, once per order.`),
  ).toBeVisible()
  await expectNoViolations(page, 'event-policy')
  await expectNoSidewaysScroll(page, 'event-policy')

  const types = `${event.typeId}:2`
  await open(page, `/events-api/${event.eventId}/checkout?date=${event.date}&types=${types}`)
  await expect(page.getByRole('heading', { name: 'Review Order' })).toBeVisible()
  const dated = page.getByText(
    /^Reschedule for a fee of \$3 per ticket until .* \(venue time\), once/,
  )
  await expect(dated).toBeVisible()
  await expectNoViolations(page, 'review-policy')
  await expectNoSidewaysScroll(page, 'review-policy')

  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  for (const address of ['order-confirmation', 'order']) {
    await open(page, `/${address}/${orderId}`)
    await expect(page.getByRole('heading', { name: 'If You Can’t Go' })).toBeVisible()
    await expect(dated).toBeVisible()
    await expectNoSidewaysScroll(page, address)
  }
})
