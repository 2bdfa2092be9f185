import {
  type BuiltEvent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { holdCartOf, stockOf } from './support/calls.ts'
import {
  answersOf,
  buyOver,
  disrupt,
  mortal,
  passTime,
  takeFree,
  work,
} from './support/disruptions.ts'
import { bought, refundsOf } from './support/money.ts'

/** What buyers answer after the organizer moved or called off a session; a ticket costs 30.00. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)
const later = (event: BuiltEvent, hours: number) =>
  new Date(Date.parse(`${event.date}T12:00:00Z`) + hours * HOUR)

const list = async (browser: TestBrowser, orderId: string, query = '') =>
  (await browser.send('GET', `/api/order-management/${orderId}/disruptions${query}`)).body
    .disruptions

async function reply(browser: TestBrowser, orderId: string, answer: object, query = '') {
  const [first] = (await list(browser, orderId, query)) ?? []
  return browser.send(
    'POST',
    `/api/order-management/${orderId}/disruptions/${first?.id ?? crypto.randomUUID()}/answer${query}`,
    { answer },
  )
}

/** Two tickets of the first of several sessions, which is called off; buyers may answer for an hour. */
async function calledOff(plan: Parameters<typeof server.build.event>[0] = {}) {
  const event = await server.build.event({ sessions: 3, ...plan })
  const sale = await bought(server, event)
  await disrupt(server, event, { answerBy: inHours(1), message: 'The roof leaks.' })
  await work(server)
  return sale
}

/** The same, moved by an hour and a half. */
async function moved() {
  const event = await server.build.event({ sessions: 3 })
  const sale = await bought(server, event)
  const toStartsAt = later(event, 30)
  expect(await disrupt(server, event, { toStartsAt, answerBy: inHours(1) })).toMatchObject({
    ok: true,
  })
  await work(server)
  return { ...sale, toStartsAt }
}

/** Lets the date to answer by pass. */
async function passDate({ sessionId }: BuiltEvent) {
  await server.sql(
    `update session_disruptions set answer_by = now() - interval '1 second' where session_id = $1`,
    [sessionId],
  )
  await passTime(server)
  await work(server)
}

const mailsOf = (orderId: string) =>
  server.sql<{ kind: string; data: Record<string, unknown> }>(
    `select kind, data from mails where order_id = $1 and kind = 'session_change'`,
    [orderId],
  )

const sessionsOf = async (orderId: string) =>
  (
    await server.sql<{ session_id: string }>(
      `select session_id from tickets where order_id = $1 and status = 'VALID' order by number`,
      [orderId],
    )
  ).map((row) => row.session_id)

describe('the question', () => {
  test('is one mail for each order, and the list of what may be answered', async () => {
    const { browser, orderId, event } = await calledOff()
    await passTime(server)
    await work(server)
    expect(await mailsOf(orderId)).toMatchObject([
      { data: { change: 'called_off', message: 'The roof leaks.', unanswered: 'refund' } },
    ])
    expect(await list(browser, orderId)).toMatchObject([
      {
        kind: 'called_off',
        sessionId: event.sessionId,
        state: 'open',
        answer: null,
        answers: ['reschedule', 'refund'],
        refundMinor: 6000,
        tickets: [{ number: 1 }, { number: 2 }],
        alternatives: [
          { sessionId: event.sessionIds[1], refundMinor: 0 },
          { sessionId: event.sessionIds[2], refundMinor: 0 },
        ],
      },
    ])
  })

  test('is for strangers as if the order did not exist', async () => {
    const { orderId } = await calledOff()
    const answer = await reply(server.browser(), orderId, { type: 'refund' })
    expect([answer.status, answer.body.code]).toEqual([404, 'order_not_found'])
  })

  test('shows tickets of a session that was called off as cancelled, before anything is answered', async () => {
    const { browser, orderId } = await calledOff()
    const { body } = await browser.send('GET', `/api/orders/${orderId}`)
    expect(body.order.status).toBe('PAID')
    expect(body.tickets.map((ticket: { status: string }) => ticket.status)).toEqual([
      'CANCELLED',
      'CANCELLED',
    ])
  })

  test('is asked at a pace: fifty mails, then a pause', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    const { orderId } = await takeFree(server, event)
    await disrupt(server, event, { answerBy: inHours(1) })
    const rows = Array.from({ length: 60 }, () => crypto.randomUUID())
    await work(server)
    await server.sql(
      `insert into disruption_answers (tenant_id, disruption_id, order_id)
       select a.tenant_id, a.disruption_id, o.id from disruption_answers a, unnest($2::uuid[]) as o(id)
       where a.order_id = $1`,
      [orderId, rows],
    )
    const listed = async () =>
      [...(await answersOf(server, event.sessionId)).values()].filter(
        ({ state }) => state === 'listed',
      ).length
    await server.sql(
      `update session_disruptions set next_attempt_at = now() where session_id = $1`,
      [event.sessionId],
    )
    await work(server)
    expect(await listed()).toBe(60)
    await passTime(server)
    await work(server)
    expect(await listed()).toBe(10)
    await server.sql('delete from disruption_answers where order_id = any($1)', [rows])
  })
})

