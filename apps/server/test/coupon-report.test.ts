import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { previewAtDesk, refundAtDesk, WHOLE } from './support/desk.ts'
import { member } from './support/staff.ts'

/** Reports of campaigns over real purchases: tickets at 30.00, 10 percent off. */
const server = serverForTests({ isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

/** Buys with a code, or without one, and returns the id of the order. */
async function buyWith(event: BuiltEvent, code: string | null, quantity = 2): Promise<string> {
  const browser = server.browser()
  await holdCartOf(browser, event, { quantities: [quantity] })
  if (code) {
    const claimed = await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
    expect(claimed.status).toBe(200)
  }
  const intent = await createIntent(browser)
  await confirmCard(browser, intent.body, CARDS.success)
  const sold = await browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.body.paymentIntentId),
  )
  expect(sold.status).toBe(201)
  return sold.body.order.id
}

const owner = async () => {
  const clerk = await member(server, 'owner')
  const read = (path: string) => clerk.browser.send('GET', `/api/admin/coupon-reports/${path}`)
  return { clerk, read }
}

const secondCode = (codeId: string, code: string) =>
  server.sql(
    `insert into coupon_codes (tenant_id, id, group_id, code, usage_limit)
     select tenant_id, gen_random_uuid(), group_id, $2, 100 from coupon_codes where id = $1`,
    [codeId, code],
  )

describe('the report of a campaign', () => {
  test('adds up its orders, tickets, discounts and what was paid, for the group, its codes and its rule', async () => {
    const { read } = await owner()
    const [one, other] = [await server.build.event({}), await server.build.event({})]
    const coupon = await server.build.coupon({ code: 'SPRING', limit: 10 })
    await secondCode(coupon.codeId, '=1+1')
    await buyWith(one, 'SPRING')
    await buyWith(one, 'SPRING', 1)
    await buyWith(other, '=1+1')
    await buyWith(other, null)
    const total = {
      currency: 'usd',
      usageCount: 3,
      orderCount: 3,
      ticketCount: 5,
      discountMinor: 1500,
      revenueMinor: 13_500,
    }
    const spring = { ...total, usageCount: 2, orderCount: 2, ticketCount: 3 }
    const ofSpring = { ...spring, discountMinor: 900, revenueMinor: 8100 }
    const { groupId } = coupon

    const group = await read(`group/${groupId}`)
    expect(group.status).toBe(200)
    expect(group.body).toMatchObject({
      totals: [total],
      rows: [
        { id: coupon.codeId, name: 'SPRING', ...ofSpring },
        { name: '=1+1', usageCount: 1, ticketCount: 2, discountMinor: 600, revenueMinor: 5400 },
      ],
      rowCount: 2,
    })
    const code = await read(`code/${coupon.codeId}`)
    expect(code.body).toMatchObject({
      name: 'SPRING',
      totals: [ofSpring],
      rows: [{ id: one.eventId, ...ofSpring }],
      rowCount: 1,
    })
    const rule = await read(`rule/${coupon.ruleId}`)
    expect(rule.body).toMatchObject({ totals: [total], rowCount: 2 })
    expect(rule.body.rows.map(({ id }: { id: string }) => id)).toEqual([one.eventId, other.eventId])

    const { body: file } = await read(`group/${groupId}/file`)
    expect(file).toEqual({
      name: 'report-of-group',
      heads: ['code', 'uses', 'orders', 'tickets', 'taken off', 'revenue', 'currency'],
      rows: [
        ['SPRING', 2, 2, 3, 9, 81, 'usd'],
        ['=1+1', 1, 1, 2, 6, 54, 'usd'],
      ],
    })
  })

  test('leaves a refunded order among the uses, and takes it off orders, tickets and revenue', async () => {
    const { clerk, read } = await owner()
    const event = await server.build.event({})
    const coupon = await server.build.coupon({ code: 'BACK', limit: 10 })
    const orderId = await buyWith(event, 'BACK')
    await buyWith(event, 'BACK')
    const shown = await previewAtDesk(clerk, orderId, WHOLE)
    expect((await refundAtDesk(clerk, orderId, WHOLE, shown.body)).status).toBe(200)
    expect((await read(`rule/${coupon.ruleId}`)).body.totals).toEqual([
      {
        currency: 'usd',
        usageCount: 2,
        orderCount: 1,
        ticketCount: 2,
        discountMinor: 1200,
        revenueMinor: 5400,
      },
    ])
  })

  test('counts an order once for its group where two of its rules combined', async () => {
    const { read } = await owner()
    const event = await server.build.event({})
    const coupon = await server.build.coupon({ code: 'BOTH', limit: 10 })
    const { groupId } = coupon
    await server.sql(
      `insert into checkout_rules (tenant_id, id, name, trigger_type, coupon_group_id, action, combines)
       select tenant_id, gen_random_uuid(), 'And one off', trigger_type, coupon_group_id, action, true
       from checkout_rules where id = $1`,
      [coupon.ruleId],
    )
    await server.sql('update checkout_rules set combines = true where id = $1', [coupon.ruleId])
    await buyWith(event, 'BOTH')
    const { body } = await read(`group/${groupId}`)
    expect(body.totals).toMatchObject([{ usageCount: 1, ticketCount: 2, discountMinor: 1140 }])
    const rule = await read(`rule/${coupon.ruleId}`)
    expect(rule.body.totals[0].discountMinor).toBeLessThan(1140)
  })

  test('is of a span: from its first moment on, and before its last', async () => {
    const { read } = await owner()
    const event = await server.build.event({})
    const coupon = await server.build.coupon({ code: 'SPAN', limit: 10 })
    for (const at of ['2031-05-01T00:00:00Z', '2031-05-31T23:59:59Z', '2031-06-01T00:00:00Z']) {
      const orderId = await buyWith(event, 'SPAN', 1)
      await server.sql('update rule_usage set applied_at = $2 where order_id = $1', [orderId, at])
    }
    const usesIn = async (query: string) => {
      const { body } = await read(`rule/${coupon.ruleId}?${query}`)
      return body.totals[0]?.usageCount ?? 0
    }
    const may = 'from=2031-05-01T00:00:00Z&until=2031-06-01T00:00:00Z'
    expect(await usesIn('')).toBe(3)
    expect(await usesIn(may)).toBe(2)
    expect(await usesIn('from=2031-06-01T00:00:00Z')).toBe(1)
    expect(await usesIn('until=2031-05-01T00:00:00Z')).toBe(0)
    const { body: file } = await read(`rule/${coupon.ruleId}/file?${may}`)
    expect(file.rows[0].slice(1)).toEqual([2, 2, 2, 6, 54, 'usd'])
    const turned = await read(
      `rule/${coupon.ruleId}?from=2031-06-01T00:00:00Z&until=2031-05-01T00:00:00Z`,
    )
    expect([turned.status, turned.body.details.fields]).toEqual([
      400,
      [{ field: 'query.until', message: 'Must be after the start' }],
    ])
  })

  test('without a purchase is empty', async () => {
    const { read } = await owner()
    const coupon = await server.build.coupon({ code: 'UNUSED' })
    const { body } = await read(`code/${coupon.codeId}`)
    expect(body).toEqual({ name: 'UNUSED', totals: [], rows: [], rowCount: 0 })
    const { body: file } = await read(`code/${coupon.codeId}/file`)
    expect(file.rows).toEqual([])
  })
})

