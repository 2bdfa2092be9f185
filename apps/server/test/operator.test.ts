import { randomUUID } from 'node:crypto'
import { serverForTests } from '@foyer/testkit'
import {
  BUYER,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  holdCart,
  orderBody,
} from '@foyer/testkit/purchase'
import { describe, expect, test } from 'vitest'
import { countSales } from '../src/features/operator/count-sales.ts'
import { insertedPerson, member, operatorOf, signedUp } from './support/staff.ts'

/** What operators of the platform see and do, and what an organizer that they stop can still do. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

const PATH = '/api/platform/operator'

async function anOrganizer() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const named = { 'x-brand-path': slug }
  return {
    ...{ tenantId, slug, named },
    event: () => server.build.event({ tenantId }),
    buyer: () => server.browser(named),
    owner: () => member(server, 'owner', tenantId),
  }
}
type Organizer = Awaited<ReturnType<typeof anOrganizer>>

async function anOperator() {
  const { browser, id } = await operatorOf(server)
  const get = async (path: string) => browser.send('GET', `${PATH}/${path}`)
  const change = async (method: string, of: Organizer, what: string, body: object = {}) => {
    const { terms } = (await get(`organizers/${of.slug}`)).body
    const sent = { version: terms.version, ...body }
    return browser.send(method, `${PATH}/organizers/${of.slug}/${what}`, sent)
  }
  return {
    ...{ id, browser, get },
    list: async (query: string) => (await get(`organizers?${query}`)).body,
    suspend: (of: Organizer, reason = 'Tickets that are not theirs') =>
      change('POST', of, 'suspend', { reason }),
    resume: (of: Organizer) => change('POST', of, 'resume'),
    setTrial: (of: Organizer, trialUntil: string | null) =>
      change('PUT', of, 'trial', { trialUntil }),
    /** Sets a value of the installation as the screen does: over what was read. */
    configure: async (key: string, configValue: string | null) => {
      const { configuration } = (await get('configuration')).body
      const row = configuration.find((each: { configKey: string }) => each.configKey === key)
      const sent = { configValue, version: row.version }
      return browser.send('PUT', `${PATH}/configuration/${key}`, sent)
    },
    setFee: (of: Organizer, fee: object | null) => change('PUT', of, 'fee', { fee }),
  }
}

/** Counts what was sold, as the job does minutes later. */
const count = (of: Organizer) => {
  const now = () => Date.now() + 3_600_000
  return countSales({ db: server.foyer.context.db, now }, { id: of.tenantId })
}
/** The ledger is counted by the database's clock. */
const ageLedger = (of: Organizer) =>
  server.sql(`update money_ledger set at = at - interval '2 minutes' where tenant_id = $1`, [
    of.tenantId,
  ])

const pay = async (browser: ReturnType<Organizer['buyer']>, event: Parameters<typeof buy>[1]) => {
  const intent = await createIntent(browser)
  await confirmCard(browser, intent.body, CARDS.success)
  return browser.send('POST', '/api/checkout/orders', orderBody(event, intent.body.paymentIntentId))
}

