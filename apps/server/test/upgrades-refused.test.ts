import { BUYER, CARDS, confirmCard, serverForTests, type TestBrowser } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { times } from './support/calls.ts'
import { giveBack } from './support/money.ts'
import {
  buyTypes,
  FREE,
  setPolicy,
  THREE_TYPES,
  ticketIdsOf,
  upgradeOptions,
} from './support/upgrades.ts'
import { watchWrites } from './support/writes.ts'

/** Upgrades that are not possible: a stable code, and nothing changed. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
const { email } = BUYER.contact

async function bought(plan: Parameters<typeof server.build.event>[0] = {}) {
  const event = await server.build.event({ types: THREE_TYPES, ...plan })
  const browser = server.browser()
  const orderId = await buyTypes(browser, event)
  const [first = '', second = ''] = await ticketIdsOf(server, orderId)
  const [, fast = '', vip = ''] = event.typeIds
  return { event, browser, orderId, first, second, fast, vip }
}
type Bought = Awaited<ReturnType<typeof bought>>

const upgrade = (browser: TestBrowser, orderId: string, body: object) =>
  browser.send('POST', `/api/order-management/${orderId}/upgrade`, {
    customerEmail: email,
    ...body,
  })

const pay = ({ browser, orderId }: Bought, ticketIds: string[], to: string, amount: number) =>
  browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
    customerEmail: email,
    change: { type: 'upgrade', newTicketTypeId: to, ticketIds },
    amount,
    currency: 'usd',
  })

/** Asks for an upgrade and for its payment; returns their codes. Neither changes anything. */
async function codesOf(order: Bought, ticketIds: string[], to: string): Promise<string[]> {
  const [ticketId = ''] = ticketIds
  const written = await watchWrites(server)
  const made = await upgrade(order.browser, order.orderId, {
    ticketId,
    ticketIds,
    newTicketTypeId: to,
  })
  const paid = await pay(order, ticketIds, to, 10)
  expect(await written()).toEqual([])
  return [made.body.code, paid.body.code]
}

const twice = (code: string) => [code, code]
const NOT_POSSIBLE = twice('upgrade_not_possible')
const NO_TICKET = twice('ticket_not_found')

