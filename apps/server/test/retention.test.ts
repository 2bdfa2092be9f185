import { BUYER, findStockDrift, holdCart, orderBody, serverForTests } from '@foyer/testkit'
import { afterEach, expect, test } from 'vitest'
import { newestIdAt, newId } from '../src/adapters/ids.ts'
import { auditAll } from '../src/audit/audit.ts'
import { createRetention } from '../src/privacy/end-personal-data.ts'
import { bought } from './support/money.ts'

const server = serverForTests({ jobs: false })
afterEach(async () => {
  expect(await findStockDrift(server)).toEqual([])
  expect((await auditAll(server.foyer.context.db)).differences).toEqual([])
})

const MAIN = 1
const DAY = 24 * 60 * 60 * 1000
const retention = (now: () => number = Date.now) =>
  createRetention(server.foyer.context.db, { paid: 10, free: 2 }, now)

/** Walks all tables once. */
async function endAll() {
  const all = retention()
  while ((await all.run(MAIN)) > 0);
}

/** Moves the visit of an event this far into the past. */
const visited = (eventId: string, ago: string) =>
  server.sql(
    `update sessions set starts_at = now() - $2::interval - interval '2 hours', ends_at = now() - $2::interval
     where event_id = $1`,
    [eventId, ago],
  )

async function freeOrder() {
  const event = await server.build.event({ types: [{ priceMinor: 0 }] })
  const browser = server.browser()
  await holdCart(browser, event)
  const { body } = await browser.send('POST', '/api/checkout/orders', orderBody(event))
  return { event, orderId: String(body.orderId) }
}

interface OrderRow {
  email: string
  contact: Record<string, string>
  erased_at: Date | null
  billing_address: Record<string, string>
}
const orderOf = async (orderId: string) =>
  (
    await server.sql<OrderRow & Record<string, unknown>>(
      'select email, contact, billing_address, erased_at from orders where id = $1',
      [orderId],
    )
  )[0]

test('the buyer of a paid order is stored for ten years after the visit, that of a free order for two', async () => {
  const paid = await bought(server, await server.build.event())
  const free = await freeOrder()
  const emails = async () => [
    (await orderOf(paid.orderId))?.email,
    (await orderOf(free.orderId))?.email,
  ]
  const visit = async (paidAgo: string, freeAgo: string) => {
    await visited(paid.event.eventId, paidAgo)
    await visited(free.event.eventId, freeAgo)
    await endAll()
    return emails()
  }
  const email = BUYER.contact.email
  expect(await visit('9 years 364 days', '1 year 364 days')).toEqual([email, email])
  expect(await visit('9 years 364 days', '2 years 1 day')).toEqual([email, ''])
  expect(await visit('10 years 1 day', '2 years 1 day')).toEqual(['', ''])
  const row = await orderOf(paid.orderId)
  expect(Object.values({ ...row?.contact, ...row?.billing_address }).join('')).toBe('')
  expect(row?.erased_at).not.toBeNull()
  const [tickets] = await server.sql(
    'select count(*)::integer as count from tickets where order_id = $1',
    [paid.orderId],
  )
  expect(tickets).toEqual({ count: 2 })
})

test('an old free order loses its billing address, which has no use', async () => {
  const { orderId } = await freeOrder()
  await server.sql('update orders set billing_address = $2 where id = $1', [
    orderId,
    JSON.stringify(BUYER.billingAddress),
  ])
  await endAll()
  const row = await orderOf(orderId)
  expect(Object.values(row?.billing_address ?? {}).join('')).toBe('')
  expect(row?.email).toBe(BUYER.contact.email)
})

test('a mail is deleted 90 days after it was sent or failed for good, and not while it waits', async () => {
  const { orderId } = await bought(server, await server.build.event())
  const add = (state: string, days: number) =>
    server.sql(
      `insert into mails (tenant_id, id, order_id, recipient, kind, state, is_resend, updated_at, sent_at)
       values (1, $1, $2, $3, 'confirmation', $4::text, true, now() - make_interval(days => $5::integer),
         case when $4::text = 'sent' then now() - make_interval(days => $5::integer) end)`,
      [newId(), orderId, `${state}-${days}`, state, days],
    )
  for (const state of ['sent', 'bounced', 'failed', 'queued']) {
    await add(state, 89)
    await add(state, 91)
  }
  await endAll()
  const kept = await server.sql<{ recipient: string }>(
    'select recipient from mails where order_id = $1 and is_resend order by 1',
    [orderId],
  )
  expect(kept.map(({ recipient }) => recipient)).toEqual([
    'bounced-89',
    'failed-89',
    'queued-89',
    'queued-91',
    'sent-89',
  ])
})

test('the reason of a decline is deleted after 90 days if no order resulted', async () => {
  const { orderId } = await bought(server, await server.build.event())
  await server.sql(
    `insert into payments (tenant_id, id, cart_id, event_id, amount_minor, currency, hold_ids, quote,
       state, decline_message, created_at)
     select 1, gen_random_uuid(), gen_random_uuid(), event_id, 100, 'usd', '{}', quote, 'canceled',
       'old ' || days, now() - make_interval(days => days)
     from orders, unnest(array[89, 91]) days where id = $1`,
    [orderId],
  )
  await server.sql(
    `update payments set decline_message = 'of an order', created_at = now() - interval '1 year'
     where id = (select id from payments where order_id = $1)`,
    [orderId],
  )
  await endAll()
  const kept = await server.sql(
    'select decline_message as message from payments where decline_message is not null order by 1',
  )
  expect(kept).toEqual([{ message: 'of an order' }, { message: 'old 89' }])
})

test('a stored selection is deleted 90 days after it was added', async () => {
  const event = await server.build.event()
  const putIn = (at: number) =>
    server.sql(
      `insert into cart_items (tenant_id, id, browser_id, event_id, ticket_type_id, quantity)
       values (1, $1, gen_random_uuid(), $2, $3, 1)`,
      [newestIdAt(at), event.eventId, event.typeId],
    )
  await putIn(Date.now() - 89 * DAY)
  await putIn(Date.now() - 91 * DAY)
  await endAll()
  expect(await server.sql('select id from cart_items')).toHaveLength(1)
})

test('a pass continues where its last step ended, rests for a day once it is complete, and starts again', async () => {
  const { orderId } = await bought(server, await server.build.event())
  const addOld = (count: number) =>
    server.sql(
      `insert into mails (tenant_id, id, order_id, recipient, state, is_resend, sent_at)
       select 1, gen_random_uuid(), $1, 'old', 'sent', true, now() - interval '1 year'
       from generate_series(1, $2::integer)`,
      [orderId, count],
    )
  const left = async () => (await server.sql(`select 1 from mails where recipient = 'old'`)).length
  await addOld(700)
  let now = Date.now()
  const walk = retention(() => now)
  const before = await left()
  await walk.run(MAIN)
  // One step is one short transaction, even if much is due.
  expect(before - (await left())).toBeLessThanOrEqual(300)
  expect(await left()).toBeGreaterThan(0)
  while ((await walk.run(MAIN)) > 0);
  expect(await left()).toBe(0)
  await addOld(1)
  expect(await walk.run(MAIN)).toBe(0)
  now += DAY + 1
  expect(await walk.run(MAIN)).toBeGreaterThan(0)
  expect(await left()).toBe(0)
})
