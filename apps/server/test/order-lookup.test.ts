import { randomUUID } from 'node:crypto'
import { isSearchablePhone } from '@foyer/domain'
import {
  type Answer,
  BUYER,
  buy,
  serverForTests,
  startTestServer,
  type TestBrowser,
} from '@foyer/testkit'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { eraseBuyer } from '../src/privacy/erase-buyer.ts'
import { findBuyer } from '../src/privacy/find-buyer.ts'
import { tally, times } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'

// Before the server connects: each new connection copies the method.
const statements = vi.spyOn(pg.Client.prototype, 'query')

const server = serverForTests({
  jobs: false,
  isOneAddressMany: true,
  bounds: { limitFactor: Number.POSITIVE_INFINITY, mailsToOneRecipient: [] },
})

const ZIP = BUYER.billingAddress.zipCode
let buyers = 0

/** An order of a buyer with an address of their own, bought by a browser of its own. */
async function bought(email = `buyer-${++buyers}@lookup.example`) {
  const event = await server.build.event()
  const browser = server.browser()
  const orderId = String((await buy(browser, event)).body.orderId)
  await server.sql('update orders set email = $2 where id = $1', [orderId, email])
  return { event, browser, orderId, email }
}

const lookUp = (body: object, browser: TestBrowser = server.browser()): Promise<Answer> =>
  browser.send('POST', '/api/order-management/lookup', body)
const confirm = (lookupId: string, code: string): Promise<Answer> =>
  server.browser().send('POST', '/api/order-management/lookup/confirm', { lookupId, code })
const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id)

/** Asks for a code and reads it, and the secret of the link, from the stored mail. */
async function sentCode(email: string) {
  const { body } = await lookUp({ email })
  const [mail] = await server.sql<{ data: { code: string; path: string } }>(
    `select data from mails where recipient = $1 and kind = 'lookup_code' order by created_at desc limit 1`,
    [email],
  )
  if (!mail) throw new Error('A lookup by address alone sends a mail')
  const secret = mail.data.path.split('.')[1] ?? ''
  return { lookupId: String(body.confirmation.lookupId), ...mail.data, secret }
}

/** Lets a lookup be so many seconds old. */
const age = (lookupId: string, seconds: number) =>
  server.sql(
    'update order_lookups set created_at = clock_timestamp() - make_interval(secs => $2) where id = $1',
    [lookupId, seconds],
  )

