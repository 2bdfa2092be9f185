import { type BuiltEvent, buy, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { workBulkChanges } from '../src/features/catalog/dates/work-bulk-changes.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'
import { defaultTenantOf } from './support/parts.ts'
import { member, type TestPerson } from './support/staff.ts'
import { VENUE_DETAILS } from './support/staff-calls.ts'

/** Rooms of a venue: what organizers set of them, what their dates do with them, what buyers read. */

const server = serverForTests({ jobs: false, isOneAddressMany: true, bounds: NOTHING_CACHED })
let owner: TestPerson
beforeAll(async () => {
  owner = await member(server, 'owner')
})
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const send = (method: string, path: string, body?: unknown) =>
  owner.browser.send(method, `/api/admin${path}`, body)

interface Room {
  id?: string
  name: string
  capacity: number
}
const HALL = { name: 'Great Hall', capacity: 300 }
const STUDIO = { name: 'Studio', capacity: 40 }

/** Stores the rooms of a venue, and returns the answer. */
async function setRooms(venueId: string, rooms: readonly Room[]) {
  const { details, version } = (await send('GET', `/venues/${venueId}`)).body
  return send('PUT', `/venues/${venueId}`, {
    ...VENUE_DETAILS,
    name: details.name,
    timeZone: details.timeZone,
    rooms,
    version,
  })
}

/** An event at a venue of its own with two rooms. */
async function withRooms(plan: Parameters<typeof server.build.event>[0] = {}) {
  const event = await server.build.event(plan)
  const { body } = await setRooms(event.venueId, [HALL, STUDIO])
  const [hall, studio]: Required<Room>[] = body.details.rooms
  if (!hall || !studio) throw new Error('The rooms were not stored')
  return { event, hall, studio }
}

const sessionAt = (sessionId: string) => send('GET', `/sessions/${sessionId}`)

/** Changes the session of an event as its dialog does. */
async function change({ sessionId }: BuiltEvent, part: object) {
  const { edit } = (await sessionAt(sessionId)).body
  const { version, name, capacity } = edit
  return send('PUT', `/sessions/${sessionId}`, { version, name, capacity, types: [], ...part })
}

const NEW_DATE = { date: '2031-05-01', time: '19:30', durationMinutes: 90, name: '', types: [] }

describe('the rooms of a venue', () => {
  test('are stored in their order, renamed, and in the audit log', async () => {
    const { event, hall, studio } = await withRooms()
    const renamed = { ...hall, name: 'Kelp Room', capacity: 250 }
    const { body } = await setRooms(event.venueId, [studio, renamed])
    expect(body.details.rooms).toEqual([studio, renamed])
    const [entry] = (await send('GET', '/audit-log')).body.entries
    expect(entry).toMatchObject({ actionType: 'venue.changed' })
    expect(Object.keys(entry.metadata.after)).toEqual(['rooms'])
    expect(JSON.stringify(entry.metadata.after)).toContain('Kelp Room')
  })

  test('stay as they are for a client that does not name them', async () => {
    const { event, hall, studio } = await withRooms()
    const { details, version } = (await send('GET', `/venues/${event.venueId}`)).body
    const { rooms: _, ...unnamed } = { ...details, name: 'Renamed Hall' }
    const saved = await send('PUT', `/venues/${event.venueId}`, { ...unnamed, version })
    expect(saved.body.details).toMatchObject({ name: 'Renamed Hall', rooms: [hall, studio] })
    expect(saved.body.details.rooms).toEqual([hall, studio])
  })

  test('are at most 100, each with a name of its own and people who fit', async () => {
    const { venueId } = await server.build.event()
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `Room ${index}`, capacity: 10 }))
    const refused = await setRooms(venueId, many(101))
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed'])
    expect(JSON.stringify(refused.body)).toContain('A venue has at most 100 rooms')
    expect((await setRooms(venueId, many(100))).status).toBe(200)
    const same = [HALL, { name: 'great hall', capacity: 1 }]
    expect((await setRooms(venueId, same)).body.code).toBe('validation_failed')
    expect((await setRooms(venueId, [{ name: 'None', capacity: 0 }])).status).toBe(400)
  })

  test('of another venue are not taken over', async () => {
    const { hall } = await withRooms()
    const other = await server.build.event()
    const refused = await setRooms(other.venueId, [hall])
    expect([refused.status, refused.body.code]).toEqual([404, 'room_not_found'])
  })

  test('are not deleted while dates ahead are in them', async () => {
    const { event, hall, studio } = await withRooms({ name: 'Jazz' })
    await change(event, { roomId: hall.id })
    const refused = await setRooms(event.venueId, [studio])
    expect([refused.status, refused.body.code]).toEqual([409, 'room_in_use'])
    expect(refused.body.error).toBe(
      '“Jazz” has dates in the room “Great Hall”. Nothing was changed. Give these dates another room first.',
    )
    expect(refused.body.details.roomId).toBe(hall.id)
    await change(event, { roomId: null })
    expect((await setRooms(event.venueId, [studio])).body.details.rooms).toEqual([studio])
  })
})

