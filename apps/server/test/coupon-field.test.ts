import { holdCart, serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { times } from './support/calls.ts'

/** When pages offer a field for coupons, and how often codes may be tried. */
const server = serverForTests({ jobs: false })

test('a tenant has a field for coupons while it has an active one', async () => {
  const { tenantId, slug } = await server.build.tenant()
  const { tenants } = server.foyer.context
  const hasCoupons = async () => {
    await tenants.reload()
    return tenants.bySlug(slug)?.hasCoupons
  }
  expect(await hasCoupons()).toBe(false)
  const { codeId } = await server.build.coupon({ tenantId })
  expect(await hasCoupons()).toBe(true)
  const { body } = await server.browser({ 'x-tenant-subdomain': slug }).send('GET', '/api/tenant')
  expect(body).toMatchObject({ slug, hasCoupons: true })
  await server.sql('update coupon_codes set is_active = false where id = $1', [codeId])
  expect(await hasCoupons()).toBe(false)
})

test('codes can be guessed at most twenty times a minute', async () => {
  const path = '/api/checkout/carts/12345/coupon'
  const browser = server.browser()
  await holdCart(browser, await server.build.event())
  const answers = await Promise.all(
    times(21, (index) => browser.send('POST', path, { code: `guess ${index}` })),
  )
  const codes = answers.map(({ body }) => body.code).toSorted()
  expect(codes).toEqual([...times(20, () => 'coupon_not_found'), 'rate_limited'])
  expect((await browser.send('DELETE', path)).status).toBe(200)
})

test('only previews with a code count against the limit of their network', async () => {
  const event = await server.build.event()
  const preview = (couponCode?: string) =>
    server.browser().send('POST', '/api/quote', {
      eventId: event.eventId,
      tickets: [{ ticketTypeId: event.typeId, quantity: 1 }],
      couponCode,
    })
  const answers = await Promise.all(times(61, (index) => preview(`guess ${index}`)))
  const codes = answers.map(({ body }) => body.code).toSorted()
  expect(codes).toEqual([...times(60, () => 'coupon_not_found'), 'rate_limited'])
  expect((await preview()).status).toBe(200)
})
