import { findStockDrift, serverForTests } from '@foyer/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'
import { member } from './support/staff.ts'
import { EVENT_DETAILS, VENUE_DETAILS } from './support/staff-calls.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })
const EVENTS = '/api/admin/events'
const UNKNOWN = '0190a0a0-0000-7000-8000-000000000000'

afterAll(async () => expect(await findStockDrift(server)).toEqual([]))

/** An organizer of its own, with an owner and a venue. */
async function office() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const owner = await member(server, 'owner', tenantId)
  const send = (method: string, path: string, body?: unknown) =>
    owner.browser.send(method, path, body, { 'x-brand-path': slug })
  const { body: venue } = await send('POST', '/api/admin/venues', VENUE_DETAILS)
  const draft = async (name = 'Quiet Hours') => {
    const body = { name, venueId: venue.id, category: 'exhibition', isTimedEntry: true }
    const created = await send('POST', EVENTS, body)
    expect([created.status, created.body.state]).toEqual([201, 'draft'])
    return created.body
  }
  const log = async () => {
    const { body } = await send('GET', '/api/admin/audit-log')
    return body.entries
  }
  return { tenantId, slug, owner, send, venue, draft, log }
}

describe('an event', () => {
  test('begins as a draft that no buyer sees', async () => {
    const { draft, slug, log, owner } = await office()
    const event = await draft()
    const buyer = server.browser({ 'x-brand-path': slug })
    expect((await buyer.send('GET', `/api/events/${event.id}`)).status).toBe(404)
    expect((await log())[0]).toMatchObject({
      actionType: 'event.created',
      entityName: 'Quiet Hours',
      person: { id: owner.id },
    })
  })

  test('stores all details, and logs what changed', async () => {
    const { draft, send, venue, log } = await office()
    const { id, version } = await draft()
    const body = { ...EVENT_DETAILS, venueId: venue.id, version }
    const changed = await send('PUT', `${EVENTS}/${id}`, body)
    expect(changed.status).toBe(200)
    expect(changed.body.details).toEqual({ ...EVENT_DETAILS, venueId: venue.id })
    expect(changed.body.version).not.toBe(version)
    const [entry] = await log()
    expect(entry).toMatchObject({ actionType: 'event.changed' })
    expect(entry.metadata.before).toMatchObject({ doorsMinutes: null, accessNotes: '' })
    expect(entry.metadata.after).toMatchObject({ doorsMinutes: 30, accessNotes: 'Step-free' })
    expect(entry.metadata.after).not.toHaveProperty('name')
    const again = { ...body, version: changed.body.version }
    expect((await send('PUT', `${EVENTS}/${id}`, again)).status).toBe(200)
    expect((await log())[0].id).toBe(entry.id)
  })

  test('refuses the second of two people who edit it, and shows what the first one saved', async () => {
    const { draft, send, venue } = await office()
    const { id, version } = await draft()
    const body = { ...EVENT_DETAILS, venueId: venue.id, version }
    const first = await send('PUT', `${EVENTS}/${id}`, { ...body, name: 'Loud Hours' })
    const second = await send('PUT', `${EVENTS}/${id}`, { ...body, name: 'Late Hours' })
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(second.body.details.current).toEqual({
      ...first.body.details,
      version: first.body.version,
    })
    const { body: stored } = await send('GET', `${EVENTS}/${id}`)
    expect(stored.details.name).toBe('Loud Hours')
  })

  test('is published, unpublished, archived and restored, and refuses any other move', async () => {
    const { draft, send, slug, log } = await office()
    const { id } = await draft()
    const move = async (name: string) => {
      const { status, body } = await send('POST', `${EVENTS}/${id}/move`, { move: name })
      return [status, body.state ?? body.code]
    }
    const buyer = server.browser({ 'x-brand-path': slug })
    const seen = async () => (await buyer.send('GET', `/api/events/${id}`)).status
    expect(await move('restore')).toEqual([409, 'event_state_changed'])
    expect(await move('publish')).toEqual([200, 'published'])
    expect(await seen()).toBe(200)
    expect(await move('publish')).toEqual([409, 'event_state_changed'])
    expect(await move('unpublish')).toEqual([200, 'draft'])
    expect(await seen()).toBe(404)
    await move('publish')
    expect(await move('archive')).toEqual([200, 'archived'])
    expect(await seen()).toBe(404)
    expect(await move('archive')).toEqual([409, 'event_state_changed'])
    expect(await move('restore')).toEqual([200, 'draft'])
    expect((await log())[0]).toMatchObject({
      actionType: 'event.moved',
      metadata: { before: { state: 'Archived' }, after: { state: 'Draft' } },
    })
  })

  test('is paused as long as its sales are, in the list and on its screen', async () => {
    const { draft, send, log } = await office()
    const { id } = await draft()
    const stateOf = async () => (await send('GET', `${EVENTS}/${id}`)).body.state
    const listed = async (state: string) =>
      (await send('GET', `${EVENTS}?state=${state}`)).body.events.map(
        (event: { id: string }) => event.id,
      )
    await send('POST', `${EVENTS}/${id}/sales/pause`, { note: null })
    expect(await stateOf()).toBe('draft')
    await send('POST', `${EVENTS}/${id}/move`, { move: 'publish' })
    expect(await stateOf()).toBe('paused')
    expect([await listed('paused'), await listed('published')]).toEqual([[id], []])
    expect((await send('GET', EVENTS)).body.events[0].state).toBe('paused')
    await send('POST', `${EVENTS}/${id}/move`, { move: 'archive' })
    expect((await log())[0]).toMatchObject({
      metadata: { before: { state: 'Paused' }, after: { state: 'Archived' } },
    })
    await send('POST', `${EVENTS}/${id}/move`, { move: 'restore' })
    await send('POST', `${EVENTS}/${id}/move`, { move: 'publish' })
    await send('POST', `${EVENTS}/${id}/sales/resume`)
    expect(await stateOf()).toBe('published')
    expect([await listed('paused'), await listed('published')]).toEqual([[], [id]])
  })

  test('of another organizer does not exist', async () => {
    const ours = await office()
    const theirs = await office()
    const { id } = await theirs.draft()
    const body = { ...EVENT_DETAILS, venueId: ours.venue.id, version: 'a'.repeat(20) }
    for (const [method, path, sent] of [
      ['GET', `${EVENTS}/${id}`],
      ['PUT', `${EVENTS}/${id}`, body],
      ['POST', `${EVENTS}/${id}/move`, { move: 'publish' }],
      ['POST', `${EVENTS}/${id}/duplicate`, { name: 'Mine' }],
      ['DELETE', `${EVENTS}/${id}`],
    ] as const) {
      const answer = await ours.send(method, path, sent)
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'event_not_found'])
    }
    const create = {
      name: 'Mine',
      venueId: theirs.venue.id,
      category: 'other',
      isTimedEntry: false,
    }
    expect((await ours.send('POST', EVENTS, create)).body.code).toBe('venue_not_found')
    const { id: own, version } = await ours.draft()
    const moved = { ...EVENT_DETAILS, venueId: theirs.venue.id, version }
    expect((await ours.send('PUT', `${EVENTS}/${own}`, moved)).body.code).toBe('venue_not_found')
    expect((await ours.send('GET', EVENTS)).body.events).toHaveLength(1)
    const sold = await ours.send('GET', `${EVENTS}/sold?eventIds=${id},${own}`)
    expect(sold.body.events).toEqual([{ id: own, sold: 0, capacity: 0 }])
  })

  test('keeps the time zone of its sessions when it moves to another venue', async () => {
    const { tenantId, send } = await office()
    const { eventId } = await server.build.event({ tenantId, timeZone: 'Europe/Berlin' })
    const venueIn = async (timeZone: string) =>
      (await send('POST', '/api/admin/venues', { ...VENUE_DETAILS, timeZone })).body.id
    const { body: event } = await send('GET', `${EVENTS}/${eventId}`)
    const change = async (venueId: string) =>
      send('PUT', `${EVENTS}/${eventId}`, { ...event.details, venueId, version: event.version })
    const far = await change(await venueIn('Asia/Tokyo'))
    expect([far.status, far.body.code]).toEqual([409, 'venue_in_use'])
    const near = await change(await venueIn('Europe/Berlin'))
    expect([near.status, near.body.venue.name]).toEqual([200, 'Lantern Hall'])
  })
})

