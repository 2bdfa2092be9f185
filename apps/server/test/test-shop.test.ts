import { type BuiltEvent, serverForTests, type TestBrowser, until } from '@foyer/testkit'
import {
  BUYER,
  CARDS,
  confirmCard,
  createIntent,
  holdCart,
  orderBody,
} from '@foyer/testkit/purchase'
import { describe, expect, test } from 'vitest'
import { auditAll } from '../src/audit/audit.ts'
import { compareWithProvider } from '../src/features/payments/reconcile/compare-provider.ts'
import { refundOrder } from '../src/features/payments/refunds/refund-order.ts'
import { COPIED_TABLES } from '../src/features/test-shop/copied-tables.ts'
import type { ComputedResponse } from '../src/http/cached-response.ts'
import { markPage } from '../src/http/mark-test-page.ts'
import { buyFrom, chargedOn, organizer } from './support/connect.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { askProvider } from './support/provider.ts'

const FEE_CONFIGURATION = { platformFeePercent: '2', platformFeeFixed: '30' }
const server = serverForTests({ paymentMode: 'connect', configuration: FEE_CONFIGURATION })

/** An organizer without an account, whose draft is being tested. */
async function tested(plan: { capacity?: number; sessions?: number } = {}) {
  const of = await organizer(server)
  const event = await server.build.event({ tenantId: of.tenantId, name: 'Opening Night', ...plan })
  await server.sql('update events set is_published = false where id = $1', [event.eventId])
  const path = `/api/admin/events/${event.eventId}/test`
  const { status, body } = await of.send('POST', path)
  expect(status).toBe(200)
  const { pathname } = new URL(body.copy.url)
  const [, slug = '', , copyId = ''] = pathname.split('/')
  const [shop] = await server.sql<{ id: number }>(
    'select tenant_id as id from tenants where slug = $1',
    [slug],
  )
  const shopId = shop?.id ?? 0
  const [copy] = await server.sql<BuiltEvent>(
    `select e.id as "eventId", s.id as "sessionId", t.id as "typeId" from events e
     join sessions s on s.event_id = e.id join ticket_types t on t.event_id = e.id where e.id = $1`,
    [copyId],
  )
  if (!copy) throw new Error('nothing was copied')
  return {
    of,
    event,
    path,
    slug,
    shopId,
    copy,
    buyer: () => server.browser({ 'x-brand-path': slug }),
  }
}

type Tested = Awaited<ReturnType<typeof tested>>

/** Buys two tickets of the copy with a test card; returns the answer of the order call. */
async function order(browser: TestBrowser, { copy }: Pick<Tested, 'copy'>) {
  expect((await holdCart(browser, copy)).status).toBe(201)
  const intent = await createIntent(browser)
  expect(intent.status).toBe(200)
  await confirmCard(browser, intent.body, CARDS.success)
  const body = orderBody(copy, intent.body.paymentIntentId)
  const ordered = await browser.send('POST', '/api/checkout/orders', body)
  expect(ordered.status).toBe(201)
  return { intent: intent.body, ordered: ordered.body }
}

const countsOf = async (tenantId: number) => {
  const tables = ['orders', 'tickets', 'payments', 'holds', 'money_ledger', 'stock_ledger', 'mails']
  const [counts] = await server.sql<Record<string, number>>(
    `select ${tables
      .map((name) => `(select count(*)::integer from ${name} where tenant_id = $1) as ${name}`)
      .join(', ')},
      (select coalesce(sum(usage_count), 0)::integer from coupon_codes where tenant_id = $1) as coupons,
      (select count(*)::integer from access_code_uses where tenant_id = $1) as codes,
      (select count(*)::integer from customer_carts where tenant_id = $1) as customers,
      (select coalesce(sum(held + sold), 0)::integer from stock where tenant_id = $1) as stock`,
    [tenantId],
  )
  return counts
}

