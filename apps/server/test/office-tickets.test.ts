import { findStockDrift, serverForTests } from '@foyer/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'
import { member } from './support/staff.ts'
import { ADD_ON_DETAILS, TYPE_DETAILS } from './support/staff-calls.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })
const ADMIN = '/api/admin'

afterAll(async () => expect(await findStockDrift(server)).toEqual([]))

/** An organizer of its own with a published event that sells two types, and an owner. */
async function office(plan: Parameters<typeof server.build.event>[0] = {}) {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const owner = await member(server, 'owner', tenantId)
  const event = await server.build.event({ tenantId, types: [{}, {}], ...plan })
  const send = (method: string, path: string, body?: unknown) =>
    owner.browser.send(method, `${ADMIN}${path}`, body, { 'x-brand-path': slug })
  const tickets = async () => (await send('GET', `/events/${event.eventId}/tickets`)).body
  const lastEntry = async () => (await send('GET', '/audit-log')).body.entries[0]
  const buyer = server.browser({ 'x-brand-path': slug })
  const sold = async () =>
    (await buyer.send('GET', `/api/ticket-types?eventId=${event.eventId}`)).body.map(
      ({ name, groupName }: { name: string; groupName: string | null }) => [groupName, name],
    )
  return { event, send, tickets, lastEntry, sold, buyer }
}

const namesOf = (parts: { details: { name: string } }[]) => parts.map(({ details }) => details.name)

describe('a fee set and a tax rate', () => {
  test('of a ticket type and of an add-on are given, named in the log, and taken away', async () => {
    const { event, send, tickets, lastEntry } = await office({ addOns: [{ priceMinor: 500 }] })
    const [feeSet] = (
      await send('POST', '/fee-sets', {
        ...{ name: 'Fee', feeType: 'flat', flatMinor: 250, ratePpm: 0 },
        ...{ isAbsorbed: false, taxRateId: null },
      })
    ).body.feeSets
    const [rate] = (
      await send('POST', '/tax-rates', {
        ...{ name: 'IVA', ratePpm: 230_000, isInclusive: true, isDefault: false },
      })
    ).body.taxRates
    const charges = { feeSetId: feeSet.id, taxRateId: rate.id }
    const none = { feeSetId: null, taxRateId: null }
    for (const [path, part] of [
      ['ticket-types', 'types'],
      ['add-ons', 'addOns'],
    ] as const) {
      for (const wanted of [charges, none]) {
        const [{ id, details, version }] = (await tickets())[part]
        const changed = await send('PUT', `/${path}/${id}`, { ...details, ...wanted, version })
        expect(changed.body[part][0].details).toMatchObject(wanted)
        expect((await lastEntry()).metadata.after).toEqual(wanted)
      }
    }
    const groupId = (await tickets()).groups[0].id
    const path = `/events/${event.eventId}`
    await send('POST', `${path}/ticket-types`, { ...TYPE_DETAILS, ...charges, groupId })
    await send('POST', `${path}/add-ons`, { ...ADD_ON_DETAILS, ...charges, capacity: null })
    const { types, addOns } = await tickets()
    expect(types.at(-1).details).toMatchObject(charges)
    expect(addOns.at(-1).details).toMatchObject(charges)
  })
})

