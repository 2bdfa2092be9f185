import { buy, serverForTests, until } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/adapters/ids.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { member, type TestPerson } from './support/staff.ts'

const server = serverForTests({ isOneAddressMany: true })
let desk: TestPerson

const DESK = '/api/admin/orders'
const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000)

beforeAll(async () => {
  desk = await member(server, 'box_office')
})

/** An order of a buyer with this name and address. */
async function anOrder(firstName: string, lastName: string, email: string, tenantId = 1) {
  const event = await server.build.event({ tenantId })
  const buyer = server.browser()
  const { body } = await buy(buyer, event)
  const orderId: string = body.orderId
  await server.sql(
    `update orders set email = $2,
       contact = contact || jsonb_build_object('firstName', $3::text, 'lastName', $4::text, 'email', $2::text)
     where id = $1`,
    [orderId, email, firstName, lastName],
  )
  return { orderId, event, buyer, number: orderId.slice(-8).toUpperCase() }
}

const find = async (query: Record<string, string>, by = desk) => {
  const answer = await by.browser.send('GET', `${DESK}?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return answer.body as { orders: { id: string }[]; next: string | null }
}
const idsOf = async (query: Record<string, string>) =>
  (await find(query)).orders.map(({ id }) => id)

describe('the search', () => {
  test('finds an order by names in any case and order, without accents, and by their beginnings', async () => {
    const { orderId } = await anOrder('Zoë Marie', 'van der Bergström', 'z.hidden@example.com')
    for (const q of ['ZOE', 'zoë berg', 'Bergstrom Marie', 'vAn  bergs', 'hidden']) {
      expect([q, await idsOf({ q })]).toEqual([q, [orderId]])
    }
    expect(await idsOf({ q: 'zoe nobody' })).toEqual([])
  })

  test.each([
    ['Cem', 'Yıldız', ['Yildiz', 'YILDIZ', 'yıldız cem', 'yil']],
    ['Jörg', 'Möllner', ['Moellner', 'mollner', 'Joerg MÖLL', 'moel']],
    ['Sinéad', 'O’Doherty', ['Doherty', 'ODoherty', "o'doh", 'O Doherty']],
    ['小明', '王', ['王小明', '小明', '王小', '王 小明']],
    ['สมชาย', 'ใจดี', ['สมชาย', 'ชาย']],
  ])('finds %s %s as people type it', async (firstName, lastName, ways) => {
    const { orderId } = await anOrder(firstName, lastName, `${newId()}@example.com`)
    for (const q of ways) expect([q, await idsOf({ q })]).toEqual([q, [orderId]])
  })

  test('finds an order by its address, its beginning, its number and its id', async () => {
    const { orderId, number } = await anOrder('Iris', 'Quill', 'iris.quill@example.com')
    const known = [
      'iris.quill@example.com',
      'Iris.Quill@EXAMPLE.com',
      'iris.quill@exa',
      number,
      `#${number.toLowerCase()}`,
      orderId,
      `quill ${number}`,
    ]
    for (const q of known) expect([q, await idsOf({ q })]).toEqual([q, [orderId]])
    expect(await idsOf({ q: 'iris.quill@other' })).toEqual([])
    expect(await idsOf({ q: '@' })).toEqual([])
  })

  test('finds an order by the code of a ticket, also with letters for digits', async () => {
    const { orderId } = await anOrder('Coda', 'Finder', 'coda@example.com')
    await server.sql(
      `update tickets set validation_code = '10ABC-0DE1F' where order_id = $1 and number = 1`,
      [orderId],
    )
    for (const q of ['10ABC-0DE1F', 'loabc-odeif', '10abc0de1f']) {
      expect([q, await idsOf({ q })]).toEqual([q, [orderId]])
    }
  })

  test('finds an order by the last four of its card, which the provider names', async () => {
    const { orderId } = await anOrder('Carda', 'Holder', 'carda@example.com')
    await until(
      () =>
        server.sql(
          `select c.last4 from payment_cards c join payments p on p.id = c.payment_id
           where p.order_id = $1`,
          [orderId],
        ),
      (rows) => rows.length === 1,
    )
    expect(await idsOf({ q: 'carda 4242' })).toEqual([orderId])
    expect(await idsOf({ q: 'carda •••• 4242' })).toEqual([orderId])
    expect(await idsOf({ q: 'carda 4243' })).toEqual([])
  })

  test('filters by event, day, state and tag, also together with words', async () => {
    const one = await anOrder('Filta', 'One', 'filta.one@example.com')
    const two = await anOrder('Filta', 'Two', 'filta.two@example.com')
    await server.sql(`update orders set status = 'REFUNDED' where id = $1`, [two.orderId])
    await desk.browser.send('PUT', `${DESK}/${one.orderId}/tags`, { add: ['Press '], remove: [] })
    const [{ date } = { date: '' }] = await server.sql<{ date: string }>(
      `select s.local_date::text as date from orders o join sessions s on s.id = o.session_id
       where o.id = $1`,
      [one.orderId],
    )
    const q = 'filta'
    expect(await idsOf({ q })).toEqual([two.orderId, one.orderId])
    expect(await idsOf({ q, eventId: one.event.eventId })).toEqual([one.orderId])
    expect(await idsOf({ eventId: one.event.eventId })).toEqual([one.orderId])
    expect(await idsOf({ q, state: 'REFUNDED' })).toEqual([two.orderId])
    expect(await idsOf({ q, state: 'PAID' })).toEqual([one.orderId])
    expect(await idsOf({ q, tag: 'press' })).toEqual([one.orderId])
    expect(await idsOf({ tag: 'PRESS', date })).toEqual([one.orderId])
    expect(await idsOf({ q, date: '1999-01-01' })).toEqual([])
    expect(await idsOf({ date, eventId: two.event.eventId })).toEqual([two.orderId])
    // Three letters are a set in the order of its orders, longer beginnings are not.
    expect(await idsOf({ q: 'fil' })).toEqual([two.orderId, one.orderId])
    expect(await idsOf({ q: 'fil two' })).toEqual([two.orderId])
    expect(await idsOf({ q: 'fil filta', tag: 'press' })).toEqual([one.orderId])
    expect(await idsOf({ q: 'fil one', tag: 'press', eventId: one.event.eventId })).toEqual([
      one.orderId,
    ])
    expect(await idsOf({ q: 'fil one', state: 'REFUNDED' })).toEqual([])
  })

  test('returns pages that follow each other without a gap, the newest orders first', async () => {
    const [{ id: model } = { id: '' }] = await server.sql<{ id: string }>(
      'select id from orders order by id limit 1',
    )
    await server.sql(
      `insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id, session_id,
         email, contact, billing_address, quote, total_minor)
       select tenant_id, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, browser_id,
         gen_random_uuid(), cart_number, event_id, session_id, 'paged' || n || '@example.com',
         contact || '{"firstName": "Pagina"}', billing_address, quote, total_minor
       from orders, generate_series(1, 120) n where id = $1`,
      [model],
    )
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await find({ q: 'pagina', ...(after ? { after } : {}) })
      seen.push(...page.orders.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(seen.length).toBe(120)
    expect(seen).toEqual([...new Set(seen)].sort().reverse())
    const whole = await find({})
    expect([whole.orders.length, whole.next !== null]).toEqual([50, true])
  })

  test('finds nothing of another organizer', async () => {
    const other = await server.build.tenant()
    await server.foyer.context.tenants.reload()
    const owner = await member(server, 'owner', other.tenantId)
    const { orderId, number } = await anOrder('Walled', 'Garden', 'walled@example.com')
    const named = { 'x-brand-path': other.slug }
    const elsewhere = (path: string, method = 'GET', body?: object) =>
      owner.browser.send(method, path, body, named)
    for (const q of ['walled', 'walled@example.com', number, orderId, '4242']) {
      expect((await elsewhere(`${DESK}?q=${encodeURIComponent(q)}`)).body.orders).toEqual([])
    }
    expect((await elsewhere(`${DESK}/${orderId}`)).body.code).toBe('order_not_found')
    const address = { from: 'walled@example.com', to: 'mine@example.com' }
    expect((await elsewhere(`${DESK}/${orderId}/address`, 'PUT', address)).status).toBe(404)
    expect((await elsewhere(`${DESK}/${orderId}/notes`, 'POST', { note: 'x' })).status).toBe(404)
    const tags = { add: ['x'], remove: [] }
    expect((await elsewhere(`${DESK}/${orderId}/tags`, 'PUT', tags)).status).toBe(404)
    expect((await elsewhere(`${DESK}/${orderId}/resend`, 'POST')).status).toBe(404)
    expect((await elsewhere('/api/admin/order-tags')).body.tags).toEqual([])
  })

  test('finds a buyer by nothing after they were erased', async () => {
    const { orderId } = await anOrder('Gone', 'Buyer', 'gone.buyer@example.com')
    await server.sql(
      `update orders set email = '', erased_at = now(),
         contact = '{"firstName": "", "lastName": "", "email": "", "phone": ""}' where id = $1`,
      [orderId],
    )
    expect(await idsOf({ q: 'gone' })).toEqual([])
    expect(await idsOf({ q: orderId })).toEqual([])
    expect(await server.sql('select word from order_words where order_id = $1', [orderId])).toEqual(
      [{ word: `#${orderId.slice(-8)}` }],
    )
  })
})

