import { type BuiltEvent, holdCart, serverForTests } from '@foyer/testkit'
import { amountOff, percentOff } from '@foyer/testkit/coupons'
import { expect, test } from 'vitest'
import { expireHolds, getCart, times } from './support/calls.ts'

/** A coupon code in the quote of a cart that is not held yet. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

const preview = (event: BuiltEvent, couponCode: string, more: object = {}) =>
  server.browser().send('POST', '/api/quote', {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets: [{ ticketTypeId: event.typeId, quantity: 2 }],
    couponCode,
    ...more,
  })
const codeOf = async (event: BuiltEvent, couponCode: string, more?: object) => {
  const { status, body } = await preview(event, couponCode, more)
  return [status, body.code]
}
const claim = (browser: ReturnType<typeof server.browser>, code: string) =>
  browser.send('POST', '/api/checkout/carts/12345/coupon', { code })

test('a preview with a coupon has the discount of the claim, and takes no use of the code', async () => {
  const event = await server.build.event({ fee: { ratePpm: 125_000 } })
  const coupon = await server.build.coupon({ code: 'Early10', limit: 1 })
  const answers = await Promise.all(times(3, () => preview(event, ' EARLY10 ')))
  const browser = server.browser()
  await holdCart(browser, event)
  const claimed = await claim(browser, 'early10')
  expect(claimed.status).toBe(200)
  const { coupon: use, ...discounted } = claimed.body.quote
  expect(discounted).toMatchObject({ discountMinor: 600, totalMinor: 6150 })
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body.quote).toEqual({ ...discounted, coupon: { code: use.code } })
  }
  const uses = await server.sql('select from coupon_uses where code_id = $1', [coupon.codeId])
  expect(uses).toHaveLength(1)
})

test('a preview refuses a code for the reasons that a claim has', async () => {
  const event = await server.build.event({ types: [{}, {}] })
  const other = await server.build.event()
  const [, vip = ''] = event.typeIds
  await server.build.coupon({ code: 'ELSEWHERE', eventIds: [other.eventId] })
  await server.build.coupon({ code: 'VIPONLY', discounts: [amountOff(500, vip)] })
  const none = await server.build.coupon({ code: 'NONELEFT' })
  await server.sql('update coupon_codes set usage_count = usage_limit where id = $1', [none.codeId])
  await server.build.coupon({ code: 'OFF', isActive: false })
  await server.build.coupon({ code: 'OVER', validUntil: new Date(Date.now() - 1000) })
  const browser = server.browser()
  await holdCart(browser, event)
  for (const [code, status, expected] of [
    ['UNKNOWN', 404, 'coupon_not_found'],
    ['ELSEWHERE', 409, 'coupon_not_applicable'],
    ['VIPONLY', 409, 'coupon_not_applicable'],
    ['NONELEFT', 409, 'coupon_used_up'],
    ['OFF', 409, 'coupon_not_active'],
    ['OVER', 409, 'coupon_not_active'],
  ] as const) {
    const claimed = await claim(browser, code)
    expect([claimed.status, claimed.body.code]).toEqual([status, expected])
    expect(await codeOf(event, code)).toEqual([status, expected])
  }
  const tickets = [{ ticketTypeId: vip, quantity: 1 }]
  expect((await preview(event, 'VIPONLY', { tickets })).body.quote.discountMinor).toBe(500)
})

test('a code whose uses are claimed is used up until a claim ends with its hold', async () => {
  const event = await server.build.event()
  await server.build.coupon({ code: 'LAST', limit: 1 })
  const browser = server.browser()
  await holdCart(browser, event)
  expect((await claim(browser, 'LAST')).status).toBe(200)
  expect(await codeOf(event, 'LAST')).toEqual([409, 'coupon_used_up'])
  await expireHolds(server, event.sessionId)
  expect((await preview(event, 'LAST')).body.quote).toMatchObject({ coupon: { code: 'LAST' } })
  expect((await getCart(browser)).status).toBe(410)
})

test('the coupon counts in both totals of an upgrade', async () => {
  const event = await server.build.event({ types: [{ priceMinor: 3000 }, { priceMinor: 5000 }] })
  await server.build.coupon({ code: 'HALF', discounts: [percentOff(50)] })
  const [adult = '', vip = ''] = event.typeIds
  const { body } = await preview(event, 'HALF', {
    tickets: [{ ticketTypeId: vip, quantity: 2 }],
    upgradeFrom: [{ ticketTypeId: adult, quantity: 2 }],
  })
  expect(body.quote.totalMinor).toBe(5000)
  expect(body.upgrade).toEqual({
    differenceMinor: 2000,
    each: [{ ticketTypeId: adult, differenceMinor: 2000 }],
  })
})

test('codes of other tenants are unknown', async () => {
  const { tenantId } = await server.build.tenant()
  await server.build.coupon({ tenantId, code: 'THEIRS' })
  expect(await codeOf(await server.build.event(), 'THEIRS')).toEqual([404, 'coupon_not_found'])
})
