import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import {
  type Answer,
  BUYER,
  buy,
  holdCart,
  orderBody,
  serverForTests,
  TEST_SECRET,
} from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { deliverMails } from './support/deliver-mails.ts'

const DAY = 24 * 60 * 60 * 1000

/** Tests move it, because links end months ahead. */
let now = Date.now()
const server = serverForTests({
  jobs: false,
  clock: () => new Date(now),
  isOneAddressMany: true,
  bounds: { mailsToOneRecipient: [] },
})

async function bought() {
  now = Date.now()
  const event = await server.build.event()
  const browser = server.browser()
  const { orderId } = (await buy(browser, event)).body
  const [session] = await server.sql<{ ends_at: Date }>(
    'select ends_at from sessions where id = $1',
    [event.sessionId],
  )
  if (!session) throw new Error('An event has a session')
  return { event, browser, orderId: String(orderId), endsAt: session.ends_at.getTime() }
}

/** The token in the link of the order's mail. */
async function tokenInMail(orderId: string): Promise<string> {
  await deliverMails(server)
  const mails = (await server.foyer.context.mailer.mailbox?.list()) ?? []
  const link = mails
    .map(({ text }) => text.match(`${orderId}\\?token=([\\w.-]+)`)?.[1])
    .find(Boolean)
  if (!link) throw new Error('The mail has a link')
  return link
}

const open = (orderId: string, query: string): Promise<Answer> =>
  server.browser().send('GET', `/api/orders/${orderId}?${query}`)

/** A token as in mails from before links had an end. */
function oldToken(orderId: string): string {
  const key = Buffer.from(hkdfSync('sha256', TEST_SECRET, 'foyer', 'orders', 32))
  const mac = createHmac('sha256', key).update(`1/${orderId}`).digest()
  return mac.subarray(0, 18).toString('base64url')
}

describe('the link of a mail', () => {
  test('opens its order until 30 days after the visit, and then says that it has expired', async () => {
    const { orderId, endsAt } = await bought()
    // So far ahead that the 90 days after sending have passed.
    await server.sql(`update sessions set ends_at = ends_at + interval '200 days'`)
    const token = await tokenInMail(orderId)
    now = endsAt + 230 * DAY - 60_000
    expect((await open(orderId, `token=${token}`)).status).toBe(200)
    now = endsAt + 230 * DAY + 60_000
    const ended = await open(orderId, `token=${token}`)
    expect([ended.status, ended.body.code]).toEqual([410, 'order_link_ended'])
    expect(ended.body.error).toMatch(/^This link has ended\..* we send you a new one\.$/)
  })

  test('opens its order for 90 days after it was sent, even if the visit was earlier', async () => {
    const { orderId } = await bought()
    await server.sql(
      `update sessions set starts_at = starts_at - interval '400 days', ends_at = ends_at - interval '400 days'`,
    )
    const sent = now
    const token = await tokenInMail(orderId)
    now = sent + 90 * DAY - 60_000
    expect((await open(orderId, `token=${token}`)).status).toBe(200)
    now = sent + 90 * DAY + 60_000
    expect((await open(orderId, `token=${token}`)).status).toBe(410)
  })

  test("expires like the confirmation's link if an older version made it without an end", async () => {
    const { orderId, endsAt } = await bought()
    const end = Math.max(endsAt + 30 * DAY, now + 90 * DAY)
    const query = `token=${oldToken(orderId)}`
    now = end - 60_000
    expect((await open(orderId, query)).status).toBe(200)
    now = end + 60_000
    expect((await open(orderId, query)).body.code).toBe('order_link_ended')
  })

  test("is replaced, once expired, by a new one sent to the order's address, which opens it", async () => {
    const { orderId, endsAt } = await bought()
    await tokenInMail(orderId)
    now = endsAt + 400 * DAY
    const resend = (email: string) =>
      server.browser().send('POST', '/api/send-confirmation-email', { orderId, email })
    expect((await resend('eve@example.com')).body.code).toBe('order_not_found')
    // Makes an hour pass between the two requests.
    await server.sql(`update mails set created_at = created_at - interval '1 day'`)
    expect((await resend(BUYER.contact.email)).body.success).toBe(true)
    const token = await tokenInMail(orderId)
    expect((await open(orderId, `token=${token}`)).status).toBe(200)
  })

  test('is not needed by the browser that bought the order, nor with the e-mail address', async () => {
    const { browser, orderId, endsAt } = await bought()
    const token = await tokenInMail(orderId)
    now = endsAt + 400 * DAY
    const path = `/api/orders/${orderId}?token=${token}`
    expect((await browser.send('GET', path)).status).toBe(200)
    expect((await open(orderId, `token=${token}&email=ada@example.com`)).status).toBe(200)
  })

  test('opens nothing for an order whose buyer was erased, with the refusal of an unknown order', async () => {
    const { orderId } = await bought()
    const token = await tokenInMail(orderId)
    await server.sql('update orders set erased_at = now() where id = $1', [orderId])
    const closed = await open(orderId, `token=${token}`)
    const unknown = await open(randomUUID(), `token=${token}`)
    expect([closed.status, closed.body]).toEqual([unknown.status, unknown.body])
  })
})