describe('the page of an order', () => {
  test('has payments with their card, mails, tickets and what the team did', async () => {
    const { orderId } = await anOrder('Page', 'Reader', 'page.reader@example.com')
    await until(
      () => desk.browser.send('GET', `${DESK}/${orderId}`),
      ({ body }) => body.payments?.[0]?.card !== null,
    )
    await desk.browser.send('POST', `${DESK}/${orderId}/notes`, { note: 'Asked about parking.' })
    await desk.browser.send('PUT', `${DESK}/${orderId}/tags`, { add: ['vip'], remove: [] })
    const { body } = await desk.browser.send('GET', `${DESK}/${orderId}`)
    expect(body.payments).toMatchObject([{ card: { last4: '4242' }, isOfChange: false }])
    expect(body.view.tickets[0].validationCode).toMatch(/^\w{5}-\w{5}$/)
    expect(body.mails.map((mail: { kind: string }) => mail.kind)).toEqual(['confirmation'])
    expect(body.notes).toMatchObject([
      { note: 'Asked about parking.', person: { id: desk.id, name: desk.name } },
    ])
    expect(body.tags).toEqual(['vip'])
    expect(body.acts.map((act: { action: string }) => act.action)).toEqual([
      'order.tags_changed',
      'order.note_added',
    ])
  })
})

