import { CARDS, confirmCard, type EventPlan, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stockOf } from './support/calls.ts'
import { RULE } from './support/cancellations.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { atDesk } from './support/desk.ts'
import { deskOrders } from './support/desk-orders.ts'
import { member, type TestPerson } from './support/staff.ts'

/** Changes that the team makes for buyers. After each the books balance. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const EMAIL = 'ada@example.com'
let clerk: TestPerson
const { bought, ticketsOf, to, upgrade, actsOf, ...desk } = deskOrders(server)
const change: ReturnType<typeof desk.changeBy> = (...args) => desk.changeBy(clerk)(...args)

beforeAll(async () => {
  clerk = await member(server, 'box_office')
})

interface Entry {
  kind: string
  reason: string | null
}

const madeBy = (orderId: string) =>
  server.sql<{ made_by: string; kind: string; state: string }>(
    'select kind, state, made_by from order_changes where order_id = $1 order by created_at',
    [orderId],
  )

describe('what the desk is shown', () => {
  test('is what the buyer is shown: times, a quote, upgrades and a cancellation', async () => {
    const { browser, orderId, dearer } = await bought({ changePolicy: { cancel: RULE } })
    const pairs = [
      ['reschedule-options', ''],
      ['reschedule-quote', `?newSessionId=${dearer}`],
      ['upgrade-options', ''],
      ['cancellation-quote', ''],
    ]
    for (const [path, query] of pairs) {
      const own = await browser.send('GET', `/api/order-management/${orderId}/${path}${query}`)
      const shown = await atDesk(clerk, 'GET', `/orders/${orderId}/${path}${query}`)
      expect([path, shown.status, shown.body]).toEqual([path, own.status, own.body])
    }
  })
})

describe('a change that costs nothing more', () => {
  test('is made at once, by the organizer, with the name of the person in the audit log', async () => {
    const { orderId, here, same } = await bought()
    expect(await change(orderId, to(same))).toMatchObject({ status: 200, body: { payment: null } })
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([same, same])
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
    expect(await madeBy(orderId)).toEqual([
      { kind: 'reschedule', state: 'done', made_by: 'organizer' },
    ])
    expect(await actsOf(orderId)).toEqual([['order.changed', clerk.id]])
  })

  test('is made once, though it is sent twice', async () => {
    const { orderId, same } = await bought()
    const answers = await Promise.all([change(orderId, to(same)), change(orderId, to(same))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await madeBy(orderId)).toHaveLength(1)
    expect(await actsOf(orderId)).toHaveLength(1)
  })

  test('is refused with the figures of now if another refund was shown', async () => {
    const { orderId, here, same } = await bought()
    const answer = await change(orderId, to(same), { refund: 500 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } })
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([here, here])
    expect(await actsOf(orderId)).toEqual([])
  })
})

describe('a change that costs more', () => {
  test('is held and mailed to the buyer, who pays by the link; nobody enters a card at the desk', async () => {
    const { browser, orderId, here, dearer } = await bought()
    const { status, body } = await change(orderId, to(dearer), { due: 2000 })
    expect([status, body.payment]).toMatchObject([
      200,
      { email: EMAIL, amountMinor: 2000, currency: 'usd' },
    ])
    expect(body.payment.url).toContain(`/pay-change/${orderId}?token=`)
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(await stockOf(server, dearer)).toEqual({ held: 2, sold: 0 })
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([here, here])

    await deliverMails(server)
    const mails = (await server.foyer.context.mailer.mailbox?.list()) ?? []
    const mail = mails.find(({ text }) => text.includes(orderId) && text.includes('$20.00'))
    expect(mail?.to).toBe(EMAIL)
    expect(mail?.text).toContain(`/pay-change/${orderId}?token=`)
    expect(mail?.text).not.toContain('everybody who bought')

    const intent = await browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
      customerEmail: EMAIL,
      ...{ change: to(dearer), amount: 20, currency: 'usd' },
    })
    await confirmCard(browser, intent.body, CARDS.success)
    const done = await browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
      newSessionId: dearer,
      customerEmail: EMAIL,
    })
    expect(done.status).toBe(200)
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([dearer, dearer])
    expect(await madeBy(orderId)).toEqual([
      { kind: 'reschedule', state: 'done', made_by: 'organizer' },
    ])
    expect(await actsOf(orderId)).toEqual([['order.change_offered', clerk.id]])
  })

  test('has a reason for the team alone, also if it can no longer be made when it is paid', async () => {
    const { browser, orderId, dearer } = await bought({ changePolicy: { cancel: RULE } })
    await change(orderId, to(dearer), { due: 2000, reason: 'She sounded annoyed.' })
    const intent = await browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
      customerEmail: EMAIL,
      ...{ change: to(dearer), amount: 20, currency: 'usd' },
    })
    const ids = (await ticketsOf(orderId)).map(({ id }) => id)
    const { body: quote } = await atDesk(clerk, 'GET', `/orders/${orderId}/cancellation-quote`)
    await atDesk(clerk, 'POST', `/orders/${orderId}/cancellations`, {
      ticketIds: ids,
      shown: { refundMinor: quote.refundMinor },
      reason: 'He did, too.',
    })
    await confirmCard(browser, intent.body, CARDS.success)
    const done = await browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
      ...{ newSessionId: dearer, customerEmail: EMAIL },
      paymentIntentId: intent.body.paymentIntentId,
    })
    expect(done.body.code).toBe('payment_refunded')
    const view = await browser.send('GET', `/api/orders/${orderId}`)
    expect(view.body.changes.map(({ kind, reason }: Entry) => [kind, reason])).toEqual([
      ['purchase', null],
      ['cancellation', null],
      ['reschedule', null],
    ])
    const acts = await server.sql(
      `select after ->> 'reason' as reason from audit_log where entity_id = $1 order by id`,
      [orderId],
    )
    expect(acts).toEqual([{ reason: 'She sounded annoyed.' }, { reason: 'He did, too.' }])
  })

  test('is one hold and one mail, though it is sent twice', async () => {
    const { event, orderId } = await bought()
    const ids = (await ticketsOf(orderId)).map(({ id }) => id)
    const wanted = upgrade(event, ids)
    const first = await change(orderId, wanted, { due: 4000 })
    const second = await change(orderId, wanted, { due: 4000 })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.payment.url).toBe(first.body.payment.url)
    expect(first.body.payment.url).toContain(`/pay-change/${orderId}?token=`)
    const mails = await server.sql(
      `select id from mails where order_id = $1 and kind = 'session_message'`,
      [orderId],
    )
    expect(mails).toHaveLength(1)
  })

  test('is refused with another price than was shown, and nothing is held or mailed', async () => {
    const { orderId, dearer } = await bought()
    const answer = await change(orderId, to(dearer), { due: 1900 })
    expect([answer.status, answer.body.code]).toEqual([409, 'amount_mismatch'])
    expect(answer.body.error).toContain('please look at the new figures')
    expect((await change(orderId, to(dearer))).body.code).toBe('payment_required')
    expect(await stockOf(server, dearer)).toEqual({ held: 0, sold: 0 })
    expect(await actsOf(orderId)).toEqual([])
  })
})

describe('a cancellation', () => {
  test('gives back what the policy gives, once, with the name of the person', async () => {
    const { orderId, here } = await bought({ changePolicy: { cancel: RULE } })
    const ids = (await ticketsOf(orderId)).map(({ id }) => id)
    const quote = await atDesk(clerk, 'GET', `/orders/${orderId}/cancellation-quote`)
    const { refundMinor } = quote.body
    const cancel = (shown: number) =>
      atDesk(clerk, 'POST', `/orders/${orderId}/cancellations`, {
        ticketIds: ids,
        shown: { refundMinor: shown },
        reason: 'She is ill.',
      })
    expect((await cancel(refundMinor + 1)).body.code).toBe('amount_mismatch')
    expect(await cancel(refundMinor)).toMatchObject({
      status: 200,
      body: { refundMinor, currency: 'usd', ticketCount: 2 },
    })
    expect((await cancel(refundMinor)).status).toBe(200)
    expect(await ticketsOf(orderId)).toEqual([])
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
    expect(await madeBy(orderId)).toEqual([
      { kind: 'cancellation', state: 'done', made_by: 'organizer' },
    ])
    expect(await actsOf(orderId)).toEqual([['order.tickets_cancelled', clerk.id]])
  })
})

describe('the team ends a ticket that its buyer could not cancel', () => {
  const paymentOf = '(select id from payments where order_id::text = $1)'

  test.each<[string, EventPlan, (of: { orderId: string; here: string }) => Promise<unknown>]>([
    ['though the policy offers no cancellations', {}, async () => {}],
    [
      'that cost nothing',
      { types: [{ dynamicMinor: 0 }, { name: 'Front Row', dynamicMinor: 0 }] },
      async () => {},
    ],
    [
      'of a session that has begun',
      { changePolicy: { cancel: RULE } },
      ({ here }) =>
        server.sql(
          `update sessions set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 day'
           where id = $1`,
          [here],
        ),
    ],
    [
      'whose bank has taken the charge back',
      { changePolicy: { cancel: RULE } },
      ({ orderId }) =>
        server.sql(
          `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
           select 1, 'du_' || $1, ${paymentOf}, 6000, 'usd', 'lost'`,
          [orderId],
        ),
    ],
  ])('%s: it gives nothing back, and its place is free', async (_, plan, before) => {
    const { orderId, here } = await bought(plan)
    await before({ orderId, here })
    const ids = (await ticketsOf(orderId)).map(({ id }) => id)
    const quote = await atDesk(clerk, 'GET', `/orders/${orderId}/cancellation-quote`)
    expect(quote.body).toMatchObject({ refundMinor: 0 })
    expect(quote.body.tickets.map(({ refusal }: { refusal: unknown }) => refusal)).toEqual([
      null,
      null,
    ])
    const body = { ticketIds: ids, shown: { refundMinor: 0 }, reason: 'They do not come.' }
    const path = `/orders/${orderId}/cancellations`
    const { reason: __, ...silent } = body
    expect((await atDesk(clerk, 'POST', path, silent)).body.details.fields).toMatchObject([
      { field: 'reason' },
    ])
    expect((await atDesk(clerk, 'POST', path, body)).body).toMatchObject({ ticketCount: 2 })
    expect(await ticketsOf(orderId)).toEqual([])
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
    expect(await actsOf(orderId)).toEqual([['order.tickets_cancelled', clerk.id]])
    await server.sql('delete from disputes')
  })
})

test('an analyst changes nothing, and an erased order or one of another organizer is unknown', async () => {
  const { orderId, same } = await bought()
  const analyst = await member(server, 'analyst')
  expect((await desk.changeBy(analyst)(orderId, to(same))).body.code).toBe('not_permitted')
  const unknown = crypto.randomUUID()
  expect((await change(unknown, to(same))).body.code).toBe('order_not_found')
  await server.sql('update orders set erased_at = now() where id = $1', [orderId])
  expect((await change(orderId, to(same))).body.code).toBe('order_not_found')
  const times = await atDesk(clerk, 'GET', `/orders/${orderId}/reschedule-options`)
  expect(times.body.code).toBe('order_not_found')
})
