import { type BuiltEvent, buy, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { workBulkChanges } from '../src/features/catalog/dates/work-bulk-changes.ts'
import { holdCartOf } from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'
import { ageSignIn, member, type TestPerson } from './support/staff.ts'

/** The dates of an event in the back office: lists, changes one by one, and in bulk. */

const server = serverForTests({ jobs: false, isOneAddressMany: true })
let owner: TestPerson
beforeAll(async () => {
  owner = await member(server, 'owner')
})
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const send = (method: string, path: string, body?: unknown) =>
  owner.browser.send(method, `/api/admin${path}`, body)

type JobContext = Parameters<typeof workBulkChanges>[0]

/** Runs the job until nothing is due; returns the number of slices. */
async function work(): Promise<number> {
  let slices = 0
  while ((await workBulkChanges(server.foyer.context, defaultTenantOf(server))) > 0) slices += 1
  return slices
}

const SCHEDULE = {
  rule: 'FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA,SU',
  from: '2031-04-01',
  to: '2031-04-30',
  exceptDates: ['2031-04-20'],
  extraDates: ['2031-04-21'],
  times: { first: '10:00', last: '18:00', everyMinutes: 30 },
  durationMinutes: 30,
  name: '',
  capacity: 20,
  variations: [],
}

const scheduleOf = ({ typeIds }: BuiltEvent, change: object = {}) => ({
  ...SCHEDULE,
  types: typeIds.map((ticketTypeId) => ({ ticketTypeId })),
  ...change,
})

const preview = (event: BuiltEvent, change: object) =>
  send('POST', `/events/${event.eventId}/bulk-changes/preview`, { change })

/** Previews a change and starts it. */
async function start(event: BuiltEvent, change: object) {
  const { digest } = (await preview(event, change)).body
  return send('POST', `/events/${event.eventId}/bulk-changes`, { change, digest })
}

const changesOf = async ({ eventId }: BuiltEvent) =>
  (await send('GET', `/events/${eventId}/bulk-changes`)).body.changes

const all = { filter: {}, exceptIds: [] }

const entriesOf = (entityId: string) =>
  server.sql('select action_type, before, after from audit_log where entity_id = $1 order by id', [
    entityId,
  ])

describe('the list', () => {
  test('has all sessions in order, a page at a time, and each once', async () => {
    const event = await server.build.event({ sessions: 250 })
    const seen: string[] = []
    let after: string | null = null
    let pages = 0
    do {
      const query: string = after ? `?after=${encodeURIComponent(after)}` : ''
      const { body } = await send('GET', `/events/${event.eventId}/sessions${query}`)
      seen.push(...body.sessions.map(({ id }: { id: string }) => id))
      expect(body.total).toBe(after ? null : 250)
      after = body.next
      pages += 1
    } while (after)
    expect(seen).toEqual(event.sessionIds)
    expect(pages).toBe(3)
  })

  test('filters by day, state and sales, also if what matches is far behind', async () => {
    const event = await server.build.event({ sessions: 120, capacity: 4 })
    const last = event.sessionIds.at(-1) ?? ''
    const full = { ...event, sessionId: last }
    expect((await buy(server.browser(), full, '12345', 4)).status).toBeLessThan(300)
    const list = async (query: string) =>
      (await send('GET', `/events/${event.eventId}/sessions?${query}`)).body.sessions
    expect(await list('sold=some')).toMatchObject([{ id: last, sold: 4, held: 0, capacity: 4 }])
    expect(await list('sold=full')).toMatchObject([{ id: last }])
    expect(await list('sold=none&state=active')).toHaveLength(100)
    expect(await list('state=called_off')).toEqual([])
    const day = (await list(`from=${event.date}&to=${event.date}`)).length
    expect(day).toBe(14)
  })

  test('of days has counts of each', async () => {
    const event = await server.build.event({ sessions: 30 })
    const { body } = await send('GET', `/events/${event.eventId}/days`)
    expect(body.days).toHaveLength(2)
    expect(body.days[0]).toMatchObject({
      date: event.date,
      sessions: 14,
      active: 14,
      capacity: 1400,
    })
    expect(body.next).toBeNull()
  })

  test('of an event that does not exist, or of another organizer, is refused', async () => {
    const { tenantId } = await server.build.tenant()
    const foreign = await server.build.event({ tenantId })
    for (const part of ['sessions', 'days', 'dates']) {
      const answer = await send('GET', `/events/${foreign.eventId}/${part}`)
      expect([answer.status, answer.body.code]).toEqual([404, 'event_not_found'])
    }
  })
})

describe('one session', () => {
  test('is created at the time of the venue, and once', async () => {
    const event = await server.build.event()
    const body = {
      date: '2031-07-04',
      time: '19:30',
      durationMinutes: 90,
      name: 'Late show',
      capacity: 50,
      types: [{ ticketTypeId: event.typeId, capacity: 10 }],
    }
    const path = `/events/${event.eventId}/sessions`
    const made = await send('POST', path, body)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      startsAt: '2031-07-04T23:30:00.000Z',
      endsAt: '2031-07-05T01:00:00.000Z',
      date: '2031-07-04',
      capacity: 50,
      edit: { types: [{ ticketTypeId: event.typeId, capacity: 10, priceMinor: null }] },
    })
    const again = await send('POST', path, body)
    expect([again.status, again.body.code]).toEqual([409, 'session_exists'])
    expect(await entriesOf(made.body.id)).toMatchObject([
      { action_type: 'session.created', before: null, after: { capacity: 50, name: 'Late show' } },
    ])
  })

  test('is changed as a whole or not at all, and the log has what it was', async () => {
    const event = await server.build.event({
      capacity: 10,
      types: [{ dynamicMinor: 1000 }, { dynamicMinor: null, capacity: 5 }],
    })
    await holdCartOf(server.browser(), event, { quantities: [3, 0] })
    const path = `/sessions/${event.sessionId}`
    const { edit } = (await send('GET', path)).body
    const change = (parts: object) =>
      send('PUT', path, { version: edit.version, name: edit.name, types: edit.types, ...parts })
    const below = await change({ name: 'New name', capacity: 2 })
    expect([below.status, below.body.code]).toEqual([409, 'capacity_below_taken'])
    expect((await send('GET', path)).body.edit).toEqual(edit)
    const changed = await change({
      name: 'New name',
      capacity: 3,
      types: [
        { ticketTypeId: event.typeIds[0], capacity: null, priceMinor: 1200 },
        { ticketTypeId: event.typeIds[1], capacity: 2, priceMinor: 500 },
      ],
    })
    expect(changed.body).toMatchObject({
      name: 'New name',
      capacity: 3,
      held: 3,
      edit: { types: [{ priceMinor: 1200 }, { priceMinor: 500, capacity: 2 }] },
    })
    expect(await entriesOf(event.sessionId)).toMatchObject([
      {
        action_type: 'session.changed',
        before: { name: 'Test session', capacity: 10 },
        after: { name: 'New name', capacity: 3 },
      },
    ])
  })

  test('that somebody else changed meanwhile is not overwritten, and is sent along', async () => {
    const event = await server.build.event()
    const path = `/sessions/${event.sessionId}`
    const { edit } = (await send('GET', path)).body
    const body = { version: edit.version, name: 'First', capacity: 100, types: [] }
    expect((await send('PUT', path, body)).status).toBe(200)
    const second = await send('PUT', path, { ...body, name: 'Second' })
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(second.body.details.current).toMatchObject({ name: 'First' })
  })

  test('is closed and opened again, and stays called off', async () => {
    const event = await server.build.event()
    const path = `/sessions/${event.sessionId}`
    await holdCartOf(server.browser(), event)
    expect((await send('PUT', `${path}/state`, { state: 'cancelled' })).body).toMatchObject({
      state: 'cancelled',
      held: 2,
    })
    const refused = await holdCartOf(server.browser(), event)
    expect(refused.body.code).toBe('sales_closed')
    expect((await send('PUT', `${path}/state`, { state: 'active' })).body.state).toBe('active')
    const off = { kind: 'called_off', message: 'Rain', unanswered: 'refund' }
    expect((await send('POST', `${path}/disruption`, off)).status).toBe(201)
    const reopened = await send('PUT', `${path}/state`, { state: 'active' })
    expect([reopened.status, reopened.body.code]).toEqual([409, 'session_not_changeable'])
    expect((await send('GET', `${path}/disruption`)).body.disruption).toMatchObject({
      kind: 'called_off',
    })
    expect((await entriesOf(event.sessionId)).map(({ action_type }) => action_type)).toEqual([
      'session.closed',
      'session.reopened',
      'session.called_off',
    ])
  })

  test('is moved to another time of the venue, if that is free and all is said', async () => {
    const event = await server.build.event({ sessions: 2, inDays: 30 })
    const path = `/sessions/${event.sessionId}/disruption`
    const move = { kind: 'moved', message: '', unanswered: 'keep', answerByDate: event.date }
    expect((await send('POST', path, move)).body.code).toBe('session_not_changeable')
    const taken = await send('POST', path, { ...move, toDate: event.date, toTime: '11:00' })
    expect(taken.body.details).toEqual({ reason: 'time_taken' })
    const moved = await send('POST', path, { ...move, toDate: event.date, toTime: '20:00' })
    expect(moved.status).toBe(201)
    const { body } = await send('GET', `/sessions/${event.sessionId}`)
    expect(body.startsAt).toMatch(/T0[01]:00:00/)
  })

  test('is moved without a fresh sign-in as long as nothing of it is sold, and never called off', async () => {
    const [empty, sold] = [
      await server.build.event({ sessions: 2, inDays: 30 }),
      await server.build.event({ sessions: 2, inDays: 30 }),
    ]
    await buy(server.browser(), sold)
    const clerk = await member(server, 'manager')
    await ageSignIn(server, clerk.id, 60)
    const disrupt = async ({ sessionId, date }: BuiltEvent, change: object) => {
      const body = { message: '', answerByDate: date, ...change }
      const path = `/api/admin/sessions/${sessionId}/disruption`
      const answer = await clerk.browser.send('POST', path, body)
      return [answer.status, answer.body.code]
    }
    const move = { kind: 'moved', unanswered: 'keep', toDate: empty.date, toTime: '20:00' }
    const callOff = { kind: 'called_off', unanswered: 'refund' }
    expect(await disrupt(empty, callOff)).toEqual([401, 'sign_in_again'])
    expect(await disrupt(sold, move)).toEqual([401, 'sign_in_again'])
    expect(await disrupt(empty, move)).toEqual([201, undefined])
  })

  test('is not moved without a fresh sign-in if a ticket is bought while the call is decided', async () => {
    const event = await server.build.event({ sessions: 2, inDays: 30 })
    const clerk = await member(server, 'manager')
    await ageSignIn(server, clerk.id, 60)
    const move = {
      ...{ kind: 'moved', unanswered: 'keep', message: '', answerByDate: event.date },
      ...{ toDate: event.date, toTime: '20:00' },
    }
    const path = `/sessions/${event.sessionId}/disruption`
    buyBeforeTheNextDecision(event)
    const { status, body } = await clerk.browser.send('POST', `/api/admin${path}`, move)
    expect([status, body.code]).toEqual([401, 'sign_in_again'])
    // Who has signed in just now moves it; the log counts what was bought until the decision.
    buyBeforeTheNextDecision(event)
    expect((await send('POST', path, move)).status).toBe(201)
    const [entry] = await server.sql(
      `select after -> 'tickets' as tickets from audit_log
       where action_type = 'session.moved' and entity_id = $1`,
      [event.sessionId],
    )
    expect(entry).toEqual({ tickets: 4 })
  })
})

