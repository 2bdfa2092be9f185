import { findStockDrift, serverForTests, until } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { stockOf } from './support/calls.ts'
import { atDesk, previewAtDesk, refundAtDesk, WHOLE } from './support/desk.ts'
import { accountsOf, type Bought, bought, refundsOf } from './support/money.ts'
import { ageSignIn, member } from './support/staff.ts'

/** Refunds that the team makes: tickets at 30.00, each with 3.75 of fees. */
const server = serverForTests({ isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const TICKET = 3375

const aFamily = async (quantity = 4): Promise<Bought> =>
  bought(
    server,
    await server.build.event({ capacity: quantity, fee: { ratePpm: 125_000 } }),
    quantity,
  )

const settled = ({ event }: Bought, count: number) =>
  until(
    () => refundsOf(server, event),
    (rows) => rows.length === count && rows.every(({ state }) => state === 'succeeded'),
  )

const ticketsOf = (sale: Bought, ...numbers: number[]) => ({
  kind: 'tickets' as const,
  ticketIds: sale.tickets.filter(({ number }) => numbers.includes(number)).map(({ id }) => id),
  withFees: true,
})

test('what can be refunded is what was paid less what went back', async () => {
  const clerk = await member(server, 'box_office')
  const sale = await aFamily(2)
  const { body } = await atDesk(clerk, 'GET', `/orders/${sale.orderId}/refundable`)
  expect(body).toMatchObject({
    currency: 'usd',
    paidMinor: 2 * TICKET,
    refundedMinor: 0,
    leftMinor: 2 * TICKET,
    leftFeeMinor: 750,
    isDisputed: false,
    tickets: [
      { number: 1, amountMinor: TICKET, isRedeemed: false },
      { number: 2, amountMinor: TICKET, isRedeemed: false },
    ],
  })
})

test('two tickets of a family go back: they end, their seats are on sale again, the ledger balances', async () => {
  const clerk = await member(server, 'box_office')
  const sale = await aFamily()
  const wanted = ticketsOf(sale, 3, 4)
  const shown = await previewAtDesk(clerk, sale.orderId, wanted)
  expect(shown.body).toMatchObject({
    currency: 'usd',
    amountMinor: 2 * TICKET,
    feeMinor: 750,
    refundedMinor: 0,
    leftMinor: 2 * TICKET,
    ticketNumbers: [3, 4],
    addOns: [],
    charges: [{ amountMinor: 2 * TICKET, capturedMinor: 4 * TICKET, platformFeeMinor: 0 }],
  })
  const made = await refundAtDesk(clerk, sale.orderId, wanted, shown.body, { note: 'Two are ill.' })
  expect([made.status, made.body.amountMinor, made.body.ticketCount]).toEqual([200, 2 * TICKET, 2])
  expect(await stockOf(server, sale.event.sessionId)).toEqual({ held: 0, sold: 2 })
  await settled(sale, 1)
  expect(await accountsOf(server, sale.event)).toEqual({
    provider_balance: 2 * TICKET,
    sales: -12_000,
    service_fees: -750,
    refunds: 6000,
  })

  const { body: order } = await sale.browser.send('GET', `/api/orders/${sale.orderId}`)
  expect(order.order.status).toBe('PAID')
  expect(order.changes.at(-1)).toMatchObject({
    kind: 'cancellation',
    madeBy: 'organizer',
    // What the team writes is for the team.
    reason: null,
    refundReferences: [made.body.reference],
  })
  const mails = await server.sql('select kind from mails where order_id = $1 order by id', [
    sale.orderId,
  ])
  expect(mails.map(({ kind }) => kind)).toEqual(['confirmation', 'cancellation'])
  const entries = await server.sql(
    `select person_id, action_type, after from audit_log where entity_id = $1`,
    [sale.orderId],
  )
  expect(entries).toMatchObject([
    {
      person_id: clerk.id,
      action_type: 'order.refunded',
      after: {
        reference: made.body.reference,
        amount: '$67.50',
        tickets: 2,
        serviceFees: 'given back',
        reason: 'cannot_come',
        note: 'Two are ill.',
      },
    },
  ])
})

test('an amount goes back and all tickets stay valid', async () => {
  const manager = await member(server, 'manager')
  const sale = await aFamily(2)
  const wanted = { kind: 'amount' as const, amountMinor: 1000, withFees: false }
  const { body: shown } = await previewAtDesk(manager, sale.orderId, wanted)
  expect(shown).toMatchObject({ amountMinor: 1000, feeMinor: 0, ticketNumbers: [] })
  const made = await refundAtDesk(manager, sale.orderId, wanted, shown, { reason: 'goodwill' })
  expect(made.body).toMatchObject({ amountMinor: 1000, ticketCount: 0 })
  expect(await stockOf(server, sale.event.sessionId)).toEqual({ held: 0, sold: 2 })
  const { body } = await atDesk(manager, 'GET', `/orders/${sale.orderId}/refundable`)
  expect(body).toMatchObject({ refundedMinor: 1000, leftMinor: 2 * TICKET - 1000 })
  expect(body.tickets).toHaveLength(2)
})

test('a repeated request returns the first refund; its key makes no other one', async () => {
  const clerk = await member(server, 'box_office')
  const sale = await aFamily(2)
  const shown = { amountMinor: 500, refundedMinor: 0 }
  const wanted = { kind: 'amount' as const, amountMinor: 500, withFees: true }
  const key = crypto.randomUUID()
  const first = await refundAtDesk(clerk, sale.orderId, wanted, shown, { key })
  const again = await refundAtDesk(clerk, sale.orderId, wanted, shown, { key })
  expect(again.body).toEqual(first.body)
  const other = await refundAtDesk(clerk, sale.orderId, WHOLE, shown, { key })
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
  expect(await refundsOf(server, sale.event)).toHaveLength(1)
  const entries = await server.sql('select id from audit_log where entity_id = $1', [sale.orderId])
  expect(entries).toHaveLength(1)
})

test('of two people who saw the same figures, the second refunds nothing and is told why', async () => {
  const [ada, bea] = [await member(server, 'manager'), await member(server, 'box_office')]
  const sale = await aFamily(2)
  const wanted = { kind: 'amount' as const, amountMinor: 700, withFees: true }
  const shown = { amountMinor: 700, refundedMinor: 0 }
  const answers = await Promise.all(
    [ada, bea].map((person) => refundAtDesk(person, sale.orderId, wanted, shown)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'changed_meanwhile',
    error: expect.stringContaining('Somebody refunded this order meanwhile: $7.00'),
  })
  expect(await refundsOf(server, sale.event)).toHaveLength(1)
})

test('other figures than were shown refund nothing', async () => {
  const clerk = await member(server, 'box_office')
  const sale = await aFamily(2)
  const answer = await refundAtDesk(clerk, sale.orderId, WHOLE, {
    amountMinor: TICKET,
    refundedMinor: 0,
  })
  expect([answer.status, answer.body.code]).toEqual([409, 'changed_meanwhile'])
  expect(await refundsOf(server, sale.event)).toEqual([])
})

describe('is refused in words', () => {
  test('above what was paid', async () => {
    const clerk = await member(server, 'box_office')
    const sale = await aFamily(2)
    const wanted = { kind: 'amount' as const, amountMinor: 2 * TICKET + 1, withFees: true }
    const shown = { amountMinor: wanted.amountMinor, refundedMinor: 0 }
    for (const answer of [
      await previewAtDesk(clerk, sale.orderId, wanted),
      await refundAtDesk(clerk, sale.orderId, wanted, shown),
    ]) {
      expect(answer.body).toMatchObject({
        code: 'refund_not_possible',
        details: { reason: 'amount_above_paid', leftMinor: 2 * TICKET },
      })
    }
  })

  test('while a bank takes the charge back', async () => {
    const clerk = await member(server, 'box_office')
    const sale = await aFamily(1)
    await server.sql(
      `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
       select tenant_id, 'du_desk', id, captured_minor, currency, 'opened' from payments
       where intent_id = $1`,
      [sale.intentId],
    )
    const shown = { amountMinor: TICKET, refundedMinor: 0 }
    for (const answer of [
      await previewAtDesk(clerk, sale.orderId),
      await refundAtDesk(clerk, sale.orderId, WHOLE, shown),
    ]) {
      expect(answer.body).toMatchObject({
        code: 'refund_not_possible',
        details: { reason: 'charge_disputed' },
      })
    }
    await server.sql(`delete from disputes where id = 'du_desk'`)
  })

  test('for an order of another organizer, which is unknown', async () => {
    const { tenantId, slug } = await server.build.tenant()
    await server.foyer.context.tenants.reload()
    const stranger = await member(server, 'owner', tenantId)
    const sale = await aFamily(1)
    const there = { 'x-brand-path': slug }
    const answer = await atDesk(
      stranger,
      'POST',
      `/orders/${sale.orderId}/refund-preview`,
      { wanted: WHOLE },
      there,
    )
    expect([answer.status, answer.body.code]).toEqual([404, 'order_not_found'])
    const main = await previewAtDesk(stranger, sale.orderId)
    expect([main.status, main.body.code]).toEqual([404, 'unknown_tenant'])
  })

  test('half a shift after the sign-in, and not before', async () => {
    const clerk = await member(server, 'box_office')
    const sale = await aFamily(1)
    const wanted = { kind: 'amount' as const, amountMinor: 100, withFees: true }
    await ageSignIn(server, clerk.id, 239)
    const early = await refundAtDesk(clerk, sale.orderId, wanted, {
      amountMinor: 100,
      refundedMinor: 0,
    })
    expect(early.status).toBe(200)
    await ageSignIn(server, clerk.id, 1)
    const late = await refundAtDesk(clerk, sale.orderId, wanted, {
      amountMinor: 100,
      refundedMinor: 100,
    })
    expect([late.status, late.body.code]).toEqual([401, 'sign_in_again'])
  })
})
