import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open, reload } from '../support/open.ts'
import { readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

const TYPES = [
  { name: 'General Admission', priceMinor: 2999 },
  { name: 'Fast Pass', priceMinor: 3999 },
  { name: 'Platinum VIP', priceMinor: 5999 },
]

test('the page of an event: upsell, add-ons and review lead to a paid order @both', async ({
  page,
  world,
}) => {
  test.setTimeout(120_000)
  const event = await world.event({
    isTimedEntry: true,
    sessions: 3,
    types: TYPES,
    fee: { ratePpm: 100_000 },
    addOns: [{ name: 'Souvenir photo', priceMinor: 1599 }],
  })
  const buyer = new Buyer(page)
  const flow = `/event/${event.eventId}`
  await open(page, flow)
  await buyer.chooseDay()
  await buyer.addTicket('General Admission', 2)
  await page.getByRole('button', { name: 'Continue' }).click()

  await buyer.expectStep('Upgrade to Fast Pass?')
  await expect(page.getByText('+$11 each', { exact: true })).toBeVisible()
  await expect(page.getByText('+$22.00 for all')).toBeVisible()
  // The cheaper choice is preselected, and the total is the one that Continue goes on with.
  const kept = page.getByRole('radio', { name: /^No Thanks/ })
  const upgraded = page.getByRole('radio', { name: /^Upgrade 2 tickets/ })
  await expect(kept).toBeChecked()
  await buyer.expectTotal(6598)
  await expectNoViolations(page, 'upsell')
  await expectNoSidewaysScroll(page, 'upsell')
  await upgraded.check()
  await buyer.expectTotal(8798)
  await page.getByRole('button', { name: 'Continue' }).click()

  await buyer.expectStep('Select Time')
  await expect(page).toHaveURL(new RegExp(`${flow}/time\\?.*types=${event.typeIds[1]}:2`))
  // After an upgrade the next higher type is offered; keeping the choice takes one press too.
  await page.goBack()
  await page.goBack()
  await buyer.expectStep('Select Tickets')
  await page.getByRole('button', { name: 'Continue' }).click()
  await buyer.expectStep('Upgrade to Fast Pass?')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(new RegExp(`/time\\?.*types=${event.typeIds[0]}:2`))
  await page.goBack()
  await upgraded.check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await buyer.expectStep('Select Time')
  await buyer.openSlots.first().click()

  await buyer.expectStep('Add-ons')
  await expectNoViolations(page, 'add-ons')
  await page.getByRole('button', { name: 'Add for All (2)' }).click()
  await expect(page).toHaveURL(new RegExp(`addons=${event.addOnIds[0]}:2`))
  await reload(page)
  await buyer.expectTotal(8798 + 3198)
  await page.getByRole('button', { name: 'Review Order' }).click()

  await buyer.expectStep('Review Order')
  await expect(page).toHaveURL(new RegExp(`${flow}/checkout\\?`))
  await buyer.reserve()
  await buyer.expectTotal(8798 + 3198)
  // The checkout knows the steps that led to it.
  const way = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem')
  await expect(way).toHaveCount(5)
  await expect(way.nth(2).getByRole('link')).toHaveAttribute('href', new RegExp(`^${flow}/addons`))
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${flow}/checkout\\?`))
  await page.getByRole('button', { name: 'Back to checkout' }).filter({ visible: true }).click()

  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  const order = await readOrder(page.request, await buyer.expectConfirmation())
  expect(order.tickets.map(({ typeName }) => typeName)).toEqual(['Fast Pass', 'Fast Pass'])
  expect(order.order.totalAmount).toBe(119.96)
})

test('the quantity of an add-on stops at what is left, and the page says why @night', async ({
  page,
  world,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    types: [{ name: 'Adult' }],
    addOns: [
      { name: 'Program', priceMinor: 500, capacity: 1 },
      { name: 'Poster', priceMinor: 900, max: 1 },
    ],
  })
  const choices = `date=${event.date}&types=${event.typeId}:2&session=${event.sessionId}`
  await open(page, `/event/${event.eventId}/addons?${choices}`)
  await expect(page.getByText('1 left', { exact: true })).toBeVisible()
  // Neither add-on suffices for all tickets: one by its stock, the other by the order's maximum.
  const forAll = page.getByRole('button', { name: 'Add for All (2)' })
  await expect(forAll).toHaveCount(2)
  for (const button of await forAll.all()) await expect(button).toBeDisabled()
  await page.getByRole('button', { name: 'Add one Program' }).click()
  await expect(page.getByRole('button', { name: 'Add one Program' })).toBeDisabled()
  await page.getByRole('button', { name: 'Review Order' }).click()
  await expect(page.getByText('1 × Program').first()).toBeAttached()
})

test('without a time to choose, the tickets step leads to the checkout with the add-ons included @night', async ({
  page,
  world,
}) => {
  const event = await world.event({
    types: [{ name: 'Adult' }],
    addOns: [{ name: 'Program', priceMinor: 500 }],
  })
  const buyer = new Buyer(page)
  await open(page, `/events/${event.eventId}`)
  await page.getByRole('link', { name: 'All events' }).first().click()
  await expect(page).toHaveURL(/\/events$/)
  await page.goBack()
  await buyer.openTickets()
  await buyer.addTicket('Adult')
  await buyer.goOnFromTickets()
  await buyer.expectStep('Review Order')
  await expect(page).toHaveURL(new RegExp(`/events/${event.eventId}/checkout\\?`))
  await buyer.addExtra('Program')
  await buyer.expectTotal(3500)
  // The event has one date, so neither date nor time is asked for.
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
})

test('the checkout flow can be walked forwards and back, and each link opens its step', async ({
  page,
  world,
}) => {
  const event = await world.eventOnTwoDays({ isTimedEntry: true, sessions: 2, types: TYPES })
  const buyer = new Buyer(page)
  const flow = `/checkout/${event.eventId}`
  await open(page, `${flow}/review`)
  await expect(page).toHaveURL(new RegExp(`${flow}$`))
  await buyer.chooseDay()
  await expect(page).toHaveURL(new RegExp(`${flow}/tickets\\?`))
  await buyer.addTicket('Fast Pass')
  await buyer.goOnFromTickets()
  await expect(page).toHaveURL(new RegExp(`${flow}/timeslots\\?`))
  await buyer.chooseTime()
  await expect(page).toHaveURL(new RegExp(`${flow}/review\\?`))
  const review = page.url()

  const back = page
    .getByRole('main')
    .getByRole('link', { name: /^(Time|Tickets|Date)$/ })
    .first()
  await back.click()
  await buyer.expectStep('Select Time')
  await back.click()
  await buyer.expectStep('Select Tickets')
  await expect(page.getByText('1 × Fast Pass').first()).toBeAttached()

  await open(page, review)
  const cartId = await buyer.reserve()
  await open(page, `${flow}/payment?cartId=${cartId}`)
  await buyer.expectStep('Checkout')
  await open(page, `${flow}/confirmation?cartId=${cartId}`)
  await buyer.expectStep('Checkout')
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  const orderId = await buyer.expectConfirmation()
  await open(page, `${flow}/confirmation?orderId=${orderId}`)
  await expect(page.getByRole('heading', { name: 'You’re going' })).toBeVisible()
})

test('a link with stale choices says why, in every family @night', async ({ page, world }) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    capacity: 10,
    types: [{ name: 'Adult' }, { name: 'Retired' }],
  })
  const [full = '', open_ = ''] = event.sessionIds
  const [adult, retired] = event.typeIds
  await world.sellAllBut(full, 0)
  await world.sql('update ticket_types set is_archived = true where id = $1', [retired])
  const flows = [
    [`/events-api/${event.eventId}`, '/addons'],
    [`/event/${event.eventId}`, '/checkout'],
    [`/events/${event.eventId}`, '/addons'],
    [`/checkout/${event.eventId}`, '/review'],
  ] as const
  for (const [flow, step] of flows) {
    const link = (types: string, session: string, date = event.date) =>
      open(page, `${flow}${step}?date=${date}&types=${types}&session=${session}`)

    await link(`${adult}:2`, full)
    await expect(page.getByRole('heading', { name: 'Select Time' })).toBeVisible()
    await expect(
      page.getByText('The chosen time no longer has room for your tickets'),
    ).toBeVisible()

    await link(`${adult}:1,${retired}:1`, open_)
    await expect(page.getByText('A ticket in this link is no longer offered')).toBeVisible()

    await link(`${adult}:2`, open_, '2020-05-04')
    await expect(page.getByText('Monday, May 4, 2020 has passed')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${flow}\\?`))
  }
})

test('returning to the calendar releases the held tickets, in every family @night', async ({
  page,
  world,
}) => {
  const event = await world.eventOnTwoDays({ types: [{ name: 'Adult' }] })
  const buyer = new Buyer(page)
  for (const flow of [`/event/${event.eventId}`, `/checkout/${event.eventId}`]) {
    await open(page, flow)
    await buyer.chooseDay()
    await buyer.addTicket('Adult', 2)
    await buyer.goOnFromTickets()
    await buyer.expectStep('Review Order')
    const cartId = await buyer.reserve()
    const record = () => page.evaluate((id) => localStorage.getItem(`foyer-cart-${id}`), cartId)
    await expect.poll(record).not.toBeNull()
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link').first().click()
    await expect(page.getByText('The tickets you were holding are back on sale')).toBeVisible()
    await expect.poll(record).toBeNull()
    await expect
      .poll(() =>
        world.sql("select 1 from holds where session_id = $1 and state = 'held'", [
          event.sessionId,
        ]),
      )
      .toEqual([])
  }
})
