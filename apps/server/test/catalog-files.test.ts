import type { FileKind } from '@foyer/contract'
import { type BuiltEvent, serverForTests } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { workBulkChanges } from '../src/features/catalog/dates/work-bulk-changes.ts'
import { defaultTenantOf } from './support/parts.ts'
import { member, type TestPerson } from './support/staff.ts'

/** CSV files of the catalogue: out, tried, and in again as a whole or not at all. */

const server = serverForTests({ jobs: false, isOneAddressMany: true })
let owner: TestPerson
beforeAll(async () => {
  owner = await member(server, 'owner')
})

const send = (body: object) => owner.browser.send('POST', '/api/admin/imports', body)
const exported = async (kind: FileKind, eventId?: string): Promise<string> => {
  const of = eventId ? `&eventId=${eventId}` : ''
  return (await owner.browser.send('GET', `/api/admin/exports?kind=${kind}${of}`)).body.text
}

/** Tries a file and imports it. */
async function imported(kind: FileKind, text: string, eventId?: string) {
  const tried = await send({ kind, text, eventId, isDryRun: true })
  const done = await send({ kind, text, eventId, isDryRun: false })
  return { tried: tried.body, done: done.body }
}

const rowsOf = (event: BuiltEvent) =>
  server.sql(
    `select s.id, s.starts_at, s.ends_at, s.display_name, k.capacity, p.price_minor
     from sessions s join stock k on k.session_id = s.id and k.pool_id = s.id
     left join session_prices p on p.session_id = s.id
     where s.event_id = $1 order by s.starts_at`,
    [event.eventId],
  )

describe('a file of dates', () => {
  test('that was exported is imported into another event with the same times and prices', async () => {
    const types = [{ name: 'Adult', dynamicMinor: 1250 }, { name: '=Child' }]
    const event = await server.build.event({ sessions: 40, inDays: 100, types })
    const other = await server.build.event({ sessions: 0, types })
    const text = await exported('sessions', event.eventId)
    expect(text).not.toMatch(/[,\n][=+@]/)
    const { tried, done } = await imported('sessions', text, other.eventId)
    expect(tried).toMatchObject({ rows: 40, creates: 40, problems: [], isDone: false })
    expect(done).toMatchObject({ isDone: true })
    while ((await workBulkChanges(server.foyer.context, defaultTenantOf(server))) > 0);
    const without = (rows: { id?: string }[]) => rows.map(({ id, ...row }) => row)
    expect(without(await rowsOf(other))).toEqual(without(await rowsOf(event)))
    const again = await imported('sessions', text, other.eventId)
    expect(again.done).toMatchObject({ rows: 40, creates: 0, unchanged: 40, isDone: false })
  })

  test('with a wrong row imports nothing, and names line and column', async () => {
    const event = await server.build.event({ sessions: 0 })
    const text = [
      'date;start;minutes;capacity;sells: Type 1',
      '2031-05-01;10:00;60;20;yes',
      '2031-02-30;10:00;60;20;yes',
      '2031-05-02;25:00;60;20;yes',
      '2031-05-03;10:00;2;many;perhaps',
      '2031-05-01;10:00;60;20;yes',
    ].join('\n')
    const { tried, done } = await imported('sessions', text, event.eventId)
    expect(tried.problems).toMatchObject([
      { line: 3, column: 'date' },
      { line: 4, column: 'start' },
      { line: 5, column: 'minutes' },
      { line: 5, column: 'capacity' },
      { line: 5, column: 'sells: Type 1' },
      { line: 6, column: 'start', message: 'The same start as in line 2.' },
    ])
    expect(done).toMatchObject({ isDone: false, problems: tried.problems })
    expect(await rowsOf(event)).toEqual([])
  })

  test('of an event of another organizer is refused', async () => {
    const { tenantId } = await server.build.tenant()
    const { eventId } = await server.build.event({ tenantId })
    const answer = await send({ kind: 'sessions', text: 'date\n', eventId, isDryRun: true })
    expect(answer.body.code).toBe('event_not_found')
    expect(await exported('events')).not.toContain(eventId)
  })
})