describe('a refund', () => {
  test('is decided at once, and is final', async () => {
    const { browser, orderId, event } = await calledOff()
    expect((await reply(browser, orderId, { type: 'refund' })).body).toEqual({ success: true })
    expect(await refundsOf(server, event)).toMatchObject([{ kind: 'whole', amount_minor: 6000 }])
    expect(await list(browser, orderId)).toMatchObject([
      { state: 'settled', answer: 'refund', refundMinor: 6000, answers: [] },
    ])
    const changed = await reply(browser, orderId, {
      type: 'reschedule',
      newSessionId: event.sessionIds[1],
    })
    expect([changed.status, changed.body.details.reason]).toEqual([409, 'settled'])
  })

  test('that is asked for twice is made once', async () => {
    const { browser, orderId, event } = await calledOff()
    const answers = await Promise.all(
      [1, 2, 3].map(() => reply(browser, orderId, { type: 'refund' })),
    )
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect((await reply(browser, orderId, { type: 'refund' })).status).toBe(200)
    expect(await refundsOf(server, event)).toHaveLength(1)
  })

  test('that counts is decided by the job if the process of the answer died', async () => {
    const { browser, orderId, event } = await calledOff()
    const [row] = await list(browser, orderId)
    await server.sql(
      `update disruption_answers set state = 'settling', answer = 'refund', answered_by = 'buyer'
       where disruption_id = $1`,
      [row.id],
    )
    await passTime(server)
    await work(server)
    expect(await refundsOf(server, event)).toHaveLength(1)
  })

  test('is refused while a bank takes the charge back, and nothing is stored', async () => {
    const { browser, orderId } = await calledOff()
    await server.sql(
      `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
       select tenant_id, 'du_answer', id, 6000, 'usd', 'opened' from payments where order_id = $1`,
      [orderId],
    )
    const answer = await reply(browser, orderId, { type: 'refund' })
    expect([answer.status, answer.body.details.reason]).toEqual([409, 'charge_disputed'])
    expect(await list(browser, orderId)).toMatchObject([{ state: 'open', answers: [] }])
    await server.sql(`delete from disputes where id = 'du_answer'`)
  })
})