describe('deleting', () => {
  test('a draft removes all that belongs to it', async () => {
    const { tenantId, send, log } = await office()
    const { eventId, sessionId } = await server.build.event({
      tenantId,
      types: [{}, { dynamicMinor: 1200 }],
      addOns: [{ priceMinor: 500, capacity: 10 }, { priceMinor: 100 }],
      waiver: 'I take part at my own risk.',
      changePolicy: {},
    })
    expect((await send('DELETE', `${EVENTS}/${eventId}`)).body.code).toBe('event_in_use')
    await send('POST', `${EVENTS}/${eventId}/move`, { move: 'unpublish' })
    expect((await send('DELETE', `${EVENTS}/${eventId}`)).body).toEqual({ deleted: true })
    expect((await send('GET', `${EVENTS}/${eventId}`)).status).toBe(404)
    expect(await server.sql('select 1 from stock where session_id = $1', [sessionId])).toEqual([])
    expect((await log())[0]).toMatchObject({
      actionType: 'event.deleted',
      entityName: 'Test Night',
    })
  })

  test('is refused for an event that anything was held of, with what works instead', async () => {
    const { tenantId, slug, send } = await office()
    const event = await server.build.event({ tenantId })
    const buyer = server.browser({ 'x-brand-path': slug })
    expect((await holdCartOf(buyer, event)).status).toBeLessThan(300)
    await send('POST', `${EVENTS}/${event.eventId}/move`, { move: 'unpublish' })
    const refused = await send('DELETE', `${EVENTS}/${event.eventId}`)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'event_in_use',
      { instead: 'archive' },
    ])
    expect((await send('GET', `${EVENTS}/${event.eventId}`)).body.sessionCount).toBe(1)
  })
})

