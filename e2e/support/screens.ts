import { type BrowserContext, expect, type Page } from '@playwright/test'
import { Buyer, someDetails } from './buyer.ts'
import { holdBack } from './hold-back.ts'
import { open } from './open.ts'
import { payByCall } from './pay-by-call.ts'

/** What a walk shows. The events are the demo's or a test's own. */
export interface Scene {
  base?: string
  eventId: string
  ticketType: string
  addOn: string
  soldOutEventId: string
}

export const UNKNOWN_EVENT = '00000000-0000-4000-8000-000000000000'

/**
 * Goes through every screen a buyer can meet and stops at each, settled, for the caller to look at.
 * Yields the screen's name; the next is opened when the caller asks for it.
 */
export async function* walkScreens(page: Page, scene: Scene): AsyncGenerator<string> {
  const buyer = new Buyer(page, scene.base)
  const { base } = buyer
  const flow = `${base}/events-api/${scene.eventId}`

  await buyer.openList()
  yield await settled(page, 'list')

  await open(page, flow)
  await expect(buyer.openDays.first()).toBeVisible()
  yield await settled(page, 'date')

  await buyer.chooseDay()
  yield await settled(page, 'tickets-empty')
  await buyer.addTicket(scene.ticketType, 2)
  yield await settled(page, 'tickets')

  await buyer.goOnFromTickets()
  await buyer.expectStep('Select Time')
  yield await settled(page, 'time')

  await buyer.chooseTime()
  await buyer.addExtra(scene.addOn)
  yield await settled(page, 'review')

  yield* walkHold(buyer)
  const cartId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect(buyer.cardNumber).toBeVisible()
  yield await settled(page, 'checkout')
  await buyer.payButton.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check' })).toBeVisible()
  yield await settled(page, 'checkout-errors')
  await buyer.fillDetails(someDetails())

  const orderId = await payByCall(page.request, cartId, base)
  await open(page, `${base}/order-confirmation/${orderId}`)
  await expect(page.getByText('API Verified')).toBeVisible()
  yield await settled(page, 'confirmation')

  await open(page, `${base}/order-tickets/${orderId}`)
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(2)
  yield await settled(page, 'order-tickets')

  yield* walkDeadEnds(page, base, scene)
}

/** The hold is kept back for as long as the caller looks: the modal stands still. */
async function* walkHold({ page, reserveButton }: Buyer): AsyncGenerator<string> {
  const letGo = await holdBack(page, /\/api\/checkout\/carts\/\d+\/hold$/)
  await reserveButton.click()
  await expect(page.getByRole('dialog', { name: 'Reserving Your Tickets' })).toBeVisible()
  yield await settled(page, 'hold-modal')
  letGo()
  await page.waitForURL(/\/checkout-api\/\d{5}$/)
}

async function* walkDeadEnds(
  page: Page,
  base: string,
  { soldOutEventId }: Scene,
): AsyncGenerator<string> {
  await open(page, `${base}/events-api/${soldOutEventId}`)
  await expect(page.getByRole('gridcell').getByRole('button').first()).toBeVisible()
  yield await settled(page, 'sold-out')

  await open(page, `${base}/events-api/${UNKNOWN_EVENT}`)
  await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible()
  yield await settled(page, 'unknown-event')

  await open(page, `${base}/no/such/page`)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  yield await settled(page, 'not-found')

  await open(page, `${base}/order-tickets/${UNKNOWN_EVENT}`)
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  yield await settled(page, 'unknown-order')

  await open(page, `${base}/checkout-api/10000`)
  await expect(page.getByRole('heading', { name: 'Cart Not Found' })).toBeVisible()
  yield await settled(page, 'unknown-cart')

  await open(page, `${base}/manage-order`)
  await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible()
  yield await settled(page, 'manage-order')
}

/** Faces loaded, pictures drawn, nothing moving: what is looked at now looks so a second later. */
async function settled(page: Page, name: string): Promise<string> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const isShown = (image: HTMLImageElement) => image.checkVisibility() && image.loading !== 'lazy'
    await Promise.all(
      [...document.images].filter(isShown).map((image) => image.decode().catch(() => {})),
    )
    const endless = (animation: Animation) =>
      animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
    const passing = document.getAnimations().filter((animation) => !endless(animation))
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
  return name
}

/** Answers that belong to the dead ends. */
export const EXPECTED_ON_A_WALK = [
  {
    status: 404,
    url: new RegExp(`/(events-api|events|calendar|orders|purchases)/${UNKNOWN_EVENT}`),
  },
  { status: 404, url: /\/no\/such\/page$/ },
  { status: 404, url: /\/carts\/10000$/ },
]

/** As if the theme had been chosen on an earlier visit. */
export async function rememberTheme(context: BrowserContext, theme: 'dark' | 'light') {
  await context.addInitScript((value) => {
    // Not on the empty page that a context may open with, which has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('foyer-theme', value)
  }, theme)
}
