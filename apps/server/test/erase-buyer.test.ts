import { BUYER, buy, type EventPlan, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { auditAll } from '../src/audit/audit.ts'
import { COLUMNS, isOfStaff, isPersonal } from '../src/privacy/columns.ts'
import { createRetention } from '../src/privacy/end-personal-data.ts'
import { eraseBuyer } from '../src/privacy/erase-buyer.ts'
import { findBuyer } from '../src/privacy/find-buyer.ts'
import { findTraces } from '../src/privacy/find-traces.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { NEXT_YEAR } from './support/identity.ts'
import { type Bought, bought } from './support/money.ts'
import { type Ended, runProgram } from './support/run-program.ts'

const server = serverForTests({
  jobs: false,
  isOneAddressMany: true,
  bounds: { mailsToOneRecipient: [] },
})
afterEach(async () => {
  expect(await findStockDrift(server)).toEqual([])
  expect((await auditAll(server.foyer.context.db)).differences).toEqual([])
})

const MAIN = 1
/** Each test has a buyer of its own, because all of them share one database. */
const emailOf = (name: string) => `${name}@erase.example`

async function boughtBy(email: string, plan: EventPlan = {}): Promise<Bought> {
  const sale = await bought(server, await server.build.event(plan))
  await server.sql(
    `update orders set email = $2, contact = jsonb_set(contact, '{email}', to_jsonb($2::text))
     where id = $1`,
    [sale.orderId, email],
  )
  await server.sql('update mails set recipient = $2 where order_id = $1', [sale.orderId, email])
  return sale
}

const eventPasses = ({ event }: Bought) =>
  server.sql(
    `update sessions set starts_at = starts_at - interval '1 year', ends_at = ends_at - interval '1 year'
     where event_id = $1`,
    [event.eventId],
  )

/** Writes the address into every personal column of this buyer's rows. */
async function plantEverywhere({ orderId, event, browser, intentId }: Bought, email: string) {
  const [row] = await server.sql<{ payment_id: string; cart_id: string }>(
    `select p.id as payment_id, o.cart_id from orders o join payments p on p.order_id = o.id
     where o.id = $1`,
    [orderId],
  )
  const words = `{"note": "of ${email.toUpperCase()}"}`
  await server.sql('update orders set billing_address = billing_address || $2 where id = $1', [
    orderId,
    words,
  ])
  await server.sql('update holds set customer_identifier = $2 where order_id = $1', [
    orderId,
    email,
  ])
  await server.sql(
    `update mails set data = $2, last_error = $3, provider_message_id = $3, once_key = $3, recipient_key = $3
     where order_id = $1`,
    [orderId, words, `550 <${email}>`],
  )
  await server.sql(
    `insert into cart_contacts (tenant_id, cart_id, contact, billing_address)
     values (1, $1, $2, $3) on conflict (tenant_id, cart_id) do update
     set contact = excluded.contact, billing_address = excluded.billing_address`,
    [row?.cart_id, JSON.stringify({ ...BUYER.contact, email }), words],
  )
  await server.sql('update payments set decline_message = $2, last_error = $2 where id = $1', [
    row?.payment_id,
    email,
  ])
  const [refund] = await server.sql<{ id: string }>(
    `insert into refunds (tenant_id, id, payment_id, order_id, kind, amount_minor, currency, with_fees,
       reason, request_key, state, last_error)
     values (1, gen_random_uuid(), $1, $2, 'amount', 1, 'usd', false, $3, gen_random_uuid(), 'failed', $3)
     returning id`,
    [row?.payment_id, orderId, email],
  )
  await server.sql(
    `insert into order_lookups (tenant_id, id, email, code_hash, link_hash)
     values (1, gen_random_uuid(), $1, $1, $1)`,
    [email],
  )
  await enterCorrection(orderId, email)
  await server.sql(
    `insert into money_problems (tenant_id, kind, subject, details) values (1, 'refund given up', $1, $2)`,
    [refund?.id, email],
  )
  await server.sql(
    `insert into provider_events (id, type, intent_id, object_id, state, last_error)
     values ($1, 'x', $2, $2, 'failed', $3)`,
    [`evt_${orderId}`, intentId, email],
  )
  await server.sql(
    "insert into waiver_texts (tenant_id, event_id, version, body) values (1, $1, 1, 'At my own risk.')",
    [event.eventId],
  )
  await server.sql(
    `insert into waiver_signatures (tenant_id, id, order_id, ticket_number, event_id, text_version,
       participant_name, email, guardian_name, signature_kind, signature, signed_at, sha256)
     values (1, gen_random_uuid(), $1, 1, $2, 1, $3, $3, $3, 'typed', $3, clock_timestamp(), repeat('0', 64))`,
    [orderId, event.eventId, email],
  )
  await server.sql(
    `with device as (insert into wallet_devices (tenant_id, device_key, push_token)
       values (1, $2, $2) returning device_key),
     passes as (insert into wallet_passes (tenant_id, order_id, ticket_number, wallet)
       values (1, $1, 1, 'apple'), (1, $1, 1, 'google')),
     updates as (insert into wallet_updates (tenant_id, wallet, target, last_error)
       select 1, w, t, $2 from (values ('apple', $2), ('google', $1 || '-1')) as u(w, t))
     insert into wallet_registrations (tenant_id, device_key, order_id, ticket_number)
     select 1, device_key, $1, 1 from device`,
    [orderId, email],
  )
  await server.sql(
    `insert into complimentary_orders (tenant_id, order_id, person_id, reason, note)
     values (1, $1, gen_random_uuid(), 'guest', $2)`,
    [orderId, email],
  )
  await server.sql(
    `with notes as (insert into order_notes (tenant_id, id, order_id, person_id, note)
       values (1, gen_random_uuid(), $1, gen_random_uuid(), $2)),
     acts as (insert into audit_log (tenant_id, id, action_type, entity_type, entity_id, entity_name,
         before, after)
       values (1, gen_random_uuid(), 'order.refunded', 'order', $1::text, 'B', null,
           jsonb_build_object('amount', '$5.00', 'tickets', 2, 'reason', 'cannot_come', 'note', $2)),
         (1, gen_random_uuid(), 'order.tags_changed', 'order', $1::text, 'B',
           jsonb_build_object('tags', ''), jsonb_build_object('tags', $2)),
         (1, gen_random_uuid(), 'order.changed', 'order', $1::text, 'B', null,
           jsonb_build_object('change', 'reschedule', 'reason', $2))),
     cards as (insert into payment_cards (tenant_id, payment_id, brand, last4)
       select 1, id, 'visa', '4242' from payments where order_id = $1 on conflict do nothing)
     insert into order_tags (tenant_id, order_id, tag) values (1, $1, $2)`,
    [orderId, email],
  )
  await browser.send('POST', '/api/cart/items', {
    eventId: event.eventId,
    ticketTypeId: event.typeId,
    quantity: 1,
  })
}

/** The entry of a refund of 0.01 in the history of an order. */
const enterCorrection = (orderId: string, reason: string | null) =>
  server.sql(
    `insert into order_changes (tenant_id, id, order_id, kind, state, sequence, receipt, details,
       refund_minor, kept_minor, reason, made_by, done_at)
     values (1, gen_random_uuid(), $1, 'correction', 'done', 1, '{}', '{}', 1, -1, $2, 'organizer',
       now())`,
    [orderId, reason],
  )

const traces = (email: string) => findTraces(server.foyer.context.db, MAIN, { email })

async function erase(email: string) {
  const { db } = server.foyer.context
  const buyer = await db.withTenant(MAIN, (tx) => findBuyer(tx, email))
  await eraseBuyer(db, server.foyer.context.cells, MAIN, buyer)
  return buyer
}

describe('erasing a buyer', () => {
  test('leaves no trace of the buyer in any column', async () => {
    const email = emailOf('everywhere')
    const sale = await boughtBy(email)
    await plantEverywhere(sale, email)
    const before = new Set((await traces(email)).map(({ table, column }) => `${table}.${column}`))
    // Ids of browsers and of the provider contain no text, nor do the digits of a card; they are checked
    // below. The generated keys of a contact are checked with the lookup of orders, and the words that
    // find an order with the order desk.
    const isNumber = (column: string) =>
      [
        ...['browser_id', 'object_id', 'intent_id', 'key', 'phone_key', 'postal_key'],
        ...['last4', 'word'],
      ].includes(column)
    const missed = Object.entries(COLUMNS).flatMap(([table, columns]) =>
      Object.keys(columns)
        .filter(
          (column) => isPersonal(table, column) && !isOfStaff(table, column) && !isNumber(column),
        )
        .map((column) => `${table}.${column}`)
        .filter((name) => !before.has(name)),
    )
    expect(missed).toEqual([])

    await eventPasses(sale)
    await erase(email)
    expect(await traces(email)).toEqual([])
    const log = await server.sql(
      `select before, after from audit_log where entity_id = $1 and entity_name = 'B' order by action_type`,
      [sale.orderId],
    )
    expect(log).toEqual([
      { before: null, after: { change: 'reschedule' } },
      { before: null, after: { amount: '$5.00', tickets: 2 } },
      { before: {}, after: {} },
    ])
    const ofBrowser = await server.sql(
      `select 1 from orders where browser_id = $1 union all
       select 1 from holds where browser_id = $1 union all
       select 1 from cart_items where browser_id = $1`,
      [sale.browser.id],
    )
    expect(ofBrowser).toEqual([])
    const cards = await server.sql(
      `select 1 from payment_cards c join payments p on p.id = c.payment_id where p.order_id = $1`,
      [sale.orderId],
    )
    expect(cards).toEqual([])
    const events = await server.sql('select 1 from provider_events where intent_id = $1', [
      sale.intentId,
    ])
    expect(events).toEqual([])
  })

  test("changes no amount, ticket or ledger entry, and no other buyer's data", async () => {
    const email = emailOf('one')
    const mine = await boughtBy(email)
    const theirs = await boughtBy(emailOf('other'))
    await eventPasses(mine)
    const books = async () => ({
      ledger: await server.sql('select * from money_ledger order by id'),
      stock: await server.sql('select * from stock order by session_id, pool_id'),
      stockLedger: await server.sql('select * from stock_ledger order by id'),
      tickets: await server.sql('select * from tickets order by id'),
      items: await server.sql('select * from order_items order by id'),
      totals: await server.sql(
        'select id, status, quote, total_minor, created_at from orders order by id',
      ),
      theirs: await server.sql('select * from orders where id = $1', [theirs.orderId]),
      theirMails: await server.sql('select * from mails where order_id = $1', [theirs.orderId]),
    })
    const before = await books()
    await erase(email)
    expect(await books()).toEqual(before)
    const again = await erase(email)
    expect(again.orders).toEqual([])
  })

  test('takes words out of the log also of orders that were erased before, and of no others', async () => {
    const [gone, kept] = [await boughtBy(emailOf('long-gone')), await boughtBy(emailOf('kept'))]
    await erase(emailOf('long-gone'))
    for (const { orderId } of [gone, kept]) {
      await server.sql(
        `insert into audit_log (tenant_id, id, action_type, entity_type, entity_id, entity_name, after)
         values (1, gen_random_uuid(), 'order.given', 'order', $1, 'B', '{"note":"Her name is Ada."}')`,
        [orderId],
      )
    }
    const { db } = server.foyer.context
    await createRetention(db, { paid: 10, free: 10 }, Date.now).run(MAIN)
    const notes = ({ orderId }: { orderId: string }) =>
      server.sql(
        `select after from audit_log where entity_id = $1 and action_type = 'order.given'`,
        [orderId],
      )
    expect(await notes(gone)).toEqual([{ after: {} }])
    expect(await notes(kept)).toEqual([{ after: { note: 'Her name is Ada.' } }])
  })

  test('leaves the account of a buyer who also works for the organizer', async () => {
    const email = emailOf('both')
    const sale = await boughtBy(email)
    await server.sql(
      `with person as (insert into staff_people (id, email, name, password_hash)
         values (gen_random_uuid(), $1, 'Ada', 'none') returning id),
       invited as (insert into staff_invitations (tenant_id, id, email, role, ends_at)
         values (1, gen_random_uuid(), $1, 'gate', now()))
       insert into audit_log (tenant_id, id, person_id, action_type, entity_type, entity_id, entity_name)
       select 1, gen_random_uuid(), id, 'invitation.sent', 'invitation', 'some', $1 from person`,
      [email],
    )
    await eventPasses(sale)
    await erase(email)
    const found = await traces(email)
    expect(found.map(({ table, column, isLeft }) => [`${table}.${column}`, isLeft])).toEqual([
      ['audit_log.entity_name', false],
      ['staff_invitations.email', false],
    ])
    expect(await server.sql('select name from staff_people where email = $1', [email])).toEqual([
      { name: 'Ada' },
    ])
  })

  test('closes the order to its browser, its link and its address', async () => {
    const email = emailOf('closed')
    const { orderId, browser } = await boughtBy(email)
    const token = server.foyer.context.secrets.orderToken(MAIN, orderId, NEXT_YEAR)
    const ways = [`?email=${email}`, `?token=${token}`, ''] as const
    const open = () =>
      Promise.all(ways.map((way) => browser.send('GET', `/api/orders/${orderId}${way}`)))
    expect((await open()).map(({ status }) => status)).toEqual([200, 200, 200])
    await erase(email)
    expect((await open()).map(({ body }) => body.code)).toEqual(ways.map(() => 'order_not_found'))
    const resent = await browser.send('POST', '/api/send-confirmation-email', { orderId, email })
    expect(resent.body.code).toBe('order_not_found')
  })

  test('deletes a mail that was not sent yet, and the contact of a cart without an order', async () => {
    const email = emailOf('waiting')
    await boughtBy(email)
    await server.sql(
      `insert into cart_contacts (tenant_id, cart_id, contact, billing_address)
       values (1, gen_random_uuid(), $1, '{}')`,
      [JSON.stringify({ ...BUYER.contact, email })],
    )
    const buyer = await erase(email)
    expect([buyer.mailCount, buyer.contactCartIds.length]).toEqual([1, 1])
    await deliverMails(server)
    const sent = (await server.foyer.context.mailer.mailbox?.list()) ?? []
    expect(sent.filter(({ to }) => to === email)).toEqual([])
    expect(await traces(email)).toEqual([])
  })

  test('leaves no trace of a reschedule at the same moment', async () => {
    for (const round of [1, 2, 3, 4]) {
      const email = emailOf(`reschedule-${round}`)
      const { event, orderId, browser } = await boughtBy(email, { sessions: 2 })
      const { db } = server.foyer.context
      const buyer = await db.withTenant(MAIN, (tx) => findBuyer(tx, email))
      const [rescheduled] = await Promise.all([
        browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
          newSessionId: event.sessionIds[1],
          customerEmail: email,
        }),
        eraseBuyer(db, server.foyer.context.cells, MAIN, buyer),
      ])
      // Either may come first; they do not block each other.
      expect([200, 404]).toContain(rescheduled.status)
      expect(await traces(email)).toEqual([])
      const ofBrowser = await server.sql(
        `select 1 from orders where browser_id = $1 union all
         select 1 from holds where browser_id = $1`,
        [browser.id],
      )
      expect(ofBrowser).toEqual([])
    }
  })

  test('does not change data of the same address at another organizer', async () => {
    const email = 'ada@example.com'
    const { tenantId } = await server.build.tenant({ slug: 'neighbour' })
    await server.foyer.context.tenants.reload()
    const event = await server.build.event({ tenantId })
    await buy(server.browser({ 'x-brand-path': 'neighbour' }), event)
    await erase(email)
    const kept = await server.sql('select tenant_id from orders where email = $1', [email])
    expect(kept).toEqual([{ tenant_id: tenantId }])
  })
})

