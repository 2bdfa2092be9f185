import { serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { member } from './support/staff.ts'
import { ADD_ON_DETAILS, TYPE_DETAILS } from './support/staff-calls.ts'

const server = serverForTests({ jobs: false })

const FEE_SET = {
  name: 'Service fee',
  feeType: 'percentage',
  flatMinor: 0,
  ratePpm: 125_000,
  isAbsorbed: false,
  taxRateId: null,
}
const RATE = { name: 'IVA', ratePpm: 230_000, isInclusive: true, isDefault: false }

/** An organizer of its own, with its owner. */
async function organizer() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const { browser } = await member(server, 'owner', tenantId)
  const send = (method: string, path: string, body?: unknown) =>
    browser.send(method, `/api/admin${path}`, body, { 'x-brand-path': slug })
  return { tenantId, slug, send }
}

describe('fee sets', () => {
  test('are created, changed, archived and restored, each with an entry in the audit log', async () => {
    const { send } = await organizer()
    const created = await send('POST', '/fee-sets', FEE_SET)
    expect(created.status).toBe(201)
    const [feeSet] = created.body.feeSets
    expect(feeSet).toMatchObject({ ...FEE_SET, isArchived: false, usedBy: { count: 0, first: [] } })
    const change = { ...FEE_SET, isArchived: false, isAbsorbed: true, version: feeSet.version }
    const changed = await send('PUT', `/fee-sets/${feeSet.id}`, change)
    expect(changed.body.feeSets).toMatchObject([{ isAbsorbed: true }])
    for (const isArchived of [true, false]) {
      const { body } = await send('GET', '/fees')
      const { version } = body.feeSets[0]
      const path = `/fee-sets/${feeSet.id}`
      const done = await send('PUT', path, { ...change, isArchived, version })
      expect(done.body.feeSets).toMatchObject([{ isArchived }])
    }
    const { body: log } = await send('GET', '/audit-log')
    expect(log.entries.map(({ actionType }: { actionType: string }) => actionType)).toEqual([
      'fee_set.restored',
      'fee_set.archived',
      'fee_set.changed',
      'fee_set.created',
    ])
    expect(log.entries[2]).toMatchObject({
      metadata: { before: { isAbsorbed: false }, after: { isAbsorbed: true } },
    })
  })

  test('of two people, the second is shown what the first saved, and nothing is lost', async () => {
    const { send } = await organizer()
    const { body } = await send('POST', '/fee-sets', FEE_SET)
    const [{ id, version }] = body.feeSets
    const first = { ...FEE_SET, name: 'Booking fee', isArchived: false, version }
    expect((await send('PUT', `/fee-sets/${id}`, first)).status).toBe(200)
    const second = await send('PUT', `/fee-sets/${id}`, { ...first, name: 'Handling fee' })
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(second.body.details.current).toMatchObject({ name: 'Booking fee' })
    const { body: now } = await send('GET', '/fees')
    expect(now.feeSets).toMatchObject([{ name: 'Booking fee' }])
  })

  test('name what has them', async () => {
    const { tenantId, send } = await organizer()
    const event = await server.build.event({
      tenantId,
      name: 'Fado',
      fee: { ratePpm: 50_000 },
      addOns: [{ name: 'Wine', priceMinor: 500, fee: { flatMinor: 50 } }],
    })
    const { body } = await send('GET', '/fees')
    const uses = body.feeSets.map(({ usedBy }: { usedBy: unknown }) => usedBy)
    const { eventId } = event
    expect(uses).toEqual(
      expect.arrayContaining([
        { count: 1, first: [{ kind: 'event', name: 'Fado', eventId, eventName: 'Fado' }] },
        { count: 1, first: [{ kind: 'addOn', name: 'Wine', eventId, eventName: 'Fado' }] },
      ]),
    )
  })

  test('of another organizer are unknown', async () => {
    const [one, other] = [await organizer(), await organizer()]
    const { body } = await one.send('POST', '/fee-sets', FEE_SET)
    const [{ id, version }] = body.feeSets
    const rate = await other.send('POST', '/tax-rates', RATE)
    const change = { ...FEE_SET, isArchived: false, version }
    expect((await other.send('PUT', `/fee-sets/${id}`, change)).status).toBe(404)
    expect((await other.send('GET', '/fees')).body.feeSets).toEqual([])
    const foreign = { ...change, taxRateId: rate.body.taxRates[0].id }
    expect((await one.send('PUT', `/fee-sets/${id}`, foreign)).body.code).toBe('tax_rate_not_found')
  })
})