const otherCode = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a lookup with a telephone number or a postal code', () => {
  test('lists the orders of the address that have it, with all fields of a card', async () => {
    const { email, orderId, event } = await bought()
    const { body, status } = await lookUp({ email, zipCode: ZIP })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      confirmation: null,
      data: [
        {
          id: orderId,
          orderNumber: orderId.slice(-8).toUpperCase(),
          email,
          eventId: event.eventId,
          eventName: expect.any(String),
          sessionDate: expect.stringMatching(/^\d{4}-.*Z$/),
          imageUrl: expect.stringContaining(event.eventId),
          sessionDisplayName: expect.any(String),
          venueTimezone: 'America/New_York',
          status: 'PAID',
          totalAmount: expect.any(Number),
          currency: 'usd',
          ticketCount: 2,
          // Its event has no other session.
          canReschedule: false,
          // No type of the event costs more.
          canUpgrade: false,
          canCancel: false,
          waivers: null,
          tickets: times(2, () => ({
            id: expect.any(String),
            ticketTypeId: event.typeId,
            ticketTypeName: expect.any(String),
            status: 'VALID',
            isCancelled: false,
            isRedeemed: false,
          })),
        },
      ],
    })
  })

  test.each([
    ['212-555-0100', '(212) 555 0100'],
    ['212-555-0100', '+1 212.555.0100'],
    ['212-555-0100', '1 212 555 0100 ext. 7'],
    ['+44 (0)20 7946 0000', '011 44 20 7946 0000'],
    ['555 0100', '5550100'],
  ])('reads the number %s of an order as the same as %s', async (stored, typed) => {
    const { email, orderId } = await bought()
    await server.sql(
      `update orders set contact = jsonb_set(contact, '{phone}', to_jsonb($2::text)) where id = $1`,
      [orderId, stored],
    )
    expect(idsOf(await lookUp({ email, phone: typed }))).toEqual([orderId])
    expect(idsOf(await lookUp({ email, phone: `${typed.slice(0, 5)}9999999` }))).toEqual([])
  })

  test('has a key for exactly the numbers that the form accepts', async () => {
    const typed = ['555 0100', '555 010', '+44 (0)20 7946 0000', '0000000555010', '1 ext. 5550100']
    const rows = await server.sql(
      `select number, phone_key(number, 'US') is not null as "isFound" from unnest($1::text[]) number`,
      [[...typed, 'none', '1234567890123456']],
    )
    for (const { number, isFound } of rows) {
      expect([number, isSearchablePhone(String(number))]).toEqual([number, isFound])
    }
  })

  test.each([
    ['US', '212 555 0100', '+12125550100'],
    ['GB', '020 7946 0000', '+442079460000'],
    ['DE', '00 49 30 901820', '+4930901820'],
    ['IT', '06 698 12345', '+390669812345'],
    ['Atlantis', '0123 4567', '1234567'],
    ['US', '12', null],
    ['US', 'none', null],
  ])('stores a number of %s, %s, as %s', async (country, typed, key) => {
    const rows = await server.sql('select phone_key($1, $2) as key', [typed, country])
    expect(rows).toEqual([{ key }])
  })

  test.each([
    ['10001', '10001-1234', true],
    ['10001 1234', '10001', true],
    ['SW1A 1AA', 'sw1a1aa', true],
    ['SW1A 1AA', 'SW1A', false],
    ['00-950', '00', false],
  ])('compares the postal code %s of an order with %s', async (stored, typed, isEqual) => {
    const rows = await server.sql('select postal_key($1) = postal_key($2) as "isEqual"', [
      stored,
      typed,
    ])
    expect(rows).toEqual([{ isEqual }])
  })

  test('lists the order with this number, however it is typed, and no other of the address', async () => {
    const { email, orderId } = await bought()
    await bought(email)
    const number = orderId.slice(-8)
    for (const orderNumber of [number, `# ${number.toUpperCase()}`]) {
      expect(idsOf(await lookUp({ email, orderNumber }))).toEqual([orderId])
    }
    expect(idsOf(await lookUp({ email, orderNumber: 'FFFFFFFF' }))).toEqual([])
    expect(idsOf(await lookUp({ email: 'eve@example.com', orderNumber: number }))).toEqual([])
  })

  test('does not list orders of the address that have another postal code', async () => {
    // Anybody can place a free order with the address of somebody else.
    const { email } = await bought()
    const forged = await bought(email)
    await server.sql(
      `update orders set billing_address = jsonb_set(billing_address, '{zipCode}', '"94103"') where id = $1`,
      [forged.orderId],
    )
    expect(idsOf(await lookUp({ email, zipCode: '94103' }))).toEqual([forged.orderId])
  })

  test('lists many orders with as many statements as one', async () => {
    const { email, event, browser, orderId } = await bought()
    // The fewest of three calls: jobs of the process send statements of their own at times.
    const countOf = async () => {
      const counts: number[] = []
      let listed = 0
      for (let call = 0; call < 3; call += 1) {
        statements.mockClear()
        listed = idsOf(await lookUp({ email, zipCode: ZIP })).length
        counts.push(statements.mock.calls.length)
      }
      return [listed, Math.min(...counts)]
    }
    await countOf()
    const [, statementsForOne = 0] = await countOf()
    expect(statementsForOne).toBeGreaterThan(0)
    const ids = [orderId]
    for (const cart of times(9, (index) => String(30_000 + index))) {
      ids.push(String((await buy(browser, event, cart)).body.orderId))
    }
    await server.sql('update orders set email = $2 where id = any($1)', [ids, email])
    const [listed, statementsForTen] = await countOf()
    expect(listed).toBe(10)
    expect(statementsForTen).toBeLessThanOrEqual(statementsForOne)
  })

  test('answers a wrong pair like an unknown address, and sends no mail', async () => {
    const { email } = await bought()
    const before = await server.sql('select id from mails')
    const wrong = await lookUp({ email, phone: '212 555 9999', zipCode: '99999' })
    const unknown = await lookUp({ email: 'nobody@lookup.example', zipCode: ZIP })
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect(wrong.body).toEqual({ success: true, data: [], confirmation: null })
    expect(await server.sql('select id from mails')).toEqual(before)
  })

  test('finds nothing with values that have no key', async () => {
    const { email, orderId } = await bought()
    await server.sql(
      `update orders set contact = jsonb_set(contact, '{phone}', '""'),
         billing_address = jsonb_set(billing_address, '{zipCode}', '""') where id = $1`,
      [orderId],
    )
    expect(idsOf(await lookUp({ email, phone: 'none', zipCode: '-' }))).toEqual([])
  })

  test.each(['with', 'without'])(
    'stops after ten wrong pairs an hour for an address %s orders, also if they are sent at once',
    async (kind) => {
      const email = kind === 'with' ? (await bought()).email : 'no-orders@lookup.example'
      const zips = times(14, (index) => String(20_000 + index))
      const answers = await Promise.all(zips.map((zipCode) => lookUp({ email, zipCode })))
      expect(tally(answers)).toEqual({ 200: 10, 429: 4 })
      const right = await lookUp({ email, zipCode: ZIP })
      expect([right.status, right.body.code]).toEqual([429, 'rate_limited'])
      expect(right.body.error.message).toContain('leave phone and ZIP code empty')
      // A code still finds the orders.
      expect((await lookUp({ email })).body.confirmation).not.toBeNull()
      await server.sql(`update order_lookups set created_at = created_at - interval '1 hour'`)
      expect((await lookUp({ email, zipCode: ZIP })).status).toBe(200)
    },
  )
})