/** Lets a buyer buy two tickets after a call has read what is sold, and before the lanes decide about it. */
function buyBeforeTheNextDecision(event: BuiltEvent): void {
  const { lanes } = server.foyer.context
  const { submit } = lanes
  lanes.submit = async (...operation) => {
    lanes.submit = submit
    await buy(server.browser(), event)
    return submit(...operation)
  }
}

describe('a season', () => {
  test('is previewed without a change, then created as previewed', async () => {
    const event = await server.build.event()
    const change = { kind: 'create', schedule: scheduleOf(event) }
    const shown = await preview(event, change)
    expect(shown.body).toMatchObject({
      kind: 'create',
      sessions: 26 * 17,
      days: 26,
      firstStartsAt: '2031-04-01T14:00:00.000Z',
      lastStartsAt: '2031-04-30T22:00:00.000Z',
      skipped: [],
    })
    expect(await changesOf(event)).toEqual([])
    expect((await start(event, change)).body).toMatchObject({ state: 'working', total: 26 * 17 })
    await work()
    expect(await changesOf(event)).toMatchObject([
      { state: 'done', position: 26 * 17, refused: 0, problems: [] },
    ])
    const [counts] = await server.sql(
      `select count(*)::int as sessions, min(k.capacity) as capacity from sessions s
       join stock k on k.session_id = s.id and k.pool_id = s.id
       where s.event_id = $1 and s.local_date >= '2031-01-01'`,
      [event.eventId],
    )
    expect(counts).toEqual({ sessions: 26 * 17, capacity: 20 })
    const held = await holdCartOf(server.browser(), {
      ...event,
      sessionId: (await send('GET', `/events/${event.eventId}/sessions?from=2031-04-01`)).body
        .sessions[0].id,
    })
    expect(held.status).toBe(201)
    expect((await entriesOf(event.eventId)).map(({ action_type }) => action_type)).toEqual([
      'sessions.bulk_started',
      'sessions.bulk_finished',
    ])
  })

  test('leaves out what exists and what is over, and names what overlaps', async () => {
    const event = await server.build.event()
    const day = { to: '2031-04-01', extraDates: [] }
    await start(event, { kind: 'create', schedule: scheduleOf(event, day) })
    await work()
    const shifted = { first: '10:15', last: '10:15', everyMinutes: 30 }
    const shown = (change: object) =>
      preview(event, { kind: 'create', schedule: scheduleOf(event, { extraDates: [], ...change }) })
    expect((await shown({ to: '2031-04-02' })).body).toMatchObject({
      sessions: 17,
      skipped: [{ reason: 'exists', sessions: 17, firstStartsAt: '2031-04-01T14:00:00.000Z' }],
      overlaps: { own: 0, venue: 0 },
    })
    expect((await shown({ to: '2031-04-02', times: shifted })).body).toMatchObject({
      sessions: 2,
      overlaps: { own: 1, venue: 0, examples: [{ startsAt: '2031-04-01T14:15:00.000Z' }] },
    })
    expect((await shown({ from: '2020-04-01', to: '2020-04-02' })).body).toMatchObject({
      sessions: 0,
      skipped: [{ reason: 'past' }],
    })
  })

  test('that would differ from its preview by now is refused with the new preview', async () => {
    const event = await server.build.event()
    const day = { to: '2031-04-01', extraDates: [] }
    const change = { kind: 'create', schedule: scheduleOf(event, day) }
    const { digest } = (await preview(event, change)).body
    await send('POST', `/events/${event.eventId}/sessions`, {
      ...{ date: '2031-04-01', time: '10:00', durationMinutes: 30 },
      ...{ name: '', capacity: 1, types: [] },
    })
    const started = await send('POST', `/events/${event.eventId}/bulk-changes`, { change, digest })
    expect([started.status, started.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(started.body.details.current).toMatchObject({ sessions: 16 })
    expect(await changesOf(event)).toEqual([])
  })
})

describe('a change of many sessions', () => {
  test('counts tickets as tickets where lists and exports count places', async () => {
    const family = { name: 'Family', places: 4, priceMinor: 6000 }
    const event = await server.build.event({ sessions: 2, capacity: 40, types: [family] })
    await buy(server.browser(), event, '12345', 2)
    const shown = await preview(event, { kind: 'close', selection: all })
    expect(shown.body).toMatchObject({ ticketsSold: 2, sessionsSold: 1, ticketsHeld: 0 })
    const { sessions } = (await send('GET', `/events/${event.eventId}/sessions`)).body
    expect(sessions[0]).toMatchObject({ sold: 8, capacity: 40 })
    const sold = await send('GET', `/events/sold?eventIds=${event.eventId}`)
    expect(sold.body.events).toMatchObject([{ sold: 8, capacity: 80 }])
    const { heads, rows } = (await send('GET', `/exports?kind=sessions&eventId=${event.eventId}`))
      .body
    expect(rows[0][heads.indexOf('places sold')]).toBe(8)
  })

  test('says what is sold in them, and closes them with their tickets valid', async () => {
    const event = await server.build.event({ sessions: 30 })
    await buy(server.browser(), event, '12345', 3)
    const shown = await preview(event, { kind: 'close', selection: all })
    expect(shown.body).toMatchObject({ sessions: 30, ticketsSold: 3, sessionsSold: 1 })
    await start(event, { kind: 'close', selection: all })
    await work()
    const rows = await server.sql(
      'select status, count(*)::int from sessions where event_id = $1 group by 1',
      [event.eventId],
    )
    expect(rows).toEqual([{ status: 'cancelled', count: 30 }])
    const again = await preview(event, { kind: 'close', selection: all })
    expect(again.body).toMatchObject({
      sessions: 0,
      skipped: [{ reason: 'closed_already', sessions: 30 }],
    })
    const nothing = await start(event, { kind: 'close', selection: all })
    expect(nothing.body.code).toBe('validation_failed')
  })

  test('keeps a session out whose new capacity is below what is taken, also if that happens later', async () => {
    const event = await server.build.event({ sessions: 3, capacity: 10 })
    const [first = '', second = ''] = event.sessionIds
    await holdCartOf(server.browser(), event, { sessionId: first, quantities: [4] })
    const change = { kind: 'edit', selection: all, name: 'Small', capacity: 3, types: [] }
    const shown = await preview(event, change)
    expect(shown.body).toMatchObject({
      sessions: 2,
      skipped: [{ reason: 'capacity_below_taken', sessions: 1 }],
    })
    await start(event, change)
    await holdCartOf(server.browser(), event, { sessionId: second, quantities: [5] })
    await work()
    expect(await changesOf(event)).toMatchObject([
      { state: 'done', position: 2, refused: 1, problems: [{ problem: 'capacity_below_taken' }] },
    ])
    const rows = await server.sql(
      `select s.display_name as name, k.capacity from sessions s
       join stock k on k.session_id = s.id and k.pool_id = s.id
       where s.event_id = $1 order by s.starts_at`,
      [event.eventId],
    )
    expect(rows).toEqual([
      { name: 'Test session', capacity: 10 },
      { name: 'Test session', capacity: 10 },
      { name: 'Small', capacity: 3 },
    ])
  })

  test('sets prices and sells a further type', async () => {
    const event = await server.build.event({ sessions: 5, types: [{ dynamicMinor: 1000 }] })
    const ids = event.sessionIds.slice(0, 2)
    const types = [{ ticketTypeId: event.typeId, priceMinor: 1500, capacity: 7 }]
    await start(event, { kind: 'edit', selection: { ids }, types })
    await work()
    const rows = await server.sql(
      `select p.price_minor, k.capacity from session_prices p
       join stock k on k.session_id = p.session_id and k.pool_id = p.ticket_type_id
       join sessions s on s.id = p.session_id where s.event_id = $1 order by s.starts_at`,
      [event.eventId],
    )
    expect(rows).toEqual([
      ...Array(2).fill({ price_minor: 1500, capacity: 7 }),
      ...Array(3).fill({ price_minor: 1000, capacity: null }),
    ])
  })

  test('says how many tickets are sold, whatever each takes of its session', async () => {
    const types = [{ places: 4 }, {}]
    const event = await server.build.event({ sessions: 2, capacity: 20, shared: 15, types })
    await buy(server.browser(), event, '12345', 2)
    const close = { kind: 'close', selection: all }
    const sold = { ticketsSold: 2, sessionsSold: 1, ticketsHeld: 0, skipped: [] }
    expect((await preview(event, close)).body).toMatchObject(sold)
    // The capacity counts the eight places that they take.
    const edit = { kind: 'edit', selection: all, types: [] }
    const narrow = await preview(event, { ...edit, capacity: 7 })
    expect(narrow.body.skipped).toMatchObject([{ reason: 'capacity_below_taken', sessions: 1 }])
    expect((await preview(event, { ...edit, capacity: 8 })).body).toMatchObject(sold)
  })

  test('calls sessions off, and their orders are refunded as after a single one', async () => {
    const event = await server.build.event({ sessions: 3 })
    await buy(server.browser(), event, '12345', 2)
    const callOff = { selection: all, message: 'The hall is closed' }
    const path = `/events/${event.eventId}/bulk-changes/call-off`
    const { digest, ticketsSold } = (await send('POST', `${path}/preview`, { callOff })).body
    expect(ticketsSold).toBe(2)
    expect((await send('POST', path, { callOff, digest })).status).toBe(201)
    await work()
    const rows = await server.sql(
      `select s.status, d.kind, d.message from sessions s
       join session_disruptions d on d.session_id = s.id where s.event_id = $1`,
      [event.eventId],
    )
    expect(rows).toEqual(
      Array(3).fill({ status: 'called_off', kind: 'called_off', message: 'The hall is closed' }),
    )
  })

  test('is one at a time for an event', async () => {
    const event = await server.build.event({ sessions: 2 })
    await start(event, { kind: 'close', selection: all })
    const second = await start(event, { kind: 'edit', selection: all, name: 'A', types: [] })
    expect([second.status, second.body.code]).toEqual([409, 'bulk_change_running'])
    await work()
  })
})

describe('a change in progress', () => {
  /** A season of 5,100 sessions: three slices. */
  const season = (event: BuiltEvent) => ({
    kind: 'create',
    schedule: scheduleOf(event, { rule: 'FREQ=DAILY', to: '2032-01-25', exceptDates: [] }),
  })
  const TOTAL = 300 * 17

  const step = (context: JobContext = server.foyer.context) =>
    workBulkChanges(context, defaultTenantOf(server))

  /** One slice in a process that dies after it has written the slice, before the commit. */
  async function stepAndDie(): Promise<void> {
    const { context } = server.foyer
    const { longWork } = context.db
    const dying: typeof longWork = {
      ...longWork,
      withTenant: (tenantId, run) =>
        longWork.withTenant(tenantId, async (tx) => {
          await run(tx)
          throw new Error('died')
        }),
    }
    const db = { ...context.db, longWork: dying }
    await expect(step({ ...context, db })).rejects.toThrow('died')
  }

  const countOf = async ({ eventId }: BuiltEvent) => {
    const [row] = await server.sql(
      `select count(*)::int as count from sessions where event_id = $1 and local_date > '2031-01-01'`,
      [eventId],
    )
    return row?.count
  }

  test('stops after the slice in progress, keeps what is done, and goes on', async () => {
    const event = await server.build.event()
    const { id } = (await start(event, season(event))).body
    await step()
    expect(await changesOf(event)).toMatchObject([{ state: 'working', position: 2500 }])
    expect((await send('POST', `/bulk-changes/${id}/stop`)).body.state).toBe('stopping')
    await work()
    expect(await changesOf(event)).toMatchObject([{ state: 'stopped', position: 2500 }])
    expect(await countOf(event)).toBe(2500)
    expect((await send('POST', `/bulk-changes/${id}/continue`)).body.state).toBe('working')
    await work()
    expect(await changesOf(event)).toMatchObject([{ state: 'done', position: TOTAL }])
    expect(await countOf(event)).toBe(TOTAL)
  })

  test('that dies within a slice goes on after its lease, and makes no session twice', async () => {
    const event = await server.build.event()
    await start(event, season(event))
    await step()
    await stepAndDie()
    expect(await countOf(event)).toBe(2500)
    expect(await step()).toBe(0)
    await server.sql(`update bulk_changes set next_attempt_at = now() where state = 'working'`)
    await work()
    expect(await changesOf(event)).toMatchObject([{ state: 'done', position: TOTAL, refused: 0 }])
    expect(await countOf(event)).toBe(TOTAL)
  })

  test('that dies after the lanes have decided is repeated without harm', async () => {
    const event = await server.build.event({ sessions: 40, capacity: 10 })
    const callOff = { selection: all, message: '' }
    const path = `/events/${event.eventId}/bulk-changes/call-off`
    const { digest } = (await send('POST', `${path}/preview`, { callOff })).body
    await send('POST', path, { callOff, digest })
    await stepAndDie()
    await server.sql(`update bulk_changes set next_attempt_at = now() where state = 'working'`)
    await work()
    expect(await changesOf(event)).toMatchObject([{ state: 'done', position: 40, refused: 0 }])
    const [row] = await server.sql(
      'select count(*)::int as count from session_disruptions where event_id = $1',
      [event.eventId],
    )
    expect(row?.count).toBe(40)
  })

  test('two processes that take the same slice do it once', async () => {
    const event = await server.build.event()
    await start(event, season(event))
    const steal = () =>
      server.sql(`update bulk_changes set next_attempt_at = now() where state = 'working'`)
    const both = [step(), steal().then(() => step())]
    await Promise.all(both)
    await work()
    expect(await changesOf(event)).toMatchObject([{ state: 'done', position: TOTAL, refused: 0 }])
    expect(await countOf(event)).toBe(TOTAL)
  })

  test('of another organizer is unknown', async () => {
    const event = await server.build.event({ sessions: 2 })
    const { id } = (await start(event, { kind: 'close', selection: all })).body
    const { tenantId } = await server.build.tenant({ slug: 'elsewhere' })
    await server.foyer.context.tenants.reload()
    const other = await member(server, 'owner', tenantId)
    const answer = await other.browser.send(
      'POST',
      `/api/admin/bulk-changes/${id}/stop`,
      undefined,
      { 'x-brand-path': 'elsewhere' },
    )
    expect([answer.status, answer.body.code]).toEqual([404, 'bulk_change_not_found'])
    await work()
  })
})