describe('a ticket group', () => {
  test('is a heading for buyers as soon as there is another one with types', async () => {
    const { event, send, tickets, sold, lastEntry } = await office()
    expect(await sold()).toEqual([
      [null, 'Type 1'],
      [null, 'Type 2'],
    ])
    const path = `/events/${event.eventId}`
    const body = { name: 'Evenings', description: '', capacity: null }
    const created = await send('POST', `${path}/ticket-groups`, body)
    expect([created.status, namesOf(created.body.groups)]).toEqual([201, ['Tickets', 'Evenings']])
    expect(await lastEntry()).toMatchObject({
      actionType: 'ticket_group.created',
      entityName: 'Evenings',
    })
    expect(await sold()).toEqual([
      [null, 'Type 1'],
      [null, 'Type 2'],
    ])
    const groupId = created.body.groups[1].id
    await send('POST', `${path}/ticket-types`, { ...TYPE_DETAILS, groupId })
    const { orderVersion, groups, types } = await tickets()
    // The new group first.
    const ordered = await send('PUT', `${path}/tickets/order`, {
      groups: [
        { id: groupId, typeIds: [types[2].id] },
        { id: groups[0].id, typeIds: [types[1].id, types[0].id] },
      ],
      addOnIds: [],
      orderVersion,
    })
    expect(ordered.status).toBe(200)
    expect(await sold()).toEqual([
      ['Evenings', 'Adult'],
      ['Tickets', 'Type 2'],
      ['Tickets', 'Type 1'],
    ])
    expect(await lastEntry()).toMatchObject({
      actionType: 'event.tickets_ordered',
      metadata: {
        before: { tickets: 'Tickets, Type 1, Type 2, Evenings, Adult' },
        after: { tickets: 'Evenings, Adult, Tickets, Type 2, Type 1' },
      },
    })
  })

  test('is renamed, and archived with its types, but for the last one', async () => {
    const { event, send, tickets, sold } = await office()
    const { groups: before } = await tickets()
    const [first] = before
    const change = (group: typeof first, part: object) =>
      send('PUT', `/ticket-groups/${group.id}`, {
        ...group.details,
        version: group.version,
        ...part,
      })
    const last = await change(first, { isArchived: true })
    expect([last.status, last.body.code]).toEqual([409, 'last_ticket_group'])
    const renamed = await change(first, { name: 'Mornings' })
    expect(namesOf(renamed.body.groups)).toEqual(['Mornings'])
    const stale = await change(first, { name: 'Late' })
    expect([stale.body.code, stale.body.details.current.name]).toEqual([
      'changed_meanwhile',
      'Mornings',
    ])
    const path = `/events/${event.eventId}/ticket-groups`
    const { body } = await send('POST', path, { name: 'Evenings', description: '', capacity: null })
    const archived = await change(body.groups[0], { isArchived: true })
    expect(archived.body.types.every(({ details }: typeof first) => details.isArchived)).toBe(true)
    expect(await sold()).toEqual([])
  })
})

describe('a ticket type', () => {
  test('is created, changed with its price, and archived', async () => {
    const { event, send, tickets, sold, lastEntry } = await office()
    const { groups } = await tickets()
    const path = `/events/${event.eventId}/ticket-types`
    const created = await send('POST', path, { ...TYPE_DETAILS, groupId: groups[0].id })
    const type = created.body.types[2]
    expect([created.status, type.details]).toEqual([201, { ...TYPE_DETAILS, isArchived: false }])
    const body = {
      ...type.details,
      priceMinor: null,
      displayPrice: 'from 9',
      version: type.version,
    }
    const changed = await send('PUT', `/ticket-types/${type.id}`, body)
    expect(changed.body.types[2].details).toMatchObject({
      priceMinor: null,
      displayPrice: 'from 9',
    })
    expect((await lastEntry()).metadata).toEqual({
      before: { priceMinor: 1800, displayPrice: '' },
      after: { priceMinor: null, displayPrice: 'from 9' },
    })
    const stale = await send('PUT', `/ticket-types/${type.id}`, body)
    expect([stale.status, stale.body.details.current.version]).toEqual([
      409,
      changed.body.types[2].version,
    ])
    const { details, version } = changed.body.types[2]
    await send('PUT', `/ticket-types/${type.id}`, { ...details, isArchived: true, version })
    expect((await sold()).length).toBe(2)
  })

  test('refuses a price below 0, above what is charged, and in parts of a cent', async () => {
    const { event, send, tickets } = await office()
    const { groups } = await tickets()
    for (const priceMinor of [-1, 100_000_000, 12.5, '18']) {
      const body = { ...TYPE_DETAILS, priceMinor, groupId: groups[0].id }
      const { status, body: refusal } = await send(
        'POST',
        `/events/${event.eventId}/ticket-types`,
        body,
      )
      expect([status, refusal.details.fields[0].field]).toEqual([400, 'priceMinor'])
    }
  })
})