describe('a lookup by address alone', () => {
  test('sends a code and a link, and answers the same whether orders exist or not', async () => {
    const { email } = await bought()
    const known = await lookUp({ email })
    const unknown = await lookUp({ email: 'stranger@lookup.example' })
    for (const { status, body } of [known, unknown]) {
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          data: [],
          confirmation: { lookupId: expect.any(String), validMinutes: 10 },
        },
      ])
    }
    await deliverMails(server)
    const mails = (await server.foyer.context.mailer.mailbox?.list()) ?? []
    const toBuyer = mails.find(({ text }) => text.includes('#lookup='))
    expect(toBuyer?.text).toMatch(/\b\d{6}\b/)
  })

  test('stores neither the code nor the link as text', async () => {
    const { email } = await bought()
    const { code, secret } = await sentCode(email)
    const rows = await server.sql(
      'select code_hash, link_hash from order_lookups where email = $1',
      [email],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test.each(['code', 'secret'] as const)('lists the orders with the %s, once', async (kind) => {
    const { email, orderId } = await bought()
    const other = await bought(email)
    const sent = await sentCode(email)
    const first = await confirm(sent.lookupId, sent[kind])
    expect(idsOf(first).sort()).toEqual([orderId, other.orderId].sort())
    expect(first.body.email).toBe(email)
    const again = await confirm(sent.lookupId, sent[kind])
    expect([again.status, again.body.code]).toEqual([404, 'lookup_code_invalid'])
  })

  test('lists the orders again with the key of the first answer, for an hour', async () => {
    const { email, orderId } = await bought()
    const { lookupId, code } = await sentCode(email)
    const { listKey } = (await confirm(lookupId, code)).body
    const later = await bought(email)
    const again = await confirm(lookupId, listKey)
    expect(idsOf(again)).toEqual([later.orderId, orderId])
    expect(again.body.listKey).toBe(listKey)
    await age(lookupId, 59 * 60)
    expect((await confirm(lookupId, listKey)).status).toBe(200)
    await age(lookupId, 61 * 60)
    const late = await confirm(lookupId, listKey)
    expect([late.status, late.body.code]).toEqual([410, 'lookup_code_ended'])
  })

  test('accepts a code once, also if it is sent many times at once', async () => {
    const { email } = await bought()
    const { lookupId, code } = await sentCode(email)
    const answers = await Promise.all(times(6, () => confirm(lookupId, code)))
    expect(tally(answers)).toEqual({ 200: 1, 404: 4, 410: 1 })
  })

  test('ends a code after five wrong tries, and its link with it', async () => {
    const { email } = await bought()
    const { lookupId, code, secret } = await sentCode(email)
    const wrong = await Promise.all(times(5, () => confirm(lookupId, otherCode(code))))
    expect(tally(wrong)).toEqual({ 404: 4, 410: 1 })
    for (const right of [code, secret]) {
      const answer = await confirm(lookupId, right)
      expect([answer.status, answer.body.code]).toEqual([410, 'lookup_code_ended'])
      expect(answer.body.error.message).toContain('because it was wrong 5 times')
    }
    // Control: four wrong tries leave the fifth.
    const next = await sentCode(email)
    for (const _ of times(4, () => 0)) await confirm(next.lookupId, otherCode(next.code))
    expect((await confirm(next.lookupId, next.code)).status).toBe(200)
  })

  test('ends a code after ten minutes', async () => {
    const { email } = await bought()
    const late = await sentCode(email)
    await age(late.lookupId, 601)
    expect((await confirm(late.lookupId, late.code)).body.code).toBe('lookup_code_ended')
    const inTime = await sentCode(email)
    await age(inTime.lookupId, 590)
    expect((await confirm(inTime.lookupId, inTime.code)).status).toBe(200)
  })

  test('refuses a wrong code, the code of another lookup, and a used one alike, with the tries that are left', async () => {
    const { email } = await bought()
    const { lookupId, code } = await sentCode(email)
    const other = await sentCode((await bought()).email)
    const used = await sentCode((await bought()).email)
    await confirm(used.lookupId, used.code)
    const answers = [
      await confirm(lookupId, otherCode(code)),
      await confirm(other.lookupId, other.code === code ? otherCode(code) : code),
      await confirm(used.lookupId, used.code),
    ]
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({
      code: 'lookup_code_invalid',
      error: { message: 'This code is wrong or was used already. You have 4 more tries.' },
      details: { triesLeft: 4 },
    })
  })

  test('refuses an unknown lookup, and one that sent no code, like an expired code', async () => {
    const { email } = await bought()
    await lookUp({ email, zipCode: '99999' })
    const [guess] = await server.sql<{ id: string }>(
      'select id from order_lookups where email = $1 and code_hash is null',
      [email],
    )
    const expired = await sentCode(email)
    await age(expired.lookupId, 601)
    const answers = [
      await confirm(randomUUID(), '123456'),
      await confirm(guess?.id ?? '', '123456'),
      await confirm(expired.lookupId, expired.code),
    ]
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]?.status).toBe(410)
  })

  test('sends five codes an hour to one address, with or without orders', async () => {
    for (const email of [(await bought()).email, 'nobody-at-all@lookup.example']) {
      const answers = await Promise.all(times(8, () => lookUp({ email })))
      expect(tally(answers)).toEqual({ 200: 5, 429: 3 })
      const mails = await server.sql('select id from mails where recipient = $1', [email])
      expect(mails).toHaveLength(5)
    }
  })

  test('does not count codes that were used', async () => {
    const { email } = await bought()
    for (const _ of times(6, () => 0)) {
      const { lookupId, code } = await sentCode(email)
      expect((await confirm(lookupId, code)).status).toBe(200)
    }
  })

  test('lists the orders at once in the browser that bought them, and no others', async () => {
    const { email, browser, orderId } = await bought()
    await bought(email)
    const own = await lookUp({ email }, browser)
    expect(idsOf(own)).toEqual([orderId])
    expect(own.body.confirmation).toBeNull()
  })
})