describe('an upgrade is refused', () => {
  test('for tickets of other orders, unknown ones and cancelled ones', async () => {
    const order = await bought()
    const another = await bought()
    expect(await codesOf(order, [another.first], order.fast)).toEqual(NO_TICKET)
    expect(await codesOf(order, [order.first, another.first], order.fast)).toEqual(NO_TICKET)
    expect(await codesOf(order, [order.orderId], order.fast)).toEqual(NO_TICKET)
    await giveBack(server, order.orderId, {
      kind: 'tickets',
      ticketIds: [order.first],
      withFees: true,
    })
    expect(await codesOf(order, [order.first], order.fast)).toEqual(NO_TICKET)
  })

  test('for more tickets of the type than may be bought at once, also one by one', async () => {
    const event = await server.build.event({
      types: [{ priceMinor: 2000 }, { priceMinor: 2000, max: 2 }],
    })
    const browser = server.browser()
    const orderId = await buyTypes(browser, event, { quantities: [3] })
    await server.sql('update ticket_types set price_minor = 2001 where id = $1', [event.typeIds[1]])
    const ids = await ticketIdsOf(server, orderId)
    const up = (ticketIds: string[]) =>
      upgrade(browser, orderId, {
        ticketId: ticketIds[0],
        ticketIds,
        newTicketTypeId: event.typeIds[1],
      })
    const all = await up(ids)
    expect([all.status, all.body.code]).toEqual([409, 'upgrade_not_possible'])
    expect((await up(ids.slice(0, 2))).status).toBe(200)
    const third = await up(ids.slice(2))
    expect([third.status, third.body.code]).toEqual([409, 'upgrade_not_possible'])
    expect((await upgradeOptions(browser, orderId)).body.data.upgradeOptions).toMatchObject([
      { canUpgrade: false },
    ])
  })

  test('for a ticket that was used, though another of the order was not', async () => {
    const order = await bought()
    await server.sql('update tickets set redeemed_at = now() where id = $1', [order.first])
    expect(await codesOf(order, [order.first], order.fast)).toEqual(NOT_POSSIBLE)
    expect(await codesOf(order, [order.first, order.second], order.fast)).toEqual(NOT_POSSIBLE)
  })

  test('once the session of the ticket has begun', async () => {
    const order = await bought()
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      order.event.sessionId,
    ])
    expect(await codesOf(order, [order.first], order.fast)).toEqual(NOT_POSSIBLE)
  })

  test('to a cheaper type, an equally dear one, an archived one and one of another event', async () => {
    const order = await bought()
    const another = await bought()
    expect(await codesOf(order, [order.first], another.vip)).toEqual(NOT_POSSIBLE)
    await server.sql('update ticket_types set price_minor = 2999 where id = $1', [order.fast])
    expect(await codesOf(order, [order.first], order.fast)).toEqual(NOT_POSSIBLE)
    await server.sql('update ticket_types set price_minor = 1999 where id = $1', [order.fast])
    expect(await codesOf(order, [order.first], order.fast)).toEqual(NOT_POSSIBLE)
    await server.sql('update ticket_types set is_archived = true where id = $1', [order.vip])
    expect(await codesOf(order, [order.first], order.vip)).toEqual(NOT_POSSIBLE)
  })

  test('by a policy that ends while the options are shown', async () => {
    const order = await bought()
    expect((await upgradeOptions(order.browser, order.orderId)).status).toBe(200)
    await setPolicy(server, order.event, { upgrade: { ...FREE, isAllowed: false } })
    expect(await codesOf(order, [order.first], order.fast)).toEqual(NOT_POSSIBLE)
    await setPolicy(server, order.event, { upgrade: { ...FREE, untilMinutes: 1_000_000 } })
    expect(await codesOf(order, [order.first], order.fast)).toEqual(NOT_POSSIBLE)
  })

  test('for an amount that is not the one due, and with input that is not valid', async () => {
    const order = await bought()
    expect(await pay(order, [order.first], order.fast, 1)).toMatchObject({
      status: 409,
      body: { code: 'amount_mismatch', details: { expectedAmount: 10 } },
    })
    const { browser, orderId, first, fast } = order
    for (const body of [
      { newTicketTypeId: fast },
      { ticketId: first },
      { ticketId: 'all', newTicketTypeId: fast },
      { ticketId: first, newTicketTypeId: fast, customerEmail: 'ada' },
    ]) {
      expect((await upgrade(browser, orderId, body)).body.code).toBe('validation_failed')
    }
  })

  test('for more tickets than are left of the type, and none of them is upgraded', async () => {
    const order = await bought({
      types: THREE_TYPES.map((type, index) => (index === 1 ? { ...type, capacity: 1 } : type)),
    })
    const { body } = await pay(order, [order.first, order.second], order.fast, 20)
    expect(body.code).toBe('sold_out')
    expect((await pay(order, [order.first], order.fast, 10)).status).toBe(200)
  })

  test('to a stranger, also if it costs nothing', async () => {
    const { event, orderId, first, fast } = await bought()
    await server.sql('update ticket_types set price_minor = 3020 where event_id = $1 and id = $2', [
      event.eventId,
      fast,
    ])
    const body = { ticketId: first, newTicketTypeId: fast, customerEmail: 'eve@example.com' }
    const refused = await upgrade(server.browser(), orderId, body)
    expect([refused.status, refused.body.code]).toEqual([404, 'order_not_found'])
    const named = await upgrade(server.browser(), orderId, { ...body, customerEmail: email })
    expect(named.status).toBe(200)
  })
})

