import { createHash } from 'node:crypto'
import { grantedValue } from '@foyer/contract'
import { waiverRecord } from '@foyer/domain'
import { setWaiverText } from '@foyer/server/catalog-editing'
import { BUYER, type BuiltEvent, buy, serverForTests, type TestBrowser } from '@foyer/testkit'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { deliverMails } from './support/deliver-mails.ts'
import { NEXT_YEAR } from './support/identity.ts'
import { member } from './support/staff.ts'
import { SIGNED } from './support/valid-calls.ts'

const server = serverForTests({
  jobs: false,
  isOneAddressMany: true,
  bounds: { mailsToOneRecipient: [] },
})

const TEXT = 'I take part at my own risk.\n\nThe organizer may help me if I am hurt.'
const DRAWN = { kind: 'drawn', value: 'M10 20L30 40L60 10M100 100L120 90' }

interface Sale {
  owner: TestBrowser
  event: BuiltEvent
  orderId: string
}

async function soldWithWaiver(text = TEXT): Promise<Sale> {
  const owner = server.browser()
  const event = await server.build.event(text ? { waiver: text } : {})
  const bought = await buy(owner, event)
  return { owner, event, orderId: bought.body.orderId }
}

const pathOf = ({ orderId }: Sale, number?: number) =>
  `/api/orders/${orderId}/waivers${number ? `/${number}` : ''}`

const sign = (sale: Sale, number: number, change: object = {}, browser = sale.owner) =>
  browser.send('POST', pathOf(sale, number), { ...SIGNED, ...change })

const changeText = (eventId: string, text: string | null) =>
  server.foyer.context.db.withTenant(1, (tx) => setWaiverText(tx, 1, { eventId, text }))

const signaturesOf = (orderId: string) =>
  server.sql<Record<string, unknown>>(
    'select * from waiver_signatures where order_id = $1 order by signed_at, id',
    [orderId],
  )

/** The text of the first page of a PDF, without its spaces. */
async function lettersOf(answer: Response): Promise<string> {
  const data = new Uint8Array(await answer.arrayBuffer())
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items
    .flatMap((item) => ('str' in item ? [item.str] : []))
    .join('')
    .replace(/\s/g, '')
}

describe('the text of a waiver', () => {
  test('has a new version for each text that differs, and none for the same text', async () => {
    const { eventId } = await server.build.event()
    const versions = []
    for (const text of ['One', 'One', 'Two', null, null, 'Two']) {
      versions.push(grantedValue(await changeText(eventId, text)).version)
    }
    expect(versions).toEqual([1, 1, 2, null, null, 4])
  })

  test('is refused for an unknown event, if it is empty, too long or has control characters', async () => {
    const { eventId } = await server.build.event()
    expect(await changeText(crypto.randomUUID(), 'One')).toMatchObject({
      refusal: { code: 'event_not_found' },
    })
    for (const text of ['', '  \n ', 'x'.repeat(20_001), 'a\u0000b']) {
      expect(await changeText(eventId, text)).toMatchObject({
        refusal: { code: 'validation_failed' },
      })
    }
  })

  test('gets different versions from two changes at the same time', async () => {
    const { eventId } = await server.build.event()
    const results = await Promise.all(['One', 'Two', 'Three'].map((t) => changeText(eventId, t)))
    expect(results.map((result) => grantedValue(result).version).sort()).toEqual([1, 2, 3])
  })
})