describe('a suspended organizer', () => {
  test('sells nothing new; what is held is paid, and orders are looked up and changed', async () => {
    const of = await anOrganizer()
    const event = await of.event()
    const bought = of.buyer()
    const order = (await buy(bought, event)).body
    const holding = of.buyer()
    expect((await holdCart(holding, event)).status).toBe(201)
    const operator = await anOperator()
    const suspended = await operator.suspend(of)
    expect(suspended).toMatchObject({
      status: 200,
      body: {
        state: 'suspended',
        terms: { suspension: { reason: 'Tickets that are not theirs' } },
      },
    })

    const refused = await holdCart(of.buyer(), event)
    expect(refused).toMatchObject({ status: 409, body: { code: 'sales_paused' } })
    expect(refused.body.error).toContain('This shop is paused for now.')
    // The same request of the cart that holds is refused, and leaves the cart as it is.
    expect((await holdCart(holding, event, '12345', 3)).body.code).toBe('sales_paused')
    const line = { sessionId: event.sessionId, ticketTypeId: event.typeId, quantity: 1 }
    const single = await of
      .buyer()
      .send('POST', '/api/checkout/holds', { cartId: '54321', ...line })
    expect(single.body.code).toBe('sales_paused')

    expect((await pay(holding, event)).status).toBe(201)
    const own = await bought.send('GET', `/api/orders/${order.orderId ?? order.id}`)
    expect(own.status).toBe(200)

    await operator.resume(of)
    expect((await holdCart(of.buyer(), event)).status).toBe(201)
  })

  test('is shown to buyers as paused, without the reason', async () => {
    const of = await anOrganizer()
    const event = await of.event()
    const operator = await anOperator()
    const read = async () => (await of.buyer().send('GET', `/api/events/${event.eventId}`)).body
    expect((await read()).sale).toBeUndefined()
    await operator.suspend(of, 'A secret reason')
    const shown = await read()
    expect(shown.sale).toMatchObject({ state: 'paused', note: expect.stringContaining('paused') })
    expect(JSON.stringify(shown)).not.toContain('secret')
    await operator.resume(of)
    expect((await read()).sale).toBeUndefined()
  })

  test('tells its team why, in the office and in the audit log', async () => {
    const of = await anOrganizer()
    const operator = await anOperator()
    await operator.suspend(of, 'Papers are missing')
    const { browser } = await of.owner()
    const office = await browser.send('GET', '/api/admin/organizer', undefined, of.named)
    expect(office.body.stop).toMatchObject({ why: 'suspended', reason: 'Papers are missing' })
    const log = await browser.send('GET', '/api/admin/audit-log', undefined, of.named)
    expect(log.body.entries).toMatchObject([
      {
        actionType: 'organizer.suspended',
        person: null,
        metadata: { after: { reason: 'Papers are missing' } },
      },
    ])
  })

  test('is one at the moment of the call: each hold around it is paid or was refused', async () => {
    const of = await anOrganizer()
    const event = await of.event()
    const operator = await anOperator()
    const buyers = Array.from({ length: 24 }, () => of.buyer())
    const holds = buyers.map(async (browser, index) => {
      // Some before, some during the suspension.
      for (let wait = 0; wait < index * 3; wait += 1) await new Promise(setImmediate)
      return { browser, answer: await holdCart(browser, event, '12345', 1) }
    })
    const suspended = await operator.suspend(of)
    expect(suspended.status).toBe(200)
    const after = await holdCart(of.buyer(), event)
    expect(after.body.code).toBe('sales_paused')
    const answers = await Promise.all(holds)
    for (const { answer } of answers) {
      if (answer.status !== 201) expect(answer.body.code).toBe('sales_paused')
    }
    const granted = answers.filter(({ answer }) => answer.status === 201)
    for (const { browser } of granted) expect((await pay(browser, event)).status).toBe(201)
    const [stock] = await server.sql<{ sold: number; held: number }>(
      'select sold, held from stock where pool_id = $1',
      [event.sessionId],
    )
    expect(stock).toEqual({ sold: granted.length, held: 0 })
  })
})