describe('an upgrade that is asked for twice', () => {
  const changesOf = (orderId: string) =>
    server.sql(`select id from order_changes where order_id = $1 and state = 'done'`, [orderId])

  test('is made once if it is free, also if both calls arrive together', async () => {
    const { browser, orderId, first, fast } = await bought()
    await server.sql('update ticket_types set price_minor = 3020 where id = $1', [fast])
    const body = { ticketId: first, newTicketTypeId: fast }
    const answers = await Promise.all(times(2, () => upgrade(browser, orderId, body)))
    const later = await upgrade(browser, orderId, body)
    for (const answer of [...answers, later]) {
      expect(answer).toMatchObject({
        status: 200,
        body: { success: true, data: { paymentIntentId: null } },
      })
    }
    expect(await changesOf(orderId)).toHaveLength(1)
  })

  test('is paid and made once, for all tickets of the order', async () => {
    const order = await bought()
    const { browser, orderId, first, second, vip } = order
    const intent = await pay(order, [first, second], vip, 60)
    await confirmCard(browser, intent.body, CARDS.success)
    const body = { ticketId: first, ticketIds: [second], newTicketTypeId: vip }
    const answers = await Promise.all(times(2, () => upgrade(browser, orderId, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await changesOf(orderId)).toHaveLength(1)
    const { body: after } = await browser.send('GET', `/api/orders/${orderId}`)
    expect(after.order.totalAmount).toBe(119.98)
    expect(after.tickets.map(({ typeName }: { typeName: string }) => typeName)).toEqual(
      times(2, () => 'Platinum VIP'),
    )
  })
})

describe('the options of an order are refused', () => {
  const refusal = async (browser: TestBrowser, orderId: string, query = {}) => {
    const { status, body } = await upgradeOptions(browser, orderId, query)
    return [status, body.code, body.error?.message, body.details]
  }
  const NONE = 'No upgrade options are available for this order.'

  test('once the session has begun, and once every ticket was used', async () => {
    const late = await bought()
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      late.event.sessionId,
    ])
    expect(await refusal(late.browser, late.orderId)).toEqual([
      409,
      'upgrade_not_possible',
      NONE,
      { reason: 'too_late' },
    ])
    const used = await bought()
    await server.sql('update tickets set redeemed_at = now() where id = $1', [used.first])
    const { body } = await upgradeOptions(used.browser, used.orderId)
    expect(body.data.currentTickets).toMatchObject([
      { canUpgrade: false, isRedeemed: true },
      { canUpgrade: true, isRedeemed: false },
    ])
    expect(body.data.upgradeOptions[0].ticketIds).toEqual([used.second])
    await server.sql('update tickets set redeemed_at = now() where order_id = $1', [used.orderId])
    expect(await refusal(used.browser, used.orderId)).toEqual([
      409,
      'upgrade_not_possible',
      NONE,
      undefined,
    ])
  })

  test('where the policy forbids them, and once its limit is reached', async () => {
    const { browser, orderId, event } = await bought()
    await setPolicy(server, event, { upgrade: { ...FREE, isAllowed: false } })
    expect((await refusal(browser, orderId))[3]).toEqual({ reason: 'not_allowed' })
    await setPolicy(server, event, { upgrade: { ...FREE, limit: 0 } })
    expect((await refusal(browser, orderId))[3]).toEqual({ reason: 'limit_reached' })
  })

  test('for a refunded order and for tickets that are cancelled or of another order', async () => {
    const { browser, orderId, first } = await bought()
    const another = await bought()
    expect((await refusal(browser, orderId, { ticketIds: another.first }))[1]).toBe(
      'ticket_not_found',
    )
    await giveBack(server, orderId, { kind: 'tickets', ticketIds: [first], withFees: true })
    expect((await refusal(browser, orderId, { ticketIds: first }))[1]).toBe('ticket_not_found')
    await giveBack(server, orderId)
    expect((await refusal(browser, orderId))[1]).toBe('upgrade_not_possible')
  })

  test('to a stranger, and are listed for the address of the order', async () => {
    const { orderId } = await bought()
    const stranger = server.browser()
    expect((await refusal(stranger, orderId))[0]).toBe(404)
    expect((await refusal(stranger, orderId, { email: 'eve@example.com' }))[1]).toBe(
      'order_not_found',
    )
    expect((await upgradeOptions(stranger, orderId, { email })).status).toBe(200)
  })
})
