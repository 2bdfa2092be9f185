import { buy, startTestServer, type TestServer, until } from '@foyer/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outboxOf } from '../src/jobs/work.ts'
import { times } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { headerOf, type MailServer, startMailServer } from './support/mail-server.ts'
import { defaultTenantOf } from './support/parts.ts'

let smtp: MailServer
let server: TestServer
beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer({ jobs: false, smtpUrl: smtp.url })
})
beforeEach(async () => {
  await server.sql('delete from mails')
  Object.assign(smtp, { received: [], onRecipient: () => null, onMessage: () => null })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

interface MailRow {
  id: string
  state: string
  attempts: number
  last_error: string | null
  provider_message_id: string | null
  wait: number
}
const rowsOf = (orderId: string) =>
  server.sql<MailRow>(
    `select id, state, attempts, last_error, provider_message_id,
       extract(epoch from next_attempt_at - updated_at)::float8 as wait
     from mails where order_id = $1 order by created_at`,
    [orderId],
  )
const rowOf = async (orderId: string) => (await rowsOf(orderId))[0]
const order = async (name?: string) => {
  const event = await server.build.event(name ? { name } : {})
  const buyer = server.browser()
  const { body } = await buy(buyer, event)
  return { id: String(body.id), number: String(body.order.orderNumber), buyer }
}
const makeDue = () => server.sql(`update mails set next_attempt_at = now() where state = 'queued'`)
const tryAgain = async () => {
  await makeDue()
  await deliverMails(server)
}
const shownOf = async ({ id, buyer }: Awaited<ReturnType<typeof order>>) =>
  (await buyer.send('GET', `/api/orders/${id}`)).body.mail

describe('a mail that the mail server accepts', () => {
  test('has both parts and its headers, and is identified by its row', async () => {
    const placed = await order('Night Market')
    await deliverMails(server)
    const [mail] = smtp.received
    const row = await rowOf(placed.id)
    expect(mail?.to).toBe('ada@example.com')
    expect(headerOf(mail, 'From')).toBe('main <help@example.com>')
    expect(headerOf(mail, 'Subject')).toBe(`Your tickets for Night Market (order ${placed.number})`)
    expect(headerOf(mail, 'Message-ID')).toBe(`<${row?.id}@localhost>`)
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(mail, 'Content-Type')).toContain('multipart/alternative')
    // The picture of the ticket's code belongs to the HTML part.
    expect(mail?.raw).toContain('Content-Type: multipart/related')
    expect(mail?.raw).toContain('Content-ID: <ticket-1@foyer>')
    expect(mail?.raw).toContain('Content-Disposition: inline; filename=ticket-1.png')
    expect(mail?.raw).toContain('Content-Type: text/plain; charset=utf-8')
    expect(mail?.raw).toContain('Content-Type: text/html; charset=utf-8')
    expect(row).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
    expect(row?.provider_message_id).toMatch(/^250 /)
    expect(await shownOf(placed)).toMatchObject({
      kind: 'confirmation',
      status: 'sent',
      to: 'ada@example.com',
      problem: null,
    })
  })

  test('reuses a connection', async () => {
    const before = smtp.connections
    for (const _ of times(3, () => null)) {
      await order()
      await deliverMails(server)
    }
    expect(smtp.received).toHaveLength(3)
    // Or none, if one is still open.
    expect(smtp.connections - before).toBeLessThanOrEqual(1)
  })

  test("gets no header from text in a buyer's name", async () => {
    await order('Jazz\r\nBcc: all@example.com\r\n\r\n<script>')
    await deliverMails(server)
    const [mail] = smtp.received
    expect(headerOf(mail, 'Bcc')).toBe('')
    expect(headerOf(mail, 'Subject')).toContain('Jazz Bcc: all@example.com')
    expect(smtp.received).toHaveLength(1)
  })
})

describe('a mail that the mail server refuses', () => {
  test.each([550, 552, 553])(
    'has bounced and is not tried again if its recipient is refused with %i',
    async (code) => {
      smtp.onRecipient = () => ({ code, text: '5.1.1 No such user here' })
      const placed = await order()
      await deliverMails(server)
      await tryAgain()
      const row = await rowOf(placed.id)
      expect(row).toMatchObject({ state: 'bounced', attempts: 1 })
      expect(row?.last_error).toContain(`${code} 5.1.1 No such user here`)
      expect(await shownOf(placed)).toMatchObject({
        status: 'bounced',
        problem: 'There is no such address at example.com.',
      })
    },
  )

  test('is logged without the address that the mail server quotes', async () => {
    smtp.onRecipient = () => ({ code: 550, text: '5.1.1 <ada@example.com>: unknown' })
    const { context } = server.foyer
    const logged: object[] = []
    const log = Object.create(context.log, {
      warn: { value: (details: object) => logged.push(details) },
    })
    await order()
    const outbox = outboxOf({ ...context, log })
    await outbox.run(defaultTenantOf(server))
    await outbox.idle()
    expect(logged).toMatchObject([
      { outcome: 'refused', reason: expect.stringContaining('550 5.1.1 <<address>>: unknown') },
    ])
  })

  test('has bounced also if its content is refused', async () => {
    smtp.onMessage = () => ({ code: 554, text: '5.7.1 Looks like spam' })
    const placed = await order()
    await deliverMails(server)
    expect(await rowOf(placed.id)).toMatchObject({ state: 'bounced' })
    expect((await shownOf(placed)).problem).toBe(
      'The mail server of example.com did not accept it.',
    )
  })
})

test('a mail to a malformed address has bounced, without a mail server', async () => {
  const placed = await order()
  await server.sql(`update mails set recipient = ''`)
  await deliverMails(server)
  expect(await rowOf(placed.id)).toMatchObject({ state: 'bounced', attempts: 1 })
})

describe('a mail that the mail server does not accept now', () => {
  test.each([
    ['a recipient', 'onRecipient' as const],
    ['a message', 'onMessage' as const],
  ])('is tried again after a 451 for %s, each time later, and arrives', async (_, at) => {
    smtp[at] = () => ({ code: 451, text: '4.3.0 Try again later' })
    const placed = await order()
    await deliverMails(server)
    expect(await rowOf(placed.id)).toMatchObject({ state: 'queued', attempts: 1 })
    expect((await rowOf(placed.id))?.wait).toBeCloseTo(20, 0)
    // It is not tried before it is due.
    await deliverMails(server)
    expect((await rowOf(placed.id))?.attempts).toBe(1)
    await tryAgain()
    expect((await rowOf(placed.id))?.wait).toBeCloseTo(40, 0)
    expect(await shownOf(placed)).toMatchObject({ status: 'queued', problem: null })
    smtp[at] = () => null
    await tryAgain()
    expect(await rowOf(placed.id)).toMatchObject({ state: 'sent', attempts: 3, last_error: null })
    expect(smtp.received).toHaveLength(1)
  })

  test('costs no purchase while the mail server is away, and arrives when it is back', async () => {
    const port = Number(new URL(smtp.url).port)
    await smtp.close()
    const placed = await order()
    await deliverMails(server)
    const row = await rowOf(placed.id)
    expect(row).toMatchObject({ state: 'queued', attempts: 1 })
    expect(row?.last_error).toContain('ECONNREFUSED')
    smtp = await startMailServer(port)
    await tryAgain()
    expect(await rowOf(placed.id)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('is given up after a day, with the reason', async () => {
    smtp.onRecipient = () => ({ code: 450, text: '4.2.0 Greylisted' })
    const placed = await order()
    await server.sql(`update mails set created_at = created_at - interval '1 day'`)
    await deliverMails(server)
    const row = await rowOf(placed.id)
    expect(row).toMatchObject({ state: 'failed', attempts: 1 })
    expect(row?.last_error).toContain('4.2.0 Greylisted')
    expect(await shownOf(placed)).toMatchObject({
      status: 'failed',
      problem: 'Our mail server could not be reached for too long.',
    })
  })
})

describe('many mails', () => {
  test('overtake one that the mail server accepts slowly', async () => {
    let letGo = () => {}
    const slow = new Promise<null>((resolve) => {
      letGo = () => resolve(null)
    })
    const first = await order()
    smtp.onMessage = ({ raw }) => (raw.includes(first.number) ? slow : null)
    const outbox = outboxOf(server.foyer.context)
    await outbox.run(defaultTenantOf(server))
    const second = await order()
    await outbox.run(defaultTenantOf(server))
    const sent = await until(
      () => rowOf(second.id),
      (row) => row?.state === 'sent',
      3000,
    )
    expect(sent?.state).toBe('sent')
    expect(await rowOf(first.id)).toMatchObject({ state: 'queued', attempts: 1 })
    letGo()
    await outbox.idle()
    expect(await rowOf(first.id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('give way to buyers while many of their operations wait, except a few at a time, and follow afterwards', async () => {
    const event = await server.build.event({ capacity: 1000 })
    for (const _ of times(6, () => null)) await buy(server.browser(), event)
    const { context } = server.foyer
    let operations = 100
    const outbox = outboxOf({ ...context, buyersOperations: () => operations })
    const sent = async () => {
      const taken = await outbox.run(defaultTenantOf(server))
      await outbox.idle()
      return [taken, smtp.received.length]
    }
    // 0: the job is not run again before its next turn.
    expect(await sent()).toEqual([0, 2])
    expect(await sent()).toEqual([0, 4])
    operations = 0
    expect(await sent()).toEqual([2, 6])
  })

  test('are sent once each by two processes at the same time', async () => {
    const sibling = await server.sibling()
    const event = await server.build.event({ capacity: 1000 })
    for (const _ of times(6, () => null)) await buy(server.browser(), event)
    await Promise.all(times(4, (index) => deliverMails(index % 2 === 0 ? server : sibling)))
    const ids = smtp.received.map((mail) => headerOf(mail, 'Message-ID'))
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
    await sibling.close()
  })
})

describe('a process that dies while it sends', () => {
  const claimThenDie = () =>
    server.sql(`update mails set attempts = attempts + 1,
      next_attempt_at = clock_timestamp() + interval '60 seconds'`)

  test('leaves the mail to another process, which sends it soon', async () => {
    const placed = await order()
    await claimThenDie()
    await deliverMails(server)
    expect(smtp.received).toHaveLength(0)
    expect((await rowOf(placed.id))?.wait).toBeLessThan(61)
    await tryAgain()
    expect(await rowOf(placed.id)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(smtp.received).toHaveLength(1)
  })

  test('lets the mail be sent again under the same Message-ID if the mail server had accepted it', async () => {
    const placed = await order()
    await deliverMails(server)
    await server.sql(`update mails set state = 'queued', sent_at = null`)
    await tryAgain()
    const ids = smtp.received.map((mail) => headerOf(mail, 'Message-ID'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(await rowOf(placed.id)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('does not change a mail that another process has claimed since', async () => {
    let letGo = () => {}
    const late = new Promise<{ code: number; text: string }>((resolve) => {
      letGo = () => resolve({ code: 550, text: '5.1.1 No such user here' })
    })
    const placed = await order()
    const asked = Promise.withResolvers<void>()
    smtp.onRecipient = () => {
      asked.resolve()
      return late
    }
    const outbox = outboxOf(server.foyer.context)
    await outbox.run(defaultTenantOf(server))
    await asked.promise
    smtp.onRecipient = () => null
    await tryAgain()
    letGo()
    await outbox.idle()
    expect(await rowOf(placed.id)).toMatchObject({ state: 'sent', attempts: 2 })
  })
})

test('a confirmation is with the mail server within two seconds of its purchase', {
  tags: ['night'],
}, async () => {
  const working = await startTestServer({ smtpUrl: smtp.url })
  const event = await working.build.event({ capacity: 1000 })
  const waits: number[] = []
  for (const [index] of times(20, () => null).entries()) {
    await buy(working.browser(), event)
    const boughtAt = performance.now()
    await until(
      async () => smtp.received.length,
      (count) => count > index,
      3000,
    )
    waits.push((smtp.received[index]?.at ?? Number.POSITIVE_INFINITY) - boughtAt)
  }
  waits.sort((a, b) => a - b)
  const waitAt = (at: number) => `${Math.round(waits[at] ?? 0)} ms`
  console.log(`purchase to mail server: median ${waitAt(10)}, longest ${waitAt(19)} of 20`)
  expect(waits.at(-1)).toBeLessThan(2000)
  await working.close()
})