describe('a trial', () => {
  test('that has ended stops the shop, with an account or without, until the operator agrees', async () => {
    const of = await anOrganizer()
    const event = await of.event()
    const operator = await anOperator()
    const future = new Date(Date.now() + 86_400_000).toISOString()
    expect((await operator.setTrial(of, future)).body).toMatchObject({ state: 'trial' })
    expect((await holdCart(of.buyer(), event)).status).toBe(201)
    const past = new Date(Date.now() - 1000).toISOString()
    expect((await operator.setTrial(of, past)).body.state).toBe('trial_ended')
    expect((await holdCart(of.buyer(), event)).body.code).toBe('sales_paused')
    await server.sql('update tenants set takes_charges = true where tenant_id = $1', [of.tenantId])
    await server.foyer.context.tenants.reload()
    expect((await holdCart(of.buyer(), event)).body.code).toBe('sales_paused')
    expect((await operator.setTrial(of, null)).body.state).toBe('open')
    expect((await holdCart(of.buyer(), event)).status).toBe(201)
  })

  test('begins when an organizer registers, without a card, and lasts as long as operators have set', async () => {
    const { browser } = await signedUp(server)
    const operator = await anOperator()
    await operator.configure('trialDays', '14')
    const slug = `trial-${randomUUID().slice(0, 8)}`
    const registered = await browser.send('POST', '/api/platform/staff/organizers', {
      ...{ name: 'Trial House', slug, supportEmail: 'help@example.com' },
      ...{ currency: 'usd', locale: 'en-US', hue: 75 },
    })
    expect(registered.status).toBe(201)
    const named = { 'x-brand-path': slug }
    const { body } = await browser.send('GET', '/api/admin/organizer', undefined, named)
    const days = (Date.parse(body.trialUntil) - Date.now()) / 86_400_000
    expect([Math.round(days), body.stop]).toEqual([14, null])
    expect((await operator.get(`organizers/${slug}`)).body.state).toBe('trial')
    await operator.configure('trialDays', null)
  })

  test('that has ended leaves what was sold as it is: orders open, and refunds are made', async () => {
    const of = await anOrganizer()
    const buyer = of.buyer()
    const { body } = await buy(buyer, await of.event())
    const operator = await anOperator()
    await operator.setTrial(of, new Date(Date.now() - 1000).toISOString())
    const orderId = body.orderId ?? body.id
    expect((await buyer.send('GET', `/api/orders/${orderId}`)).body.tickets[0].status).toBe('VALID')
    const owner = await of.owner()
    const at = (what: string, sent: object) =>
      owner.browser.send('POST', `/api/admin/orders/${orderId}/${what}`, sent, of.named)
    const wanted = { kind: 'whole', withFees: true }
    const shown = (await at('refund-preview', { wanted })).body
    const desk = await at('refunds', {
      ...{ key: randomUUID(), wanted, shown, reason: 'cannot_come', note: '' },
    })
    expect(desk.status).toBe(200)
  })

  test('ends by time alone, also on pages that are cached', async () => {
    const of = await anOrganizer()
    const event = await of.event()
    const operator = await anOperator()
    const path = `/api/events/${event.eventId}`
    await operator.setTrial(of, new Date(Date.now() + 2000).toISOString())
    expect((await of.buyer().send('GET', path)).body.sale).toBeUndefined()
    await expect
      .poll(async () => {
        await server.foyer.context.tenants.reload()
        return (await of.buyer().send('GET', path)).body.sale?.state
      })
      .toBe('paused')
  })
})

describe('the terms', () => {
  /** Two operators suspend at a time: each has read before the other one writes, unless it waits. */
  async function suspendTwice(): Promise<number[]> {
    const of = await anOrganizer()
    const [one, other] = [await anOperator(), await anOperator()]
    await server.sql(`
      create function slow_write() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.3); return new; end $$;
      create trigger slow_write before update of suspended_at on tenants
        for each row execute function slow_write()`)
    try {
      const answers = await Promise.all([one.suspend(of, 'One'), other.suspend(of, 'Other')])
      return answers.map(({ status }) => status).sort()
    } finally {
      await server.sql('drop function slow_write cascade')
    }
  }

  test('are changed over what was read; the second of two operators is refused', async () => {
    expect(await suspendTwice()).toEqual([200, 409])
  })

  test('without the lock, the second one would overwrite the first (control)', {
    tags: ['night'],
  }, async () => {
    const [{ lock }] = (await server.sql(
      `select pg_get_functiondef('lock_organizer'::regproc) as lock`,
    )) as [{ lock: string }]
    await server.sql(lock.replace(' for no key update', ''))
    try {
      expect(await suspendTwice()).toEqual([200, 200])
    } finally {
      await server.sql(lock)
    }
  })

  test('are logged with what they were and became; the log cannot be rewritten', async () => {
    const of = await anOrganizer()
    const operator = await anOperator()
    await operator.setFee(of, { ppm: 25_000, fixedMinor: 30 })
    await operator.setFee(of, null)
    await operator.suspend(of, 'Why')
    const { entries } = (await operator.get(`log?slug=${of.slug}`)).body
    expect(entries).toMatchObject([
      { actionType: 'organizer.suspended', person: { id: operator.id }, slug: of.slug },
      { actionType: 'fee.changed', metadata: { after: { platformFeePpm: null } } },
      {
        actionType: 'fee.changed',
        metadata: {
          before: { platformFeePpm: null, platformFeeFixed: null },
          after: { platformFeePpm: 25_000, platformFeeFixed: 30 },
        },
      },
    ])
    const { pool } = server.foyer.context.db
    for (const statement of [
      'delete from operator_log',
      `update operator_log set entity_name = ''`,
    ]) {
      await expect(pool.query(statement)).rejects.toThrow('permission denied')
    }
  })

  test('refuse a fee that is a slip of the keyboard, and an organizer that there is not', async () => {
    const of = await anOrganizer()
    const operator = await anOperator()
    const fee = await operator.setFee(of, { ppm: 600_000, fixedMinor: 0 })
    expect(fee).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((await operator.get('organizers/nobody')).body.code).toBe('organizer_not_found')
  })
})