describe('a browser', () => {
  test('sees its own orders without typing anything, newest first', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const ids = []
    for (const cart of ['11111', '22222']) {
      ids.unshift(String((await buy(browser, event, cart)).body.orderId))
    }
    expect(idsOf(await browser.send('GET', '/api/order-management/orders'))).toEqual(ids)
    expect(idsOf(await server.browser().send('GET', '/api/order-management/orders'))).toEqual([])
  })
})

describe('an order', () => {
  test('opens as a card with its address, and a wrong address is answered like an unknown order', async () => {
    const { email, orderId } = await bought()
    const open = (id: string, address: string) =>
      server.browser().send('GET', `/api/order-management/${id}?email=${address}`)
    expect((await open(orderId, email)).body.data).toMatchObject({ id: orderId, email })
    const wrong = await open(orderId, 'eve@example.com')
    const unknown = await open(randomUUID(), email)
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect(wrong.status).toBe(404)
  })

  test('is sent again to its address, and a wrong address sends nothing', async () => {
    const { email, orderId } = await bought()
    await deliverMails(server)
    await server.sql(`update mails set created_at = created_at - interval '1 hour'`)
    const resend = (address: string) =>
      server
        .browser()
        .send('POST', '/api/order-management/resend-email', { orderId, email: address })
    expect((await resend('eve@example.com')).status).toBe(404)
    expect((await resend(email)).body).toEqual({
      success: true,
      isSent: false,
      message: `Your tickets are on their way to ${email}`,
    })
  })

  test('cannot be changed once its session has begun, or without a valid ticket', async () => {
    const past = await bought()
    await server.sql(`update sessions set starts_at = now() - interval '1 hour' where id = $1`, [
      past.event.sessionId,
    ])
    const cancelled = await bought(past.email)
    await server.sql(`update tickets set status = 'CANCELLED' where order_id = $1`, [
      cancelled.orderId,
    ])
    const { body } = await lookUp({ email: past.email, zipCode: ZIP })
    expect(body.data).toMatchObject([
      { id: cancelled.orderId, ticketCount: 0, canReschedule: false, canUpgrade: false },
      { id: past.orderId, ticketCount: 2, canReschedule: false, canUpgrade: false },
    ])
  })

  test('can be rescheduled while its event has another session on sale', async () => {
    const event = await server.build.event({ sessions: 2 })
    const buyer = server.browser()
    const { orderId } = (await buy(buyer, event)).body
    const offered = async () => {
      const { body } = await buyer.send('GET', `/api/orders/${orderId}`)
      const card = await buyer.send('GET', `/api/order-management/${orderId}`)
      return [body.hasOtherSession, card.body.data.canReschedule]
    }
    expect(await offered()).toEqual([true, true])
    await server.sql(`update sessions set status = 'cancelled' where id = $1`, [
      event.sessionIds[1],
    ])
    expect(await offered()).toEqual([false, false])
  })

  test('can be upgraded while a type that costs more is on sale in the session of a ticket', async () => {
    const { email, orderId, event } = await bought()
    const canUpgrade = async () =>
      (await lookUp({ email, zipCode: ZIP })).body.data.map(
        (card: { id: string; canUpgrade: boolean }) => [card.id, card.canUpgrade],
      )
    const [dearer] = await server.sql<{ id: string }>(
      `insert into ticket_types (tenant_id, id, event_id, group_id, name, price_minor)
       select tenant_id, gen_random_uuid(), event_id, group_id, 'Box', 99900 from ticket_types
       where id = $1 returning id`,
      [event.typeId],
    )
    // A type without a pool in the session is not sold there.
    expect(await canUpgrade()).toEqual([[orderId, false]])
    await server.sql(
      'insert into stock (tenant_id, session_id, pool_id, capacity) values (1, $1, $2, null)',
      [event.sessionId, dearer?.id],
    )
    expect(await canUpgrade()).toEqual([[orderId, true]])
    await server.sql('update ticket_types set is_archived = true where id = $1', [dearer?.id])
    expect(await canUpgrade()).toEqual([[orderId, false]])
  })

  test('of an erased buyer is found by nothing, and the lookups of the address are deleted', async () => {
    const { email, orderId, browser } = await bought()
    const { lookupId, code } = await sentCode(email)
    const { db, cells } = server.foyer.context
    await eraseBuyer(db, cells, 1, await db.withTenant(1, (tx) => findBuyer(tx, email)))
    expect((await confirm(lookupId, code)).status).toBe(410)
    expect(idsOf(await lookUp({ email, zipCode: ZIP }))).toEqual([])
    expect(idsOf(await browser.send('GET', '/api/order-management/orders'))).toEqual([])
    const rows = await server.sql('select phone_key, postal_key from orders where id = $1', [
      orderId,
    ])
    expect(rows).toEqual([{ phone_key: null, postal_key: null }])
  })

  test('of another tenant is found by nothing', async () => {
    await server.build.tenant({ slug: 'other' })
    await server.foyer.context.tenants.reload()
    const { email, browser } = await bought()
    const elsewhere = server.browser({ 'x-tenant-subdomain': 'other' })
    expect(idsOf(await lookUp({ email, zipCode: ZIP }, elsewhere))).toEqual([])
    const { lookupId, code } = await sentCode(email)
    const path = '/api/order-management/lookup/confirm'
    const answer = await elsewhere.send('POST', path, { lookupId, code })
    expect([answer.status, answer.body.code]).toEqual([410, 'lookup_code_ended'])
    // Control: it is valid on its own tenant.
    expect((await confirm(lookupId, code)).status).toBe(200)
    expect(browser.id).not.toBe(elsewhere.id)
  })
})

