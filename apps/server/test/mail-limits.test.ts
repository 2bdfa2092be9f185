import {
  type BuiltEvent,
  buy,
  holdCart,
  mutateSql,
  orderBody,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BOUNDS } from '../src/bounds.ts'
import { queueMail } from '../src/engine/mails/queue-mail.ts'
import { countMails } from '../src/jobs/count-mails.ts'
import { times } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'

const VICTIM = 'victim@example.org'
let server: TestServer
let free: BuiltEvent
beforeAll(async () => {
  server = await startTestServer({ jobs: false, isOneAddressMany: true })
  free = await server.build.event({ capacity: 10_000, types: [{ priceMinor: 0 }] })
})
beforeEach(() => server.sql('delete from mails'))
afterAll(() => server.close())

interface Placed {
  id: string
  browser: TestBrowser
}

/**
 * A free order whose confirmation goes to `email`. It costs nothing, and the address is not
 * verified.
 */
async function orderFree(email = VICTIM): Promise<Placed> {
  const browser = server.browser()
  await holdCart(browser, free)
  const { body } = await browser.send('POST', '/api/checkout/orders', {
    ...orderBody(free),
    email,
  })
  return { id: body.id, browser }
}

/** How many mails there are in each state. */
async function counted(): Promise<Record<string, number>> {
  const rows = await server.sql<{ state: string; count: number }>(
    'select state, count(*)::integer as count from mails group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const letTimePass = (interval: string) =>
  server.sql(
    `update mails set released_at = released_at - $1::interval,
       created_at = created_at - $1::interval, next_attempt_at = next_attempt_at - $1::interval`,
    [interval],
  )
const mailOf = async ({ id, browser }: Placed) =>
  (await browser.send('GET', `/api/orders/${id}`)).body.mail
const resend = ({ id, browser }: Placed, email = VICTIM) =>
  browser.send('POST', '/api/send-confirmation-email', { orderId: id, email })

describe('mails about free orders', () => {
  test('reach a recipient ten times an hour; later ones wait, and the buyer is informed', async () => {
    const orders = await Promise.all(times(12, () => orderFree()))
    await deliverMails(server)
    expect(await counted()).toEqual({ sent: 10, held_back: 2 })
    const shown = await Promise.all(orders.map(mailOf))
    expect(shown.map(({ status }) => status).sort()).toEqual([
      ...times(2, () => 'held_back'),
      ...times(10, () => 'sent'),
    ])
    expect(shown.map(({ problem }) => problem)).toEqual(times(12, () => null))
    await letTimePass('59 minutes')
    await deliverMails(server)
    expect(await counted()).toEqual({ sent: 10, held_back: 2 })
    await letTimePass('1 minute')
    await deliverMails(server)
    expect(await counted()).toEqual({ sent: 12 })
  })

  test('reach a recipient thirty times a day; one that would wait longer than a day is suppressed', {
    tags: ['night'],
  }, async () => {
    for (const _ of times(3, () => null)) {
      await Promise.all(times(10, () => orderFree()))
      await deliverMails(server)
      await letTimePass('61 minutes')
    }
    expect(await counted()).toEqual({ sent: 30 })
    const orders = await Promise.all(times(35, () => orderFree()))
    await deliverMails(server)
    expect(await counted()).toEqual({ sent: 30, held_back: 30, suppressed: 5 })
    const shown = await Promise.all(orders.map(mailOf))
    expect(shown.filter(({ status }) => status === 'suppressed')[0]).toMatchObject({
      problem: 'Too many mails went to this address within a day.',
    })
  })

  test('are counted for each mailbox, in any spelling of its address', async () => {
    await Promise.all(times(10, (index) => orderFree(`victim+${index}@example.org`)))
    await orderFree('VICTIM@Example.org')
    await orderFree('another@example.org')
    await deliverMails(server)
    expect(await counted()).toEqual({ sent: 11, held_back: 1 })
  })

  test('count from the first try, and only once if the mail server did not accept them', async () => {
    await Promise.all(times(11, () => orderFree()))
    await deliverMails(server)
    await server.sql(`update mails set state = 'queued', next_attempt_at = now()
      where state = 'sent'`)
    await deliverMails(server)
    expect(await counted()).toEqual({ sent: 10, held_back: 1 })
  })

  test('do not wait for a mail that was held back for another recipient', async () => {
    await Promise.all(times(80, () => orderFree()))
    await deliverMails(server)
    await server.sql(`update mails set next_attempt_at = now() where state = 'held_back'`)
    const another = await orderFree('another@example.org')
    await deliverMails(server)
    expect((await mailOf(another)).status).toBe('sent')
  })
})

describe('a recipient who had too many mails', () => {
  const fill = async (email: string) => {
    await Promise.all(times(11, () => orderFree(email)))
    await deliverMails(server)
    expect(await counted()).toEqual({ sent: 10, held_back: 1 })
  }

  test('still gets the mails about paid tickets and refunds at once', async () => {
    await fill('ada@example.com')
    const buyer = server.browser()
    const { body } = await buy(buyer, await server.build.event())
    const [payment] = await server.sql<{ id: string }>(
      'select id from payments where order_id = $1',
      [body.id],
    )
    await server.foyer.context.db.withTenant(1, (tx) =>
      queueMail(tx, {
        kind: 'refund',
        recipient: 'ada@example.com',
        orderId: body.id,
        paymentId: payment?.id ?? '',
        data: { amountMinor: 6000, currency: 'usd', reference: 're_1', extent: 'whole' },
      }),
    )
    await deliverMails(server)
    expect(await counted()).toEqual({ sent: 12, held_back: 1 })
  })

  test('gets no mail on request, and the requester learns when it is possible', async () => {
    await fill('ada@example.com')
    const buyer = server.browser()
    const { body } = await buy(buyer, await server.build.event())
    await deliverMails(server)
    await letTimePass('10 minutes')
    const refused = await resend({ id: body.id, browser: buyer }, 'ada@example.com')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toMatch(
      /^Many mails were sent to ada@example\.com within a short time\. .* try again in 50 minutes\.$/,
    )
    expect(await counted()).toEqual({ sent: 11, held_back: 1 })
  })

  test('is reported as waiting while the confirmation waits, never as mailed', async () => {
    await fill(VICTIM)
    const placed = await orderFree()
    await deliverMails(server)
    const refused = await resend(placed)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toMatch(/ waits\. It is sent by itself in about 60 minutes\.$/)
  })

  test('is counted in the metrics', async () => {
    await fill(VICTIM)
    const { context } = server.foyer
    await countMails(context)
    const metrics = await context.metrics.render()
    expect(metrics).toContain('foyer_mails{state="held_back"} 1')
    expect(metrics).toContain('foyer_mails{state="suppressed"} 0')
  })
})

describe('the limit by recipient over two processes that send at once', () => {
  /** How many of 40 mails to one recipient two processes with four outboxes each send. */
  async function sentByTwo(): Promise<number> {
    await Promise.all(times(40, () => orderFree()))
    const [one, another] = [await server.sibling(), await server.sibling()]
    await Promise.all(times(8, (index) => deliverMails(index % 2 === 0 ? one : another)))
    await Promise.all([one.close(), another.close()])
    return (await counted()).sent ?? 0
  }

  test('is never exceeded', async () => {
    expect(await sentByTwo()).toBe(10)
  })

  test('is exceeded without its lock (control)', { tags: ['night'] }, async () => {
    const mutated = mutateSql((text) =>
      text.replace(
        'pg_advisory_xact_lock($1::integer, current_tenant())',
        'pg_sleep(0.2), $1::integer',
      ),
    )
    try {
      expect(await sentByTwo()).toBeGreaterThan(10)
      expect(mutated.count()).toBeGreaterThan(0)
    } finally {
      mutated.restore()
    }
  })
})

test('without the limit, every free order sends a mail to its recipient (control)', {
  tags: ['night'],
}, async () => {
  const unbound = await startTestServer({
    jobs: false,
    isOneAddressMany: true,
    bounds: { mailsToOneRecipient: [] },
  })
  expect(BOUNDS.mailsToOneRecipient).not.toEqual([])
  const event = await unbound.build.event({ capacity: 100, types: [{ priceMinor: 0 }] })
  for (const _ of times(12, () => null)) {
    const browser = unbound.browser()
    await holdCart(browser, event)
    await browser.send('POST', '/api/checkout/orders', { ...orderBody(event), email: VICTIM })
  }
  await deliverMails(unbound)
  const rows = await unbound.sql(`select 1 from mails where state = 'sent'`)
  expect(rows).toHaveLength(12)
  await unbound.close()
})