describe('a date in a room', () => {
  test('begins with its capacity, and may have another one', async () => {
    const { event, hall, studio } = await withRooms()
    const path = `/events/${event.eventId}/sessions`
    const usual = await send('POST', path, { ...NEW_DATE, roomId: studio.id })
    expect(usual.body).toMatchObject({ capacity: 40, room: studio, edit: { roomId: studio.id } })
    const own = { ...NEW_DATE, time: '22:00', capacity: 500, roomId: hall.id }
    expect((await send('POST', path, own)).body).toMatchObject({ capacity: 500, room: hall })
    const { body } = await send('GET', `/events/${event.eventId}/dates`)
    expect(body.rooms).toEqual([hall, studio])
  })

  test('keeps its room unless a change names one, and leaves it if the event moves', async () => {
    const { event, hall } = await withRooms()
    expect((await change(event, { roomId: hall.id })).body.room).toEqual(hall)
    expect((await change(event, { name: 'Late' })).body).toMatchObject({ name: 'Late', room: hall })
    const other = await server.build.event()
    const details = (await send('GET', `/events/${event.eventId}`)).body
    const moved = await send('PUT', `/events/${event.eventId}`, {
      ...details.details,
      venueId: other.venueId,
      version: details.version,
    })
    expect(moved.status).toBe(200)
    expect((await sessionAt(event.sessionId)).body.room).toBe(null)
  })

  test('is not in a room of another venue', async () => {
    const { hall } = await withRooms()
    const other = await server.build.event()
    const refused = await change(other, { roomId: hall.id })
    expect([refused.status, refused.body.code]).toEqual([404, 'room_not_found'])
    const created = await send('POST', `/events/${other.eventId}/sessions`, {
      ...NEW_DATE,
      roomId: hall.id,
    })
    expect(created.body.code).toBe('room_not_found')
  })

  test('is said to be in the room at the same time as another one, of whatever event', async () => {
    const { event, hall, studio } = await withRooms({ name: 'Jazz' })
    const other = await server.build.event({ name: 'Opera', venueId: event.venueId })
    const roomConflictOf = async ({ eventId }: BuiltEvent) =>
      (await send('GET', `/events/${eventId}/sessions`)).body.sessions[0].roomConflict
    await change(event, { roomId: hall.id })
    await change(other, { roomId: studio.id })
    expect(await roomConflictOf(event)).toBe(null)
    await change(other, { roomId: hall.id })
    expect(await roomConflictOf(event)).toMatchObject({ eventName: 'Opera' })
    expect((await sessionAt(other.sessionId)).body.roomConflict).toMatchObject({
      eventName: 'Jazz',
    })
    await send('PUT', `/sessions/${other.sessionId}/state`, { state: 'cancelled' })
    expect(await roomConflictOf(event)).toBe(null)
  })

  test('is said to overlap another one of its event, unless they are slots of a timed entry', async () => {
    const { event, hall } = await withRooms()
    const inHall = { ...NEW_DATE, roomId: hall.id }
    for (const time of ['19:30', '20:00']) {
      await send('POST', `/events/${event.eventId}/sessions`, { ...inHall, time })
    }
    const conflicts = async () =>
      (await send('GET', `/events/${event.eventId}/sessions?from=2031-05-01`)).body.sessions.map(
        ({ roomConflict }: { roomConflict: object | null }) => roomConflict !== null,
      )
    expect(await conflicts()).toEqual([true, true])
    await server.sql('update events set is_timed_entry = true where id = $1', [event.eventId])
    expect(await conflicts()).toEqual([false, false])
  })
})

test('many new dates in a room say what overlaps in it and what exceeds it, and are in it', async () => {
  const { event, hall, studio } = await withRooms()
  const schedule = {
    rule: 'FREQ=DAILY',
    from: '2031-04-01',
    to: '2031-04-02',
    exceptDates: [],
    extraDates: [],
    times: { at: ['19:30'] },
    durationMinutes: 90,
    name: '',
    capacity: 60,
    roomId: studio.id,
    types: [],
    variations: [],
  }
  const path = `/events/${event.eventId}/bulk-changes`
  const shown = async (part: object = {}) =>
    (
      await send('POST', `${path}/preview`, {
        change: { kind: 'create', schedule: { ...schedule, ...part } },
      })
    ).body
  const { digest, beyondRoom } = await shown()
  expect(beyondRoom).toBe(2)
  const started = await send('POST', path, { change: { kind: 'create', schedule }, digest })
  expect(started.status).toBe(201)
  while ((await workBulkChanges(server.foyer.context, defaultTenantOf(server))) > 0);
  const { sessions } = (await send('GET', `/events/${event.eventId}/sessions?from=2031-04-01`)).body
  expect(sessions).toMatchObject([
    { room: studio, capacity: 60 },
    { room: studio, capacity: 60 },
  ])
  const later = { times: { at: ['20:00'] } }
  expect((await shown(later)).overlaps).toMatchObject({ room: 2, own: 0, venue: 0 })
  const elsewhere = await shown({ ...later, roomId: hall.id })
  expect([elsewhere.overlaps, elsewhere.beyondRoom]).toMatchObject([
    { room: 0, own: 0, venue: 0 },
    0,
  ])
  expect((await shown({ roomId: event.eventId })).code).toBe('room_not_found')
})