describe('a test order', () => {
  test('of a draft is bought with a test card, without an account, and counts nowhere', async () => {
    const test = await tested()
    const before = await countsOf(test.of.tenantId)
    expect(new Set(Object.values(before ?? {}))).toEqual(new Set([0]))
    const { ordered } = await order(test.buyer(), test)
    expect(await countsOf(test.of.tenantId)).toEqual(before)
    expect(await countsOf(test.shopId)).toMatchObject({ orders: 1, tickets: 2 })
    expect((await test.of.send('GET', test.path)).body).toMatchObject({
      takesCards: true,
      copy: { orders: 1 },
    })
    // Neither what the team reads nor what it exports has it.
    const sold = await test.of.send('GET', `/api/admin/events/${test.event.eventId}`)
    expect(JSON.stringify(sold.body)).not.toContain(ordered.orderId)
    const exported = await test.of.send('GET', '/api/admin/files/orders')
    expect(JSON.stringify(exported.body)).not.toContain(ordered.orderId)
    const { differences, orders } = await auditAll(server.foyer.context.db)
    expect([differences, orders]).toEqual([[], 0])
  })

  test('of a sold-out copy leaves every place to real buyers', async () => {
    const test = await tested({ capacity: 2 })
    await order(test.buyer(), test)
    expect((await holdCart(test.buyer(), test.copy)).status).toBe(409)
    await test.of.connect()
    await server.sql('update events set is_published = true where id = $1', [test.event.eventId])
    const { ordered } = await buyFrom(test.of, test.event)
    expect(ordered.status).toBe(201)
  })

  test('pays no platform fee, and neither its charge nor its refund touches the account of the organizer', async () => {
    const test = await tested()
    const account = await test.of.connect()
    const { intent, ordered } = await order(test.buyer(), test)
    // The page's script pays it with the keys of the platform's test mode.
    expect(intent.accountId).toBeUndefined()
    const [payment] = await server.sql('select * from payments where intent_id = $1', [
      intent.paymentIntentId,
    ])
    expect(payment).toMatchObject({
      account_id: `acct_test_${test.shopId}`,
      platform_fee_minor: 0,
      state: 'completed',
    })
    const refunded = await refundOrder(
      server.foyer.context,
      { id: test.shopId },
      {
        orderId: ordered.orderId,
        requested: { kind: 'whole', withFees: true },
        reason: null,
        key: crypto.randomUUID(),
      },
    )
    expect(refunded.ok).toBe(true)
    await until(
      () => server.sql('select state from refunds where order_id = $1', [ordered.orderId]),
      ([row]) => row?.state === 'succeeded',
    )
    expect(await chargedOn(server, account)).toEqual({ charged: 0, refunded: 0 })
  })

  test('is found by the comparison with the provider, which reports none of it as unknown', async () => {
    const test = await tested()
    const browser = test.buyer()
    await holdCart(browser, test.copy)
    const intent = await createIntent(browser)
    await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
    await confirmCard(browser, intent.body, CARDS.success)
    await compareWithProvider(server.foyer.context)
    await until(
      () =>
        server.sql('select state from payments where intent_id = $1', [
          intent.body.paymentIntentId,
        ]),
      ([row]) => row?.state === 'completed' || row?.state === 'refund_due',
    )
    // Of a payment that the database lost, in a restore: nobody has to look after it.
    await askProvider(server, 'payment_intents', {
      amount: '5000',
      currency: 'usd',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'allowed_payment_method_types[]': 'card',
      'metadata[tenantId]': String(test.shopId),
      'metadata[testAccount]': `acct_test_${test.shopId}`,
      'metadata[paymentId]': crypto.randomUUID(),
    })
    await compareWithProvider(server.foyer.context)
    expect(await server.sql('select * from money_problems')).toEqual([])
  })

  test('is marked on its page, its tickets and its mails', async () => {
    const test = await tested()
    const browser = test.buyer()
    const { ordered } = await order(browser, test)
    const shop = await browser.send('GET', '/api/tenant')
    expect(shop.body.name).toMatch(/ \(test shop\)$/)
    const view = await browser.send('GET', `/api/orders/${ordered.orderId}`)
    expect(view.body.event.name).toBe('Test: Opening Night')
    await deliverMails(server)
    const mailbox = await fetch(`${server.url.replace('127.0.0.1', 'localhost')}/dev/mail`)
    expect(await mailbox.text()).toContain('[Test] ')
    const page: ComputedResponse = markPage({
      status: 200,
      body: '<body class="x"><p>Tickets</p></body>',
      contentType: 'text/html',
    })
    expect(page.body).toMatch(/^<body class="x"><aside.*no money is taken.*<p>Tickets/s)
    expect(page.headers).toEqual(['x-robots-tag', 'noindex'])
  })
})

