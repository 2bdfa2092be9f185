import {
  BUYER,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  holdCart,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { COLUMNS, isPersonal } from '../src/privacy/columns.ts'
import { eraseBuyer } from '../src/privacy/erase-buyer.ts'
import { findBuyer } from '../src/privacy/find-buyer.ts'
import { PERSONAL_TABLES, readRowsOfBuyer } from '../src/privacy/rows-of-buyer.ts'
import { type Bought, bought } from './support/money.ts'
import { member, type TestPerson } from './support/staff.ts'

/** What an organizer sees, takes and erases of one person. */

const server = serverForTests({ jobs: false, isOneAddressMany: true })
let owner: TestPerson
beforeAll(async () => {
  owner = await member(server, 'owner')
})

const emailOf = (name: string) => `${name}@person.example`
const send = (what: 'find' | 'export' | 'erase', body: object) =>
  owner.browser.send('POST', `/api/admin/personal-data/${what}`, body)
const erase = (email: string, change: object = {}) =>
  send('erase', { email, typed: email, evenOpen: false, ...change })

async function boughtBy(email: string): Promise<Bought> {
  const sale = await bought(server, await server.build.event())
  await server.sql(
    `update orders set email = $2, contact = jsonb_set(contact, '{email}', to_jsonb($2::text))
     where id = $1`,
    [sale.orderId, email],
  )
  await server.sql('update mails set recipient = $2 where order_id = $1', [sale.orderId, email])
  return sale
}

const isOver = ({ event }: Bought) =>
  server.sql(
    `update sessions set starts_at = starts_at - interval '1 year', ends_at = ends_at - interval '1 year'
     where event_id = $1`,
    [event.eventId],
  )

describe('the rules that say which rows are of a buyer', () => {
  test('cover each table with a personal column, except keyed hashes', async () => {
    const { db } = server.foyer.context
    // Throws for a table that no rule covers.
    await db.withTenant(1, async (tx) =>
      readRowsOfBuyer(tx, await findBuyer(tx, emailOf('nobody'))),
    )
    const personal = Object.entries(COLUMNS)
      .filter(([table, columns]) => Object.keys(columns).some((name) => isPersonal(table, name)))
      .map(([table]) => table)
    const uncovered = personal.filter((table) => !PERSONAL_TABLES.includes(table))
    expect(uncovered.filter((table) => !/^(staff_|audit_log|operator_log)/.test(table))).toEqual([
      'limit_counts',
      'order_words',
    ])
  })
})

describe('a person', () => {
  test('whom nobody knows has nothing stored, and the file says so', async () => {
    const email = emailOf('unknown')
    const found = await send('find', { email })
    expect(found.body).toEqual({
      ...{ email, kinds: [], orders: [], open: [], providerPayments: [] },
      ownTexts: { messages: 0, rules: 0 },
    })
    expect((await send('export', { email })).body.rows).toBe(0)
  })

  test('who bought is found in any letter case, with what is stored and why it is early', async () => {
    const email = emailOf('found')
    const { orderId } = await boughtBy(email)
    const { body } = await send('find', { email: email.toUpperCase() })
    expect(body.orders).toMatchObject([{ id: orderId, total: '$60.00' }])
    expect(body.kinds).toContainEqual({ kind: 'orders', count: 1 })
    expect(body.kinds).toContainEqual({ kind: 'mails', count: 1 })
    expect(body.open[0]).toContain('is still to come')
    expect(body.providerPayments).toHaveLength(1)
  })

  test('gets a file with their rows of each table, and without credentials', async () => {
    const email = emailOf('file')
    const { orderId } = await boughtBy(email)
    const { body } = await send('export', { email })
    const file = JSON.parse(body.text)
    expect(file).toMatchObject({ format: 'foyer-personal-data-1', email })
    expect(file.tables.orders).toMatchObject([{ id: orderId, email, contact: { email } }])
    expect(file.tables.tickets.length).toBeGreaterThan(0)
    expect(file.tables.payments).toHaveLength(1)
    expect(file.tables.mails).toMatchObject([{ recipient: email }])
    const [ticket] = await server.sql<{ validation_code: string }>(
      'select validation_code from tickets where order_id = $1',
      [orderId],
    )
    expect(body.text).not.toContain(ticket?.validation_code)
    expect(body.text).not.toContain('tenant_id')
  })

  test("does not get what others signed or were mailed about the person's order", async () => {
    const email = emailOf('others')
    const { orderId, event } = await boughtBy(email)
    const other = emailOf('participant')
    await server.sql(
      "insert into waiver_texts (tenant_id, event_id, version, body) values (1, $1, 1, 'Mine.')",
      [event.eventId],
    )
    await server.sql(
      `insert into waiver_signatures (tenant_id, id, order_id, ticket_number, event_id, text_version,
         participant_name, email, signature_kind, signature, signed_at, sha256)
       values (1, gen_random_uuid(), $1, 1, $2, 1, 'Grace', $3, 'typed', 'Grace', now(), repeat('0', 64))`,
      [orderId, event.eventId, other],
    )
    expect((await send('export', { email })).body.text).not.toContain(other)
    expect((await send('find', { email: other })).body.kinds).toEqual([
      { kind: 'waivers', count: 1 },
    ])
  })
})

describe('an erasure', () => {
  test('is refused while a visit is to come, unless confirmed, and changes nothing then', async () => {
    const email = emailOf('early')
    await boughtBy(email)
    const before = (await send('find', { email })).body
    const refused = await erase(email)
    expect([refused.status, refused.body.code]).toEqual([409, 'erase_too_early'])
    expect(refused.body.details.open).toHaveLength(1)
    expect((await send('find', { email })).body).toEqual(before)
    const done = await erase(email, { evenOpen: true })
    expect(done.body).toMatchObject({ orders: 1, left: { kinds: [], orders: [] } })
  })

  test('needs the address again, at the field', async () => {
    const email = emailOf('typed')
    await isOver(await boughtBy(email))
    const wrong = await erase(email, { typed: 'else@person.example' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_failed'])
    expect(wrong.body.details.fields[0].field).toBe('typed')
    expect((await send('find', { email })).body.orders).toHaveLength(1)
    expect((await erase(email, { typed: ` ${email.toUpperCase()} ` })).body.orders).toBe(1)
  })

  test('is in the audit log with the order and without the address', async () => {
    const email = emailOf('logged')
    const sale = await boughtBy(email)
    await isOver(sale)
    await send('export', { email })
    await erase(email)
    const entries = await server.sql<{ action_type: string; text: string }>(
      `select action_type, a::text as text from audit_log a
       where person_id = $1 and after ->> 'numbers' = $2 order by id`,
      [owner.id, sale.orderId.slice(-8).toUpperCase()],
    )
    expect(entries.map(({ action_type }) => action_type)).toEqual([
      'person.exported',
      'person.erased',
    ])
    for (const { text } of entries) expect(text).not.toContain(email)
  })

  test('says which of the team’s own texts still name the address', async () => {
    const email = emailOf('named')
    const sale = await boughtBy(email)
    await isOver(sale)
    await server.sql(
      `insert into session_messages (tenant_id, id, session_id, person_id, subject, body, mail_ids)
       values (1, gen_random_uuid(), $1, $2, 'Doors', $3, '{}')`,
      [sale.event.sessionId, owner.id, `Greetings to ${email.toUpperCase()}`],
    )
    const { body } = await erase(email)
    expect(body.left).toMatchObject({ kinds: [], ownTexts: { messages: 1, rules: 0 } })
  })

  test('leaves what the person orders meanwhile, with its mail, and says so', async () => {
    const email = emailOf('meanwhile')
    await isOver(await boughtBy(email))
    const { db, cells } = server.foyer.context
    const read = await db.withTenant(1, (tx) => findBuyer(tx, email))
    const later = await boughtBy(email)
    await eraseBuyer(db, cells, 1, read)
    const { body } = await send('find', { email })
    expect(body.orders).toMatchObject([{ id: later.orderId }])
    expect(body.kinds).toContainEqual({ kind: 'mails', count: 1 })
  })

  test.each([1, 2, 3])(
    'beside a purchase erases a whole order or leaves a whole one (%i)',
    async (round) => {
      const email = emailOf(`race-${round}`)
      await isOver(await boughtBy(email))
      const event = await server.build.event()
      const browser = server.browser()
      await holdCart(browser, event, '12345', 2)
      const intent = await createIntent(browser)
      await confirmCard(browser, intent.body, CARDS.success)
      const body = { ...orderBody(event, intent.body.paymentIntentId, '12345'), email }
      const [answer, sale] = await Promise.all([
        erase(email, { evenOpen: true }),
        browser.send('POST', '/api/checkout/orders', body),
      ])
      expect(answer.status).toBe(200)
      const [order] = await server.sql<{ email: string; mails: number }>(
        `select email, (select count(*)::integer from mails m where m.order_id = o.id) as mails
       from orders o where id = $1`,
        [sale.body.orderId],
      )
      expect([
        { email, mails: 1 },
        { email: '', mails: 0 },
      ]).toContainEqual(order)
    },
  )

  test("neither shows nor changes another organizer's data of the address", async () => {
    const { tenantId } = await server.build.tenant({ slug: 'next-door' })
    await server.foyer.context.tenants.reload()
    const email = BUYER.contact.email
    await buy(
      server.browser({ 'x-brand-path': 'next-door' }),
      await server.build.event({ tenantId }),
    )
    const mine = await send('find', { email })
    const theirs = await server.sql<{ id: string }>('select id from orders where tenant_id = $1', [
      tenantId,
    ])
    expect(mine.body.orders.map(({ id }: { id: string }) => id)).not.toContain(theirs[0]?.id)
    await erase(email, { evenOpen: true })
    const kept = await server.sql('select email from orders where tenant_id = $1', [tenantId])
    expect(kept).toEqual([{ email }])
  })
})