describe('a corrected address', () => {
  const tokenOf = (orderId: string, linkEnds = 0) =>
    server.foyer.context.secrets.orderToken(1, orderId, NEXT_YEAR, linkEnds)
  const open = (orderId: string, query: Record<string, string>) =>
    server.browser().send('GET', `/api/orders/${orderId}?${new URLSearchParams(query)}`)
  const correct = (orderId: string, from: string, to: string, by = desk) =>
    by.browser.send('PUT', `${DESK}/${orderId}/address`, { from, to })

  test('ends links and the old address, and mails the confirmation to the new one', async () => {
    const { orderId, buyer } = await anOrder('Mia', 'Typo', 'mia@exmaple.com')
    const old = tokenOf(orderId)
    expect((await open(orderId, { token: old })).status).toBe(200)
    expect((await correct(orderId, 'mia@exmaple.com', ' Mia@Example.com ')).body).toEqual({
      email: 'mia@example.com',
    })
    expect((await open(orderId, { token: old })).body.code).toBe('order_link_ended')
    expect((await open(orderId, { email: 'mia@exmaple.com' })).body.code).toBe('order_not_found')
    expect((await open(orderId, { email: 'mia@example.com' })).status).toBe(200)
    // The browser that bought it belongs to the buyer, whatever they typed.
    expect((await buyer.send('GET', `/api/orders/${orderId}`)).body.order.email).toBe(
      'mia@example.com',
    )
    const mail = await until(
      async () => {
        await deliverMails(server)
        const mails = (await server.foyer.context.mailer.mailbox?.list()) ?? []
        return mails.find(({ to }) => to === 'mia@example.com')
      },
      (found) => found !== undefined,
    )
    const token = /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await open(orderId, { token })).status).toBe(200)
    // A second correction ends that link too, and a guessed number opens nothing.
    await correct(orderId, 'mia@example.com', 'mia.t@example.com')
    expect((await open(orderId, { token })).body.code).toBe('order_link_ended')
    expect((await open(orderId, { token: tokenOf(orderId, 2) })).status).toBe(200)
    expect((await open(orderId, { token: tokenOf(orderId, 3) })).body.code).toBe('order_link_ended')
    expect(await idsOf({ q: 'mia.t@example.com' })).toEqual([orderId])
    expect(await idsOf({ q: 'mia@exmaple.com' })).toEqual([])
  })

  test('is in the audit log with both addresses masked', async () => {
    const { orderId } = await anOrder('Log', 'Keeper', 'log.keeper@example.com')
    await correct(orderId, 'log.keeper@example.com', 'log.new@example.com')
    const { body } = await desk.browser.send('GET', `${DESK}/${orderId}`)
    expect(body.acts[0]).toMatchObject({
      action: 'order.address_corrected',
      person: { id: desk.id },
    })
    expect(JSON.stringify(body.acts)).not.toMatch(/log\.(keeper|new)@/)
  })

  test('of two people at once is that of one; the other is told the address of now', async () => {
    const colleague = await member(server, 'manager')
    for (let round = 0; round < 5; round += 1) {
      const { orderId } = await anOrder('Pair', 'Race', `pair${round}@example.com`)
      const from = `pair${round}@example.com`
      const answers = await Promise.all([
        correct(orderId, from, `one${round}@example.com`),
        correct(orderId, from, `two${round}@example.com`, colleague),
      ])
      const won = answers.filter(({ status }) => status === 200)
      const lost = answers.find(({ status }) => status !== 200)
      expect(won.length).toBe(1)
      expect(lost?.body).toMatchObject({
        code: 'changed_meanwhile',
        details: { current: { email: won[0]?.body.email } },
      })
      expect(
        await server.sql('select times from order_link_ends where order_id = $1', [orderId]),
      ).toEqual([{ times: 1 }])
    }
  })

  test('keeps a mail that was already taken for the old address from opening the order', async () => {
    const { orderId } = await anOrder('Late', 'Mail', 'late.mail@example.com')
    await correct(orderId, 'late.mail@example.com', 'late.new@example.com')
    const { readView } = await import('../src/features/mails/read-view.ts')
    const { context } = server.foyer
    const tenant = context.tenants.all().find(({ id }) => id === 1)
    if (!tenant) throw new Error('no tenant')
    const view = await context.db.withTenant(1, (tx) =>
      readView(tx, context, tenant, {
        ...{ kind: 'confirmation', data: {}, order_id: orderId, payment_id: null },
        recipient: 'late.mail@example.com',
      }),
    )
    const token = /token=([\w.-]+)/.exec(JSON.stringify(view))?.[1] ?? ''
    expect(token).not.toBe('')
    expect((await open(orderId, { token })).body.code).toBe('order_link_ended')
  })
})