describe('a file of events', () => {
  test('creates drafts and changes what has an id, all or nothing', async () => {
    const { eventId, venueId } = await server.build.event({ name: 'First name' })
    await server.sql(`update venues set name = 'Import hall' where id = $1`, [venueId])
    const file = (...rows: string[]) => ['id,name,venue,category,timed entry', ...rows].join('\n')
    const change = `${eventId},"'=1+1",Import hall,music,yes`
    const wrong = await imported('events', file(change, ',New one,Nowhere,music,no'))
    expect(wrong.done.problems).toMatchObject([{ line: 3, column: 'venue' }])
    const names = () => server.sql('select name, is_published from events where id = $1', [eventId])
    expect(await names()).toEqual([{ name: 'First name', is_published: true }])
    const right = await imported('events', file(change, ',Imported event,Import hall,theater,no'))
    expect(right.tried).toMatchObject({ creates: 1, changes: 1, isDone: false })
    expect(right.done).toMatchObject({ creates: 1, changes: 1, isDone: true })
    expect(await names()).toEqual([{ name: '=1+1', is_published: true }])
    expect(
      await server.sql(`select is_published, category from events where name = 'Imported event'`),
    ).toEqual([{ is_published: false, category: 'theater' }])
    expect(await exported('events')).toContain("'=1+1")
  })

  test('names ids, categories and names that are none', async () => {
    const { venueId } = await server.build.event()
    await server.sql(`update venues set name = 'Second hall' where id = $1`, [venueId])
    const text = 'id,name,venue,category\nnonsense,,Second hall,opera\n'
    const { tried } = await imported('events', text)
    expect(tried.problems.map(({ column }: { column: string }) => column)).toEqual([
      'name',
      'category',
      'id',
    ])
  })
})

describe('a file of ticket types', () => {
  test('comes back unchanged, and adds what has no id', async () => {
    const event = await server.build.event({
      types: [
        { name: 'Adult', priceMinor: 1250 },
        { name: 'Child', dynamicMinor: 500 },
      ],
    })
    const types = () =>
      server.sql(
        `select name, pricing_mode, price_minor, max_quantity, places from ticket_types
         where event_id = $1 order by position, id`,
        [event.eventId],
      )
    const before = await types()
    const text = await exported('ticket_types', event.eventId)
    const { done } = await imported('ticket_types', `${text},Family,,9,,4,3,no\r\n`, event.eventId)
    expect(done).toMatchObject({ creates: 1, changes: 2, problems: [], isDone: true })
    expect(await types()).toEqual([
      ...before,
      { name: 'Family', pricing_mode: 'fixed', price_minor: 900, max_quantity: 4, places: 3 },
    ])
  })
})

describe('a file of access codes', () => {
  const typesOf = { types: [{ name: 'Adult' }, { name: '=Members' }] }
  const codesOf = ({ eventId }: BuiltEvent) =>
    server.sql(
      `select code, label, starts_at, ends_at, opens_early, max_uses, revoked_at is not null as revoked,
         (select coalesce(json_agg(t.name order by t.name), '[]') from ticket_types t
          where t.id = any(c.type_ids)) as types
       from access_codes c where event_id = $1 order by code`,
      [eventId],
    )

  test('comes back into another event with the same windows, types and uses', async () => {
    const event = await server.build.event(typesOf)
    const other = await server.build.event(typesOf)
    const file = [
      'code;label;works from;works until;opens early;uses;opens: Adult;opens: =Members',
      'fan-club;=Fans;2031-05-01 09:30;2031-05-02T10:00;yes;3;no;no',
      'MEMBER-1;;;;no;;;yes',
      'MEMBER-2;;;;no;;;yes',
    ].join('\n')
    const { tried, done } = await imported('access_codes', file, event.eventId)
    expect(tried).toMatchObject({ rows: 3, creates: 3, problems: [], isDone: false })
    expect(done).toMatchObject({ rows: 3, creates: 3, isDone: true })
    expect(await codesOf(event)).toMatchObject([
      { code: 'FAN-CLUB', label: '=Fans', opens_early: true, max_uses: 3, types: [] },
      { code: 'MEMBER-1', opens_early: false, max_uses: null, types: ['=Members'] },
      { code: 'MEMBER-2' },
    ])
    const text = await exported('access_codes', event.eventId)
    expect(text).not.toMatch(/[,\n][=+@]/)
    expect(text).toContain('2031-05-01 09:30')
    await imported('access_codes', text, other.eventId)
    expect(await codesOf(other)).toEqual(await codesOf(event))
    // Buyers can enter it at once.
    const opened = await server
      .browser()
      .send('POST', `/api/events/${other.eventId}/access-code`, { code: 'member-1' })
    expect(opened.status).toBe(200)
    const again = await imported('access_codes', text, event.eventId)
    expect(again.done).toMatchObject({ rows: 3, creates: 0, unchanged: 3, isDone: true })
  })

  test('with a wrong row creates nothing, and names line and column', async () => {
    const event = await server.build.event(typesOf)
    const file = [
      'code,works from,works until,opens early,uses',
      'GOOD-ONE,,,yes,',
      'no,,,yes,',
      'good-one,,,yes,',
      'OPENS-NOTHING,,,,',
      'LATE,2031-05-01,2031-05-01 25:00,yes,0',
      'BACKWARDS,2031-05-02 10:00,2031-05-01 10:00,maybe,1',
    ].join('\n')
    const { tried, done } = await imported('access_codes', file, event.eventId)
    expect(tried.problems).toMatchObject([
      { line: 3, column: 'code' },
      { line: 4, column: 'code', message: 'The same code as in line 2.' },
      { line: 5, column: 'opens early' },
      { line: 6, column: 'works from' },
      { line: 6, column: 'works until' },
      { line: 6, column: 'uses' },
      { line: 7, column: 'opens early' },
      { line: 7, column: 'works until' },
      { line: 7, column: 'opens early' },
    ])
    expect(done).toMatchObject({ isDone: false, problems: tried.problems })
    expect(await codesOf(event)).toEqual([])
  })

  test('does not bring a revoked code back to life', async () => {
    const event = await server.build.event()
    const other = await server.build.event()
    await imported('access_codes', 'code,opens early\nOLD-ONE,yes\n', event.eventId)
    await server.sql('update access_codes set revoked_at = now() where event_id = $1', [
      event.eventId,
    ])
    const text = await exported('access_codes', event.eventId)
    for (const { eventId } of [event, other]) {
      const { done } = await imported('access_codes', text, eventId)
      expect(done).toMatchObject({ rows: 1, creates: 0, unchanged: 1 })
    }
    expect(await codesOf(event)).toMatchObject([{ code: 'OLD-ONE', revoked: true }])
    expect(await codesOf(other)).toEqual([])
  })

  test('of an event of another organizer is refused', async () => {
    const { tenantId } = await server.build.tenant()
    const { eventId } = await server.build.event({ tenantId })
    const text = 'code,opens early\nSTOLEN,yes\n'
    const answer = await send({ kind: 'access_codes', text, eventId, isDryRun: false })
    expect(answer.body.code).toBe('event_not_found')
  })
})

