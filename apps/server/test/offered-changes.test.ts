import { CARDS, confirmCard, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stockOf } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { atDesk } from './support/desk.ts'
import { deskOrders } from './support/desk-orders.ts'
import { member, type TestPerson } from './support/staff.ts'

/** Changes that the team has offered, and the links with which their buyers pay. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

let clerk: TestPerson
const { bought, ticketsOf, to, upgrade, actsOf, changeBy } = deskOrders(server)

beforeAll(async () => {
  clerk = await member(server, 'box_office')
})

/** An order whose two tickets cost 20.00 more in the session that its buyer was offered. */
async function offered() {
  const order = await bought()
  const { body } = await changeBy(clerk)(order.orderId, to(order.dearer), { due: 2000 })
  const url = new URL(body.payment.url)
  const token = url.searchParams.get('token') ?? ''
  const path = `/api/offered-changes/${order.orderId}`
  const phone = server.browser()
  const read = (given = token) => phone.send('GET', `${path}?token=${given}`)
  const hold = (amount = 20) => phone.send('POST', `${path}/payment-intent`, { token, amount })
  const finish = (paymentIntentId: string) =>
    phone.send('POST', `${path}/finish`, { token, paymentIntentId })
  return { ...order, payment: body.payment, url, token, phone, read, hold, finish }
}

/** A bank takes the first charge of an order back: now, or before anything was offered. */
async function dispute(orderId: string, at = 'clock_timestamp()') {
  await server.sql(
    `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
     select 1, 'du_' || $1, id, 6000, 'usd', 'opened' from payments where order_id::text = $1`,
    [orderId],
  )
  await server.sql(
    `insert into money_ledger (tenant_id, kind, source_id, account, currency, amount_minor, at)
     values (1, 'dispute_opened', 'du_' || $1, 'disputes', 'usd', 6000, ${at}),
       (1, 'dispute_opened', 'du_' || $1, 'provider_balance', 'usd', -6000, ${at})`,
    [orderId],
  )
}

const sessionsOf = async (orderId: string) =>
  (await ticketsOf(orderId)).map(({ session_id }) => session_id)

const withdraw = (orderId: string) => atDesk(clerk, 'POST', `/orders/${orderId}/withdrawn-change`)

test('the mailed link pays for the change, and the change is made', async () => {
  const { orderId, here, dearer, url, token, phone, read, hold, finish } = await offered()
  expect(url.pathname).toBe(`/pay-change/${orderId}`)
  await deliverMails(server)
  const mails = (await server.foyer.context.mailer.mailbox?.list()) ?? []
  const mail = mails.find(({ text }) => text.includes(token))
  expect(mail?.text).toContain('The link opens this payment and nothing else of your order.')

  const shown = await read()
  expect(shown).toMatchObject({
    status: 200,
    body: { kind: 'reschedule', dueMinor: 2000, currency: 'usd', hasRoom: true, toId: dearer },
  })
  expect(shown.body.tickets).toMatchObject([{ number: 1 }, { number: 2 }])
  const intent = await hold()
  expect(intent.body).toMatchObject({ amount: 20, currency: 'usd' })
  expect((await finish(intent.body.paymentIntentId)).body.code).toBe('payment_required')
  expect(await sessionsOf(orderId)).toEqual([here, here])
  await confirmCard(phone, intent.body, CARDS.success)
  expect((await finish(intent.body.paymentIntentId)).body).toEqual({ success: true })
  expect(await sessionsOf(orderId)).toEqual([dearer, dearer])

  // The change is made: the link says so, and a repeated call of the page still reports it.
  const used = await read()
  expect([used.status, used.body.code, used.body.details.reason]).toEqual([
    410,
    'change_link_ended',
    'done',
  ])
  expect(used.body.error).toContain('nothing left to pay')
  expect((await hold()).body.details.reason).toBe('done')
  expect((await finish(intent.body.paymentIntentId)).body).toEqual({ success: true })
})

test('an upgrade is paid by its link, too', async () => {
  const { event, orderId } = await bought()
  const [first] = await ticketsOf(orderId)
  const wanted = upgrade(event, [first?.id ?? ''])
  const { body } = await changeBy(clerk)(orderId, wanted, { due: 2000 })
  const token = new URL(body.payment.url).searchParams.get('token')
  const phone = server.browser()
  const path = `/api/offered-changes/${orderId}`
  const shown = await phone.send('GET', `${path}?token=${token}`)
  expect(shown.body).toMatchObject({ kind: 'upgrade', toId: event.typeIds[1], dueMinor: 2000 })
  const intent = await phone.send('POST', `${path}/payment-intent`, { token, amount: 20 })
  await confirmCard(phone, intent.body, CARDS.success)
  const { paymentIntentId } = intent.body
  expect((await phone.send('POST', `${path}/finish`, { token, paymentIntentId })).status).toBe(200)
  const types = (await ticketsOf(orderId)).map(({ ticket_type_id }) => ticket_type_id)
  expect(types).toEqual([event.typeIds[1], event.typeIds[0]])
})