describe('a test shop', () => {
  test('has an address that cannot be guessed, and is no shop of the team', async () => {
    const { slug, of, shopId } = await tested()
    expect(slug).toMatch(/-test-[0-9a-hjkmnp-tv-z]{10}$/)
    expect(await server.sql('select * from staff_members where tenant_id = $1', [shopId])).toEqual(
      [],
    )
    const office = await of.owner.browser.send('GET', '/api/admin/events', undefined, {
      'x-brand-path': slug,
    })
    expect(office.status).toBe(404)
  })

  test('shows the copy that was made last, and nothing once the test has ended', async () => {
    const test = await tested()
    await server.sql("update events set name = 'Closing Night' where id = $1", [test.event.eventId])
    const again = await test.of.send('POST', test.path)
    expect(again.body.copy.url).toContain(`/${test.slug}/`)
    const listed = async () =>
      (await test.buyer().send('GET', '/api/events')).body.map(({ name }: { name: string }) => name)
    await until(listed, (names) => names.length === 1 && names[0] === 'Test: Closing Night')
    expect((await test.of.send('DELETE', test.path)).body.copy).toBeNull()
    await until(listed, (names) => names.length === 0)
    const log = await test.of.send('GET', '/api/admin/audit-log')
    expect(log.body.entries.map(({ actionType }: { actionType: string }) => actionType)).toEqual([
      'event.test_ended',
      'event.test_started',
      'event.test_started',
    ])
  })

  test('sells at once what is sold later, by the codes and rules of the event', async () => {
    const { of, event, path, shopId } = await tested()
    await server.build.coupon({ tenantId: of.tenantId, code: 'FRIENDS' })
    await server.sql(
      `insert into event_sales (tenant_id, event_id, opens_at, max_per_customer)
       values ($1, $2, now() + interval '1 day', 4)`,
      [of.tenantId, event.eventId],
    )
    for (let times = 0; times < 2; times += 1) {
      const { body } = await of.send('POST', path)
      const copyId = body.copy.url.split('/').at(-1)
      expect(
        await server.sql('select opens_at, max_per_customer from event_sales where event_id = $1', [
          copyId,
        ]),
      ).toEqual([{ opens_at: null, max_per_customer: 4 }])
    }
    expect(
      await server.sql('select code, usage_count from coupon_codes where tenant_id = $1', [shopId]),
    ).toEqual([{ code: 'FRIENDS', usage_count: 0 }])
  })

  test('keeps of a former copy what was ordered of it, and of one without orders nothing', async () => {
    const test = await tested({ sessions: 2 })
    const rowsOf = async (copyId: string) => {
      const [row] = await server.sql(
        `select (select count(*)::integer from events where id = $1) as events,
           (select count(*)::integer from sessions where event_id = $1) as sessions,
           (select count(*)::integer from ticket_types where event_id = $1) as types`,
        [copyId],
      )
      return row
    }
    const again = async () => {
      const { body } = await test.of.send('POST', test.path)
      return String(body.copy.url.split('/').at(-1))
    }
    const second = await again()
    expect(await rowsOf(test.copy.eventId)).toEqual({ events: 0, sessions: 0, types: 0 })
    expect(await rowsOf(second)).toEqual({ events: 1, sessions: 2, types: 1 })
    const [session] = await server.sql<{ id: string; typeId: string }>(
      `select s.id, t.id as "typeId" from sessions s join ticket_types t on t.event_id = s.event_id
       where s.event_id = $1 order by s.starts_at limit 1`,
      [second],
    )
    const copy = { ...test.copy, eventId: second }
    const buyer = test.buyer()
    const sold = { ...copy, sessionId: session?.id ?? '', typeId: session?.typeId ?? '' }
    const { ordered } = await order(buyer, { copy: sold })
    expect((await test.of.send('DELETE', test.path)).body.copy).toBeNull()
    expect(await rowsOf(second)).toEqual({ events: 1, sessions: 1, types: 1 })
    expect((await buyer.send('GET', `/api/orders/${ordered.orderId}`)).status).toBe(200)
  })

  test('stops with its organizer: no start, no order, no mail', async () => {
    const test = await tested()
    await order(test.buyer(), test)
    await deliverMails(server)
    const mails = () =>
      server.sql(
        `select state, count(*)::integer as mails from mails where tenant_id = $1 group by 1`,
        [test.shopId],
      )
    expect(await mails()).toEqual([{ state: 'sent', mails: 1 }])
    await server.sql(
      `update tenants set suspended_at = now(), suspension_reason = 'Not theirs' where tenant_id = $1`,
      [test.of.tenantId],
    )
    await server.foyer.context.tenants.reload()
    await server.sql(
      `insert into mails (tenant_id, id, kind, order_id, recipient, data, is_resend)
       select tenant_id, gen_random_uuid(), kind, order_id, 'stranger@example.com', data, true
       from mails where tenant_id = $1`,
      [test.shopId],
    )
    await deliverMails(server)
    expect(await mails()).toEqual(
      expect.arrayContaining([
        { state: 'sent', mails: 1 },
        { state: 'suppressed', mails: 1 },
      ]),
    )
    const held = await holdCart(test.buyer(), test.copy)
    expect([held.status, held.body.code]).toEqual([409, 'sales_paused'])
    const started = await test.of.send('POST', test.path)
    expect([started.status, started.body.code]).toEqual([409, 'sales_paused'])
  })

  test('of two calls at once is one', async () => {
    const of = await organizer(server)
    const event = await server.build.event({ tenantId: of.tenantId })
    const path = `/api/admin/events/${event.eventId}/test`
    const calls = [1, 2].map(() => of.send('POST', path))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
    expect(await server.sql('select from tenants where test_of = $1', [of.tenantId])).toHaveLength(
      1,
    )
  })
})

