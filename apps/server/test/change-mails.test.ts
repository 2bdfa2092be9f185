import { buy, CARDS, confirmCard, serverForTests, type TestBrowser } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import type { StoredMessage } from '../src/adapters/mailer.ts'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { giveBack } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'

/** The mails about changes of orders as they are sent, with their files. */
const server = serverForTests({
  jobs: false,
  isOneAddressMany: true,
  bounds: { mailsToOneRecipient: [] },
})

const EMAIL = 'ada@example.com'

/** Two tickets at 30.00; in the second session they cost `there`. */
async function bought(there: number) {
  const event = await server.build.event({
    name: 'Night Market',
    sessions: 2,
    types: [
      { name: 'Adult', dynamicMinor: 3000 },
      { name: 'Front Row', dynamicMinor: 5000 },
    ],
  })
  const [, to = ''] = event.sessionIds
  await server.sql(
    'update session_prices set price_minor = $3 where session_id = $1 and ticket_type_id = $2',
    [to, event.typeId, there],
  )
  const browser = server.browser()
  const { body } = await buy(browser, event)
  const tickets = await server.sql<{ id: string; validation_code: string }>(
    'select id, validation_code from tickets where order_id = $1 order by number',
    [body.orderId],
  )
  await deliverMails(server)
  return { event, browser, orderId: String(body.orderId), to, tickets }
}

const pay = async (browser: TestBrowser, orderId: string, change: object, amount: number) => {
  const { body } = await browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
    customerEmail: EMAIL,
    change,
    amount,
    currency: 'usd',
  })
  await confirmCard(browser, body, CARDS.success)
}

const reschedule = (browser: TestBrowser, orderId: string, newSessionId: string) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId,
    customerEmail: EMAIL,
  })

/** Sends what is due; returns the newest mail. */
async function newestMail(): Promise<StoredMessage> {
  await deliverMails(server)
  const [mail] = (await server.foyer.context.mailer.mailbox?.list()) ?? []
  if (!mail) throw new Error('A mail was sent')
  return mail
}

/** The files that a reader sees beside the mail; the pictures of its codes are in it. */
const attachedTo = ({ files }: StoredMessage) => files.filter(({ cid }) => cid === undefined)

const textOfFile = (mail: StoredMessage, end: string): string => {
  const file = mail.files.find(({ name }) => name.endsWith(end))
  return Buffer.from(file?.base64 ?? '', 'base64').toString('latin1')
}

test('a paid reschedule is announced with what it cost, the new tickets and the new date', async () => {
  const { browser, orderId, to, tickets } = await bought(4000)
  await pay(browser, orderId, { type: 'reschedule', newSessionId: to }, 20)
  await reschedule(browser, orderId, to)
  const mail = await newestMail()
  expect(mail).toMatchObject({ kind: 'reschedule', to: EMAIL })
  for (const words of ['Ticket 1, Adult: ', ': +$10.00', 'Paid: $20.00', 'Total: $80.00']) {
    expect(mail.text).toContain(words)
  }
  const fresh = await server.sql<{ validation_code: string }>(
    `select validation_code from tickets where order_id = $1 and status = 'VALID'`,
    [orderId],
  )
  for (const { validation_code } of fresh) expect(mail.text).toContain(validation_code)
  for (const { validation_code } of tickets) expect(mail.text).not.toContain(validation_code)
  expect(attachedTo(mail).map(({ name, type }) => [name, type.split(';')[0]])).toEqual([
    [`tickets-${orderId.slice(-8).toUpperCase()}.pdf`, 'application/pdf'],
    [`receipt-${orderId.slice(-8).toUpperCase()}.pdf`, 'application/pdf'],
    [`${orderId.slice(-8).toUpperCase()}.ics`, 'text/calendar'],
  ])
  expect(textOfFile(mail, '.pdf')).toMatch(/^%PDF-/)
  expect(textOfFile(mail, '.ics')).toMatch(/SEQUENCE:1\r\n/)
})

test('a confirmation has the picture of its event, and carries the code of each ticket', async () => {
  const { tickets, event } = await bought(3000)
  const mail = await newestMail()
  expect(mail.kind).toBe('confirmation')
  expect(mail.html).toMatch(
    new RegExp(`src="http[^"]+/previews/${event.eventId}/[0-9a-f]{12}\\.png"`),
  )
  expect(attachedTo(mail)).toEqual([])
  expect(mail.files.map(({ name, type }) => [name, type])).toEqual([
    ['ticket-1.png', 'image/png'],
    ['ticket-2.png', 'image/png'],
  ])
  for (const { cid } of mail.files) expect(mail.html).toContain(`src="cid:${cid}"`)
  for (const { validation_code: code } of tickets) {
    expect(mail.html).toMatch(new RegExp(`alt="QR code of ticket \\d, code ${code}"`))
  }
  expect(mail.text).toContain('If you can’t go')
})