describe('an operator', () => {
  test('is made on the machine alone: the role of the servers may not write it', async () => {
    const { id } = await insertedPerson(server)
    const insert = server.foyer.context.db.pool.query(
      'insert into platform_operators (person_id) values ($1)',
      [id],
    )
    await expect(insert).rejects.toThrow('permission denied')
  })

  test('opens no back office, and reads nothing of a buyer', async () => {
    const of = await anOrganizer()
    await buy(of.buyer(), await of.event())
    await ageLedger(of)
    await count(of)
    const operator = await anOperator()
    for (const path of ['organizer', 'events', 'audit-log', 'money', 'export-orders']) {
      const method = path === 'export-orders' ? 'POST' : 'GET'
      const answer = await operator.browser.send(method, `/api/admin/${path}`, undefined, of.named)
      expect([path, answer.status]).toEqual([path, 404])
    }
    const answers = await Promise.all(
      ['organizers', `organizers/${of.slug}`, 'health', 'log'].map(operator.get),
    )
    const texts = answers.map(({ body }) => JSON.stringify(body)).join('\n')
    const { email, lastName, phone } = BUYER.contact
    for (const personal of [email, lastName, phone]) expect(texts).not.toContain(personal)
  })

  test('who is none any more is refused with the next call', async () => {
    const operator = await anOperator()
    expect((await operator.get('log')).status).toBe(200)
    await server.sql('delete from platform_operators where person_id = $1', [operator.id])
    expect((await operator.get('log')).body.code).toBe('not_permitted')
    const me = await operator.browser.send('GET', '/api/platform/staff/me')
    expect(me.body.isOperator).toBe(false)
  })
})

describe('what organizers sell', () => {
  test('is counted once, by currency, also if it is counted twice at a time', async () => {
    const of = await anOrganizer()
    const event = await of.event()
    await buy(of.buyer(), event)
    await buy(of.buyer(), event, '12345', 1)
    await ageLedger(of)
    await Promise.all([count(of), count(of)])
    await count(of)
    const operator = await anOperator()
    const { body } = await operator.get(`organizers/${of.slug}`)
    const [{ charged }] = (await server.sql<{ charged: number }>(
      `select sum(total_minor)::integer as charged from orders where tenant_id = $1`,
      [of.tenantId],
    )) as [{ charged: number }]
    const sold = { currency: 'usd', tickets: 3, chargedMinor: charged, refundedMinor: 0 }
    expect(body.total).toMatchObject([sold])
    expect(body.last30Days).toMatchObject([sold])
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), tickets: 3 })
  })

  test('of long ago is in the total alone', async () => {
    const of = await anOrganizer()
    await server.sql(
      `insert into sales_days (tenant_id, day, currency, tickets, charged_minor)
       values ($1, current_date - 400, 'usd', 7, 7000)`,
      [of.tenantId],
    )
    const operator = await anOperator()
    const { organizers } = await operator.list(`q=${of.slug}`)
    expect(organizers).toMatchObject([
      { slug: of.slug, last30Days: [], total: [{ tickets: 7, chargedMinor: 7000 }] },
    ])
  })
})

describe('the list of organizers', () => {
  test('is searched, filtered and paged by name', async () => {
    const operator = await anOperator()
    const names = Array.from(
      { length: 60 },
      (_, index) => `Zebra ${String(index).padStart(2, '0')}`,
    )
    await server.sql(
      `insert into tenants (slug, name, hue, support_email)
       select 'zebra-' || n, name, 10, 'help@example.com'
       from unnest($1::text[]) with ordinality as t(name, n)`,
      [names],
    )
    const first = await operator.list('q=zebra')
    expect(first).toMatchObject({ count: 60, next: expect.any(String) })
    expect(first.organizers).toHaveLength(50)
    const second = await operator.list(`q=zebra&after=${first.next}`)
    expect(second).toMatchObject({ next: null })
    const all = [...first.organizers, ...second.organizers]
    expect(all.map(({ name }: { name: string }) => name)).toEqual(names)
    await server.sql(
      `update tenants set trial_until = now() + interval '1 day' where slug = 'zebra-7'`,
    )
    await server.foyer.context.tenants.reload()
    expect((await operator.list('q=zebra&state=trial')).organizers).toMatchObject([
      { slug: 'zebra-7', state: 'trial' },
    ])
    expect(await operator.list('q=zebra&state=open')).toMatchObject({ count: 59 })
    expect(await operator.list('q=nothing-like-this')).toEqual({
      organizers: [],
      count: 0,
      next: null,
    })
  })
})