describe('the participants of an order', () => {
  test('are one for each ticket, and nobody has signed at first', async () => {
    const sale = await soldWithWaiver()
    const { body } = await sale.owner.send('GET', pathOf(sale))
    expect(body).toMatchObject({
      eventName: 'Test Night',
      orderDetails: { date: sale.event.date, time: '10:00 AM', quantity: 2 },
      text: { version: 1, body: TEXT },
      waivers: [
        {
          id: '1',
          name: '',
          email: '',
          completed: false,
          completedAt: null,
          signature: null,
          agreedToTerms: false,
          agreedToRisks: false,
        },
        { id: '2', completed: false, completedAt: null, signature: null },
      ],
    })
    const order = await sale.owner.send('GET', `/api/orders/${sale.orderId}`)
    expect(order.body.waivers).toEqual({ needed: 2, signed: 0 })
  })

  test('need no waiver if the event has none', async () => {
    const sale = await soldWithWaiver('')
    expect((await sale.owner.send('GET', pathOf(sale))).body.text).toBeNull()
    expect((await sale.owner.send('GET', `/api/orders/${sale.orderId}`)).body.waivers).toBeNull()
    expect((await sign(sale, 1)).body.code).toBe('waiver_not_needed')
  })

  test('are no longer those of cancelled tickets', async () => {
    const sale = await soldWithWaiver()
    await sign(sale, 2)
    await server.sql("update tickets set status = 'CANCELLED' where order_id = $1 and number = 2", [
      sale.orderId,
    ])
    const { body } = await sale.owner.send('GET', pathOf(sale))
    expect(body.waivers.map(({ id }: { id: string }) => id)).toEqual(['1'])
    expect((await sign(sale, 2)).body.code).toBe('ticket_not_found')
  })
})

