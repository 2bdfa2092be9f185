import { allInMinor, type FeeSet, feeMinorOf, type TaxRate } from '@foyer/domain'
import { inTenant, serverForTests, until } from '@foyer/testkit'
import { CARDS, confirmCard, createIntent, orderBody } from '@foyer/testkit/purchase'
import { describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { accountsOf, bought, giveBack, refundsOf } from './support/money.ts'

const server = serverForTests()

const IVA = { name: 'IVA', ratePpm: 230_000, isInclusive: true }
const SALES_TAX = { name: 'Sales tax', ratePpm: 88_750, isInclusive: false }

const orderOf = async ({ browser, orderId }: Awaited<ReturnType<typeof bought>>) =>
  (await browser.send('GET', `/api/orders/${orderId}`)).body

describe('SQL and TypeScript agree', () => {
  const RATES: (Omit<TaxRate, 'id'> | null)[] = [
    null,
    IVA,
    SALES_TAX,
    { name: 'Exempt', ratePpm: 0, isInclusive: false },
    { name: 'All', ratePpm: 1_000_000, isInclusive: false },
  ]
  const FEES: (Omit<FeeSet, 'id' | 'name' | 'taxRate'> | null)[] = [
    null,
    { isActive: true, feeType: 'percentage', flatMinor: 0, ratePpm: 125_000 },
    { isActive: true, feeType: 'flat', flatMinor: 251, ratePpm: 0 },
    { isActive: false, feeType: 'flat', flatMinor: 251, ratePpm: 0 },
    { isActive: true, feeType: 'percentage', flatMinor: 0, ratePpm: 125_000, isAbsorbed: true },
  ]
  const PRICES = [0, 1, 5, 2499, 2500, 9_999_999]

  test('on fees, all-in prices and what a hold freezes, for all combinations of fee, taxes and price', async () => {
    const event = await server.build.event()
    const rates = RATES.map((rate) => rate && { ...rate, id: crypto.randomUUID() as string })
    const feeSets = FEES.flatMap((fee) =>
      rates.map(
        (taxRate): FeeSet | null =>
          fee && { id: crypto.randomUUID(), name: 'Fee', isAbsorbed: false, ...fee, taxRate },
      ),
    )
    const offers = feeSets.flatMap((feeSet) =>
      rates.flatMap((taxRate) =>
        PRICES.map((priceMinor) => ({ id: crypto.randomUUID(), feeSet, taxRate, priceMinor })),
      ),
    )
    const json = (rows: readonly unknown[]) => [JSON.stringify(rows.filter(Boolean))]
    await server.sql(
      `insert into tax_rates (tenant_id, id, name, rate_ppm, is_inclusive)
       select 1, r.* from json_to_recordset($1)
         as r(id uuid, name text, "ratePpm" integer, "isInclusive" boolean)`,
      json(rates),
    )
    await server.sql(
      `insert into fee_sets (tenant_id, id, name, is_active, fee_type, flat_minor, rate_ppm,
         is_absorbed, tax_rate_id)
       select 1, id, name, "isActive", "feeType", "flatMinor", "ratePpm", "isAbsorbed",
         ("taxRate" ->> 'id')::uuid
       from json_to_recordset($1) as f(id uuid, name text, "isActive" boolean, "feeType" text,
         "flatMinor" integer, "ratePpm" integer, "isAbsorbed" boolean, "taxRate" json)`,
      json(feeSets),
    )
    await server.sql(
      `insert into ticket_types (tenant_id, id, event_id, group_id, name, price_minor, fee_set_id)
       select 1, o.id, t.event_id, t.group_id, 'Type', o."priceMinor", ("feeSet" ->> 'id')::uuid
       from ticket_types t, json_to_recordset($1)
         as o(id uuid, "priceMinor" integer, "feeSet" json)
       where t.id = '${event.typeId}'`,
      json(offers),
    )
    await server.sql(
      `insert into ticket_type_taxes (tenant_id, ticket_type_id, event_id, tax_rate_id)
       select 1, o.id, '${event.eventId}', ("taxRate" ->> 'id')::uuid
       from json_to_recordset($1) as o(id uuid, "taxRate" json) where "taxRate" ->> 'id' is not null`,
      json(offers),
    )
    const rows = await server.sql<{
      ticket_type_id: string
      fee_set: FeeSet | null
      tax_rate: TaxRate | null
      fee_minor: number
      all_in_minor: number
    }>(
      `select ticket_type_id, fee_set, tax_rate, fee_minor, all_in_minor from session_offers
       where session_id = $1`,
      [event.sessionId],
    )
    const byType = new Map(rows.map((row) => [row.ticket_type_id, row]))
    expect(offers).toHaveLength(FEES.length * RATES.length ** 2 * PRICES.length)
    for (const { id, feeSet, taxRate, priceMinor } of offers) {
      const row = byType.get(id)
      const frozen = row?.fee_set && { isAbsorbed: false, taxRate: null, ...row.fee_set }
      expect([frozen, row?.tax_rate, row?.fee_minor, row?.all_in_minor]).toEqual([
        feeSet,
        taxRate,
        feeMinorOf(priceMinor, 1, feeSet),
        allInMinor(priceMinor, feeSet, taxRate),
      ])
    }
    const [listed] = await server.sql<{ lowest_all_in_minor: number }>(
      'select lowest_all_in_minor from event_listings where event_id = $1',
      [event.eventId],
    )
    expect(listed?.lowest_all_in_minor).toBe(0)
  })

  test('on the default rate, which everything has that has none of its own', async () => {
    const { tenantId } = await server.build.tenant()
    const event = await server.build.event({ tenantId })
    const run = (text: string, values: unknown[]) =>
      inTenant(server.foyer.context.db, tenantId, (client) => client.query(text, values))
    const allIn = async () => {
      const select = 'select all_in_minor from session_offers where session_id = $1'
      return (await run(select, [event.sessionId])).rows[0]?.all_in_minor
    }
    expect(await allIn()).toBe(3000)
    await run(
      `insert into tax_rates (tenant_id, id, name, rate_ppm, is_inclusive, is_default)
       values ($1, $2, 'Tax', 100000, false, true)`,
      [tenantId, crypto.randomUUID()],
    )
    expect(await allIn()).toBe(3300)
  })
})

describe('an order with tax', () => {
  test('of Lisbon includes it in its price, names it, and keeps it apart in the ledger', async () => {
    const event = await server.build.event({
      currency: 'eur',
      timeZone: 'Europe/Lisbon',
      types: [{ priceMinor: 2499 }],
      tax: IVA,
    })
    const sale = await bought(server, event, 1)
    const { order } = await orderOf(sale)
    expect(order.quote).toMatchObject({
      subtotalMinor: 2499,
      totalMinor: 2499,
      taxMinor: 0,
      taxes: [{ ...IVA, taxMinor: 467 }],
    })
    expect(await accountsOf(server, event)).toEqual({
      provider_balance: 2499,
      sales: -2032,
      taxes: -467,
    })
  })

  test('of New York adds it to price and fee, shows it in each price before, and gives it back with each ticket', async () => {
    const event = await server.build.event({
      types: [{ priceMinor: 3000 }],
      fee: { ratePpm: 125_000, tax: SALES_TAX },
      tax: SALES_TAX,
      capacity: 3,
    })
    const { body: day } = await server
      .browser()
      .send('GET', `/api/price/daily?eventId=${event.eventId}&date=${event.date}`)
    expect(day.data.ticketTypes).toMatchObject([
      { lowest_all_in_minor: 3674, fee_minor: 375, tax_minor: 299 },
    ])
    const sale = await bought(server, event, 3)
    const body = await orderOf(sale)
    // 9000 and 1125 are taxed once each: 798.75 and 99.84.
    expect(body.order.quote).toMatchObject({
      subtotalMinor: 9000,
      feeMinor: 1125,
      taxMinor: 899,
      totalMinor: 11_024,
      taxes: [{ ...SALES_TAX, taxMinor: 899 }],
    })
    const amounts = body.tickets.map((ticket: { amountMinor: number }) => ticket.amountMinor)
    expect(amounts.reduce((sum: number, minor: number) => sum + minor, 0)).toBe(11_024)
    expect(await accountsOf(server, event)).toEqual({
      provider_balance: 11_024,
      sales: -9000,
      service_fees: -1125,
      taxes: -899,
    })
    for (const { id } of sale.tickets) {
      const given = await giveBack(server, sale.orderId, {
        kind: 'tickets',
        ticketIds: [id],
        withFees: true,
      })
      expect(given.ok).toBe(true)
    }
    await until(
      () => refundsOf(server, event),
      (rows) => rows.length === 3 && rows.every(({ state }) => state === 'succeeded'),
    )
    expect(await accountsOf(server, event)).toEqual({ sales: -9000, refunds: 9000 })
  }, 60_000)

  test('keeps the tax of its time when the rate changes while it is held', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 1000 }], tax: SALES_TAX })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await server.sql(
      `update tax_rates set rate_ppm = 500000 where id = (
         select tax_rate_id from ticket_type_taxes where ticket_type_id = $1)`,
      [event.typeId],
    )
    const { body } = await browser.send('GET', '/api/checkout/carts/12345')
    expect(body.quote.taxes).toMatchObject([{ ratePpm: 88_750 }])
  })
})