describe('a file of coupon codes', () => {
  test('adds codes to their group, and changes uses and state of those that exist', async () => {
    const { code, groupId } = await server.build.coupon({ limit: 5 })
    const group = `Group of ${code}`
    const codes = () =>
      server.sql(
        `select code, usage_limit, is_active from coupon_codes where group_id = $1 order by code`,
        [groupId],
      )
    const text = await exported('coupon_codes')
    expect(text).toContain(`${code},${group},5,yes,0`)
    const added = await imported('coupon_codes', `${text}=ZZ-NEW,${group},2,no,\r\n`)
    expect(added.tried).toMatchObject({ creates: 1, problems: [], isDone: false })
    expect(added.done).toMatchObject({ creates: 1, isDone: true })
    const change = `code,group,uses\n${code.toLowerCase()},${group},9\n'=ZZ-NEW,${group},\n`
    expect((await imported('coupon_codes', change)).done).toMatchObject({ changes: 2 })
    expect(await codes()).toEqual([
      { code: '=ZZ-NEW', usage_limit: 2, is_active: false },
      { code, usage_limit: 9, is_active: true },
    ])
  })

  test('never allows fewer uses than were made, and names line and column', async () => {
    const { code, codeId } = await server.build.coupon({ limit: 5 })
    const { code: other } = await server.build.coupon()
    await server.sql('update coupon_codes set usage_count = 3 where id = $1', [codeId])
    const file = [
      'code,group,uses,active',
      `${code},Group of ${code},2,yes`,
      `${other},Group of ${code},1,yes`,
      'BRAND-NEW,Nobody,1,yes',
      `${code.toLowerCase()},Group of ${code},5,perhaps`,
    ].join('\n')
    const { done } = await imported('coupon_codes', file)
    expect(done.problems).toMatchObject([
      { line: 2, column: 'uses', message: 'Must be at least 3: it was used so often.' },
      { line: 3, column: 'group', message: 'This code is in another group, and stays there.' },
      { line: 4, column: 'group' },
      { line: 5, column: 'code', message: 'The same code as in line 2.' },
      { line: 5, column: 'active' },
    ])
    expect(done.isDone).toBe(false)
    await server.sql('update coupon_codes set usage_count = 0 where id = $1', [codeId])
  })
})

test('a file that is larger than a megabyte, or without its event, is refused', async () => {
  const large = await send({ kind: 'events', text: 'x'.repeat(1_000_001), isDryRun: true })
  expect(large.status).toBe(400)
  const none = await send({ kind: 'sessions', text: 'date\n', isDryRun: true })
  expect(none.body.details.fields).toMatchObject([{ field: 'eventId' }])
  const stranger = await server
    .browser()
    .send('POST', '/api/admin/imports', { kind: 'events', text: 'x'.repeat(100_000) })
  expect(stranger.status).toBe(401)
})