test('health says what waits, and what to do', async () => {
  const operator = await anOperator()
  const before = (await operator.get('health')).body
  expect(before.status).toMatchObject({ days: expect.any(Array) })
  const of = (body: typeof before, name: string) =>
    body.checks.find((check: { name: string }) => check.name === name)
  expect(of(before, 'Reconciler')).toMatchObject({ status: 'ok', todo: null })
  await server.sql(
    `insert into money_problems (tenant_id, kind, subject, details) values (1, 'x', 'y', 'Ada')`,
  )
  const after = (await operator.get('health')).body
  expect(of(after, 'Reconciler')).toMatchObject({
    status: 'failed',
    what: '1 finding that it cannot correct by itself.',
  })
  expect(JSON.stringify(after)).not.toContain('Ada')
})

describe('the configuration of the installation', () => {
  test('has a row for each setting: its value, what it decides, and where the value comes from', async () => {
    const { configuration } = (await (await anOperator()).get('configuration')).body
    expect(configuration).toMatchObject([
      { configKey: 'trialDays', configValue: '30', source: 'default', stored: null },
      { configKey: 'signUp', configValue: 'open', variable: 'SIGN_UP' },
      { configKey: 'platformFeePercent', configValue: '0' },
      { configKey: 'platformFeeFixed', configValue: '0' },
      { configKey: 'limitFactor', configValue: '1' },
    ])
    for (const row of configuration) expect(row.description).toMatch(/\.$/)
  })

  test('is stored with its description, used at once, and written down with what it was before', async () => {
    const operator = await anOperator()
    expect((await operator.configure('signUp', 'invited')).body).toMatchObject({
      ...{ configKey: 'signUp', configValue: 'invited', source: 'operator', stored: 'invited' },
    })
    const stranger = { name: 'Eve', email: 'eve@example.com' }
    const signUp = () => server.browser().send('POST', '/api/platform/staff/sign-up', stranger)
    expect((await signUp()).body.code).toBe('sign_up_closed')
    expect(
      await server.sql(
        `select config_value, description from system_configuration where config_key = 'signUp'`,
      ),
    ).toEqual([{ config_value: 'invited', description: expect.stringContaining('sign up') }])
    const [entry] = (await operator.get('log')).body.entries
    expect(entry).toMatchObject({
      ...{ actionType: 'configuration.changed', entityName: 'signUp', slug: null },
      metadata: { before: { configValue: null }, after: { configValue: 'invited' } },
    })
    await operator.configure('signUp', null)
    expect((await signUp()).status).toBe(200)
  })

  test('multiplies the limits of callers while the process runs', async () => {
    const operator = await anOperator()
    const before = server.foyer.context.limitFactor()
    await operator.configure('limitFactor', '0.5')
    expect(server.foyer.context.configuration.current().limitFactor).toBe(0.5)
    expect(server.foyer.context.limitFactor()).toBe(before * 0.5)
    await operator.configure('limitFactor', null)
  })

  test('is refused with words if it does not fit, was changed meanwhile, or is set in the environment', async () => {
    const operator = await anOperator()
    expect((await operator.configure('trialDays', '0')).body).toMatchObject({
      code: 'validation_failed',
      error: expect.stringContaining('a number of days from 1 to 365'),
    })
    const stale = { configValue: '14', version: '0'.repeat(20) }
    const path = `${PATH}/configuration/trialDays`
    expect((await operator.browser.send('PUT', path, stale)).body.code).toBe('changed_meanwhile')
    const unknown = await operator.browser.send('PUT', `${PATH}/configuration/colour`, stale)
    expect(unknown.status).toBe(400)
    expect(await server.sql('select 1 from system_configuration')).toEqual([])
    const { configuration } = server.foyer.context
    Object.assign(configuration.environment, { trialDays: '90' })
    try {
      const refused = await operator.configure('trialDays', '14')
      expect(refused).toMatchObject({ status: 409, body: { code: 'set_in_environment' } })
      expect(refused.body.error).toContain('TRIAL_DAYS')
    } finally {
      Reflect.deleteProperty(configuration.environment, 'trialDays')
    }
  })
})
