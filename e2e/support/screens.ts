import type { EventView } from '@foyer/contract'
import { expect, type Page } from '@playwright/test'
import { Buyer, someDetails } from './buyer.ts'
import { holdBack } from './hold-back.ts'
import { open, openManage, reload } from './open.ts'
import { payByCall } from './pay-by-call.ts'
import { settle } from './settle.ts'

/** What the screens show. The events are the demo's or a test's own. */
export interface Scene {
  base?: string
  /** An event with timed entry. */
  eventId: string
  /** A ticket type with dearer types above it, for the upsell and the upgrade. */
  ticketType: string
  addOn: string
  soldOutEventId: string
  /** Moves a cart's hold to its last minutes. */
  hurry: (cartId: string) => Promise<void>
}

export const UNKNOWN_EVENT = '00000000-0000-4000-8000-000000000000'

/**
 * Goes from the list to the tickets and stops at every settled screen for the caller to check.
 * Yields the screen's name; the next one opens when the caller continues.
 */
export async function* walkPurchase(page: Page, scene: Scene): AsyncGenerator<string> {
  const buyer = new Buyer(page, scene.base)
  const { base } = buyer
  const flow = `${base}/events-api/${scene.eventId}`

  await buyer.openList()
  yield await settled(page, 'list')

  await open(page, flow)
  await expect(buyer.openDays.first()).toBeVisible()
  yield await settled(page, 'date')
  const oneMonth = page.getByRole('button', { name: 'One month', exact: true })
  // A season of only one month has no months to choose from.
  if (await oneMonth.isVisible()) {
    await oneMonth.click()
    await expect(page.getByRole('grid')).toHaveCount(1)
    yield await settled(page, 'date-month')
  }

  await buyer.chooseDay()
  yield await settled(page, 'tickets-empty')
  await buyer.addTicket(scene.ticketType, 2)
  yield await settled(page, 'tickets')

  await buyer.goOnFromTickets()
  await buyer.expectStep('Select Time')
  yield await settled(page, 'time')

  await buyer.chooseTime()
  await buyer.addExtra(scene.addOn)
  await expect(page).toHaveURL(/addons=/)
  yield await settled(page, 'review')

  const review = page.url()
  yield* walkOffers(page, review, scene)
  await open(page, review)
  yield* walkHold(buyer)
  const cartId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect(buyer.cardNumber).toBeVisible()
  yield await settled(page, 'checkout')
  await buyer.payButton.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check' })).toBeVisible()
  yield await settled(page, 'checkout-errors')
  await buyer.fillDetails(someDetails())
  await scene.hurry(cartId)
  await reload(page)
  await expect(page.getByText('Less than 5 minutes left').filter({ visible: true })).toBeVisible()
  yield await settled(page, 'more-time')

  const orderId = await payByCall(page.request, cartId, base)
  await open(page, `${base}/order-confirmation/${orderId}`)
  await expect(page.getByText('API Verified')).toBeVisible()
  yield await settled(page, 'confirmation')

  await open(page, `${base}/order-tickets/${orderId}`)
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(2)
  yield await settled(page, 'order-tickets')
}

/** The screens beside the purchase; `orderId` is an order of this browser for the scene's event. */
export async function* walkAround(
  page: Page,
  scene: Scene,
  orderId: string,
): AsyncGenerator<string> {
  const buyer = new Buyer(page, scene.base)
  const { base } = buyer
  await open(page, `${base}/events`)
  await expect(page.getByRole('region', { name: 'Found events' })).toBeVisible()
  yield await settled(page, 'search')

  await open(page, `${base}/pages/refunds`)
  await expect(page.getByRole('heading', { level: 1, name: 'Refunds' })).toBeVisible()
  yield await settled(page, 'site-page')

  yield* walkChanges(buyer, orderId)
  yield* walkDeadEnds(page, base, scene)
}

/** The two steps that only the event page's flow has, with the choices of a review. */
async function* walkOffers(page: Page, review: string, { eventId }: Scene): AsyncGenerator<string> {
  const addOns = review.replace('/events-api/', '/event/')
  await open(page, addOns.replace(`${eventId}/addons`, `${eventId}/upsell`))
  await expect(page.getByRole('radio', { name: /^No Thanks/ })).toBeVisible()
  yield await settled(page, 'upsell')

  await open(page, addOns)
  await expect(page.getByRole('heading', { level: 1, name: 'Add-ons' })).toBeVisible()
  yield await settled(page, 'add-ons')
}