describe('a signature', () => {
  test('is stored with the time of the database, the version of the text, and a hash over all of it', async () => {
    const sale = await soldWithWaiver()
    const answer = await sign(sale, 1, { guardianName: 'Mary Hopper', signature: DRAWN })
    expect(answer.status).toBe(200)
    const [stored] = await signaturesOf(sale.orderId)
    const { completedAt } = answer.body.waiver
    expect(answer.body.waiver).toMatchObject({
      id: '1',
      name: 'Grace Hopper',
      guardianName: 'Mary Hopper',
      completed: true,
      signature: DRAWN,
      agreedToTerms: true,
      agreedToRisks: true,
    })
    const record = waiverRecord({
      text: TEXT,
      participantName: 'Grace Hopper',
      guardianName: 'Mary Hopper',
      signature: { kind: 'drawn', value: DRAWN.value },
      signedAt: completedAt,
    })
    expect(stored).toMatchObject({
      ticket_number: 1,
      text_version: 1,
      sha256: createHash('sha256').update(record).digest('hex'),
    })
    const [clock] = await server.sql<{ age: number }>(
      'select extract(epoch from clock_timestamp() - signed_at)::float8 as age from waiver_signatures where order_id = $1',
      [sale.orderId],
    )
    expect(clock?.age).toBeGreaterThanOrEqual(0)
    expect(clock?.age).toBeLessThan(60)
    const order = await sale.owner.send('GET', `/api/orders/${sale.orderId}`)
    expect(order.body.waivers).toEqual({ needed: 2, signed: 1 })
  })

  test.each([
    ['no terms agreement', { agreedToTerms: false }],
    ['no risks agreement', { agreedToRisks: false }],
    ['no name', { name: ' ' }],
    ['no guardian of a minor', { guardianName: '' }],
    ['no typed signature', { signature: { kind: 'typed', value: '' } }],
    ['no stroke', { signature: { kind: 'drawn', value: 'M1 1' } }],
    ['another kind of path', { signature: { kind: 'drawn', value: 'M1 1C2 2 3 3 4 4' } }],
  ])('with %s is refused, and nothing is stored', async (_, change) => {
    const sale = await soldWithWaiver()
    const answer = await sign(sale, 1, change)
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        code: 'waiver_incomplete',
        error: 'Please complete all required fields and agreements',
      },
    ])
    expect(await signaturesOf(sale.orderId)).toEqual([])
  })

  test('may be given again; the earlier one stays stored', async () => {
    const sale = await soldWithWaiver()
    await sign(sale, 1)
    const again = await sign(sale, 1, { name: 'Grace B. Hopper' })
    expect(again.body.waiver.name).toBe('Grace B. Hopper')
    expect(await signaturesOf(sale.orderId)).toHaveLength(2)
    const { body } = await sale.owner.send('GET', pathOf(sale))
    expect(body.waivers[0]).toMatchObject({ name: 'Grace B. Hopper', completed: true })
  })

  test('has to be given again when the text changes, and not for the text that was read before', async () => {
    const sale = await soldWithWaiver()
    await sign(sale, 1)
    await changeText(sale.event.eventId, 'A new text.')
    const { body } = await sale.owner.send('GET', pathOf(sale))
    expect(body.text).toEqual({ version: 2, body: 'A new text.' })
    expect(body.waivers[0]).toMatchObject({ completed: false, agreedToTerms: false })
    const late = await sign(sale, 1)
    expect([late.status, late.body.code]).toEqual([409, 'waiver_text_changed'])
    expect((await sign(sale, 1, { textVersion: 2 })).status).toBe(200)
  })

  test('is counted on the card of the order as on its page: for the newest text, and valid tickets only', async () => {
    const sale = await soldWithWaiver()
    const counts = async () => {
      const { body: list } = await sale.owner.send('GET', '/api/order-management/orders')
      const { body: order } = await sale.owner.send('GET', `/api/orders/${sale.orderId}`)
      expect(list.data[0].waivers).toEqual(order.waivers)
      return order.waivers
    }
    await sign(sale, 1)
    await sign(sale, 1, { name: 'Grace B. Hopper' })
    expect(await counts()).toEqual({ needed: 2, signed: 1 })
    await changeText(sale.event.eventId, 'A new text.')
    expect(await counts()).toEqual({ needed: 2, signed: 0 })
    await sign(sale, 1, { textVersion: 2 })
    await server.sql(`update tickets set status = 'CANCELLED' where order_id = $1 and number = 2`, [
      sale.orderId,
    ])
    expect(await counts()).toEqual({ needed: 1, signed: 1 })
    await changeText(sale.event.eventId, null)
    expect(await counts()).toBeNull()
  })

  test('shows less of the participant to a reader who has only the link of the order', async () => {
    const sale = await soldWithWaiver()
    await sign(sale, 1)
    const token = server.foyer.context.secrets.orderToken(1, sale.orderId, NEXT_YEAR)
    const { body } = await server.browser().send('GET', `${pathOf(sale)}?token=${token}`)
    expect(body.waivers[0]).toMatchObject({ email: 'g***@example.com', signature: null })
    const path = `${pathOf(sale, 1)}/waiver.pdf`
    const own = await lettersOf(await sale.owner.fetch(path))
    expect(own).toContain(SIGNED.email)
    expect(own).not.toContain('hasonlythelink')
    const linked = await lettersOf(await server.browser().fetch(`${path}?token=${token}`))
    expect(linked).not.toContain(SIGNED.email)
    expect(linked).toContain('g***@example.com')
    expect(linked).toContain('hasonlythelink')
  })

  test('ends with the personal data of its order', async () => {
    const sale = await soldWithWaiver()
    await sign(sale, 1)
    const { takePersonOut } = await import('../src/privacy/take-person-out.ts')
    const [ref] = await server.sql<{ id: string; payment_id: string; cart_id: string }>(
      'select o.* from orders o where o.id = $1',
      [sale.orderId],
    )
    if (!ref) throw new Error('the order was not stored')
    await server.foyer.context.db.withTenant(1, (tx) => takePersonOut(tx, [ref]))
    expect(await signaturesOf(sale.orderId)).toEqual([])
  })
})