describe('another time', () => {
  test('costs nothing even where the policy forbids it, and does not count as a change of the buyer', async () => {
    const { browser, orderId, event } = await calledOff()
    await server.sql(
      `insert into event_change_policies (tenant_id, event_id, policy)
       values (1, $1, '{"reschedule": {"isAllowed": false, "untilMinutes": 0, "limit": 0,
         "fee": {"feeType": "flat", "amountMinor": 500}, "refundsDecrease": false}}')`,
      [event.eventId],
    )
    const [, there = ''] = event.sessionIds
    const answer = await reply(browser, orderId, { type: 'reschedule', newSessionId: there })
    expect(answer.body).toEqual({ success: true })
    expect(await sessionsOf(orderId)).toEqual([there, there])
    expect(await refundsOf(server, event)).toEqual([])
    expect(
      await server.sql('select made_by from order_changes where order_id = $1', [orderId]),
    ).toEqual([{ made_by: 'organizer' }])
    expect((await answersOf(server, event.sessionId)).get(orderId)).toMatchObject({
      state: 'settled',
      answer: 'reschedule',
    })
    const repeated = await reply(browser, orderId, { type: 'reschedule', newSessionId: there })
    expect(repeated.status).toBe(200)
    await passDate(event)
    expect(await sessionsOf(orderId)).toEqual([there, there])
  })

  test.each([
    ['a dearer session is sold at what was paid', 4000, []],
    [
      'a cheaper session gives back the difference',
      2500,
      [{ kind: 'difference', amount_minor: 1000 }],
    ],
  ])('in %s', async (_, priceMinor, refunds) => {
    const event = await server.build.event({ sessions: 2, types: [{ dynamicMinor: 3000 }] })
    const [, there = ''] = event.sessionIds
    await server.sql('update session_prices set price_minor = $2 where session_id = $1', [
      there,
      priceMinor,
    ])
    const { browser, orderId } = await bought(server, event)
    await disrupt(server, event, { answerBy: inHours(1) })
    await work(server)
    const [shown] = await list(browser, orderId)
    expect(shown.alternatives).toMatchObject([{ refundMinor: refunds[0]?.amount_minor ?? 0 }])
    await reply(browser, orderId, { type: 'reschedule', newSessionId: there })
    expect(await sessionsOf(orderId)).toEqual([there, there])
    expect(await refundsOf(server, event)).toMatchObject(refunds)
  })

  test('that is sold out is refused, and the choice stays open', async () => {
    const { browser, orderId, event } = await calledOff()
    const [, there = ''] = event.sessionIds
    await server.sql('update stock set capacity = 1 where session_id = $1 and pool_id = $1', [
      there,
    ])
    const answer = await reply(browser, orderId, { type: 'reschedule', newSessionId: there })
    expect([answer.status, answer.body.code]).toEqual([409, 'sold_out'])
    const [shown] = await list(browser, orderId)
    expect([
      shown.state,
      shown.alternatives.map((each: { sessionId: string }) => each.sessionId),
    ]).toEqual(['open', [event.sessionIds[2]]])
  })

  test('of another event, or the one that was called off, is refused', async () => {
    const { browser, orderId, event } = await calledOff()
    const other = await server.build.event()
    for (const [newSessionId, code] of [
      [other.sessionId, 'session_not_found'],
      [event.sessionId, 'reschedule_not_possible'],
      [crypto.randomUUID(), 'session_not_found'],
    ]) {
      const answer = await reply(browser, orderId, { type: 'reschedule', newSessionId })
      expect(answer.body.code).toBe(code)
    }
    expect(await sessionsOf(orderId)).toEqual([event.sessionId, event.sessionId])
  })

  test('takes the tickets of the disrupted session only', async () => {
    const event = await server.build.event({ sessions: 3 })
    const { browser, orderId } = await buyOver(server, event, [1, 1])
    await disrupt(server, event, { answerBy: inHours(1) })
    await work(server)
    await reply(browser, orderId, { type: 'reschedule', newSessionId: event.sessionIds[2] })
    expect((await sessionsOf(orderId)).toSorted()).toEqual(event.sessionIds.slice(1).toSorted())
  })

  test('is free for a free order too', async () => {
    const event = await server.build.event({ sessions: 2, types: [{ priceMinor: 0 }] })
    const { browser, orderId } = await takeFree(server, event, 2)
    await disrupt(server, event, { answerBy: inHours(1) })
    await work(server)
    await reply(browser, orderId, { type: 'reschedule', newSessionId: event.sessionIds[1] })
    expect(await sessionsOf(orderId)).toEqual([event.sessionIds[1], event.sessionIds[1]])
  })
})