test('a search for traces distinguishes what must be erased from what may stay', async () => {
  const email = emailOf('traces')
  const { event, orderId } = await boughtBy(email)
  await server.sql(`update events set description = 'With Grace Murray Hopper' where id = $1`, [
    event.eventId,
  ])
  await server.sql(
    `update mails set data = '{"participantName": "Grace Murray Hopper"}'
    where order_id = $1`,
    [orderId],
  )
  const found = await findTraces(server.foyer.context.db, MAIN, {
    email: emailOf('nobody'),
    names: ['grace murray hopper', ''],
  })
  expect(found).toEqual([
    { table: 'events', column: 'description', what: 'name', rows: 1, isLeft: false },
    { table: 'mails', column: 'data', what: 'name', rows: 1, isLeft: true },
  ])
})

describe('npm run erase', () => {
  const ERASE = new URL('../src/operator/erase.ts', import.meta.url)
  const run = (...args: string[]): Promise<Ended> =>
    runProgram(ERASE, args, {
      DATABASE_URL: server.databaseUrl,
      FOYER_DATA: server.dataDir,
      LOG_LEVEL: 'silent',
    })

  test('shows what it would do, and does nothing without a confirmation', async () => {
    const email = emailOf('shown')
    const sale = await boughtBy(email)
    await eventPasses(sale)
    const ended = await run('--tenant', 'main', '--email', email)
    expect(ended).toMatchObject({ code: 1, stderr: '' })
    expect(ended.stdout).toContain(sale.orderId.slice(-8).toUpperCase())
    expect(ended.stdout).toContain('1 mails and 0 contacts of carts are deleted.')
    expect(ended.stdout).toContain('Nothing was erased. --yes erases without this question.')
    expect((await traces(email)).length).toBeGreaterThan(0)
  })

  test('refuses while the visit is still to come or a refund is in progress, unless forced', {
    tags: ['night'],
  }, async () => {
    const email = emailOf('early')
    const { orderId } = await boughtBy(email)
    await server.sql(
      `insert into refunds (tenant_id, id, payment_id, order_id, kind, amount_minor, currency, with_fees,
         request_key, state)
       select tenant_id, gen_random_uuid(), id, order_id, 'amount', 1, 'usd', false, 'early', 'pending'
       from payments where order_id = $1`,
      [orderId],
    )
    await enterCorrection(orderId, null)
    const ended = await run('--tenant', 'main', '--email', email, '--yes')
    expect(ended.code).toBe(1)
    expect(ended.stdout).toContain('is still to come')
    expect(ended.stdout).toContain('A refund is under way')
    expect(ended.stdout).toContain('Nothing was erased: wait until that is over')
    const forced = await run('--tenant', 'main', '--email', email, '--yes', '--even-open')
    expect(forced).toMatchObject({ code: 0, stderr: '' })
    expect(await traces(email)).toEqual([])
    await server.sql(`update refunds set state = 'failed' where request_key = 'early'`)
  })

  test('erases, removes local mails, and names what the payment provider still has', {
    tags: ['night'],
  }, async () => {
    const email = emailOf('gone')
    const sale = await boughtBy(email)
    await deliverMails(server)
    await eventPasses(sale)
    const inBox = async () =>
      ((await server.foyer.context.mailer.mailbox?.list()) ?? []).filter(({ to }) => to === email)
    expect(await inBox()).toHaveLength(1)
    // In capitals, as a person may type it.
    const ended = await run('--tenant', 'main', '--email', email.toUpperCase(), '--yes')
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain('Nothing is left of this buyer in the database.')
    expect(ended.stdout).toContain(sale.intentId)
    expect(await inBox()).toEqual([])
    const checked = await run('--tenant', 'main', '--email', email, '--check')
    expect(checked.code).toBe(0)
  })

  test('with --check ends with 1 if something is left, and names the column', async () => {
    const email = emailOf('checked')
    await boughtBy(email)
    const ended = await run('--tenant', 'main', '--email', email, '--check')
    expect(ended.code).toBe(1)
    expect(ended.stdout).toMatch(/orders\.email +e-mail +1 rows/)
  })

  test.each([
    ['without an address', ['--tenant', 'main'], 'Which e-mail address?'],
    ['without an organizer', ['--email', 'a@b.co'], 'Of which organizer?'],
    ['for an unknown organizer', ['--tenant', 'x', '--email', 'a@b.co'], `no organizer 'x'`],
    ['with a word it does not know', ['--mail', 'x'], '--mail'],
  ])('ends with 2 %s', async (_, args, text) => {
    const ended = await run(...args)
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toContain('Nobody was erased.')
    expect(ended.stderr).toContain(text)
  })
})