describe('a report', () => {
  test('of what does not exist, or is of another organizer, is refused', async () => {
    const { clerk } = await owner()
    const coupon = await server.build.coupon({})
    const { groupId } = coupon
    const { tenantId, slug } = await server.build.tenant()
    await server.foyer.context.tenants.reload()
    const stranger = await member(server, 'owner', tenantId)
    const nothing = '40000000-0000-4000-8000-000000000406'
    for (const [path, code] of [
      [`group/${groupId}`, 'coupon_group_not_found'],
      [`code/${coupon.codeId}`, 'coupon_not_found'],
      [`rule/${coupon.ruleId}`, 'checkout_rule_not_found'],
    ] as const) {
      const [subject = ''] = path.split('/')
      for (const file of ['', '/file']) {
        const unknown = await clerk.browser.send(
          'GET',
          `/api/admin/coupon-reports/${subject}/${nothing}${file}`,
        )
        const foreign = await stranger.browser.send(
          'GET',
          `/api/admin/coupon-reports/${path}${file}`,
          undefined,
          { 'x-brand-path': slug },
        )
        for (const answer of [unknown, foreign]) {
          expect([answer.status, answer.body.code]).toEqual([404, code])
        }
      }
    }
  })

  test('is read by everybody who reads coupons, and by nobody else', async () => {
    const coupon = await server.build.coupon({})
    const path = `/api/admin/coupon-reports/rule/${coupon.ruleId}`
    const statuses = []
    for (const role of ['analyst', 'box_office', 'gate'] as const) {
      const { browser } = await member(server, role)
      statuses.push((await browser.send('GET', path)).status)
    }
    expect(statuses).toEqual([200, 200, 403])
  })
})
