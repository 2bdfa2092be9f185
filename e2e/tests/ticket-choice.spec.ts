import { Buyer } from '../support/buyer.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

const DAY = /\/api\/price\/daily/

test('quantities go from 0 to the maximum, and without a ticket the flow does not continue', async ({
  page,
  world,
}) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 2,
    types: [{ name: 'Adult', max: 3 }, { name: 'Child' }],
  })
  const [adult = '', child = ''] = event.typeIds
  await open(page, `/events-api/${event.eventId}/tickets?date=${event.date}`)
  const fewer = page.getByRole('button', { name: 'Remove one Adult' })
  const more = page.getByRole('button', { name: 'Add one Adult' })
  const goOn = page.getByRole('button', { name: 'Select Time Slot' })
  await expect(fewer).toBeDisabled()
  await expect(goOn).toBeDisabled()

  await more.click()
  await expect(goOn).toBeEnabled()
  await expect(page).toHaveURL(new RegExp(`types=${adult}:1$`))
  await more.click()
  await more.click()
  await expect(more).toBeDisabled()
  await expect(more).toHaveAccessibleDescription('At most 3 per order')
  await page.getByRole('button', { name: 'Add one Child' }).click()
  await expect(page).toHaveURL(new RegExp(`types=${adult}:3,${child}:1$`))

  for (let time = 0; time < 3; time += 1) await fewer.click()
  await expect(page).toHaveURL(new RegExp(`types=${child}:1$`))
  await page.getByRole('button', { name: 'Remove one Child' }).click()
  await expect(page).not.toHaveURL(/types=/)
  await expect(goOn).toBeDisabled()
})

test('the price list shows the organizer’s text, price with fees, difference and number left', async ({
  page,
  world,
}) => {
  const event = await world.event({
    capacity: 15,
    types: [
      { name: 'General Admission', priceMinor: 2999 },
      { name: 'Fast Pass', priceMinor: 3999, capacity: 5 },
    ],
    fee: { flatMinor: 499 },
  })
  await world.sql('update events set show_price_difference = true where id = $1', [event.eventId])
  await world.sql(
    `update ticket_types set display_price = 'GA + $10', description = 'No queue.' where id = $1`,
    [event.typeIds[1]],
  )
  await open(page, `/events-api/${event.eventId}/tickets?date=${event.date}`)
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(row('General Admission')).toContainText('$34.98 incl. fees')
  await expect(row('General Admission')).toContainText('15 left')
  await expect(row('General Admission')).not.toContainText('over')
  await expect(row('Fast Pass')).toContainText('No queue.')
  await expect(row('Fast Pass')).toContainText('GA + $10')
  await expect(row('Fast Pass')).toContainText('$44.98 incl. fees')
  await expect(row('Fast Pass')).toContainText('+$10 over General Admission, incl. fees')
  await expect(row('Fast Pass')).toContainText('5 left')
})

test('a day whose prices could not be loaded can be retried @night', async ({
  page,
  world,
  watch,
}) => {
  const event = await world.eventOnTwoDays({ types: [{ name: 'Adult' }] })
  watch.expectAnswer(503, DAY)
  watch.expectMessage(/Failed to fetch daily price availability|down/)
  let isDown = true
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(DAY, async (route) => {
    await released
    if (!isDown) return route.fallback()
    await route.fulfill({ status: 503, json: { error: { message: 'down' }, code: 'overloaded' } })
  })
  await open(page, `/events-api/${event.eventId}`)
  await new Buyer(page).openDays.last().click()
  await expect(page.getByText('Loading…').or(page.getByText('Checking…')).first()).toBeVisible()
  letGo()
  await expect(page.getByText(/^Failed to fetch daily price availability: 503 /)).toBeVisible()
  await expect(page.getByText('Not known at the moment')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Available', { exact: true }).last()).toBeVisible()
})

test('each time shows the total of the chosen tickets @night', async ({ page, world }) => {
  const event = await world.event({
    isTimedEntry: true,
    sessions: 3,
    types: [{ name: 'Adult', dynamicMinor: 2999 }],
    fee: { flatMinor: 499 },
  })
  await world.sellAllBut(event.sessionId, 0)
  const time = `/events-api/${event.eventId}/time?date=${event.date}&types=${event.typeId}:1`
  await open(page, time)
  await expect(page.getByText('Prices are for your ticket, incl. fees')).toBeVisible()
  await expect(page.getByRole('button', { name: /^11:00 AM/ })).toContainText('$34.98')
  await expect(page.getByRole('button', { name: /^10:00 AM.*Sold Out/ })).toBeDisabled()

  const dear = await world.event({
    isTimedEntry: true,
    sessions: 2,
    types: [{ name: 'Adult', dynamicMinor: 2999 }],
  })
  await world.sql('update session_prices set price_minor = 4500 where session_id = $1', [
    dear.sessionIds[1],
  ])
  await open(page, `/events-api/${dear.eventId}/time?date=${dear.date}&types=${dear.typeId}:1`)
  await expect(page.getByRole('button', { name: /^10:00 AM/ })).toContainText('$29.99')
  await expect(page.getByRole('button', { name: /^11:00 AM/ })).toContainText('$45')
})
