import {
  buy,
  rawRequest,
  serverForTests,
  startTestServer,
  TEST_SECRET,
  until,
} from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../src/adapters/secrets.ts'
import { holdRowsOf, times } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'

const server = serverForTests({ jobs: false })

const deliver = () => deliverMails(server)
const inbox = () => server.foyer.context.mailer.mailbox?.list() ?? Promise.resolve([])
const mailsOf = (orderId: string) =>
  server.sql<{ id: string; state: string; attempts: number; last_error: string | null }>(
    'select id, state, attempts, last_error from mails where order_id = $1 order by created_at',
    [orderId],
  )

describe('tickets', () => {
  test('are numbered, each with a code of its own that is signed by this server', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 1749, name: 'General' }] })
    const browser = server.browser()
    const { body: placed } = await buy(browser, event, '12345', 4)
    const { body } = await browser.send('GET', `/api/orders/${placed.id}`)
    expect(body.tickets).toHaveLength(4)
    const secrets = createSecrets(TEST_SECRET)
    for (const [index, ticket] of body.tickets.entries()) {
      expect(ticket).toMatchObject({
        number: index + 1,
        typeName: 'General',
        ticketTypeId: event.typeId,
        price: 17.49,
        status: 'VALID',
        isCancelled: false,
        isRedeemed: false,
        redeemedAt: null,
      })
      expect(ticket.validationCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
      expect(ticket.qrCode).toBe(
        secrets.ticketCode({
          tenantId: 1,
          ticketId: ticket.id,
          sessionId: event.sessionId,
          validationCode: ticket.validationCode,
        }),
      )
    }
    for (const part of ['id', 'validationCode', 'qrCode']) {
      const values = body.tickets.map((ticket: Record<string, string>) => ticket[part])
      expect(new Set(values).size).toBe(4)
    }
  })

  test('have amounts with fees that add up to what was charged, to the cent', async () => {
    const event = await server.build.event({
      types: [{ priceMinor: 3300 }],
      fee: { ratePpm: 125_000 },
    })
    const browser = server.browser()
    const { body: placed } = await buy(browser, event, '12345', 3)
    const { body } = await browser.send('GET', `/api/orders/${placed.id}`)
    const amounts = body.tickets.map((ticket: { amountMinor: number }) => ticket.amountMinor)
    // 12.5 % of $99.00 is $12.375, so one fee is a cent more or less than the others.
    expect(amounts.toSorted()).toEqual([3712, 3713, 3713])
    expect(body.order.quote.totalMinor).toBe(3712 + 3713 + 3713)
  })

  test("do not reveal one ticket's code through another's, because only the short code is stored", async () => {
    const columns = await server.sql<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = 'tickets'`,
    )
    expect(columns.map((column) => column.column_name)).not.toContain('qr_code')
  })
})

describe('the confirmation', () => {
  test('is sent once, with a link that opens only its order', async () => {
    const event = await server.build.event({ name: 'Night Market', fee: { flatMinor: 250 } })
    const { body: placed } = await buy(server.browser(), event)
    const { body: other } = await buy(server.browser(), event)
    await deliver()
    await deliver()
    const mails = (await inbox()).filter((mail) => mail.subject.includes(placed.order.orderNumber))
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      from: { name: 'main', address: 'help@example.com' },
      subject: `Your tickets for Night Market (order ${placed.order.orderNumber})`,
    })
    expect(mail?.text).toContain('Total paid: $65.00')
    const token = /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const stranger = server.browser()
    const open = (orderId: string, with_: string) =>
      stranger.send('GET', `/api/orders/${orderId}?token=${with_}`)
    expect((await open(placed.id, token)).body.order.id).toBe(placed.id)
    expect((await open(other.id, token)).status).toBe(404)
    const wrong = token.replace(/.$/, (letter) => (letter === '_' ? '-' : '_'))
    expect((await open(placed.id, wrong)).status).toBe(404)
    expect((await open(placed.id, '')).status).not.toBe(200)
    // Each ticket's code, for a buyer without a phone at the door.
    const { body: order } = await open(placed.id, token)
    for (const { validationCode } of order.tickets) {
      expect(mail?.text).toContain(validationCode)
      expect(mail?.html).toContain(validationCode)
    }
    expect(order.mail).toMatchObject({ status: 'sent', to: 'a***@example.com' })
  })

  test("links to the tenant's path if the tenant is on a path", async () => {
    const harbor = await server.build.tenant({ slug: 'harbor' })
    await server.foyer.context.tenants.reload()
    const event = await server.build.event({ tenantId: harbor.tenantId })
    const { body } = await buy(server.browser({ 'x-brand-path': 'harbor' }), event)
    await deliver()
    const mail = (await inbox()).find(({ subject }) => subject.includes(body.order.orderNumber))
    expect(mail?.from.name).toBe('harbor')
    expect(mail?.text).toMatch(/http:\/\/localhost:\d+\/harbor\/order-tickets\//)
  })

  test('shows names as they are, and makes no script of them', async () => {
    const event = await server.build.event({ name: '<script>alert(1)</script> & "Friends"' })
    const { body } = await buy(server.browser(), event)
    await deliver()
    const mail = (await inbox()).find(({ subject }) => subject.includes(body.order.orderNumber))
    expect(mail?.html).not.toContain('<script')
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; “Friends”')
    expect(mail?.text).toContain('<script>alert(1)</script> & “Friends”')
  })

  test('is skipped, not waited for, while another process sends it', async () => {
    const { body } = await buy(server.browser(), await server.build.event())
    const claim = await holdRowsOf(server, 'mails', 'order_id = $1', body.id)
    await deliver()
    expect(await mailsOf(body.id)).toMatchObject([{ state: 'queued', attempts: 0 }])
    await claim.letGo()
    await deliver()
    expect(await mailsOf(body.id)).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  test('is sent once, even if many processes try at the same time', async () => {
    const event = await server.build.event()
    const { body } = await buy(server.browser(), event)
    await Promise.all(times(5, deliver))
    const mails = (await inbox()).filter(({ subject }) => subject.includes(body.order.orderNumber))
    expect(mails).toHaveLength(1)
  })
})

test('the local mailbox shows mails safely, and does not exist in production', async () => {
  const event = await server.build.event({ name: '<img src=x onerror=alert(1)>' })
  await buy(server.browser(), event)
  await deliver()
  const look = (path: string) => server.browser().send('GET', `/dev/mail${path}`)
  const list = await look('')
  expect(list.body).not.toContain('<img')
  expect(list.body).toContain('confirmation')
  const [mail] = await inbox()
  for (const view of ['mail', 'text', 'source', 'nonsense']) {
    expect((await look(`/${mail?.id}?view=${view}`)).body).not.toContain('<img')
  }
  const shown = await look(`/${mail?.id}/html`)
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
  const pictures = mail?.files.filter(({ cid }) => cid) ?? []
  expect(pictures).not.toEqual([])
  expect(shown.body).toBe(
    pictures.reduce(
      (html, { cid, name }) => html.replaceAll(`cid:${cid}`, `files/${name}`),
      mail?.html ?? '',
    ),
  )
  expect((await look('/..%2F..%2Fapp-secret')).status).toBe(404)
  expect((await look('/..%2F..%2Fapp-secret/html')).status).toBe(404)
})

test('in production there is no local mailbox, and no mail is reported as sent', async () => {
  const production = await startTestServer({ isProduction: true, jobs: false })
  expect((await production.browser().send('GET', '/dev/mail')).status).toBe(404)
  const { body } = await buy(production.browser(), await production.build.event())
  await deliverMails(production)
  const mails = await production.sql<{ state: string; last_error: string }>(
    'select state, last_error from mails where order_id = $1',
    [body.id],
  )
  expect(mails).toEqual([{ state: 'queued', last_error: 'No mail server is set (SMTP_URL).' }])
  await production.close()
})

test('the local mailbox answers only under names of this machine, which no other site can use', async () => {
  await buy(server.browser(), await server.build.event())
  await deliver()
  const [mail] = await inbox()
  const statusAt = async (host: string, path: string) =>
    (await rawRequest(server.url, { path, headers: { host } })).status
  for (const path of ['/dev/mail', `/dev/mail/${mail?.id}`, `/dev/mail/${mail?.id}/html`]) {
    for (const host of ['localhost:3000', 'main.localhost', '127.0.0.1:3000', '[::1]:3000']) {
      expect([host, await statusAt(host, path)]).toEqual([host, 200])
    }
    for (const host of ['rebound.example', 'localhost.example', '127.0.0.1.example']) {
      expect([host, await statusAt(host, path)]).toEqual([host, 404])
    }
  }
})

test('a kick sends mail at once, before the next round', async () => {
  const working = await startTestServer()
  const event = await working.build.event()
  const { body } = await buy(working.browser(), event)
  const [mail] = await until(
    () => working.sql<{ state: string }>('select state from mails where order_id = $1', [body.id]),
    ([row]) => row?.state === 'sent',
    3000,
  )
  expect(mail?.state).toBe('sent')
  await working.close()
})
