import { buy, holdCart, startTestServer, type TestServer, until } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../src/adapters/log.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'

/** What failing requests write into the log: nothing of the request, its buyer or its rows. */

let mails: MailServer
let server: TestServer
let lines: string[] = []

beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer({
    jobs: false,
    isOneAddressMany: true,
    smtpUrl: mails.url,
    logger: createLog('debug', { write: (line: string) => void lines.push(line) }),
  })
})
afterAll(async () => {
  await server.close()
  await mails.close()
})

const BUYER = 'ada@example.com'
const TOKEN = 'PLANTEDTOKEN0123456789ab'

/** Runs `work` and returns what was logged, which must be something. */
async function logOf(work: () => Promise<unknown>): Promise<string> {
  lines = []
  await work()
  await until(
    async () => lines.length,
    (count) => count > 0,
  )
  return lines.join('')
}

/** Sends requests that carry what must not be logged; returns their statuses. */
async function sendSecrets(orderId: string): Promise<number[]> {
  const browser = server.browser({ 'x-tenant-subdomain': 'main' })
  browser.setCookie('foyer_browser', 'c0ffee00-c0ff-4e00-8c0f-c0ffeec0ffee')
  const query = `email=${encodeURIComponent(BUYER)}&token=${TOKEN}`
  const answers = [
    await browser.send('GET', `/api/orders/${orderId}?${query}`),
    await browser.send('GET', `/api/orders/${orderId}/tickets.pdf?${query}`),
    await browser.send('POST', '/api/send-confirmation-email', { orderId, email: BUYER }),
    await browser.send('POST', '/api/stripe/webhook', { id: 'evt_PLANTED', email: BUYER }),
  ]
  return answers.map(({ status }) => status)
}

const secretsIn = (log: string, orderId: string) =>
  [BUYER, encodeURIComponent(BUYER), TOKEN, orderId, 'c0ffee00', 'Lovelace', '555 0100'].filter(
    (secret) => log.includes(secret),
  )

test('requests that meet an internal error log no address, token, cookie or row', async () => {
  const { body } = await buy(server.browser(), await server.build.event())
  await server.sql('alter table orders rename column quote to quote_elsewhere')
  try {
    const log = await logOf(async () => expect(await sendSecrets(body.id)).toContain(500))
    expect(log).toContain('/api/orders/:')
    expect(log).toContain('42703')
    expect(secretsIn(log, body.id)).toEqual([])
  } finally {
    await server.sql('alter table orders rename column quote_elsewhere to quote')
  }
})

test('requests that meet a busy database log none of these either', async () => {
  const { body } = await buy(server.browser(), await server.build.event())
  await server.sql(`create function stall() returns boolean language plpgsql as
    $$ begin raise exception 'away for ${BUYER}' using errcode = '57P03'; end $$`)
  await server.sql('create policy stalled on orders as restrictive using (stall())')
  try {
    const log = await logOf(async () => expect(await sendSecrets(body.id)).toContain(503))
    expect(log).toContain('the database was away')
    expect(secretsIn(log, body.id)).toEqual([])
  } finally {
    await server.sql('drop policy stalled on orders')
    await server.sql('drop function stall()')
  }
})

test('a batch that violates a constraint is logged without its row', async () => {
  const event = await server.build.event()
  await server.sql(
    `alter table holds add constraint planted check (session_id <> '${event.sessionId}') not valid`,
  )
  try {
    const log = await logOf(() => holdCart(server.browser(), event))
    expect(log).toContain('planted')
    expect(log).toContain('23514')
    for (const part of ['Failing row', 'detail', event.sessionId]) expect(log).not.toContain(part)
  } finally {
    await server.sql('alter table holds drop constraint planted')
  }
})

test("a mail server's message is logged without the recipient that it names", async () => {
  mails.onRecipient = (address) => ({ code: 450, text: `<${address}>: try again later` })
  await buy(server.browser(), await server.build.event())
  const log = await logOf(() => deliverMails(server))
  expect(log).toContain('try again later')
  expect(log).not.toContain(BUYER)
})