describe('a session that is moved', () => {
  test('has its new time at once, keeps its tickets and goes on selling', async () => {
    const { browser, orderId, event, toStartsAt } = await moved()
    const { body } = await browser.send('GET', `/api/orders/${orderId}`)
    expect(body.session.startTime).toBe(toStartsAt.toISOString())
    expect(body.tickets.map((ticket: { status: string }) => ticket.status)).toEqual([
      'VALID',
      'VALID',
    ])
    expect((await holdCartOf(server.browser(), event)).status).toBe(201)
    expect(await list(browser, orderId)).toMatchObject([
      { kind: 'moved', answers: ['keep', 'reschedule', 'refund'], unanswered: 'keep' },
    ])
  })

  test('offers the times nearest to the one that was bought', async () => {
    const { browser, orderId, event } = await moved()
    const [shown] = await list(browser, orderId)
    expect(shown.alternatives.map((each: { sessionId: string }) => each.sessionId)).toEqual(
      event.sessionIds.slice(1),
    )
  })

  test('may be kept, and the buyer may change their mind until the date', async () => {
    const { browser, orderId, event } = await moved()
    expect((await reply(browser, orderId, { type: 'keep' })).status).toBe(200)
    expect(await list(browser, orderId)).toMatchObject([{ state: 'open', answer: 'keep' }])
    expect((await reply(browser, orderId, { type: 'refund' })).status).toBe(200)
    expect(await refundsOf(server, event)).toHaveLength(1)
  })

  test('is refused at a time that another session of the event has, or that is over', async () => {
    const event = await server.build.event({ sessions: 2 })
    const [other] = await server.sql<{ starts_at: Date }>(
      'select starts_at from sessions where id = $1',
      [event.sessionIds[1]],
    )
    for (const [toStartsAt, reason] of [
      [other?.starts_at, 'time_taken'],
      [inHours(-1), 'in_the_past'],
    ] as const) {
      expect(await disrupt(server, event, { toStartsAt: toStartsAt ?? null })).toMatchObject({
        ok: false,
        refusal: { details: { reason } },
      })
    }
  })

  test('asks a buyer whose payment was under way when it moved', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await disrupt(server, event, { toStartsAt: later(event, 30), answerBy: inHours(5) })
    await work(server)
    const { body } = await browser.send('POST', '/api/checkout/orders', orderBody(event))
    await server.sql(`update session_disruptions set list_again_at = now() where session_id = $1`, [
      event.sessionId,
    ])
    await passTime(server)
    await work(server)
    expect(await mailsOf(body.orderId)).toHaveLength(1)
  })

  test('asks nobody who bought its new time', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    await disrupt(server, event, { toStartsAt: later(event, 30), answerBy: inHours(5) })
    const { orderId } = await takeFree(server, event)
    await work(server)
    expect(await mailsOf(orderId)).toEqual([])
  })

  test('may be called off afterwards: its buyers are asked anew', async () => {
    const { browser, orderId, event } = await moved()
    await reply(browser, orderId, { type: 'keep' })
    await disrupt(server, event, { answerBy: inHours(1) })
    await work(server)
    expect(await mailsOf(orderId)).toHaveLength(2)
    expect(await list(browser, orderId)).toMatchObject([{ kind: 'called_off', answer: null }])
  })
})

describe('without an answer', () => {
  test('a session that was called off is refunded after the date, and nobody can answer any more', async () => {
    const { browser, orderId, event } = await calledOff()
    await passDate(event)
    expect(await refundsOf(server, event)).toHaveLength(1)
    expect((await answersOf(server, event.sessionId)).get(orderId)).toMatchObject({
      state: 'settled',
      answer: 'refund',
      answered_by: 'default',
    })
    const answer = await reply(browser, orderId, {
      type: 'reschedule',
      newSessionId: event.sessionIds[1],
    })
    expect([answer.status, answer.body.details.reason]).toEqual([409, 'too_late'])
  })

  test('tickets of a session that was moved stay valid', async () => {
    const { orderId, event } = await moved()
    await passDate(event)
    expect(await refundsOf(server, event)).toEqual([])
    expect((await answersOf(server, event.sessionId)).get(orderId)).toMatchObject({
      state: 'settled',
      answer: 'keep',
      answered_by: 'default',
    })
    expect(await stockOf(server, event.sessionId)).toMatchObject({ sold: 2 })
  })

  test('a buyer who kept the tickets keeps them, whatever the default is', async () => {
    const event = await server.build.event({ sessions: 2 })
    const { browser, orderId } = await bought(server, event)
    await disrupt(server, event, {
      toStartsAt: later(event, 30),
      answerBy: inHours(1),
      unanswered: 'refund',
    })
    await work(server)
    await reply(browser, orderId, { type: 'keep' })
    await passDate(event)
    expect(await refundsOf(server, event)).toEqual([])
  })

  test('an order that was rescheduled by other means is settled without an answer', async () => {
    const { browser, orderId, event } = await moved()
    const rescheduled = await browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
      newSessionId: event.sessionIds[1],
      customerEmail: 'ada@example.com',
    })
    expect(rescheduled.status).toBe(200)
    await passDate(event)
    expect((await answersOf(server, event.sessionId)).get(orderId)).toMatchObject({
      state: 'settled',
      answer: null,
    })
  })
})

test('a worker that dies at any step of asking asks nobody twice, and misses nobody', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    for (const when of ['before', 'after'] as const) {
      const event = await server.build.event({ types: [{ priceMinor: 0 }] })
      const orders = [await takeFree(server, event), await takeFree(server, event)]
      await disrupt(server, event, { answerBy: inHours(1) })
      const { context, steps } = mortal(server.foyer.context, diesAt, when)
      await work(server, context).catch(() => {})
      await passTime(server)
      await work(server)
      for (const { orderId } of orders) expect(await mailsOf(orderId)).toHaveLength(1)
      if (steps.count < diesAt) return
    }
  }
}, 60_000)
