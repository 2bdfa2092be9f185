import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { followMailLink, openMail } from '../support/mailbox.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

test('a buyer whose session was called off follows the link of the mail and takes another time @both', async ({
  page,
  stranger,
  world,
}) => {
  const event = await world.event({ name: 'Storm Night', sessions: 3, types: [{ name: 'Adult' }] })
  const [, next = ''] = event.sessionIds
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const { order } = await readOrder(page.request, orderId)
  await world.disrupt(event.sessionId)

  await openMail(page, order.email, 'Called off')
  await expect(page.getByRole('heading', { name: /is called off/ })).toBeVisible()
  const link = await page.getByRole('link', { name: 'Choose what to do' }).getAttribute('href')

  const phone = await stranger()
  await open(phone, new URL(link ?? '').pathname + new URL(link ?? '').search)
  await expect(phone.getByRole('heading', { name: 'Your session was called off' })).toBeVisible()
  await expect(phone.getByText('The storm has damaged the roof.')).toBeVisible()
  await expect(phone.getByText(/^Without an answer, you get \$60\.00 back/)).toBeVisible()
  await expectNoViolations(phone, 'order-change-called-off')
  await expectNoSidewaysScroll(phone, 'order-change-called-off')

  const times = phone.getByRole('listitem').getByRole('button')
  await expect(times).toHaveCount(2)
  await times.first().click()
  const dialog = phone.getByRole('dialog')
  await expect(dialog.getByText('You pay nothing.')).toBeVisible()
  await expectNoViolations(phone, 'order-change-confirm')
  await dialog.getByRole('button', { name: 'Take this time' }).click()
  await expect(phone.getByText('You have a new time')).toBeVisible()
  const after = await readOrder(page.request, orderId)
  expect(after.tickets.map(({ session }) => session.id)).toEqual([next, next])
})

test('a buyer whose session was moved keeps the tickets, then gets the money back @both', async ({
  page,
  world,
}) => {
  const event = await world.event({ name: 'Windy Day', sessions: 2, types: [{ name: 'Adult' }] })
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const { order } = await readOrder(page.request, orderId)
  await world.disrupt(event.sessionId, { days: 1 })
  await openMail(page, order.email, 'please check')
  await expect(page.getByRole('heading', { name: /has a new time/ })).toBeVisible()
  await followMailLink(page, 'Choose what to do')

  await expect(page.getByRole('heading', { name: 'Your session has a new time' })).toBeVisible()
  await expectNoViolations(page, 'order-change-moved')
  await expectNoSidewaysScroll(page, 'order-change-moved')
  await page.getByRole('button', { name: 'Keep tickets' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep tickets' }).click()
  await expect(page.getByText('You keep your tickets')).toBeVisible()
  await page.getByRole('button', { name: 'Get money back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Get money back' }).click()
  await expect(page.getByText('You get your money back')).toBeVisible()
  expect((await readOrder(page.request, orderId)).order.status).toBe('REFUNDED')
})

test('an order of which nothing has changed has nothing to choose @night', async ({
  page,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  await open(page, `/order-change/${orderId}`)
  await expect(page.getByRole('heading', { name: 'Nothing has changed' })).toBeVisible()
})
