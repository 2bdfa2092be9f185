import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { holdBack } from '../support/hold-back.ts'
import { open, reload } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

test('the card of an order offers its changes, and counts no cancelled ticket @both', async ({
  page,
  world,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    types: [
      { name: 'Adult', dynamicMinor: 3000 },
      { name: 'Front Row', dynamicMinor: 6000 },
    ],
  })
  const [, dearer = ''] = event.sessionIds
  await world.sql(
    'update session_prices set price_minor = 4000 where session_id = $1 and ticket_type_id = $2',
    [dearer, event.typeId],
  )
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { event: shown, tickets } = await readOrder(page.request, orderId)
  const [first, second] = tickets
  const main = page.getByRole('main')
  const cancel = async (ticketId: string | undefined) => {
    await world.sql(`update tickets set status = 'CANCELLED' where id = $1`, [ticketId])
    await reload(page)
    await expect(main.getByRole('button', { name: 'Resend Email' })).toBeVisible()
  }

  await open(page, `/manage-order/${orderId}`)
  await expect(main.getByRole('heading', { name: shown.name })).toBeVisible()
  await expect(main).toContainText(`Order ${orderId.slice(-8).toUpperCase()} · 2 tickets · $60.00`)
  await expect(main.getByRole('button', { name: 'Reschedule (2 tickets)' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Upgrade (2 tickets)' })).toBeVisible()
  const valid = main.getByText('VALID', { exact: true })
  await expect(valid).toHaveCount(2)
  const [red = 0, green = 0, blue = 0] = await valid.first().evaluate((badge) => {
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) return []
    brush.fillStyle = getComputedStyle(badge).color
    brush.fillRect(0, 0, 1, 1)
    return [...brush.getImageData(0, 0, 1, 1).data]
  })
  expect(green, 'the badge of a valid ticket is green').toBeGreaterThan(Math.max(red, blue))

  await cancel(first?.id)
  await expect(valid).toHaveCount(1)
  await expect(main.getByText('CANCELLED', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Upgrade (1 ticket)' })).toBeVisible()
  await expectNoViolations(page, 'order card')
  await expectNoSidewaysScroll(page, 'order card')
  await main.getByRole('button', { name: 'Reschedule (1 ticket)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule Order' })
  await dialog.getByRole('button', { name: /your current date$/ }).click()
  await expect(dialog.getByText('+$10.00 per ticket · Total +$10.00')).toBeVisible()
  await page.keyboard.press('Escape')

  // A ticket that was used at the door is no longer called valid, and changes no more.
  const changes = main.getByRole('button', { name: /^(Reschedule|Upgrade)/ })
  await world.sql('update tickets set redeemed_at = now() where id = $1', [second?.id])
  await reload(page)
  await expect(main.getByText('USED', { exact: true })).toBeVisible()
  await expect(valid).toHaveCount(0)
  await expect(changes).toHaveCount(0)
  await expectNoViolations(page, 'order card with a used ticket')
  await world.sql('update tickets set redeemed_at = null where id = $1', [second?.id])
  await cancel(second?.id)
  await expect(changes).toHaveCount(0)
})

test('a card sends its tickets again, and says whether that worked @night', async ({
  page,
  watch,
  world,
}) => {
  const orderId = await payByCall(
    page.request,
    await holdByCall(page.request, await world.event(), 1),
  )
  const { order } = await readOrder(page.request, orderId)
  const resends = /\/resend-email$/
  await open(page, `/manage-order/${orderId}`)
  const resend = page.getByRole('button', { name: 'Resend Email' })
  watch.expectAnswer(500, resends)
  await page.route(resends, (route) =>
    route.fulfill({ status: 500, json: { success: false, error: { message: 'away' } } }),
  )
  await resend.click()
  await expect(page.getByText('Email Failed')).toBeVisible()
  await expect(
    page.getByText('Failed to send confirmation email. Please try again.').first(),
  ).toBeVisible()
  await page.unroute(resends)
  await world.sql(
    `update mails set created_at = created_at - interval '1 hour' where order_id = $1`,
    [orderId],
  )
  await expect(async () => {
    await resend.click()
    await expect(page.getByText(`Tickets have been sent to ${order.email}`)).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await expect(page.getByText('Email Sent').first()).toBeVisible()
})

test('until the orders of this browser are there, their place is held @night', async ({
  page,
  world,
}) => {
  const event = await world.event({ name: 'The Patient Order' })
  await payByCall(page.request, await holdByCall(page.request, event, 1))
  const letGo = await holdBack(page, /\/api\/order-management\/orders$/)
  await open(page, '/manage-order')
  const waiting = page.getByText('Loading the orders of this browser')
  await expect(waiting).toBeAttached()
  await expectNoViolations(page, 'orders of this browser that are loading')
  letGo()
  await expect(page.getByRole('heading', { name: 'The Patient Order' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})
