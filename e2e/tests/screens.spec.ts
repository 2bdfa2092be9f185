import type { Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { open } from '../support/open.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { EXPECTED_ON_A_WALK, type Scene, walkAround, walkPurchase } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import type { Theme } from '../support/theme.ts'
import type { BuiltEvent, World } from '../support/world.ts'

test('every screen is accessible and fits its window @both', async ({ page, world, theme }) => {
  const { scene } = await makeScene(world)
  expect(await lookAt(page, theme, walkPurchase(page, scene))).toBe(15)
})

test('every screen beside the purchase is accessible and fits its window @both', async ({
  page,
  world,
  watch,
  theme,
}) => {
  for (const { status, url } of EXPECTED_ON_A_WALK) watch.expectAnswer(status, url)
  const { scene, event } = await makeScene(world)
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  expect(await lookAt(page, theme, walkAround(page, scene, orderId))).toBe(12)
})

/** Returns the number of screens. */
async function lookAt(
  page: Page,
  theme: Theme | undefined,
  screens: AsyncGenerator<string>,
): Promise<number> {
  test.setTimeout(120_000)
  // Elements that are fading in have half their contrast; motion has its own tests.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let seen = 0
  for await (const screen of screens) {
    seen += 1
    await expect.soft(page.locator('html')).toHaveClass(theme ?? 'dark')
    await expectNoViolations(page, screen)
    await expectContrastInOtherTheme(page, screen)
    await expectNoSidewaysScroll(page, screen)
  }
  return seen
}

async function makeScene(world: World): Promise<{ scene: Scene; event: BuiltEvent }> {
  const event = await world.event({
    name: 'An Evening of Every Screen',
    isTimedEntry: true,
    sessions: 6,
    types: [{ name: 'Child', priceMinor: 1500 }, { name: 'Adult' }],
    fee: { ratePpm: 125_000 },
    addOns: [{ name: 'Souvenir photo', priceMinor: 1599 }],
  })
  // In another month, so that the calendar can show one month at a time.
  await world.moveSession(event.sessionIds[5] ?? '', 40)
  const soldOut = await world.event({ name: 'A Night Without a Seat' })
  await world.sellAllBut(soldOut.sessionId, 0)
  const scene = {
    eventId: event.eventId,
    ticketType: 'Child',
    addOn: 'Souvenir photo',
    soldOutEventId: soldOut.eventId,
    hurry: (cartId: string) => world.endHolds(event.eventId, 280, cartId),
  }
  return { scene, event }
}

test.describe('at 400 % zoom', () => {
  // The size that remains of a window of 1280 by 1024 pixels.
  test.use({ viewport: { width: 320, height: 256 } })

  test('list, tickets and checkout fit without horizontal scrolling', async ({ page, world }) => {
    const event = await world.event({
      name: 'Freilichttheateraufführung im Stadtgarten',
      types: [{ name: 'Frühbucherermäßigung' }],
    })
    await open(page, '/')
    await expectNoSidewaysScroll(page, 'list')

    await open(page, `/events-api/${event.eventId}/tickets?date=${event.date}`)
    await page.getByRole('button', { name: 'Add one Frühbucherermäßigung' }).click()
    await expectNoSidewaysScroll(page, 'tickets')

    await page.getByRole('button', { name: 'Review Order' }).click()
    await page.getByRole('button', { name: 'Reserve Cart & Checkout' }).click()
    await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
    await expectNoSidewaysScroll(page, 'checkout')
  })
})