describe('a corrected name', () => {
  const nameOf = (firstName: string, lastName: string) => ({ firstName, lastName })
  const correct = (orderId: string, from: object, to: object, reason = 'A slip of the pen') =>
    desk.browser.send('PUT', `${DESK}/${orderId}/name`, { from, to, reason })

  test('is on the order, finds it, and is mailed with the tickets; the log has the reason and no name', async () => {
    const { orderId, buyer } = await anOrder('Miaa', 'Slip', 'mia.slip@example.com')
    const from = nameOf('Miaa', 'Slip')
    const silent = await correct(orderId, from, nameOf('Mia', 'Slips'), ' ')
    expect(silent.body.details.fields).toMatchObject([{ field: 'reason' }])
    const to = nameOf('Mia', 'Slips')
    expect(await correct(orderId, from, to)).toMatchObject({ status: 200, body: to })
    expect((await correct(orderId, from, to)).status).toBe(200)
    expect((await buyer.send('GET', `/api/orders/${orderId}`)).body.order).toMatchObject(to)
    expect(await idsOf({ q: 'slips' })).toEqual([orderId])
    const mails = await server.sql(
      'select kind, is_resend from mails where order_id = $1 order by created_at',
      [orderId],
    )
    expect(mails).toEqual([
      { kind: 'confirmation', is_resend: false },
      { kind: 'confirmation', is_resend: true },
    ])
    const { body } = await desk.browser.send('GET', `${DESK}/${orderId}`)
    expect(body.acts).toMatchObject([
      { action: 'order.name_corrected', after: { reason: 'A slip of the pen' } },
    ])
    expect(JSON.stringify(body.acts)).not.toMatch(/Miaa|Slips/)
  })

  test('is not written over that of somebody else, nor for an order of another organizer', async () => {
    const { orderId } = await anOrder('Two', 'Clerks', 'two.clerks@example.com')
    await correct(orderId, nameOf('Two', 'Clerks'), nameOf('Three', 'Clerks'))
    const late = await correct(orderId, nameOf('Two', 'Clerks'), nameOf('Four', 'Clerks'))
    expect(late.body).toMatchObject({
      code: 'changed_meanwhile',
      details: { current: nameOf('Three', 'Clerks') },
    })
    const unknown = await correct(crypto.randomUUID(), nameOf('A', 'B'), nameOf('B', 'A'))
    expect(unknown.body.code).toBe('order_not_found')
  })
})

