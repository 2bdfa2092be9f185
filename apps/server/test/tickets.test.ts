import { verifyTicketCode } from '@foyer/domain'
import {
  type BuiltEvent,
  buy,
  inTenant,
  serverForTests,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '../src/adapters/secrets.ts'
import { type CheckedCode, checkTicketCode } from './support/check-ticket-code.ts'
import { NEXT_YEAR } from './support/identity.ts'

interface TicketView {
  id: string
  qrCode: string
  validationCode: string
  session: { id: string }
}

const server = serverForTests({ jobs: false, isOneAddressMany: true })
beforeAll(async () => {
  await server.build.tenant({ slug: 'other' })
  await server.foyer.context.tenants.reload()
})

async function bought(plan: Parameters<TestServer['build']['event']>[0] = {}, quantity = 2) {
  const event = await server.build.event({ sessions: 2, ...plan })
  const browser = server.browser()
  const { body } = await buy(browser, event, '12345', quantity)
  return { event, browser, orderId: String(body.orderId) }
}

const ticketsOf = async (browser: TestBrowser, orderId: string): Promise<TicketView[]> =>
  (await browser.send('GET', `/api/orders/${orderId}`)).body.tickets

function check(text: string, slug = 'main'): Promise<CheckedCode> {
  const tenant = server.foyer.context.tenants.bySlug(slug)
  if (!tenant) throw new Error(`There is no tenant ${slug}`)
  return checkTicketCode(server.foyer.context, tenant, text)
}

const moveTo = (browser: TestBrowser, orderId: string, event: BuiltEvent, session: number) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: event.sessionIds[session],
    customerEmail: 'ada@example.com',
  })

const eventsOf = (ticketId: string) =>
  server.sql<{ kind: string; detail: Record<string, string> }>(
    'select kind, detail from ticket_events where ticket_id = $1 order by id',
    [ticketId],
  )

describe('a code', () => {
  test('is verified only with the key that its tenant publishes', async () => {
    const { browser, orderId } = await bought()
    const [ticket] = await ticketsOf(browser, orderId)
    const keysOf = async (headers: Record<string, string>) => {
      const { body } = await server.browser(headers).send('GET', '/api/tickets/keys')
      return body.keys.map((key: { keyId: string; publicKey: string }) => ({
        keyId: key.keyId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      }))
    }
    const code = ticket?.qrCode ?? ''
    expect(await verifyTicketCode(await keysOf({}), code)).toMatchObject({
      ok: true,
      claim: { tenantId: 1, ticketId: ticket?.id, validationCode: ticket?.validationCode },
    })
    const others = await keysOf({ 'x-tenant-subdomain': 'other' })
    expect(await verifyTicketCode(others, code)).toEqual({ ok: false, reason: 'unknown_key' })
  })

  test('is valid at the doors of its own tenant only', async () => {
    const { event, browser, orderId } = await bought()
    const [first, second] = await ticketsOf(browser, orderId)
    expect(await check(first?.qrCode ?? '')).toEqual({
      state: 'valid',
      ticket: {
        id: first?.id,
        orderId,
        sessionId: event.sessionId,
        number: 1,
        typeName: 'Type 1',
      },
    })
    expect(await check(second?.qrCode ?? '')).toMatchObject({ ticket: { number: 2 } })
    expect(await check(first?.qrCode ?? '', 'other')).toEqual({ state: 'unknown_key' })
  })

  test('of a ticket that was rescheduled says what replaced it; the new one is valid', async () => {
    const { event, browser, orderId } = await bought()
    const [before] = await ticketsOf(browser, orderId)
    expect((await moveTo(browser, orderId, event, 1)).status).toBe(200)
    const [after] = await ticketsOf(browser, orderId)
    expect(after?.validationCode).not.toBe(before?.validationCode)
    expect([before, after].map((ticket) => ticket?.session.id)).toEqual(event.sessionIds)
    expect(await check(before?.qrCode ?? '')).toMatchObject({
      state: 'replaced',
      ticket: { id: before?.id },
      replacement: { id: after?.id, sessionId: event.sessionIds[1] },
    })
    expect(await check(after?.qrCode ?? '')).toMatchObject({
      state: 'valid',
      ticket: { id: after?.id, sessionId: event.sessionIds[1] },
    })
  })

  test('says that its ticket was cancelled or redeemed', async () => {
    const { browser, orderId } = await bought()
    const [first, second] = await ticketsOf(browser, orderId)
    await server.sql(`update tickets set status = 'CANCELLED' where id = $1`, [first?.id])
    await server.sql('update tickets set redeemed_at = now() where id = $1', [second?.id])
    expect(await check(first?.qrCode ?? '')).toMatchObject({ state: 'cancelled' })
    expect(await check(second?.qrCode ?? '')).toMatchObject({
      state: 'redeemed',
      redeemedAt: expect.any(Date),
    })
  })

  test('is unknown if this deployment did not sign it', async () => {
    const { browser, event, orderId } = await bought()
    const [ticket] = await ticketsOf(browser, orderId)
    const { secrets } = server.foyer.context
    const claim = {
      tenantId: 1,
      ticketId: ticket?.id ?? '',
      sessionId: event.sessionId,
      validationCode: ticket?.validationCode ?? '',
    }
    const stolen = createSecrets('another secret of thirty-two characters')
    const forged = `${ticket?.qrCode.slice(0, -8)}00000000`
    const states = await Promise.all(
      [
        stolen.ticketCode(claim),
        forged,
        secrets.ticketCode({ ...claim, ticketId: claim.sessionId }),
        secrets.ticketCode({ ...claim, validationCode: '00000-00000' }),
        '',
        'garbage',
        claim.validationCode,
      ].map(async (text) => (await check(text)).state),
    )
    expect(states).toEqual([
      'unknown_key',
      'forged',
      'unknown_ticket',
      'revoked',
      'unreadable',
      'unreadable',
      'unreadable',
    ])
  })
})