/** The screens of a reschedule and of an upgrade. */
async function* walkChanges(buyer: Buyer, orderId: string): AsyncGenerator<string> {
  const { page, base } = buyer
  const order = `${base}/order-confirmation/${orderId}`
  await open(page, order)
  await openManage(page)
  await page.getByRole('link', { name: 'Reschedule' }).click()
  await buyer.openDays.last().click()
  await buyer.expectStep('Select Time')
  yield await settled(page, 'reschedule-time')
  await buyer.openSlots.last().click()
  await page.waitForURL(/\/reschedule-checkout\//)
  await expect(page.getByRole('region', { name: 'New booking' })).toBeVisible()
  yield await settled(page, 'reschedule-checkout')

  await open(page, order)
  await openManage(page)
  await page.getByRole('link', { name: 'Upgrade Tickets' }).click()
  await buyer.expectStep('Upgrade Your Tickets')
  await page.getByRole('radio').last().press('Space')
  await expect(page).toHaveURL(/types=/)
  yield await settled(page, 'upgrade-tickets')
  await page.getByRole('button', { name: 'Continue to Upgrade' }).click()
  const title = { level: 1, name: 'Upgrade your tickets', exact: true }
  await expect(page.getByRole('heading', title)).toBeVisible()
  yield await settled(page, 'upgrade-checkout')
}

/** The demonstration pages, which are not part of a purchase. */
export async function* walkDemos(page: Page): AsyncGenerator<string> {
  const demos = { '/checkout': 'demo-checkout', '/checkout-state': 'demo-state' }
  for (const [address, name] of Object.entries(demos)) {
    await open(page, address)
    yield await settled(page, name)
  }
  await open(page, '/testflow')
  yield await settled(page, 'demo-testflow')
  await page.getByRole('link', { name: 'Try Alternative Flow' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Select a Date' })).toBeVisible()
  yield await settled(page, 'demo-alternative-date')
  await page.getByRole('button', { name: 'Friday, October 31, 2025' }).click()
  await page.getByRole('button', { name: 'Add one General Admission' }).click()
  yield await settled(page, 'demo-alternative-tickets')
}

/** The pages of the platform itself, and those of a shop that no purchase leads through. */
export async function* walkPages(
  page: Page,
  { base = '', eventId }: Scene,
): AsyncGenerator<string> {
  const pages = { '/landing': 'landing', '/status': 'status', '/documentation': 'documentation' }
  for (const [address, name] of Object.entries(pages)) {
    await open(page, address)
    yield await settled(page, name)
  }
  await open(page, '/documentation/first-event')
  yield await settled(page, 'guide')
  await open(page, '/privacy')
  yield await settled(page, 'platform-privacy')

  const event: EventView = await (await page.request.get(`${base}/api/events/${eventId}`)).json()
  await open(page, `${base}/venues/${event.venueId}`)
  await expect(page.getByRole('heading', { level: 1, name: event.venue_name })).toBeVisible()
  yield await settled(page, 'venue')
}

/** Holds back the hold's call while the caller checks the screen, so that the modal stays. */
async function* walkHold({ page, reserveButton }: Buyer): AsyncGenerator<string> {
  const letGo = await holdBack(page, /\/api\/checkout\/carts\/\d+\/hold$/)
  await reserveButton.click()
  await expect(page.getByRole('dialog', { name: 'Reserving Your Tickets' })).toBeVisible()
  yield await settled(page, 'hold-modal')
  letGo()
  await page.waitForURL(/\/checkout-api\/\d{5}\?/)
}

async function* walkDeadEnds(
  page: Page,
  base: string,
  { soldOutEventId }: Scene,
): AsyncGenerator<string> {
  await open(page, `${base}/events-api/${soldOutEventId}`)
  await expect(page.getByText(/sold out$/).first()).toBeVisible()
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
  await expect(page.getByText('Cart Not Found')).toBeVisible()
  yield await settled(page, 'unknown-cart')

  await open(page, `${base}/manage-order`)
  await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible()
  yield await settled(page, 'manage-order')
}

/** Waits until fonts and pictures are loaded and nothing moves. */
async function settled(page: Page, name: string): Promise<string> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const isShown = (image: HTMLImageElement) => image.checkVisibility() && image.loading !== 'lazy'
    await Promise.all(
      [...document.images].filter(isShown).map((image) => image.decode().catch(() => {})),
    )
  })
  await settle(page)
  return name
}

/** Error answers that belong to the dead ends. */
export const EXPECTED_ON_A_WALK = [
  {
    status: 404,
    url: new RegExp(`/(events-api|events|calendar|orders|purchases)/${UNKNOWN_EVENT}`),
  },
  { status: 404, url: /\/no\/such\/page$/ },
  { status: 404, url: /\/carts\/10000$/ },
]
