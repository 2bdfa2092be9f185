import { DEFAULT_POLICY } from '@foyer/domain'
import { type EventPlan, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stockOf } from './support/calls.ts'
import { atDesk, refundAtDesk } from './support/desk.ts'
import { deskOrders } from './support/desk-orders.ts'
import { member, type TestPerson } from './support/staff.ts'

/** What the team changes although no buyer could. After each the books balance. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

let clerk: TestPerson
const { bought, ticketsOf, to, upgrade, actsOf, changeBy } = deskOrders(server)
const change: ReturnType<typeof changeBy> = (...args) => changeBy(clerk)(...args)

beforeAll(async () => {
  clerk = await member(server, 'box_office')
})

const policy = (rule: object): EventPlan => ({
  changePolicy: {
    reschedule: { ...DEFAULT_POLICY.reschedule, ...rule },
    upgrade: { ...DEFAULT_POLICY.upgrade, ...rule },
  },
})

type Bought = Awaited<ReturnType<typeof bought>>

const begin = (sessionId: string, ended = '1 day') =>
  server.sql(
    `update sessions set starts_at = now() - interval '1 hour', ends_at = now() + $2::interval
     where id = $1`,
    [sessionId, ended],
  )

const dispute = ({ orderId }: Bought) =>
  server.sql(
    `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
     select 1, 'du_' || $1, id, 6000, 'usd', 'lost' from payments where order_id::text = $1`,
    [orderId],
  )

describe('the team moves tickets that their buyer could not move', () => {
  test.each<[string, string, EventPlan, (of: Bought) => Promise<unknown>]>([
    ['though the policy does not allow it', 'not_allowed', policy({ isAllowed: false }), ok],
    ['after the time of the policy', 'too_late', policy({ untilMinutes: 366 * 24 * 60 }), ok],
    ['of a session that has begun', 'too_late', {}, ({ here }) => begin(here)],
    ['of a session that is over', 'over', {}, ({ here }) => begin(here, '-1 minute')],
    ['whose bank took the charge back', 'disputed', {}, dispute],
    [
      'to a session whose sales are closed',
      'not_on_sale',
      {},
      ({ same }) =>
        server.sql(`update sessions set sales_close_at = now() - interval '1 hour' where id = $1`, [
          same,
        ]),
    ],
    ['to a session that has begun', 'not_on_sale', {}, ({ same }) => begin(same)],
  ])('%s, and says why a buyer could not', async (_, reason, plan, before) => {
    const order = await bought(plan)
    const { browser, orderId, here, same } = order
    await before(order)
    const query = `?newSessionId=${same}`
    const own = await browser.send(
      'GET',
      `/api/order-management/${orderId}/reschedule-quote${query}`,
    )
    expect(own.body.code).toBe('reschedule_not_possible')
    const options = await atDesk(clerk, 'GET', `/orders/${orderId}/reschedule-options`)
    const offered = options.body.availableSessions.map(({ id }: { id: string }) => id)
    expect(offered).toContain(same)
    const quote = await atDesk(clerk, 'GET', `/orders/${orderId}/reschedule-quote${query}`)
    expect(quote.body).toMatchObject({ beyondBuyers: reason, change: { dueMinor: 0 } })
    const silent = await change(orderId, to(same), { reason: '' })
    expect(silent.body.details.fields).toMatchObject([{ field: 'reason' }])
    expect(await change(orderId, to(same))).toMatchObject({ status: 200, body: { payment: null } })
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([same, same])
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
    expect(await actsOf(orderId)).toEqual([['order.changed', clerk.id]])
    const [act] = await server.sql(
      `select after ->> 'reason' as reason from audit_log
      where entity_id = $1`,
      [orderId],
    )
    expect(act).toEqual({ reason: 'They asked.' })
    const mails = await server.sql<{ data: object }>(
      `select data from mails where order_id = $1 and kind = 'reschedule'`,
      [orderId],
    )
    expect(JSON.stringify(mails)).not.toContain('They asked')
    await server.sql('delete from disputes')
  })

  test('as often as is needed', async () => {
    const { browser, orderId, here, same } = await bought(policy({ limit: 1 }))
    const own = (newSessionId: string) =>
      browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
        ...{ newSessionId, customerEmail: 'ada@example.com' },
      })
    expect((await own(same)).status).toBe(200)
    expect((await own(here)).body.details.reason).toBe('limit_reached')
    const path = `/orders/${orderId}/reschedule-quote?newSessionId=${here}`
    const quote = await atDesk(clerk, 'GET', path)
    expect(quote.body.beyondBuyers).toBe('limit_reached')
    expect((await change(orderId, to(here))).status).toBe(200)
  })

  test('whose price was refunded as an amount: no more goes back than is left', async () => {
    const { event, orderId, same } = await bought()
    await server.sql(
      'update session_prices set price_minor = 2000 where session_id = $1 and ticket_type_id = $2',
      [same, event.typeId],
    )
    const wanted = { kind: 'amount', withFees: true, amountMinor: 6000 } as const
    const refund = await refundAtDesk(clerk, orderId, wanted, {
      amountMinor: 6000,
      refundedMinor: 0,
    })
    expect(refund.status).toBe(200)
    expect(await change(orderId, to(same))).toMatchObject({ status: 200 })
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([same, same])
  })

  test('a disputed order that becomes cheaper gives nothing back', async () => {
    const order = await bought()
    const { event, orderId, same } = order
    await server.sql(
      'update session_prices set price_minor = 2000 where session_id = $1 and ticket_type_id = $2',
      [same, event.typeId],
    )
    await dispute(order)
    expect(await change(orderId, to(same))).toMatchObject({ status: 200 })
    expect(await server.sql('select id from refunds where order_id = $1', [orderId])).toEqual([])
    await server.sql('delete from disputes')
  })
})

test('the team upgrades a ticket though the policy does not allow it and the type is hidden', async () => {
  const { event, orderId } = await bought(policy({ isAllowed: false }))
  await server.sql(
    `insert into ticket_type_sales (tenant_id, ticket_type_id, event_id, is_hidden)
     values (1, $1, $2, true)`,
    [event.typeIds[1], event.eventId],
  )
  const [first] = await ticketsOf(orderId)
  const { body } = await atDesk(clerk, 'GET', `/orders/${orderId}/upgrade-options`)
  expect(body.data.upgradeOptions).toMatchObject([
    { toTicketTypeId: event.typeIds[1], canUpgrade: true, beyondBuyers: 'not_allowed' },
  ])
  const offer = await change(orderId, upgrade(event, [first?.id ?? '']), { due: 2000 })
  expect(offer.body.payment).toMatchObject({ amountMinor: 2000 })
})

describe('what nobody can do is refused in words', () => {
  const refusals: [string, string, RegExp, (of: Bought) => Promise<unknown>][] = [
    ['to a session that is over', 'over', /is over/, ({ same }) => begin(same, '-1 minute')],
    [
      'to a session that was called off',
      'called_off',
      /was called off/,
      ({ same }) => server.sql(`update sessions set status = 'called_off' where id = $1`, [same]),
    ],
    [
      'to a session that does not sell the type',
      'not_sold',
      /not sold on that date/,
      ({ same, event }) =>
        server.sql('delete from stock where session_id = $1 and pool_id = $2', [
          same,
          event.typeId,
        ]),
    ],
    [
      'of a ticket that was used',
      'redeemed',
      /used at the door/,
      ({ orderId }) =>
        server.sql('update tickets set redeemed_at = now() where order_id = $1', [orderId]),
    ],
    [
      'of an order without a valid ticket',
      'no_valid_ticket',
      /valid any more/,
      async ({ orderId }) => {
        const { body } = await atDesk(clerk, 'GET', `/orders/${orderId}/cancellation-quote`)
        const ids = (await ticketsOf(orderId)).map(({ id }) => id)
        const shown = { refundMinor: body.refundMinor }
        await atDesk(clerk, 'POST', `/orders/${orderId}/cancellations`, {
          ...{ ticketIds: ids, shown, reason: 'They do not come.' },
        })
      },
    ],
  ]
  test.each(refusals)('a move %s', async (_, reason, words, before) => {
    const order = await bought()
    await before(order)
    const { status, body } = await change(order.orderId, to(order.same))
    expect([status, body.details.reason]).toEqual([409, reason])
    expect(body.error).toMatch(words)
  })

  test('a move to a session without room, and to one of another event', async () => {
    const { orderId, same } = await bought({ capacity: 2 })
    await server.sql('update stock set sold = capacity where session_id = $1 and pool_id = $1', [
      same,
    ])
    expect((await change(orderId, to(same))).body).toMatchObject({ code: 'sold_out' })
    await server.sql('update stock set sold = 0 where session_id = $1 and pool_id = $1', [same])
    const other = await server.build.event()
    expect((await change(orderId, to(other.sessionId))).body.code).toBe('session_not_found')
  })
})

describe('tickets that the team gave away', () => {
  async function given(plan: EventPlan = {}) {
    const order = await bought(plan)
    const { event, here } = order
    const { body } = await atDesk(clerk, 'POST', '/complimentary-orders', {
      key: crypto.randomUUID(),
      sessionId: here,
      tickets: [{ ticketTypeId: event.typeId, quantity: 2 }],
      person: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', phone: '' },
      reason: 'press',
      note: '',
    })
    const orderId: string = body.orderId
    return { ...order, orderId }
  }

  test.each(['same', 'dearer'] as const)(
    'are moved to a session that costs the %s without a charge or a fee',
    async (where) => {
      const fee = { feeType: 'flat', amountMinor: 500 }
      const order = await given(policy({ isAllowed: false, fee }))
      const target = order[where]
      expect(await change(order.orderId, to(target))).toMatchObject({ status: 200 })
      expect(await ticketsOf(order.orderId)).toMatchObject([
        { session_id: target, price_minor: 0 },
        { session_id: target, price_minor: 0 },
      ])
      expect(await actsOf(order.orderId)).toEqual([
        ['order.given', clerk.id],
        ['order.changed', clerk.id],
      ])
    },
  )

  test('cost their guest nothing in a session at the same price, and the difference in a dearer one', async () => {
    const { orderId, same, dearer } = await given()
    const quoted = async (sessionId: string) => {
      const { body } = await server
        .browser()
        .send(
          'GET',
          `/api/order-management/${orderId}/reschedule-quote?email=grace@example.com&newSessionId=${sessionId}`,
        )
      return body.change.dueMinor
    }
    expect(await quoted(same)).toBe(0)
    expect(await quoted(dearer)).toBe(2000)
  })
})

async function ok(): Promise<void> {}