describe('the history of a ticket', () => {
  test('names its issue and the ticket that replaced it; the history of the replacement names its cancellation', async () => {
    const { event, browser, orderId } = await bought()
    const [before] = await ticketsOf(browser, orderId)
    await moveTo(browser, orderId, event, 1)
    const [after] = await ticketsOf(browser, orderId)
    await server.sql(`update tickets set status = 'CANCELLED' where id = $1`, [after?.id])
    expect(await eventsOf(before?.id ?? '')).toEqual([
      { kind: 'issued', detail: {} },
      { kind: 'exchanged', detail: { replacedBy: after?.id } },
    ])
    expect(await eventsOf(after?.id ?? '')).toEqual([
      { kind: 'issued', detail: {} },
      { kind: 'cancelled', detail: {} },
    ])
  })

  test('is written however a ticket is changed, and only for what changed', async () => {
    const { browser, orderId } = await bought({ types: [{}, {}] }, 3)
    const [first, second, third] = await ticketsOf(browser, orderId)
    await server.sql('update tickets set redeemed_at = now() where id = $1', [first?.id])
    await server.sql(`update tickets set validation_code = 'ANEW' where id = $1`, [second?.id])
    await server.sql(`update tickets set type_name = 'Renamed' where id = $1`, [third?.id])
    const kindsOf = async (id = '') => (await eventsOf(id)).map(({ kind }) => kind)
    expect(await kindsOf(first?.id)).toEqual(['issued', 'redeemed'])
    expect(await eventsOf(second?.id ?? '')).toMatchObject([
      { kind: 'issued' },
      { kind: 'issued', detail: { revokedCode: second?.validationCode } },
    ])
    expect(await kindsOf(third?.id)).toEqual(['issued'])
  })

  test('is rolled back with the change that it describes', async () => {
    const { browser, orderId } = await bought()
    const [ticket] = await ticketsOf(browser, orderId)
    const undone = inTenant(server.foyer.context.db, 1, async (client) => {
      await client.query(`update tickets set status = 'CANCELLED' where id = $1`, [ticket?.id])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await eventsOf(ticket?.id ?? '')).toHaveLength(1)
  })

  test("is never rewritten by the application, and never shows another tenant's", async () => {
    const { browser, orderId } = await bought()
    const [ticket] = await ticketsOf(browser, orderId)
    const { db } = server.foyer.context
    const asTenant = (tenantId: number, statement: string) =>
      inTenant(db, tenantId, (client) => client.query(statement))
    await expect(asTenant(1, 'delete from ticket_events')).rejects.toMatchObject({ code: '42501' })
    await expect(
      asTenant(1, `update ticket_events set kind = 'rescheduled'`),
    ).rejects.toMatchObject({
      code: '42501',
    })
    const seen = `select 1 from ticket_events where ticket_id = '${ticket?.id}'`
    expect((await asTenant(1, seen)).rowCount).toBe(1)
    expect((await asTenant(2, seen)).rowCount).toBe(0)
  })
})

describe('the files of an order', () => {
  test.each([
    ['tickets.pdf', 'application/pdf', /^%PDF-1\.7/],
    ['receipt.pdf', 'application/pdf', /^%PDF-1\.7/],
    ['calendar.ics', 'text/calendar; charset=utf-8', /^BEGIN:VCALENDAR\r\n/],
  ])('%s can be downloaded by everyone who may open the order', async (file, type, beginning) => {
    const { browser, orderId } = await bought()
    const path = `/api/orders/${orderId}/${file}`
    const token = server.foyer.context.secrets.orderToken(1, orderId, NEXT_YEAR)
    for (const [who, query] of [
      [browser, ''],
      [server.browser(), `?token=${token}`],
      [server.browser(), '?email=ada@example.com'],
    ] as const) {
      const answer = await who.send('GET', path + query)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\w-]+\.\w+"$/,
      )
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body).toMatch(beginning)
    }
    for (const query of ['', '?email=bob@example.com', `?token=${token.slice(1)}`]) {
      const closed = await server.browser().send('GET', path + query)
      expect([closed.status, closed.body.code]).toEqual([404, 'order_not_found'])
    }
    const elsewhere = await browser.send('GET', path, undefined, { 'x-tenant-subdomain': 'other' })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'order_not_found'])
  })

  test("use the requested paper size, else that of the tenant's country", async () => {
    const { browser, orderId } = await bought()
    const boxOf = async (query: string) => {
      const { body } = await browser.send('GET', `/api/orders/${orderId}/tickets.pdf${query}`)
      return /MediaBox \[0 0 ([\d. ]+)\]/.exec(body)?.[1]
    }
    expect(await boxOf('?paper=a4')).toBe('595.28 841.89')
    expect(await boxOf('?paper=letter')).toBe('612 792')
    expect(await boxOf('')).toBe('612 792')
  })

  test('contain the valid tickets, and all but the receipt are refused once none is valid', async () => {
    const { browser, orderId } = await bought()
    const [first] = await ticketsOf(browser, orderId)
    const pagesOf = async () => {
      const { body } = await browser.send('GET', `/api/orders/${orderId}/tickets.pdf`)
      return String(body).match(/\/Type \/Page\b(?!s)/g)?.length
    }
    expect(await pagesOf()).toBe(2)
    await server.sql(`update tickets set status = 'CANCELLED' where id = $1`, [first?.id])
    expect(await pagesOf()).toBe(1)
    await server.sql(`update tickets set status = 'CANCELLED' where order_id = $1`, [orderId])
    for (const file of ['tickets.pdf', 'calendar.ics']) {
      const refused = await browser.send('GET', `/api/orders/${orderId}/${file}`)
      expect([refused.status, refused.body.code]).toEqual([409, 'no_valid_ticket'])
    }
    const receipt = await browser.send('GET', `/api/orders/${orderId}/receipt.pdf`)
    expect(receipt.status).toBe(200)
  })

  test('give a calendar the newer date of the same entry after each reschedule', async () => {
    const { event, browser, orderId } = await bought({ timeZone: 'Europe/Berlin' })
    const linesOf = async () => {
      const { body } = await browser.send('GET', `/api/orders/${orderId}/calendar.ics`)
      const lines: string[] = body.replaceAll('\r\n ', '').split('\r\n')
      return (name: string) => lines.find((line) => line.startsWith(name))
    }
    const before = await linesOf()
    await moveTo(browser, orderId, event, 1)
    const once = await linesOf()
    await moveTo(browser, orderId, event, 0)
    const twice = await linesOf()
    expect([before, once, twice].map((line) => line('SEQUENCE:'))).toEqual([
      'SEQUENCE:0',
      'SEQUENCE:1',
      'SEQUENCE:2',
    ])
    expect(once('UID:')).toBe(before('UID:'))
    expect(before('DTSTART;')).toMatch(/^DTSTART;TZID=Europe\/Berlin:\d{8}T100000$/)
    expect(once('DTSTART;')).toMatch(/T110000$/)
    expect(twice('DTSTART;')).toBe(before('DTSTART;'))
  })

  test('have an entry for each session of an order, newer after each change of the order or of a session', async () => {
    const { event, browser, orderId } = await bought({ sessions: 3 })
    const [first] = await ticketsOf(browser, orderId)
    const entries = async () => {
      const { body } = await browser.send('GET', `/api/orders/${orderId}/calendar.ics`)
      const lines: string[] = body.replaceAll('\r\n ', '').split('\r\n')
      const valuesOf = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.split(':')[1])
      return [valuesOf('UID'), valuesOf('SEQUENCE'), valuesOf('STATUS')]
    }
    const [[uid] = []] = await entries()
    const second = uid?.replace('@', '-2@')
    const answer = await browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
      newSessionId: event.sessionIds[1],
      customerEmail: 'ada@example.com',
      ticketIds: [first?.id],
    })
    expect(answer.status).toBe(200)
    expect(await entries()).toEqual([
      [uid, second],
      ['1', '1'],
      ['CONFIRMED', 'CONFIRMED'],
    ])
    await server.sql(
      `insert into session_disruptions (tenant_id, id, session_id, event_id, kind, from_starts_at,
         to_starts_at, unanswered)
       select tenant_id, gen_random_uuid(), id, event_id, 'moved', starts_at,
         starts_at + interval '1 hour', 'keep' from sessions where id = $1`,
      [event.sessionIds[1]],
    )
    expect((await entries())[1]).toEqual(['2', '2'])
    await moveTo(browser, orderId, event, 1)
    // The session that the last ticket left is cancelled in the calendar.
    expect(await entries()).toEqual([
      [uid, second],
      ['3', '3'],
      ['CANCELLED', 'CONFIRMED'],
    ])
  })
})