describe('whoever has the link', () => {
  test('reads nothing of the buyer, in its address or behind it', async () => {
    const { url, read, hold } = await offered()
    const texts = [
      url.href,
      JSON.stringify((await read()).body),
      JSON.stringify((await hold()).body),
    ]
    for (const text of texts) expect(text).not.toMatch(/lovelace|@|%40|555/i)
  })

  test('cannot open the order, change it otherwise, or cancel it', async () => {
    const { orderId, same, here, token, phone } = await offered()
    const of = `/api/order-management/${orderId}`
    const email = 'nobody@example.com'
    const calls: [string, string, object?][] = [
      ['GET', `/api/orders/${orderId}?token=${token}`],
      ['GET', `/api/orders/${orderId}/tickets.pdf?token=${token}`],
      ['GET', `${of}/reschedule-options?token=${token}`],
      ['GET', `${of}/cancellation-quote?token=${token}`],
      ['POST', `${of}/reschedule`, { token, newSessionId: same, customerEmail: email }],
      ['POST', `${of}/cancel`, { token, refundAmount: 0, customerEmail: email }],
    ]
    for (const [method, path, body] of calls) {
      const answer = await phone.send(method, path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'order_not_found'])
    }
    expect(await sessionsOf(orderId)).toEqual([here, here])
  })

  test('pays no other amount and no other order by it', async () => {
    const { hold, token } = await offered()
    expect((await hold(19)).body.code).toBe('amount_mismatch')
    const other = await bought()
    const foreign = await server
      .browser()
      .send('GET', `/api/offered-changes/${other.orderId}?token=${token}`)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'order_not_found'])
  })

  test('cannot make one up', async () => {
    const { read, token } = await offered()
    const [end = '', key = '', mac = ''] = token.split('.')
    for (const made of [
      `${end}0.${key}.${mac}`,
      `${end}.${key}x.${mac}`,
      `${end}.${key}.${mac.slice(0, -1)}`,
      token.slice(0, 20),
    ]) {
      expect((await read(made)).body.code).toBe('order_not_found')
    }
  })
})

describe('the link ends in words', () => {
  const reasonOf = async ({ read, hold }: Awaited<ReturnType<typeof offered>>) => {
    const answers = [await read(), await hold()]
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([410, 'change_link_ended'])
      expect(body.error).toMatch(/organizer/)
    }
    return answers.map(({ body }) => body.details.reason)
  }

  test('a week after it was sent', async () => {
    const offer = await offered()
    const { secrets } = server.foyer.context
    const key = secrets.readChangeToken(1, offer.orderId, offer.token)?.key ?? ''
    const of = { orderId: offer.orderId, key }
    const late = secrets.changeToken(1, of, new Date(Date.now() - 1000))
    const { body } = await offer.read(late)
    expect([body.code, body.details.reason]).toEqual(['change_link_ended', 'expired'])
    expect(body.error).toContain('ask the organizer for a new one')
  })

  test('when the desk withdraws the change: what it held is free, and its payment cannot be made', async () => {
    const offer = await offered()
    const { orderId, here, dearer, hold, phone, finish } = offer
    const intent = await hold()
    const desk = await atDesk(clerk, 'GET', `/orders/${orderId}`)
    expect(desk.body.offered).toMatchObject({ kind: 'reschedule', tickets: 2, dueMinor: 2000 })
    expect(await withdraw(orderId)).toMatchObject({ status: 200, body: { wasOffered: true } })
    expect(await withdraw(orderId)).toMatchObject({ status: 200, body: { wasOffered: false } })
    expect(await stockOf(server, dearer)).toEqual({ held: 0, sold: 0 })
    expect(await reasonOf(offer)).toEqual(['withdrawn', 'withdrawn'])
    const paid = await confirmCard(phone, intent.body, CARDS.success).catch(() => null)
    expect(paid?.status ?? 400).not.toBe(200)
    expect((await finish(intent.body.paymentIntentId)).status).not.toBe(200)
    expect(await sessionsOf(orderId)).toEqual([here, here])
    expect((await actsOf(orderId)).map(([action]) => action)).toEqual([
      'order.change_offered',
      'order.change_withdrawn',
    ])
    expect((await atDesk(clerk, 'GET', `/orders/${orderId}`)).body.offered).toBeNull()
  })

  test('when another change takes its place', async () => {
    const offer = await offered()
    const { event, orderId } = offer
    const [first] = await ticketsOf(orderId)
    await changeBy(clerk)(orderId, upgrade(event, [first?.id ?? '']), { due: 2000 })
    expect(await reasonOf(offer)).toEqual(['withdrawn', 'withdrawn'])
  })

  test('when the links of the order end, since its address is corrected', async () => {
    const offer = await offered()
    await atDesk(clerk, 'PUT', `/orders/${offer.orderId}/address`, {
      from: 'ada@example.com',
      to: 'ada.new@example.com',
    })
    expect(await reasonOf(offer)).toEqual(['links_ended', 'links_ended'])
  })

  test('when a bank has taken a charge of the order back since, until the team offers it again', async () => {
    const offer = await offered()
    const { orderId, here, dearer, hold, read, phone, finish } = offer
    const intent = await hold()
    await dispute(orderId)
    expect(await reasonOf(offer)).toEqual(['not_possible', 'not_possible'])
    expect((await changeBy(clerk)(orderId, to(dearer), { due: 2000 })).status).toBe(200)
    expect((await read()).status).toBe(200)
    // The payment of the first offer was canceled with it.
    await confirmCard(phone, intent.body, CARDS.success).catch(() => null)
    expect((await finish(intent.body.paymentIntentId)).status).not.toBe(200)
    expect(await sessionsOf(orderId)).toEqual([here, here])
    const second = await hold()
    await confirmCard(phone, second.body, CARDS.success)
    expect((await finish(second.body.paymentIntentId)).status).toBe(200)
    expect(await sessionsOf(orderId)).toEqual([dearer, dearer])
  })

  test('when the change can no longer be made', async () => {
    const offer = await offered()
    await server.sql(`update sessions set status = 'called_off' where id = $1`, [offer.dearer])
    expect(await reasonOf(offer)).toEqual(['not_possible', 'not_possible'])
  })
})

