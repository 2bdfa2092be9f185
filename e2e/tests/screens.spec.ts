import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { EXPECTED_ON_A_WALK, rememberTheme, walkScreens } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

const SCREENS = 17

for (const theme of ['dark', 'light'] as const) {
  test(`every screen is accessible and fits its window, ${theme} @both`, async ({
    page,
    context,
    world,
    watch,
  }) => {
    test.setTimeout(120_000)
    for (const { status, url } of EXPECTED_ON_A_WALK) watch.expectAnswer(status, url)
    const event = await world.event({
      name: 'An Evening of Every Screen',
      isTimedEntry: true,
      sessions: 6,
      types: [{ name: 'Adult' }, { name: 'Child', priceMinor: 1500 }],
      fee: { ratePpm: 125_000 },
      addOns: [{ name: 'Souvenir photo', priceMinor: 1599 }],
    })
    const soldOut = await world.event({ name: 'A Night Without a Seat' })
    await world.sellAllBut(soldOut.sessionId, 0)
    await rememberTheme(context, theme)
    // Elements half-way into view have half their contrast; motion has tests of its own.
    await page.emulateMedia({ reducedMotion: 'reduce' })

    const seen: string[] = []
    const scene = { eventId: event.eventId, ticketType: 'Adult', addOn: 'Souvenir photo' }
    for await (const screen of walkScreens(page, { ...scene, soldOutEventId: soldOut.eventId })) {
      seen.push(screen)
      await expect.soft(page.locator('html')).toHaveClass(theme)
      await expectNoViolations(page, screen)
      await expectNoSidewaysScroll(page, screen)
    }
    expect(seen).toHaveLength(SCREENS)
  })
}

test.describe('at 400 % zoom', () => {
  // What is left of a window of 1280 by 1024 pixels.
  test.use({ viewport: { width: 320, height: 256 } })

  test('list, tickets and checkout fit without sideways scrolling', async ({ page, world }) => {
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
