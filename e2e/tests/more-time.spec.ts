import { Buyer } from '../support/buyer.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { reload } from '../support/open.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import { noticed, watchShifts } from '../support/watch-shift.ts'
import type { World } from '../support/world.ts'

/** A hold with 4 minutes left, to which this many minutes were already added. */
const nearItsEnd = (world: World, eventId: string, addedMinutes: number) =>
  world.sql(
    `update holds set expires_at = clock_timestamp() + interval '4 minutes',
       reclaim_at = clock_timestamp() + interval '4 minutes',
       created_at = clock_timestamp() - make_interval(mins => 11 + $2)
     where state = 'held' and session_id in (select id from sessions where event_id = $1)`,
    [eventId, addedMinutes],
  )

test('more time takes one press before the end, until all of it is used @both', async ({
  page,
  world,
}) => {
  const event = await world.event()
  const buyer = new Buyer(page)
  await buyer.openCheckout(await holdByCall(page.request, event, 2))
  const more = page.getByRole('button', { name: /^More time/ }).filter({ visible: true })
  await expect(more).toHaveCount(0)

  await nearItsEnd(world, event.eventId, 5)
  const shifts = await watchShifts(page)
  await reload(page)
  await expect(page.getByText('Less than 5 minutes left').filter({ visible: true })).toBeVisible()
  expect(noticed(await shifts()), 'layout shifts of the last minutes').toEqual([])
  await expectNoSidewaysScroll(page, 'more time')
  await expectNoViolations(page, 'more time')
  await more.last().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Time added\. We’re holding your 2 tickets until \d/)).toBeAttached()
  await expect(page.getByRole('timer').filter({ visible: true })).toHaveText(/^[89]:\d\d$/)
  await expect(more).toHaveCount(0)

  await nearItsEnd(world, event.eventId, 10)
  await reload(page)
  await expect(page.getByText('No more time can be added.').filter({ visible: true })).toBeVisible()
  await expect(more).toHaveCount(0)
})
