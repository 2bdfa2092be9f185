import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  startTestServer,
  type TestServer,
  until,
} from '@foyer/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context, Tenant } from '../src/context.ts'
import { completeFreeOrder, completeOrder } from '../src/engine/complete-order.ts'
import { CUSTOMER } from './support/batch-ops.ts'
import { holdCartOf, times } from './support/calls.ts'

/**
 * The positive control of 'one paid cart, twenty calls, one order': the locks of a sale are taken
 * out of its statements on their way to the database, and the same race makes several orders. With
 * the locks it makes one, as orders.test.ts shows. The calls are spread over several processes'
 * lanes: within one, calls for the same places never run at once.
 */
let server: TestServer
let siblings: Awaited<ReturnType<TestServer['sibling']>>[]
let unlocked = 0
const query = pg.Client.prototype.query
const LOCK = /\s+for update(?: of "payments")?\s*$/i

beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  siblings = [await server.sibling(), await server.sibling(), await server.sibling()]
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent
    if (typeof first === 'string') sent[0] = withoutLock(first)
    else if (hasText(first)) sent[0] = { ...first, text: withoutLock(first.text) }
    return Reflect.apply(query, this, sent)
  } as typeof query
})
afterAll(async () => {
  pg.Client.prototype.query = query
  for (const sibling of siblings) await sibling.close()
  await server.close()
})

const hasText = (sent: unknown): sent is { text: string } =>
  typeof sent === 'object' && sent !== null && 'text' in sent && typeof sent.text === 'string'

function withoutLock(text: string): string {
  if (!LOCK.test(text)) return text
  unlocked += 1
  return text.replace(LOCK, '')
}

/** Twenty calls, spread over the processes; how many orders they make. */
async function race(
  event: BuiltEvent,
  order: (context: Context, tenant: Tenant) => Promise<unknown>,
): Promise<number> {
  // Somebody else's places: without them the counters would fall below zero, and the database
  // refuse for that reason.
  await holdCartOf(server.browser(), event, { quantities: [8] })
  const gate = new pg.Client({ connectionString: server.databaseUrl })
  await gate.connect()
  await gate.query('begin')
  await gate.query('select 1 from holds where session_id = $1 for no key update', [event.sessionId])
  const contexts = [server, ...siblings].map(({ foyer }) => foyer.context)
  const calls = times(20, (index) => {
    const context = contexts[index % contexts.length]
    const tenant = context?.tenants.defaultTenant()
    return context && tenant && order(context, tenant)
  })
  // Nobody writes before everybody has read.
  await until(
    () =>
      server.sql(`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    (waiting) => waiting.length >= contexts.length,
  )
  await gate.query('commit')
  await gate.end()
  await Promise.all(calls)
  const orders = await server.sql('select id from orders where event_id = $1', [event.eventId])
  return orders.length
}

async function free(): Promise<number> {
  const event = await server.build.event({ types: [{ priceMinor: 0 }] })
  await holdCartOf(server.browser(), event)
  const [cart] = await server.sql<{ id: string }>(
    'select cart_id as id from holds where session_id = $1',
    [event.sessionId],
  )
  return race(event, (context, tenant) =>
    completeFreeOrder(context, tenant, cart?.id ?? '', CUSTOMER, () => null),
  )
}

async function paid(): Promise<number> {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCartOf(browser, event)
  const { body } = await createIntent(browser)
  await confirmCard(browser, body, CARDS.success)
  const intent = await server.foyer.context.payments.retrieveIntent(body.paymentIntentId)
  const [payment] = await server.sql<{ id: string; cartId: string; holdIds: string[] }>(
    'select id, cart_id as "cartId", hold_ids as "holdIds" from payments where event_id = $1',
    [event.eventId],
  )
  if (!intent || !payment) throw new Error('The payment was made')
  return race(event, (context, tenant) => completeOrder(context, tenant, payment, intent))
}

test('without its locks a free cart becomes several orders', async () => {
  expect(await free()).toBeGreaterThan(1)
  expect(unlocked).toBeGreaterThan(0)
})

test('without its locks a payment still makes one order, by the constraint alone', async () => {
  for (const _ of times(3, () => null)) expect(await paid()).toBe(1)
})

test('and without the constraint as well, it makes several', async () => {
  await server.sql('alter table orders drop constraint orders_tenant_id_payment_id_key')
  expect(await paid()).toBeGreaterThan(1)
})