test('each further change raises the SEQUENCE of the calendar file', async () => {
  const { browser, orderId, event, to } = await bought(3000)
  await reschedule(browser, orderId, to)
  const first = await newestMail()
  await reschedule(browser, orderId, event.sessionId)
  const second = await newestMail()
  const uid = (mail: StoredMessage) => /UID:(.+)\r\n/.exec(textOfFile(mail, '.ics'))?.[1]
  expect(uid(first)).toBe(uid(second))
  expect(textOfFile(first, '.ics')).toContain('SEQUENCE:1\r\n')
  expect(textOfFile(second, '.ics')).toContain('SEQUENCE:2\r\n')
})

test('a cheaper reschedule is announced with its refund', async () => {
  const { browser, orderId, to } = await bought(2000)
  await reschedule(browser, orderId, to)
  const [refund] = await server.sql<{ id: string }>('select id from refunds where order_id = $1', [
    orderId,
  ])
  const { text } = await newestMail()
  expect(text).toContain(`Refund R-${refund?.id.slice(-8).toUpperCase()}: $20.00`)
})

test('a waived difference is announced as not charged', async () => {
  const { browser, orderId, to } = await bought(3010)
  await reschedule(browser, orderId, to)
  expect((await newestMail()).text).toContain('Not charged: too small for a card: $0.20')
})

test('an upgrade is announced with the types and its price', async () => {
  const { browser, orderId, event, tickets } = await bought(3000)
  const ticketId = tickets[0]?.id ?? ''
  const newTicketTypeId = event.typeIds[1]
  await pay(browser, orderId, { type: 'upgrade', newTicketTypeId, ticketIds: [ticketId] }, 20)
  const path = `/api/order-management/${orderId}/upgrade`
  await browser.send('POST', path, { ticketId, newTicketTypeId, customerEmail: EMAIL })
  const mail = await newestMail()
  expect(mail.kind).toBe('upgrade')
  expect(mail.text).toContain('Ticket 1: Adult → Front Row: +$20.00')
  expect(mail.text).toContain('Paid: $20.00')
  expect(attachedTo(mail)).toHaveLength(3)
})

describe('a cancellation', () => {
  test('of one ticket is announced with its refund and the tickets that stay', async () => {
    const { orderId, tickets } = await bought(3000)
    const [kept, ended] = tickets
    await giveBack(server, orderId, {
      kind: 'tickets',
      ticketIds: [ended?.id ?? ''],
      withFees: true,
      sharePpm: 500_000,
    })
    const mail = await newestMail()
    expect(mail.kind).toBe('cancellation')
    expect(mail.text).toContain('Ticket 2 is no longer valid.')
    expect(mail.text).toContain('Not refunded: $15.00')
    expect(mail.text).toMatch(/Refund R-\w{8}: \$15\.00/)
    expect(mail.text).toContain(kept?.validation_code)
    expect(mail.text).not.toContain(ended?.validation_code)
    // The tickets that stay are those that the buyer has.
    expect(mail.files.map(({ name }) => name.split('-')[0])).toEqual([
      'receipt',
      `${orderId.slice(-8).toUpperCase()}.ics`,
    ])
    expect(textOfFile(mail, '.ics')).toContain('METHOD:PUBLISH')
  })

  test('of all tickets takes the entry out of the calendar', async () => {
    const { orderId } = await bought(3000)
    await giveBack(server, orderId)
    const mail = await newestMail()
    expect(mail.text).toContain('Your order is cancelled.')
    const calendar = textOfFile(mail, '.ics')
    for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:1']) {
      expect(calendar).toContain(line)
    }
    expect(calendar).not.toContain('VALARM')
  })
})

test('a payment whose change could no longer be made is announced with its refund and the old tickets', async () => {
  const { browser, orderId, to, tickets } = await bought(4000)
  await pay(browser, orderId, { type: 'reschedule', newSessionId: to }, 20)
  await server.sql(
    `update holds set expires_at = now() - interval '1 hour', reclaim_at = now() - interval '1 hour'
     where cart_id = (select id from order_changes where order_id = $1 and state = 'open')`,
    [orderId],
  )
  await sweepHolds(server.foyer.context, defaultTenantOf(server))
  await server.sql('update stock set capacity = 1 where session_id = $1 and pool_id = $1', [to])
  expect((await reschedule(browser, orderId, to)).body.code).toBe('payment_refunded')
  const mail = await newestMail()
  expect(mail.kind).toBe('refund')
  expect(mail.text).toContain('Your change could not be made. You get your money back.')
  expect(mail.text).toContain('Ticket 1, Adult: ')
  for (const { validation_code } of tickets) expect(mail.text).toContain(validation_code)
})