describe('money of tests and money of sales', () => {
  test('are kept apart by the database, whatever the program does', async () => {
    const { of, shopId, copy } = await tested()
    const payment = (tenantId: number, accountId: string | null) =>
      server.sql(
        `insert into payments (tenant_id, id, cart_id, event_id, amount_minor, currency, hold_ids,
           quote, state, account_id, platform_fee_ppm, platform_fee_fixed_minor, platform_fee_minor)
         values ($1, gen_random_uuid(), gen_random_uuid(), $2, 5000, 'usd', '{}', '{}', 'created',
           $3::text, case when $3 is not null then 0 end, case when $3 is not null then 0 end,
           case when $3 is not null then 0 end)`,
        [tenantId, copy.eventId, accountId],
      )
    const live = await of.connect()
    await expect(payment(shopId, null)).rejects.toThrow(/test account alone/)
    await expect(payment(shopId, live)).rejects.toThrow(/payments_account/)
    await expect(payment(of.tenantId, `acct_test_${shopId}`)).rejects.toThrow(/payments_account/)
    const account = (tenantId: number, accountId: string) =>
      server.sql(
        `insert into connected_accounts (tenant_id, account_id, requirements, is_live,
           platform_fee_ppm, platform_fee_fixed_minor) values ($1, $2, '{}', false, 0, 0)`,
        [tenantId, accountId],
      )
    await expect(account(of.tenantId, 'acct_test_1')).rejects.toThrow(/has a test account/)
    await expect(account(shopId, 'acct_1Live')).rejects.toThrow(/has a test account/)
  })

  test('are never mixed up by the metadata of an intent', async () => {
    const test = await tested()
    const account = await test.of.connect()
    const browser = test.buyer()
    await holdCart(browser, test.copy)
    const intent = await createIntent(browser)
    const [payment] = await server.sql<{ id: string }>(
      'select id from payments where intent_id = $1',
      [intent.body.paymentIntentId],
    )
    // An intent on the organizer's account says that it is the payment of the test.
    const forged = await askProvider(
      server,
      'payment_intents',
      {
        amount: '6000',
        currency: 'usd',
        confirm: 'true',
        payment_method: 'pm_card_visa',
        'allowed_payment_method_types[]': 'card',
        'metadata[tenantId]': String(test.shopId),
        'metadata[testAccount]': `acct_test_${test.shopId}`,
        'metadata[paymentId]': payment?.id ?? '',
      },
      account,
    )
    expect(forged.status).toBe('succeeded')
    await compareWithProvider(server.foyer.context)
    expect(await server.sql('select state from payments where id = $1', [payment?.id])).toEqual([
      { state: 'open' },
    ])
  })
})

/** Tables of the catalogue that a test shop does not get, and why. */
const NOT_COPIED: Readonly<Record<string, string>> = {
  archived_events: 'a copy is on sale',
  sample_events: 'what is tested is thrown away another way',
  sample_venues: 'as above',
  test_copies: 'names the copies',
  session_disruptions: 'what happened to sold sessions',
  session_messages: 'mails to the buyers of a session',
  bulk_changes: 'work on the sessions of the organizer',
  event_listings: 'kept by triggers',
  event_words: 'kept by triggers',
  event_text_words: 'kept by triggers',
  day_rollups: 'computed',
  session_rollups: 'computed',
}

test('every table that describes an event is copied, or named here with a reason', async () => {
  const rows = await server.sql<{ name: string }>(
    `select distinct c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid in ('events'::regclass, 'ticket_types'::regclass,
       'sessions'::regclass, 'add_ons'::regclass, 'venues'::regclass)`,
  )
  const known = new Set([...COPIED_TABLES.map(({ name }) => name), ...Object.keys(NOT_COPIED)])
  const sold = new Set([
    'orders',
    'coupon_uses',
    'payments',
    'cart_items',
    'cart_add_ons',
    'order_add_ons',
  ])
  expect(
    rows.map(({ name }) => name).filter((name) => !known.has(name) && !sold.has(name)),
  ).toEqual([])
})