describe('an order that only a link opened', () => {
  test('hides telephone and address, and masks the e-mail address everywhere in the response', async () => {
    const { orderId } = await bought()
    const token = await tokenInMail(orderId)
    const { body } = await open(orderId, `token=${token}`)
    expect(body.order).toMatchObject({
      firstName: 'Ada',
      email: 'a***@example.com',
      phone: null,
      billingAddress: null,
    })
    expect(body.mail.to).toBe('a***@example.com')
    expect(body.tickets).toHaveLength(2)
    const text = JSON.stringify(body)
    for (const part of [BUYER.contact.email, BUYER.contact.phone, BUYER.billingAddress.address]) {
      expect(text).not.toContain(part)
    }
  })

  test('is complete again with the matching e-mail address, or in the browser that bought it', async () => {
    const { browser, orderId } = await bought()
    const token = await tokenInMail(orderId)
    const named = await open(orderId, `token=${token}&email=ada@example.com`)
    const own = await browser.send('GET', `/api/orders/${orderId}?token=${token}`)
    for (const { body } of [named, own]) {
      expect(body.order).toMatchObject({ email: BUYER.contact.email, phone: BUYER.contact.phone })
      expect(body.order.billingAddress).toMatchObject(BUYER.billingAddress)
    }
  })

  test('cannot be rescheduled with the data that the link shows', async () => {
    const { event, orderId } = await bought()
    const token = await tokenInMail(orderId)
    const { body } = await open(orderId, `token=${token}`)
    for (const customerEmail of [body.order.email, 'a@example.com']) {
      const rescheduled = await server
        .browser()
        .send('POST', `/api/order-management/${orderId}/reschedule?token=${token}`, {
          newSessionId: event.sessionId,
          customerEmail,
        })
      expect(rescheduled.status).toBeGreaterThanOrEqual(400)
      expect(rescheduled.status).toBeLessThan(500)
    }
  })

  test('gets its confirmation sent again without the address in the answer', async () => {
    const { orderId } = await bought()
    const token = await tokenInMail(orderId)
    await server.sql(`update mails set created_at = created_at - interval '1 day'`)
    const body = { orderId, token }
    const sent = await server.browser().send('POST', '/api/send-confirmation-email', body)
    expect(sent.body).toEqual({
      success: true,
      isSent: false,
      message: 'Your tickets are on their way to a***@example.com',
    })
    const rows = await server.sql('select recipient from mails where order_id = $1 and is_resend', [
      orderId,
    ])
    expect(rows).toEqual([{ recipient: BUYER.contact.email }])
    const wrong = { orderId, token: `${token}x` }
    const refused = await server.browser().send('POST', '/api/send-confirmation-email', wrong)
    expect(refused.body.code).toBe('order_not_found')
  })
})

test('a free order stores no billing address', async () => {
  const event = await server.build.event({ types: [{ priceMinor: 0 }] })
  const browser = server.browser()
  await holdCart(browser, event)
  const placed = await browser.send('POST', '/api/checkout/orders', orderBody(event))
  expect(placed.status).toBe(201)
  expect(placed.body.order).toMatchObject({ billingAddress: null, phone: BUYER.contact.phone })
  const [row] = await server.sql<{ billing_address: Record<string, string> }>(
    'select billing_address from orders where id = $1',
    [placed.body.orderId],
  )
  expect(Object.values(row?.billing_address ?? {}).join('')).toBe('')
})

test('a name that a client sends for its buyer is deleted when the hold ends', async () => {
  const event = await server.build.event()
  const browser = server.browser()
  const hold = (cartId: string) =>
    browser.send('POST', '/api/checkout/holds', {
      cartId,
      sessionId: event.sessionId,
      ticketTypeId: event.typeId,
      quantity: 1,
      customerIdentifier: 'temp-12345@example.com',
    })
  const kept = () =>
    server.sql('select customer_identifier as name from holds where session_id = $1', [
      event.sessionId,
    ])
  await hold('12345')
  expect(await kept()).toEqual([{ name: 'temp-12345@example.com' }])
  await browser.send('DELETE', '/api/checkout/holds/cart/12345')
  expect(await kept()).toEqual([{ name: null }])
})