describe('tax rates', () => {
  test('have one default, which a new default replaces', async () => {
    const { send } = await organizer()
    await send('POST', '/tax-rates', { ...RATE, isDefault: true })
    const { body } = await send('POST', '/tax-rates', { ...RATE, name: 'Reduced', isDefault: true })
    expect(body.taxRates).toMatchObject([
      { name: 'IVA', isDefault: false },
      { name: 'Reduced', isDefault: true },
    ])
  })

  test('cannot be archived as long as something has them or they are the default', async () => {
    const { tenantId, send } = await organizer()
    await server.build.event({ tenantId, tax: RATE })
    const {
      body: {
        taxRates: [used],
      },
    } = await send('GET', '/fees')
    const { id, version } = used
    const archived = { ...RATE, isArchived: true }
    const refusal = await send('PUT', `/tax-rates/${id}`, {
      ...archived,
      name: used.name,
      version,
    })
    expect([refusal.status, refusal.body.code]).toEqual([409, 'tax_rate_in_use'])
    const { body } = await send('POST', '/tax-rates', { ...RATE, name: 'Zero', isDefault: true })
    const zero = body.taxRates.find(({ name }: { name: string }) => name === 'Zero')
    const both = { ...archived, name: 'Zero', isDefault: true, version: zero.version }
    expect((await send('PUT', `/tax-rates/${zero.id}`, both)).body.code).toBe('tax_rate_in_use')
    const free = { ...both, isDefault: false }
    expect((await send('PUT', `/tax-rates/${zero.id}`, free)).body.taxRates).toMatchObject([
      { isArchived: false },
      { name: 'Zero', isArchived: true },
    ])
  })

  test('change what is sold from then on, in the listing of every event', async () => {
    const { tenantId, send } = await organizer()
    const { slug } = { slug: (await send('GET', '/organizer')).body.slug }
    const event = await server.build.event({ tenantId, types: [{ priceMinor: 1000 }] })
    await send('POST', '/tax-rates', {
      name: 'Sales tax',
      ratePpm: 100_000,
      isInclusive: false,
      isDefault: true,
    })
    const quoted = await server.browser().send(
      'POST',
      '/api/quote',
      {
        eventId: event.eventId,
        sessionId: event.sessionId,
        tickets: [{ ticketTypeId: event.typeId, quantity: 2 }],
      },
      { 'x-brand-path': slug },
    )
    expect(quoted.body.quote).toMatchObject({ totalMinor: 2200, taxMinor: 200 })
  })
})

describe('what is archived', () => {
  test('is given to nothing new, and stays with what has it', async () => {
    const { tenantId, send } = await organizer()
    const { eventId } = await server.build.event({ tenantId })
    const feeSet = (await send('POST', '/fee-sets', FEE_SET)).body.feeSets[0]
    const rate = (await send('POST', '/tax-rates', RATE)).body.taxRates[0]
    const eventPath = `/events/${eventId}`
    const { details, version } = (await send('GET', eventPath)).body
    const given = { ...details, feeSetId: feeSet.id, version }
    const changed = await send('PUT', eventPath, given)
    expect(changed.body.details.feeSetId).toBe(feeSet.id)
    for (const [path, charge] of [
      [`/fee-sets/${feeSet.id}`, { ...FEE_SET, version: feeSet.version }],
      [`/tax-rates/${rate.id}`, { ...RATE, version: rate.version }],
    ] as const) {
      expect((await send('PUT', path, { ...charge, isArchived: true })).status).toBe(200)
    }

    const again = { ...given, name: 'Fado again', version: changed.body.version }
    expect((await send('PUT', eventPath, again)).status).toBe(200)
    const { groups } = (await send('GET', `${eventPath}/tickets`)).body
    const addOn = { ...ADD_ON_DETAILS, capacity: null }
    const type = { ...TYPE_DETAILS, groupId: groups[0].id }
    for (const [path, body, code] of [
      [`${eventPath}/ticket-types`, { ...type, feeSetId: feeSet.id }, 'fee_set_not_found'],
      [`${eventPath}/ticket-types`, { ...type, taxRateId: rate.id }, 'tax_rate_not_found'],
      [`${eventPath}/add-ons`, { ...addOn, feeSetId: feeSet.id }, 'fee_set_not_found'],
      [`${eventPath}/add-ons`, { ...addOn, taxRateId: rate.id }, 'tax_rate_not_found'],
      ['/fee-sets', { ...FEE_SET, taxRateId: rate.id }, 'tax_rate_not_found'],
    ] as const) {
      const refused = await send('POST', path, body)
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        404,
        code,
        expect.stringContaining('is archived'),
      ])
    }
  })
})

describe('the example', () => {
  test.each([
    ['a fee that is passed on', { isAbsorbed: false }, null, [2813, 313, 0, 2500]],
    ['a fee that is absorbed', { isAbsorbed: true }, null, [2500, 313, 0, 2187]],
    ['an included tax', null, { ratePpm: 230_000, isInclusive: true }, [2500, 0, 467, 2033]],
    ['an added tax', null, { ratePpm: 100_000, isInclusive: false }, [2750, 0, 250, 2500]],
  ])('with %s says what the buyer pays and what remains', async (_, fee, priceTax, amounts) => {
    const { send } = await organizer()
    const { name, taxRateId, ...fields } = FEE_SET
    const { body } = await send('POST', '/fees/example', {
      priceMinor: 2500,
      fee: fee && { ...fields, ...fee },
      priceTax,
      feeTaxRateId: null,
    })
    expect([body.totalMinor, body.feeMinor, body.taxMinor, body.netMinor]).toEqual(amounts)
  })

  test('adds up where the fee includes a tax', async () => {
    const { send } = await organizer()
    const [rate] = (await send('POST', '/tax-rates', { ...RATE, isDefault: true })).body.taxRates
    const { name, taxRateId, ...fee } = FEE_SET
    const { body } = await send('POST', '/fees/example', {
      ...{ priceMinor: 2500, fee, priceTax: null, feeTaxRateId: rate.id },
    })
    expect([body.totalMinor, body.feeMinor, body.taxMinor, body.netMinor]).toEqual([
      2813, 254, 526, 2033,
    ])
  })
})