describe('an absorbed fee', () => {
  test('costs the buyer nothing, is in no answer to the buyer, and is stored for the organizer', async () => {
    const event = await server.build.event({
      types: [{ priceMinor: 2500 }],
      fee: { ratePpm: 125_000, isAbsorbed: true },
    })
    const sale = await bought(server, event, 2)
    const body = await orderOf(sale)
    expect(body.order.quote).toMatchObject({ feeMinor: 0, fees: [], totalMinor: 5000 })
    expect(JSON.stringify(body)).not.toMatch(/absorbed/i)
    const rows = await server.sql(
      `select charges from tickets where order_id = $1 order by charges ->> 'absorbedFeeMinor' desc`,
      [sale.orderId],
    )
    expect(rows).toEqual([
      { charges: { absorbedFeeMinor: 313 } },
      { charges: { absorbedFeeMinor: 312 } },
    ])
    const [feeSet] = await server.sql<{ fee_set_id: string }>(
      'select fee_set_id from events where id = $1',
      [event.eventId],
    )
    const shown = await server.browser().send('GET', `/api/fee-sets/${feeSet?.fee_set_id}`)
    expect(shown.status).toBe(404)
  })
})

test('an add-on with a fee set costs its fee, in the shop, in the order and in a refund', async () => {
  const event = await server.build.event({
    types: [{ priceMinor: 3000 }],
    addOns: [{ priceMinor: 1000, fee: { flatMinor: 150, tax: SALES_TAX } }],
  })
  const [addOnId = ''] = event.addOnIds
  const listed = await server.browser().send('GET', `/api/add-ons?eventId=${event.eventId}`)
  expect(listed.body).toMatchObject([{ price: 10, allInMinor: 1163 }])
  const browser = server.browser()
  await holdCartOf(browser, event, {
    quantities: [1],
    addOns: [{ addOnId, quantity: 2 }],
  })
  const intent = await createIntent(browser)
  await confirmCard(browser, intent.body, CARDS.success)
  const { body } = await browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.body.paymentIntentId),
  )
  const [row] = await server.sql(
    'select fee_minor, charges from order_add_ons where order_id = $1',
    [body.orderId],
  )
  expect(row).toEqual({
    fee_minor: 300,
    charges: { feeTax: { ...SALES_TAX, taxMinor: 27 } },
  })
  const answer = await browser.send('GET', `/api/orders/${body.orderId}`)
  expect(answer.body.order.quote).toMatchObject({ feeMinor: 300, taxMinor: 27, totalMinor: 5327 })
  const given = await giveBack(server, body.orderId)
  expect(given).toMatchObject({ ok: true, value: { amountMinor: 5327 } })
})
