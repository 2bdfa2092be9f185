import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { open } from '../support/open.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'
import type { World } from '../support/world.ts'

/** Makes the only session of an event last from yesterday until tomorrow, with sales until its end. */
const makeUnderWay = (world: World, sessionId: string) =>
  world.sql(
    `update sessions set starts_at = now() - interval '26 hours', ends_at = now() + interval '46 hours',
       local_date = ((now() - interval '26 hours') at time zone 'America/New_York')::date,
       cutoff_minutes = -40320 where id = $1`,
    [sessionId],
  )

test('a session of three days is bought on its second day @night', async ({ page, world }) => {
  test.slow()
  const event = await world.event({ name: 'Three Days of Lanterns', types: [{ name: 'Adult' }] })
  await makeUnderWay(world, event.sessionId)
  const buyer = new Buyer(page)
  // Every process knows it a moment later.
  await expect(async () => {
    await open(page, `/events-api/${event.eventId}`)
    await expect(buyer.ticketsButton.first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectSound(page, 'an event under way')
  await buyer.openTickets()
  await buyer.addTicket('Adult', 2)
  await buyer.goOnFromTickets()
  await buyer.reserve()
  await buyer.expectCardForm()
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
})

test('an event that was called off, has begun, is over or was moved says so @night', async ({
  page,
  world,
}) => {
  test.slow()
  const shows = async (eventId: string, title: string, screen: string) => {
    await expect(async () => {
      await open(page, `/events-api/${eventId}`)
      await expect(page.getByText(title, { exact: true })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(page.getByText(/Sold Out|Please specify start and end dates/)).toHaveCount(0)
    await expectSound(page, screen)
  }
  const off = await world.event({ name: 'The Night That Was Called Off' })
  await world.disrupt(off.sessionId)
  await shows(off.eventId, 'This event was called off', 'an event called off')

  const moved = await world.event({ name: 'The Night That Was Moved' })
  await world.disrupt(moved.sessionId, { days: 7 })
  await shows(moved.eventId, 'New time', 'a moved event')

  const begun = await world.event({ name: 'The Night That Has Begun' })
  await world.sql(
    `update sessions set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour' where id = $1`,
    [begun.sessionId],
  )
  await shows(begun.eventId, 'This event has begun', 'an event that has begun')
  await world.sql(`update sessions set ends_at = now() - interval '1 minute' where id = $1`, [
    begun.sessionId,
  ])
  await shows(begun.eventId, 'This event is over', 'an event that is over')
})
