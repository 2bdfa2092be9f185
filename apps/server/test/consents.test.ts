import {
  BUYER,
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  holdCart,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchStock } from '../src/audit/audit-job.ts'
import { turnJobs } from '../src/jobs/all-tenant-jobs.ts'
import { defaultTenantOf } from './support/parts.ts'
import { member, type TestPerson } from './support/staff.ts'
import { csvOf } from './support/tables.ts'

/** Terms in versions and news at the checkout: what is asked, refused, stored, taken back and exported. */

const server = serverForTests({ jobs: false, isOneAddressMany: true })
const NEWS = 'Mail me about new shows.'
const CART = '12345'
let owner: TestPerson
let event: BuiltEvent
beforeAll(async () => {
  owner = await member(server, 'owner')
})

const read = async () => (await owner.browser.send('GET', '/api/admin/settings/privacy')).body
async function set(change: object) {
  const { termsVersion, usualYears, ...before } = await read()
  return owner.browser.send('PUT', '/api/admin/settings/privacy', { ...before, ...change })
}
const NOTHING = {
  requiresTerms: false,
  asksMarketing: false,
  keepPaidYears: null,
  keepFreeYears: null,
}

beforeEach(async () => {
  await set(NOTHING)
  event = await server.build.event()
})

async function writeTerms(body: string) {
  const { version } = (await owner.browser.send('GET', '/api/admin/settings/pages/terms')).body
  return owner.browser.send('PUT', '/api/admin/settings/pages/terms', {
    title: 'Terms',
    body,
    version,
  })
}

const freeEvent = () => server.build.event({ types: [{ priceMinor: 0 }] })

/** A browser with a held cart. */
async function holding(of: BuiltEvent = event) {
  const browser = server.browser()
  await holdCart(browser, of, CART, 1)
  const begin = (consents?: object) =>
    browser.send('POST', `/api/checkout/carts/${CART}/payment`, { ...BUYER, consents })
  const order = (consents?: object) =>
    browser.send('POST', '/api/checkout/orders', {
      ...orderBody(of, undefined, CART),
      totalAmount: undefined,
      subtotal: undefined,
      fee_amount: undefined,
      consents,
    })
  return { browser, begin, order }
}

const consentsOf = (orderId: string) =>
  server.sql(
    `select terms_version, marketing_text, marketing_revoked_at is not null as is_revoked
     from order_consents where order_id = $1`,
    [orderId],
  )

describe('a shop without these settings', () => {
  test('shows nothing of them, and stores nothing', async () => {
    const tenant = (await server.browser().send('GET', '/api/tenant')).body
    expect(tenant.consents?.termsVersion).toBeUndefined()
    const sold = await buy(server.browser(), event)
    expect(sold.status).toBe(201)
    expect(await consentsOf(sold.body.orderId)).toEqual([])
  })
})

describe('terms that have to be accepted', () => {
  test('are refused in words until they are, and the order has version and time', async () => {
    const { body: settings } = await set({ requiresTerms: true })
    const free = await freeEvent()
    const { begin, order } = await holding(free)
    for (const answer of [await begin(), await begin({ termsVersion: 999 }), await order()]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'terms_not_accepted'])
      expect(answer.body.error).toContain('our tickets are still held')
    }
    expect((await begin({ termsVersion: settings.termsVersion })).status).toBe(200)
    const sold = await order()
    expect(sold.status).toBe(201)
    expect(await consentsOf(sold.body.orderId)).toEqual([
      { terms_version: settings.termsVersion, marketing_text: null, is_revoked: false },
    ])
    // Asked for again, as after a lost answer.
    expect((await order()).body.orderId).toBe(sold.body.orderId)
  })

  test('are not got around by an order call alone, free or paid', async () => {
    const { termsVersion } = (await set({ requiresTerms: true })).body
    const free = await holding(await freeEvent())
    expect((await free.order()).body.code).toBe('terms_not_accepted')
    expect((await free.order({ termsVersion })).status).toBe(201)
    const { browser } = await holding()
    const intent = await createIntent(browser, CART)
    await confirmCard(browser, intent.body, CARDS.success)
    const body = orderBody(event, intent.body.paymentIntentId, CART)
    const refused = await browser.send('POST', '/api/checkout/orders', body)
    expect(refused.body.code).toBe('terms_not_accepted')
    const sold = await browser.send('POST', '/api/checkout/orders', {
      ...body,
      consents: { termsVersion },
    })
    expect(sold.status).toBe(201)
    expect(await consentsOf(sold.body.orderId)).toMatchObject([{ terms_version: termsVersion }])
  })

  test('get a new version with each change of the page, and the shown one counts for an hour', async () => {
    await writeTerms('Be kind.')
    const { termsVersion: first } = (await set({ requiresTerms: true })).body
    await writeTerms('Be kind.\n\nBe on time.')
    expect((await read()).termsVersion).toBe(first + 1)
    const { begin } = await holding()
    expect((await begin({ termsVersion: first })).status).toBe(200)
    await server.sql(
      `update terms_versions set made_at = made_at - interval '61 minutes' where version = $1`,
      [first + 1],
    )
    const late = await begin({ termsVersion: first })
    expect([late.body.code, late.body.details.termsVersion]).toEqual([
      'terms_not_accepted',
      first + 1,
    ])
    expect(late.body.error).toContain('have changed')
    const bodies = await server.sql(
      'select body from terms_versions where version >= $1 order by version',
      [first],
    )
    expect(bodies).toEqual([{ body: 'Be kind.' }, { body: 'Be kind.\n\nBe on time.' }])
  })

  test('keep their version while the text is the same', async () => {
    await writeTerms('The same.')
    const { termsVersion } = (await set({ requiresTerms: true })).body
    await set({ requiresTerms: false })
    expect((await read()).termsVersion).toBeNull()
    expect((await set({ requiresTerms: true })).body.termsVersion).toBe(termsVersion)
  })
})

