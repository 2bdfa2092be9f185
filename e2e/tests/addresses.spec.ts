import { Buyer } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open, reload } from '../support/open.ts'
import { UNKNOWN_EVENT } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

const LONG = 'x'.repeat(10_000)

test('reload, back, forward and a shared link keep every choice', async ({
  page,
  world,
  stranger,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 3,
    types: [{ name: 'Adult' }],
    addOns: [{ name: 'Souvenir photo', priceMinor: 1599 }],
  })
  const buyer = new Buyer(page)
  await open(page, `/events-api/${event.eventId}`)
  await buyer.chooseDay()
  await buyer.addTicket('Adult', 3)
  await buyer.goOnFromTickets()
  await buyer.chooseTime()
  const withoutExtra = await buyer.total()
  await buyer.addExtra('Souvenir photo')
  const total = withoutExtra + 1599
  await buyer.expectTotal(total)

  await reload(page)
  await buyer.expectStep('Review Order')
  await buyer.expectTotal(total)

  await page.goBack()
  await buyer.expectStep('Select Time')
  await page.goBack()
  await buyer.expectStep('Select Tickets')
  await expect(page.getByText('3 × Adult').first()).toBeAttached()
  await reload(page)
  await expect(page.getByText('3 × Adult').first()).toBeAttached()
  await page.goForward()
  await page.goForward()
  await buyer.expectStep('Review Order')
  await buyer.expectTotal(total)

  const friend = new Buyer(await stranger())
  await open(friend.page, page.url())
  await friend.expectStep('Review Order')
  await friend.expectTotal(total)
})

test('an address with garbage in it still opens @night', async ({ page, world }) => {
  const event = await world.eventOnTwoDays({
    isTimedEntry: true,
    sessions: 2,
    types: [{ name: 'Adult' }],
  })
  const { eventId, date, typeId } = event
  const buyer = new Buyer(page)
  const openStep = async (path: string, heading: string) => {
    const answer = await open(page, `/events-api/${eventId}${path}`)
    expect(answer?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { name: heading }), path).toBeVisible()
    await expect(page.getByText('Something went wrong.')).toHaveCount(0)
  }

  await openStep(
    '?date=foo&types=<script>alert(1)</script>&session=1&addons=%00&cartId=-1',
    'Select a Date',
  )
  await openStep('/tickets?date=foo', 'Select a Date')
  await openStep('/tickets?date=2026-02-31', 'Select a Date')
  await openStep(`/tickets?date=${date}&types=<script>&session=1`, 'Select Tickets')
  await openStep(
    `/tickets?date=${date}&types=${typeId}:-1,${typeId}:1e9,:,,${typeId}`,
    'Select Tickets',
  )
  await openStep(`/tickets?date=${date}&types=${LONG}`, 'Select Tickets')
  await openStep(`/time?date=${date}&types=${typeId}:2&session=1`, 'Select Time')
  await openStep(`/addons?date=${date}&types=${typeId}:2&session=1`, 'Select Time')
  await openStep(`/addons?date=${date}&types=${typeId}:2&session=${UNKNOWN_EVENT}`, 'Select Time')
  await openStep(
    `/addons?date=${date}&date=${date}&types=${typeId}:2&constructor=1&__proto__=1`,
    'Select Time',
  )
  await openStep('/checkout?cartId=1', 'Select a Date')

  // With any input the flow continues.
  await buyer.chooseDay()
  await buyer.addTicket('Adult')
  await buyer.goOnFromTickets()
  await buyer.chooseTime()
})

test('a link whose day has passed or is not on sale says so and keeps the other choices @night', async ({
  page,
  world,
}) => {
  const event = await world.event({ types: [{ name: 'Adult' }] })
  const types = `types=${event.typeId}:2`
  await open(page, `/events-api/${event.eventId}/tickets?date=2020-05-04&${types}`)
  await expect(page.getByText('Monday, May 4, 2020 has passed')).toBeVisible()
  await new Buyer(page).chooseDay()
  await expect(page.getByText('2 × Adult').first()).toBeAttached()
})

test('an unknown event is reported as such, with a way back', async ({ page, watch }) => {
  watch.expectAnswer(404, new RegExp(UNKNOWN_EVENT))
  watch.expectAnswer(404, /\/events-api\/no-such-event/)
  for (const id of [UNKNOWN_EVENT, 'no-such-event', `${UNKNOWN_EVENT}/tickets`]) {
    const answer = await open(page, `/events-api/${id}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible()
    await expect(
      page.getByText("The event you're looking for doesn't exist or couldn't be loaded."),
    ).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
})

test('an unknown address is a 404 page with an explanation @night', async ({ page, watch }) => {
  watch.expectAnswer(404, /nothing-here|no-such-brand|harbor\/harbor/)
  const paths = ['/nothing-here', '/nothing-here/at/all', '/no-such-brand/', '/harbor/nothing-here']
  for (const path of paths) {
    const answer = await open(page, path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' }), path).toBeVisible()
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  }
})

test('a host of no tenant is a 404 page that names no tenant @night', async ({
  page,
  watch,
  baseURL,
}) => {
  const host = new URL(baseURL ?? '')
  host.hostname = `nobody.${host.hostname}`
  watch.expectAnswer(404, /nobody/)
  const answer = await page.goto(host.href)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText(/foyer|harbor/i)).toHaveCount(0)
})

test('an event’s bare id leads to the event @night', async ({ page, world }) => {
  const { eventId } = await world.event({ name: 'By Its Number' })
  await open(page, `/${eventId.toUpperCase()}`)
  await expect(page).toHaveURL(new RegExp(`/events-api/${eventId}$`, 'i'))
  await new Buyer(page).expectStep('By Its Number')
})

test('another tenant’s event is unknown @night', async ({ page, world, watch }) => {
  const { eventId } = await world.event()
  watch.expectAnswer(404, new RegExp(eventId))
  const answer = await open(page, `/harbor/events-api/${eventId}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible()
})

test('a page that fails says what happened, and opens when it is tried again @both', async ({
  page,
  watch,
}) => {
  const calls = /\/api\/pages\/help$/
  watch.expectAnswer(500, calls)
  await open(page, '/')
  await page.route(calls, (route) =>
    route.fulfill({
      status: 500,
      json: { error: 'The page is away.', code: 'internal_error', details: { requestId: 'req-7' } },
    }),
  )
  await page.getByRole('link', { name: 'Help Center' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'The page is away.' })).toBeVisible()
  for (const detail of ['500 internal_error', 'req-7', '/pages/$slug']) {
    await expect(page.getByText(detail, { exact: true })).toBeVisible()
  }
  await expectNoViolations(page, 'crash')
  await expectNoSidewaysScroll(page, 'crash')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
})