describe('an add-on', () => {
  test('with a limit keeps at least what is held and sold; without one it has none for good', async () => {
    const { event, send, buyer, lastEntry } = await office()
    const path = `/events/${event.eventId}/add-ons`
    const { body: limited } = await send('POST', path, { ...ADD_ON_DETAILS, capacity: 5 })
    const [addOn] = limited.addOns
    expect(addOn).toMatchObject({ capacity: 5, sold: 0 })
    const held = await holdCartOf(buyer, event, { addOns: [{ addOnId: addOn.id, quantity: 3 }] })
    expect(held.status).toBeLessThan(300)
    const limit = (id: string, capacity: number) =>
      send('PUT', `/add-ons/${id}/limit`, { capacity })
    const low = await limit(addOn.id, 2)
    expect([low.status, low.body.code]).toEqual([409, 'capacity_below_taken'])
    expect((await limit(addOn.id, 3)).body.addOns[0].capacity).toBe(3)
    expect(await lastEntry()).toMatchObject({
      actionType: 'add_on.changed',
      metadata: { before: { limit: 5 }, after: { limit: 3 } },
    })
    const { body } = await send('POST', path, { ...ADD_ON_DETAILS, capacity: null })
    const refused = await limit(body.addOns[1].id, 9)
    expect([refused.status, refused.body.details.fields[0].field]).toEqual([400, 'capacity'])
  })

  test('is changed and archived, and the second of two people is shown the difference', async () => {
    const { event, send, buyer } = await office({ addOns: [{ priceMinor: 500 }] })
    const { body } = await send('GET', `/events/${event.eventId}/tickets`)
    const [{ id, details, version }] = body.addOns
    const change = (part: object) => send('PUT', `/add-ons/${id}`, { ...details, version, ...part })
    const changed = await change({ priceMinor: 700 })
    expect(changed.body.addOns[0].details.priceMinor).toBe(700)
    const stale = await change({ priceMinor: 800 })
    expect([stale.body.code, stale.body.details.current.priceMinor]).toEqual([
      'changed_meanwhile',
      700,
    ])
    await change({ isArchived: true, version: changed.body.addOns[0].version })
    const offered = await buyer.send('GET', `/api/add-ons?eventId=${event.eventId}`)
    expect(offered.body).toEqual([])
  })
})

test('tickets of another organizer neither show nor change', async () => {
  const ours = await office()
  const theirs = await office({ addOns: [{ priceMinor: 500, capacity: 5 }] })
  const { groups, types, addOns, orderVersion } = await theirs.tickets()
  const path = `/events/${theirs.event.eventId}`
  const own = await ours.tickets()
  const foreign: [string, string, unknown?][] = [
    ['GET', `${path}/tickets`],
    ['POST', `${path}/ticket-groups`, { name: 'Mine', description: '', capacity: null }],
    ['PUT', `/ticket-groups/${groups[0].id}`, { ...groups[0].details, version: groups[0].version }],
    ['POST', `${path}/ticket-types`, { ...TYPE_DETAILS, groupId: groups[0].id }],
    ['PUT', `/ticket-types/${types[0].id}`, { ...types[0].details, version: types[0].version }],
    ['POST', `${path}/add-ons`, { ...ADD_ON_DETAILS, capacity: null }],
    ['PUT', `/add-ons/${addOns[0].id}`, { ...addOns[0].details, version: addOns[0].version }],
    ['PUT', `/add-ons/${addOns[0].id}/limit`, { capacity: 1 }],
    ['PUT', `${path}/tickets/order`, { groups: [], addOnIds: [], orderVersion }],
  ]
  for (const [method, at, body] of foreign) {
    expect([at, (await ours.send(method, at, body)).status]).toEqual([at, 404])
  }
  // Their group and type in an order of ours.
  const mixed = await ours.send('PUT', `/events/${ours.event.eventId}/tickets/order`, {
    groups: [{ id: groups[0].id, typeIds: own.types.map(({ id }: { id: string }) => id) }],
    addOnIds: [],
    orderVersion: own.orderVersion,
  })
  expect(mixed.body.code).toBe('changed_meanwhile')
  const inTheirGroup = await ours.send('POST', `/events/${ours.event.eventId}/ticket-types`, {
    ...TYPE_DETAILS,
    groupId: groups[0].id,
  })
  expect(inTheirGroup.body.code).toBe('ticket_group_not_found')
  expect(await theirs.tickets()).toEqual({
    groups,
    types,
    addOns,
    orderVersion,
    currency: 'usd',
    eventId: theirs.event.eventId,
  })
})