describe('a duplicate', () => {
  test('is a draft with the same details, tickets and add-ons, and without sessions', async () => {
    const { tenantId, send, venue, log } = await office()
    const { eventId } = await server.build.event({
      tenantId,
      types: [{ priceMinor: 1500 }, { dynamicMinor: 1200 }],
      addOns: [{ priceMinor: 500, capacity: 10 }, { priceMinor: 100 }],
      waiver: 'I take part at my own risk.',
    })
    const { body: event } = await send('GET', `${EVENTS}/${eventId}`)
    const details = { ...EVENT_DETAILS, venueId: event.details.venueId, version: event.version }
    const original = await send('PUT', `${EVENTS}/${eventId}`, details)
    const copy = await send('POST', `${EVENTS}/${eventId}/duplicate`, { name: 'Second Season' })
    expect([copy.status, copy.body.state, copy.body.sessionCount]).toEqual([201, 'draft', 0])
    expect(copy.body.details).toEqual({ ...original.body.details, name: 'Second Season' })
    expect(venue.id).not.toBe(copy.body.details.venueId)
    const types = (id: string) =>
      server.sql(
        `select name, pricing_mode, price_minor, max_quantity, position from ticket_types
         where event_id = $1 order by position`,
        [id],
      )
    expect(await types(copy.body.id)).toEqual(await types(eventId))
    const addOns = (id: string) =>
      server.sql(
        `select a.name, a.price_minor, k.capacity, k.sold from add_ons a
         left join stock k on k.session_id = a.id where a.event_id = $1 order by a.position`,
        [id],
      )
    expect(await addOns(copy.body.id)).toEqual(await addOns(eventId))
    const waiver = await server.sql('select version, body from waiver_texts where event_id = $1', [
      copy.body.id,
    ])
    expect(waiver).toEqual([{ version: 1, body: 'I take part at my own risk.' }])
    expect((await log())[0]).toMatchObject({
      actionType: 'event.duplicated',
      entityName: 'Second Season',
    })
    expect((await send('POST', `${EVENTS}/${UNKNOWN}/duplicate`, { name: 'X' })).status).toBe(404)
  })
})

describe('the list of events', () => {
  test('is searched, filtered by state, sorted and paged without gaps', async () => {
    const { draft, send } = await office()
    const names = Array.from(
      { length: 53 },
      (_, index) => `Événement ${String(index).padStart(2, '0')}`,
    )
    for (const name of names) await draft(name)
    const list = async (query = '') => (await send('GET', `${EVENTS}?${query}`)).body
    const namesOf = ({ events }: { events: { name: string }[] }) => events.map(({ name }) => name)
    const first = await list()
    expect(namesOf(first)).toEqual(names.toReversed().slice(0, 50))
    expect(namesOf(await list(`after=${first.next}`))).toEqual(names.toReversed().slice(50))
    const byName = await list('sort=name')
    expect(namesOf(byName)).toEqual(names.slice(0, 50))
    const rest = await list(`sort=name&after=${byName.next}`)
    expect([namesOf(rest), rest.next]).toEqual([names.slice(50), null])
    const byNext = await list('sort=next&isDescending=true')
    const restByNext = await list(`sort=next&isDescending=true&after=${byNext.next}`)
    expect(new Set([...namesOf(byNext), ...namesOf(restByNext)])).toEqual(new Set(names))
    expect(namesOf(await list('q=evenement 07'))).toEqual(['Événement 07'])
    const [{ id }] = (await list('q=07')).events
    await send('POST', `${EVENTS}/${id}/move`, { move: 'publish' })
    expect(namesOf(await list('state=published'))).toEqual(['Événement 07'])
    await send('POST', `${EVENTS}/${id}/move`, { move: 'archive' })
    expect(namesOf(await list('q=07'))).toEqual([])
    expect(namesOf(await list('q=07&state=archived'))).toEqual(['Événement 07'])
    expect((await list('state=draft&sort=name')).events).toHaveLength(50)
  })

  test('refuses the end of a page that it did not write', async () => {
    const { send } = await office()
    for (const after of ['nonsense', 'bnVsbA', Buffer.from('{"key":1}').toString('base64url')]) {
      const answer = await send('GET', `${EVENTS}?after=${after}`)
      expect([answer.status, answer.body.details?.fields?.[0]?.field]).toEqual([400, 'query.after'])
    }
  })

  test('counts what is sold of each event apart', async () => {
    const { tenantId, send } = await office()
    const { eventId } = await server.build.event({ tenantId, capacity: 40, sessions: 2 })
    const unlimited = await server.build.event({ tenantId, capacity: null })
    await server.sql(
      'update stock set sold = 3 where session_id in (select id from sessions where event_id = $1) and pool_id = session_id',
      [eventId],
    )
    const answer = await send('GET', `${EVENTS}/sold?eventIds=${eventId},${unlimited.eventId}`)
    expect(answer.body.events).toEqual(
      expect.arrayContaining([
        { id: eventId, sold: 6, capacity: 80 },
        { id: unlimited.eventId, sold: 0, capacity: null },
      ]),
    )
    await server.sql(
      'update stock set sold = 0 where session_id in (select id from sessions where event_id = $1)',
      [eventId],
    )
  })
})