test('many dates at a time get a room, or leave it, after a warning of what shares it', async () => {
  const { event, hall, studio } = await withRooms({ name: 'Jazz', sessions: 2, capacity: 50 })
  const other = await server.build.event({ name: 'Opera', venueId: event.venueId })
  await change(other, { roomId: studio.id })
  const path = `/events/${event.eventId}/bulk-changes`
  const selection = { filter: {}, exceptIds: [] }
  const edit = (part: object) => ({ kind: 'edit', selection, types: [], ...part })
  const preview = async (part: object) =>
    (await send('POST', `${path}/preview`, { change: edit(part) })).body
  const roomsOf = async () =>
    (await send('GET', `/events/${event.eventId}/sessions`)).body.sessions.map(
      ({ room }: { room: Room | null }) => room?.name ?? null,
    )
  const setRoom = async (roomId: string | null) => {
    const { digest } = await preview({ roomId })
    await send('POST', path, { change: edit({ roomId }), digest })
    while ((await workBulkChanges(server.foyer.context, defaultTenantOf(server))) > 0);
    return roomsOf()
  }
  expect(await preview({ roomId: studio.id })).toMatchObject({
    beyondRoom: 2,
    overlaps: { room: 1, own: 0, venue: 0, examples: [{ otherEvent: 'Opera' }] },
  })
  expect(await preview({ roomId: hall.id })).toMatchObject({ beyondRoom: 0, overlaps: { room: 0 } })
  expect(await setRoom(studio.id)).toEqual(['Studio', 'Studio'])
  expect((await preview({ capacity: 40 })).beyondRoom).toBe(0)
  expect((await preview({ capacity: 41 })).beyondRoom).toBe(2)
  expect(await setRoom(null)).toEqual([null, null])
  expect((await preview({ roomId: event.eventId })).code).toBe('room_not_found')
})

test('passes of a date that is not over are sent again with its room, and with a new name', async () => {
  const { event, hall, studio } = await withRooms()
  const { body: bought } = await buy(server.browser(), event, '12345', 1)
  await server.sql(
    `insert into wallet_passes (tenant_id, order_id, ticket_number, wallet)
     values (1, $1, 1, 'google')`,
    [bought.orderId],
  )
  const sent = async () =>
    (
      await server.sql<{ changes: number }>(
        'select changes from wallet_updates where target = $1',
        [`${bought.orderId}-1`],
      )
    )[0]?.changes ?? 0
  const before = await sent()
  await change(event, { roomId: hall.id })
  const inRoom = await sent()
  expect(inRoom).toBeGreaterThan(before)
  await setRooms(event.venueId, [{ ...hall, capacity: 200 }, studio])
  expect(await sent()).toBe(inRoom)
  await setRooms(event.venueId, [{ ...hall, name: 'Kelp Room' }, studio])
  expect(await sent()).toBeGreaterThan(inRoom)
})

test('buyers read the room before the venue, and a new name at once', async () => {
  const { event, hall, studio } = await withRooms()
  await change(event, { roomId: hall.id })
  const browser = server.browser()
  const factsOf = async () =>
    (await browser.send('GET', `/api/events/${event.eventId}`)).body.facts.room
  expect(await factsOf()).toBe('Great Hall')
  const daily = await browser.send(
    'GET',
    `/api/price/daily?eventId=${event.eventId}&date=${event.date}`,
  )
  expect(daily.body.data.sessions[event.sessionId].room_name).toBe('Great Hall')
  const { body: bought } = await buy(browser, event, '12345', 2)
  const orderOf = async () => (await browser.send('GET', `/api/orders/${bought.orderId}`)).body
  const { cartId } = (await orderOf()).order
  const cart = await browser.send('GET', `/api/checkout/carts/${cartId}`)
  expect(cart.body).toMatchObject({ venueName: 'Great Hall, Test Hall' })
  await setRooms(event.venueId, [{ ...hall, name: 'Kelp Room' }, studio])
  expect((await orderOf()).tickets[0].session.room).toBe('Kelp Room')
  expect(await factsOf()).toBe('Kelp Room')
  const calendar = await browser.fetch(`/api/orders/${bought.orderId}/calendar.ics`)
  expect(await calendar.text()).toContain('Kelp Room')
})