test('a payment that began before a bank took a charge back is refunded, and changes nothing', async () => {
  const { orderId, here, hold, phone, finish } = await offered()
  const intent = await hold()
  await dispute(orderId)
  await confirmCard(phone, intent.body, CARDS.success)
  expect((await finish(intent.body.paymentIntentId)).body.code).toBe('payment_refunded')
  expect(await sessionsOf(orderId)).toEqual([here, here])
})

test('what the team offers though a charge was taken back before is paid by its link', async () => {
  const { orderId, dearer, read, hold, phone, finish } = await offered()
  await dispute(orderId, `now() - interval '1 hour'`)
  expect((await read()).status).toBe(200)
  const intent = await hold()
  await confirmCard(phone, intent.body, CARDS.success)
  expect((await finish(intent.body.paymentIntentId)).status).toBe(200)
  expect(await sessionsOf(orderId)).toEqual([dearer, dearer])
})

describe('a change that its buyer has begun to pay', () => {
  const begun = async () => {
    const order = await bought()
    const { browser, orderId, dearer } = order
    const own = () =>
      browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
        ...{ change: to(dearer), amount: 20, customerEmail: 'ada@example.com' },
      })
    return { ...order, own }
  }

  test('is offered by the team in its place, and made when the link is paid', async () => {
    const { orderId, dearer, own } = await begun()
    const first = await own()
    const { status, body } = await changeBy(clerk)(orderId, to(dearer), { due: 2000 })
    expect([status, body.payment?.amountMinor]).toEqual([200, 2000])
    const token = new URL(body.payment.url).searchParams.get('token')
    const phone = server.browser()
    const path = `/api/offered-changes/${orderId}`
    const intent = await phone.send('POST', `${path}/payment-intent`, { token, amount: 20 })
    const { paymentIntentId } = intent.body
    expect(paymentIntentId).not.toBe(first.body.paymentIntentId)
    await confirmCard(phone, intent.body, CARDS.success)
    const paid = await phone.send('POST', `${path}/finish`, { token, paymentIntentId })
    expect(paid.status).toBe(200)
    expect(await sessionsOf(orderId)).toEqual([dearer, dearer])
    expect(await stockOf(server, dearer)).toEqual({ held: 0, sold: 2 })
  })

  test('after the team has offered it, is the offer', async () => {
    const { orderId, dearer, own } = await begun()
    const { body } = await changeBy(clerk)(orderId, to(dearer), { due: 2000 })
    const token = new URL(body.payment.url).searchParams.get('token')
    const path = `/api/offered-changes/${orderId}`
    const phone = server.browser()
    const intent = await phone.send('POST', `${path}/payment-intent`, { token, amount: 20 })
    expect((await own()).body.paymentIntentId).toBe(intent.body.paymentIntentId)
  })
})

test('a hold that has expired is made again by the link, as long as there is room', async () => {
  const { orderId, dearer, read, hold, phone, finish } = await offered()
  await server.sql(
    `update holds set expires_at = now() - interval '1 hour',
    reclaim_at = now() - interval '1 hour' where session_id = $1 and state = 'held'`,
    [dearer],
  )
  expect((await read()).body).toMatchObject({ dueMinor: 2000, hasRoom: true })
  const intent = await hold()
  expect(intent.status).toBe(200)
  await confirmCard(phone, intent.body, CARDS.success)
  expect((await finish(intent.body.paymentIntentId)).status).toBe(200)
  expect(await sessionsOf(orderId)).toEqual([dearer, dearer])
  expect((await read()).body.details.reason).toBe('done')
})

test('a stolen session of the desk or one without the right withdraws nothing', async () => {
  const { orderId, read } = await offered()
  const analyst = await member(server, 'analyst')
  const answer = await atDesk(analyst, 'POST', `/orders/${orderId}/withdrawn-change`)
  expect(answer.body.code).toBe('not_permitted')
  expect((await read()).status).toBe(200)
})