describe('news', () => {
  test('need a text', async () => {
    await server.sql('update tenants set asks_marketing = false, marketing_text = null')
    const refused = await set({ asksMarketing: true, marketingText: null })
    expect([refused.status, refused.body.details.fields[0].field]).toEqual([400, 'marketingText'])
  })

  test('are agreed to only in the words that are shown, and never needed', async () => {
    await set({ asksMarketing: true, marketingText: NEWS })
    const given = [
      [{}, null],
      [{ marketing: 'Other words' }, null],
      [{ marketing: NEWS }, NEWS],
    ] as const
    for (const [consents, stored] of given) {
      const { begin, order } = await holding(await freeEvent())
      expect((await begin(consents)).status).toBe(200)
      const sold = await order()
      expect(await consentsOf(sold.body.orderId)).toMatchObject([{ marketing_text: stored }])
    }
  })

  test('are exported once per address, and taken back for all of its orders', async () => {
    await set({ asksMarketing: true, marketingText: NEWS })
    const email = BUYER.contact.email
    const orders: string[] = []
    let browser = server.browser()
    for (const _ of [1, 2]) {
      const held = await holding(await freeEvent())
      await held.begin({ marketing: NEWS })
      orders.push((await held.order()).body.orderId)
      browser = held.browser
    }
    const exported = () => owner.browser.send('POST', '/api/admin/exports/marketing')
    const before = await exported()
    expect(before.body.rows.filter(([address]: string[]) => address === email)).toHaveLength(1)
    const path = `/api/orders/${orders[1]}/consents`
    expect((await browser.send('GET', path)).body.marketing.text).toBe(NEWS)
    expect((await browser.send('DELETE', `${path}/marketing`)).body).toEqual({ marketing: null })
    for (const id of orders) expect(await consentsOf(id)).toMatchObject([{ is_revoked: true }])
    expect(JSON.stringify((await exported()).body)).not.toContain(email)
    // A link or an address opens it, a stranger does not.
    const stranger = server.browser()
    expect((await stranger.send('GET', `${path}?email=${email}`)).status).toBe(200)
    expect((await stranger.send('DELETE', `${path}/marketing`)).body.code).toBe('order_not_found')
  })

  test('in a file are no formula', async () => {
    await set({ asksMarketing: true, marketingText: '=cmd()' })
    const { begin, order } = await holding(await freeEvent())
    await begin({ marketing: '=cmd()' })
    await order()
    const { body } = await owner.browser.send('POST', '/api/admin/exports/marketing')
    expect(csvOf(body)).toContain("'=cmd()")
  })
})

test('what was accepted is in the file of a person, and goes with an erasure', async () => {
  const { termsVersion } = (await set({ requiresTerms: true })).body
  const { begin, order } = await holding(await freeEvent())
  await begin({ termsVersion })
  const { orderId } = (await order()).body
  const { email } = BUYER.contact
  const { text } = (await owner.browser.send('POST', '/api/admin/personal-data/export', { email }))
    .body
  expect(JSON.parse(text).tables.order_consents).toContainEqual(
    expect.objectContaining({ order_id: orderId, terms_version: termsVersion }),
  )
  await owner.browser.send('POST', '/api/admin/personal-data/erase', {
    ...{ email, typed: email },
    evenOpen: true,
  })
  expect(await consentsOf(orderId)).toEqual([])
})

describe('how long data of orders is stored', () => {
  test('is the organizer’s own, within bounds', async () => {
    expect((await set({ keepPaidYears: 100 })).status).toBe(400)
    expect((await set({ keepFreeYears: 0 })).status).toBe(400)
    const { body } = await set({ keepPaidYears: 3, keepFreeYears: 1 })
    expect(body).toMatchObject({
      keepPaidYears: 3,
      keepFreeYears: 1,
      usualYears: { paid: 10, free: 2 },
    })
  })

  test('is applied by the job, for this organizer alone', async () => {
    const sold = await buy(server.browser(), event)
    await server.sql(
      `update sessions set starts_at = starts_at - interval '5 years', ends_at = ends_at - interval '5 years'
       where event_id = $1`,
      [event.eventId],
    )
    await set({ keepPaidYears: 3 })
    const { context } = server.foyer
    const jobs = turnJobs(context, watchStock(), { paid: 10, free: 2 })
    await jobs.find(({ name }) => name === 'end-personal-data')?.run(defaultTenantOf(server), {})
    const [order] = await server.sql('select email from orders where id = $1', [sold.body.orderId])
    expect(order).toEqual({ email: '' })
  })
})