describe('the link of a participant', () => {
  async function linkOf(sale: Sale, number: number): Promise<string> {
    const answer = await sale.owner.send('POST', `${pathOf(sale, number)}/link`, {
      email: 'grace@example.com',
      name: 'Grace',
    })
    expect(answer.body).toEqual({
      success: true,
      message: 'The link is on its way to grace@example.com',
    })
    const [mail] = await server.sql<{ path: string }>(
      "select data ->> 'path' as path from mails where order_id = $1 and kind = 'waiver_link' order by created_at desc",
      [sale.orderId],
    )
    return mail?.path.split('?')[1] ?? ''
  }

  test('is mailed, opens that participant alone, and signs for nobody else', async () => {
    const sale = await soldWithWaiver()
    const query = await linkOf(sale, 2)
    const guest = server.browser()
    const opened = await guest.send('GET', `${pathOf(sale)}?${query}`)
    expect(opened.body.waivers.map(({ id }: { id: string }) => id)).toEqual(['2'])
    expect((await guest.send('POST', `${pathOf(sale, 2)}?${query}`, SIGNED)).status).toBe(200)
    expect((await guest.send('POST', `${pathOf(sale, 1)}?${query}`, SIGNED)).body.code).toBe(
      'order_not_found',
    )
    expect((await guest.send('GET', `/api/orders/${sale.orderId}?${query}`)).status).toBe(404)
    expect(await signaturesOf(sale.orderId)).toMatchObject([{ ticket_number: 2 }])
  })

  test('shows what is missing once its ticket is cancelled, and signs nothing', async () => {
    const sale = await soldWithWaiver()
    const query = await linkOf(sale, 2)
    await server.sql("update tickets set status = 'CANCELLED' where order_id = $1 and number = 2", [
      sale.orderId,
    ])
    const guest = server.browser()
    expect((await guest.send('GET', `${pathOf(sale)}?${query}`)).body.code).toBe('ticket_not_found')
    expect((await guest.send('POST', `${pathOf(sale, 2)}?${query}`, SIGNED)).body.code).toBe(
      'ticket_not_found',
    )
  })

  test('ends when the address of its order is corrected, also one that a stranger sent themselves', async () => {
    const sale = await soldWithWaiver()
    const query = await linkOf(sale, 2)
    const desk = await member(server, 'box_office')
    const [order] = await server.sql<{ email: string }>('select email from orders where id = $1', [
      sale.orderId,
    ])
    const corrected = await desk.browser.send('PUT', `/api/admin/orders/${sale.orderId}/address`, {
      ...{ from: order?.email, to: 'right@example.com' },
    })
    expect(corrected.status).toBe(200)
    const stranger = server.browser()
    expect((await stranger.send('GET', `${pathOf(sale)}?${query}`)).body.code).toBe(
      'order_link_ended',
    )
    expect((await stranger.send('POST', `${pathOf(sale, 2)}?${query}`, SIGNED)).status).not.toBe(
      200,
    )
    const again = await linkOf(sale, 2)
    expect((await stranger.send('GET', `${pathOf(sale)}?${again}`)).status).toBe(200)
  })

  test('is sent a limited number of times a day for one order', async () => {
    const sale = await soldWithWaiver()
    const answers = []
    for (let count = 0; count < 8; count++) {
      const email = `guest${count}@example.com`
      answers.push((await sale.owner.send('POST', `${pathOf(sale, 1)}/link`, { email })).status)
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 200, 429])
  })
})

test('the PDF of a waiver has the text that was signed, the names, the time and the hash', async () => {
  const sale = await soldWithWaiver()
  expect((await sale.owner.send('GET', `${pathOf(sale, 1)}/waiver.pdf`)).body.code).toBe(
    'waiver_not_signed',
  )
  await sign(sale, 1, { signature: DRAWN, guardianName: 'Mary Hopper' })
  await changeText(sale.event.eventId, 'A new text.')
  const letters = await lettersOf(await sale.owner.fetch(`${pathOf(sale, 1)}/waiver.pdf`))
  const [stored] = await signaturesOf(sale.orderId)
  for (const text of [
    'I take part at my own risk.',
    'Grace Hopper',
    'Mary Hopper',
    stored?.sha256,
  ]) {
    expect(letters).toContain(String(text).replace(/\s/g, ''))
  }
  expect(letters).not.toContain('Anewtext')
  // The time at the venue names its zone.
  expect(letters).toMatch(/[AP]M,\w+Time\(20\d\d-/)
})

test('the confirmation mail says how many participants have not signed', async () => {
  const sale = await soldWithWaiver()
  await sign(sale, 1)
  await deliverMails(server)
  const mails = await server.foyer.context.mailer.mailbox?.list()
  const mail = mails?.find(({ text }) => text.includes(sale.orderId))
  expect(mail?.to).toBe(BUYER.contact.email)
  expect(mail?.text).toContain('One participant has not signed the waiver of this event yet.')
  expect(mail?.text).toContain(`/waiver/${sale.orderId}?token=`)
})
