import type { Builder } from '@foyer/testkit/builder'
import { percentOff } from '@foyer/testkit/coupons'
import { BUYER, buy, CARDS, confirmCard, createIntent, holdCart } from '@foyer/testkit/purchase'
import type { TestBrowser } from '@foyer/testkit/test-browser'
import type { Known } from './schema-values.ts'

/** The server that a world is built on: one of the testkit, or one of the command. */
export interface FuzzedServer {
  build: Builder
  browser(): TestBrowser
  sql<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface FuzzWorld {
  /**
   * One selection for each event, and one that mixes them; a request takes its values from one of
   * these.
   */
  selections: readonly Known[]
  /** Cookie headers of browsers that have held, paid and bought; '' for a new browser. */
  cookies: readonly string[]
}

const cookieHeader = (browser: TestBrowser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/**
 * Builds events, coupons, carts, payments and orders, so that generated requests find something.
 */
export async function buildFuzzWorld({ build, browser, sql }: FuzzedServer): Promise<FuzzWorld> {
  const open = await build.event({
    capacity: null,
    sessions: 3,
    types: [{}, { priceMinor: 4550, max: 4 }],
    fee: { ratePpm: 125_000 },
    addOns: [{ priceMinor: 500 }, { priceMinor: 900, capacity: 5 }],
  })
  const scarce = await build.event({ capacity: 6, sessions: 2, types: [{ capacity: 3 }, {}] })
  const free = await build.event({ capacity: null, types: [{ priceMinor: 0 }] })
  const unpriced = await build.event({ types: [{ dynamicMinor: null }] })
  const { tenantId } = await build.tenant({ slug: 'other' })
  const foreign = await build.event({ tenantId })
  const events = [open, open, scarce, free, unpriced, foreign]
  const coupons = [
    await build.coupon({ limit: 1000 }),
    await build.coupon({ limit: 1 }),
    await build.coupon({ limit: 50, eventIds: [scarce.eventId], discounts: [percentOff(100)] }),
  ]

  const buyer = browser()
  const bought = await buy(buyer, open)
  const holder = browser()
  await holdCart(holder, open, '12345')
  const unpaid = await createIntent(holder, '12345')
  await holdCart(holder, open, '23456', 1)
  const paid = await createIntent(holder, '23456')
  await confirmCard(holder, paid.body, CARDS.success)
  const item = await holder.send('POST', '/api/cart/items', {
    eventId: open.eventId,
    ticketTypeId: open.typeId,
    quantity: 1,
  })
  const ids = await sql<{ fee: string; group: string; ticket: string }>(
    `select (select id from fee_sets limit 1) as fee, t.group_id as group,
       (select id from tickets limit 1) as ticket
     from ticket_types t where t.id = any($1)`,
    [events.flatMap(({ typeIds }) => typeIds)],
  )
  const { orderId } = bought.body
  const dates = [...events.map(({ date }) => date), '2026-02-30', '1999-12-31']
  const emails = [BUYER.contact.email, 'nobody@example.com']
  return {
    cookies: ['', cookieHeader(holder), cookieHeader(holder), cookieHeader(buyer)],
    selections: [...events.map((event) => [event]), events].map((some) => ({
      eventId: some.map(({ eventId }) => eventId),
      sessionId: some.flatMap((event) => event.sessionIds),
      newSessionId: some.flatMap((event) => event.sessionIds),
      ticketTypeId: some.flatMap(({ typeIds }) => typeIds),
      ticketGroupId: ids.map(({ group }) => group),
      addOnId: open.addOnIds,
      feeSetId: ids.map(({ fee }) => fee),
      cartId: ['12345', '23456', '34567', 45678],
      itemId: [item.body.item.id, orderId],
      orderId: [orderId, orderId, open.eventId],
      ticketId: ids.map(({ ticket }) => ticket),
      paymentIntentId: [unpaid.body.paymentIntentId, paid.body.paymentIntentId, 'pi_unknown'],
      quantity: [1, 2, 3],
      date: dates,
      selectedDate: dates,
      from: dates,
      to: dates,
      email: emails,
      customerEmail: emails,
      code: [...coupons.map(({ code }) => code), 'NOSUCHCODE'],
      amount: [unpaid.body.amount, paid.body.amount, 33.75, 0, -1],
      currency: ['usd', 'USD', 'eur'],
      q: ['night', 'nihgt', 'test hall', ''],
      city: ['New York'],
      maxPrice: ['80.50', '0'],
      offset: ['0', '12'],
      limit: ['12', '1'],
      slug: ['help', 'terms', 'nothing'],
      since: ['0', '1', '999999'],
    })),
  }
}