test('the setting "open" of a tenant lists the orders of an address at once', async () => {
  const { email, orderId } = await bought()
  await server.sql(`update tenants set order_lookup = 'open' where is_default`)
  await server.foyer.context.tenants.reload()
  const listed = await lookUp({ email })
  await server.sql(`update tenants set order_lookup = 'verified' where is_default`)
  await server.foyer.context.tenants.reload()
  expect(idsOf(listed)).toEqual([orderId])
  expect((await lookUp({ email })).body.data).toEqual([])
})

test('a missing or malformed address is refused with its field', async () => {
  for (const body of [{}, { email: '' }, { email: 'nobody' }, { email: ['a@b.co'] }]) {
    const answer = await lookUp(body)
    expect([answer.status, answer.body.success, answer.body.code]).toEqual([
      400,
      false,
      'validation_failed',
    ])
    expect(answer.body.error.message).toEqual(expect.any(String))
    expect(answer.body.details.fields[0].field).toBe('email')
  }
})

test('one address is looked up ten times a minute, by all networks together', async () => {
  const limited = await startTestServer({ jobs: false, bounds: { lookupGuesses: [] } })
  const answers = await Promise.all(
    times(14, (index) =>
      limited.browser().send('POST', '/api/order-management/lookup', {
        email: 'target@lookup.example',
        zipCode: String(30_000 + index),
      }),
    ),
  )
  await limited.close()
  expect(tally(answers)).toEqual({ 200: 10, 429: 4 })
})