describe('notes and tags', () => {
  test('keep what was typed as it is, and both of two people at once', async () => {
    const colleague = await member(server, 'owner')
    const { orderId } = await anOrder('Note', 'Taker', 'note.taker@example.com')
    const note = '<script>alert(1)</script>\n=HYPERLINK("x")'
    const add = (by: TestPerson, tag: string) =>
      by.browser.send('PUT', `${DESK}/${orderId}/tags`, { add: [tag], remove: [] })
    const answers = await Promise.all([
      desk.browser.send('POST', `${DESK}/${orderId}/notes`, { note }),
      add(desk, '=SUM(1)'),
      add(colleague, '<b>late</b>'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
    const { body } = await desk.browser.send('GET', `${DESK}/${orderId}`)
    expect(body.tags).toEqual(['<b>late</b>', '=sum(1)'])
    expect(body.notes[0].note).toBe(note)
    await desk.browser.send('PUT', `${DESK}/${orderId}/tags`, { add: [], remove: body.tags })
    expect((await desk.browser.send('GET', `${DESK}/${orderId}`)).body.tags).toEqual([])
  })

  test('are refused when they are empty, too long or too many', async () => {
    const { orderId } = await anOrder('Too', 'Many', 'too.many@example.com')
    const note = (text: string) =>
      desk.browser.send('POST', `${DESK}/${orderId}/notes`, { note: text })
    expect((await note('   ')).body.code).toBe('validation_failed')
    expect((await note('x'.repeat(2001))).body.code).toBe('validation_failed')
    const tags = Array.from({ length: 12 }, (_, index) => `tag ${index}`)
    const put = (add: string[]) =>
      desk.browser.send('PUT', `${DESK}/${orderId}/tags`, { add, remove: [] })
    expect((await put(tags)).status).toBe(200)
    expect((await put(['one more'])).body.code).toBe('validation_failed')
  })
})

test('a confirmation is sent again by the rules for buyers, and the log says who did it', async () => {
  const { orderId } = await anOrder('Again', 'Please', 'again@example.com')
  await deliverMails(server)
  await server.sql(
    `update mails set created_at = created_at - interval '10 minutes', state = 'sent'
     where order_id = $1`,
    [orderId],
  )
  const { status, body } = await desk.browser.send('POST', `${DESK}/${orderId}/resend`)
  expect([status, body.message]).toEqual([
    200,
    'Your tickets are on their way to again@example.com',
  ])
  const page = await desk.browser.send('GET', `${DESK}/${orderId}`)
  expect(page.body.acts[0].action).toBe('order.confirmation_resent')
})
