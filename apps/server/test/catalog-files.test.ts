import type { FileKind } from '@foyer/contract'
import { changeTicketType } from '@foyer/server/catalog-editing'
import { type BuiltEvent, serverForTests } from '@foyer/testkit'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { workBulkChanges } from '../src/features/catalog/dates/work-bulk-changes.ts'
import { untilSomebodyWaits } from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'
import { member, type TestPerson } from './support/staff.ts'
import { csvOf, sendImport, workbookOf } from './support/tables.ts'

/** Tables of the catalogue as files: out, tried, and in again as a whole or not at all. */

const statements = vi.spyOn(pg.Client.prototype, 'query')
const server = serverForTests({ jobs: false, isOneAddressMany: true })
let owner: TestPerson
beforeAll(async () => {
  owner = await member(server, 'owner')
})

interface Sent {
  kind: FileKind
  text: string | Uint8Array
  eventId?: string | undefined
  isDryRun: boolean
  dateOrder?: string
}
const send = ({ text, ...query }: Sent) => sendImport(server, owner, text, query)
const tableOf = async (kind: FileKind, eventId?: string) => {
  const of = eventId ? `&eventId=${eventId}` : ''
  return (await owner.browser.send('GET', `/api/admin/exports?kind=${kind}${of}`)).body
}
const exported = async (kind: FileKind, eventId?: string) => csvOf(await tableOf(kind, eventId))

/** Tries a file and imports it. */
async function imported(kind: FileKind, text: string | Uint8Array, eventId?: string) {
  const tried = await send({ kind, text, eventId, isDryRun: true })
  const done = await send({ kind, text, eventId, isDryRun: false })
  return { tried: tried.body, done: done.body }
}

const rowsOf = (event: BuiltEvent) =>
  server.sql<{ id: string; starts_at: Date }>(
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
    // The second one has the headings of an earlier release.
    for (const file of [text, text.replace('places sold', 'sold').replace('places held', 'held')]) {
      const again = await imported('sessions', file, other.eventId)
      expect(again.done).toMatchObject({ rows: 40, creates: 0, unchanged: 40, isDone: false })
    }
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

  test('names the room of a date, whose capacity it takes unless the file has another', async () => {
    const event = await server.build.event({ sessions: 0 })
    await server.sql(
      `insert into venue_rooms (tenant_id, id, venue_id, name, capacity)
       values (1, gen_random_uuid(), $1, 'Great Hall', 300)`,
      [event.venueId],
    )
    const file = (...rows: string[]) => ['date,start,minutes,room,capacity', ...rows].join('\n')
    const wrong = await imported('sessions', file('2031-05-01,10:00,60,Attic,'), event.eventId)
    expect(wrong.done.problems).toMatchObject([
      { line: 2, column: 'room', message: 'The venue has no room with this name.' },
    ])
    const rows = ['2031-05-01,10:00,60,great hall,', '2031-05-02,10:00,60,Great Hall,20']
    const right = await imported('sessions', file(...rows, '2031-05-03,10:00,60,,'), event.eventId)
    expect(right.done).toMatchObject({ isDone: true })
    while ((await workBulkChanges(server.foyer.context, defaultTenantOf(server))) > 0);
    expect(await rowsOf(event)).toMatchObject([
      { capacity: 300 },
      { capacity: 20 },
      { capacity: null },
    ])
    const table = await tableOf('sessions', event.eventId)
    const column = table.heads.indexOf('room')
    expect(table.rows.map((row: unknown[]) => row[column])).toEqual([
      'Great Hall',
      'Great Hall',
      null,
    ])
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

describe('a file that changes the places of ticket types', () => {
  /** A file of three types, the first of which gets other places; and the event. */
  async function family() {
    const types = [{ name: 'Family' }, { name: 'Adult' }, { name: 'Child' }]
    const event = await server.build.event({ types, capacity: 20 })
    const [first, ...others] = event.typeIds
    const rows = [`${first},Family,20,4`, ...others.map((id) => `${id},Type,20,`)]
    return { event, rows, text: ['id,name,price,places', ...rows].join('\n') }
  }

  test('keeps holds waiting for the last rows alone', async () => {
    const { event, text } = await family()
    const before = statements.mock.calls.length
    const { done } = await imported('ticket_types', text, event.eventId)
    const sent = statements.mock.calls.slice(before).map(([query]: unknown[]) => textOf(query))
    expect(done).toMatchObject({ changes: 3, problems: [], isDone: true })
    const names = sent.map((each) =>
      each.includes('from stock k') && each.includes('for update')
        ? 'stock'
        : /^update "ticket_types"/.test(each)
          ? 'type'
          : null,
    )
    const once = ['type', 'type', 'stock', 'type']
    expect(names.filter((name) => name !== null)).toEqual([...once, ...once])
  })

  test('waits for another change of the event before it locks a type', async () => {
    const { event, rows } = await family()
    const text = ['id,name,price,places', ...rows.toReversed()].join('\n')
    let sending: ReturnType<typeof send> | undefined
    await server.foyer.context.db.withTenant(1, async (tx) => {
      await tx
        .selectFrom('events')
        .select('id')
        .where('id', '=', event.eventId)
        .forUpdate()
        .execute()
      sending = send({ kind: 'ticket_types', text, eventId: event.eventId, isDryRun: false })
      await untilSomebodyWaits(server)
      await changeTicketType(tx, event.typeIds[2] ?? '', { name: 'Kid' })
    })
    expect((await sending)?.body).toMatchObject({ changes: 3, isDone: true })
  })
})

/** The text of a statement, however it was given to the driver. */
const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query
    ? String(query.text)
    : String(query)

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

describe('a file that a spreadsheet saved', () => {
  const startsOf = async (event: BuiltEvent) =>
    (await rowsOf(event)).map(({ starts_at }) => starts_at.toISOString())
  const dates = (...rows: string[]) => ['date;start;minutes', ...rows].join('\r\n')
  const done = async () => {
    while ((await workBulkChanges(server.foyer.context, defaultTenantOf(server))) > 0);
  }

  test('as a workbook brings dates, codes and prices as they were exported', async () => {
    const types = [{ name: 'Adult', dynamicMinor: 1250 }]
    const event = await server.build.event({ sessions: 3, inDays: 100, types })
    const other = await server.build.event({ sessions: 0, types })
    const file = workbookOf(await tableOf('sessions', event.eventId))
    const result = await imported('sessions', file, other.eventId)
    expect(result.done).toMatchObject({ rows: 3, creates: 3, isDone: true, readAs: null })
    await done()
    expect(await startsOf(other)).toEqual(await startsOf(event))
  })

  test('is asked once which number is the day, and imported by the answer', async () => {
    const event = await server.build.event({ sessions: 0 })
    const text = dates('6/5/2031;7:00 PM;60', '7/5/2031;7:00 PM;60')
    const sent = { kind: 'sessions' as const, text, eventId: event.eventId }
    for (const isDryRun of [true, false]) {
      expect((await send({ ...sent, isDryRun })).body).toMatchObject({
        rows: 2,
        isDone: false,
        asks: { text: '6/5/2031', dayFirst: '2031-05-06', monthFirst: '2031-06-05' },
      })
    }
    const answered = await send({ ...sent, isDryRun: false, dateOrder: 'month first' })
    expect(answered.body).toMatchObject({ creates: 2, isDone: true, asks: null })
    await done()
    expect((await startsOf(event)).map((start) => start.slice(0, 10))).toEqual([
      ...['2031-06-05', '2031-07-05'],
    ])
  })

  test('is not asked about if one of its dates decides', async () => {
    const event = await server.build.event({ sessions: 0 })
    const text = dates('6/5/2031;19h00;60', '13/5/2031;19.00 Uhr;60')
    const result = await imported('sessions', text, event.eventId)
    expect(result.tried).toMatchObject({ creates: 2, problems: [], asks: null })
    await done()
    expect((await startsOf(event)).map((start) => start.slice(0, 10))).toEqual([
      ...['2031-05-06', '2031-05-13'],
    ])
  })

  test('asks about the windows of access codes, too, and creates none before', async () => {
    const event = await server.build.event()
    const text = 'code,works from,opens early\nEARLY,6/5/2031 9:30 AM,TRUE\n'
    const sent = { kind: 'access_codes' as const, text, eventId: event.eventId, isDryRun: false }
    expect((await send(sent)).body).toMatchObject({ isDone: false, asks: { text: '6/5/2031' } })
    expect((await send({ ...sent, dateOrder: 'day first' })).body).toMatchObject({ isDone: true })
    expect(await tableOf('access_codes', event.eventId)).toMatchObject({
      rows: [['EARLY', '', '2031-05-06 09:30', '', true, null, false, '', 0]],
    })
  })

  test('in letters from before Unicode is read, and says how', async () => {
    const { venueId } = await server.build.event()
    await server.sql(`update venues set name = 'Große Halle' where id = $1`, [venueId])
    const text = Buffer.from('name;venue\nFührung für Kinder;Große Halle\n', 'latin1')
    const { tried } = await imported('events', text)
    expect(tried).toMatchObject({
      creates: 1,
      problems: [],
      readAs: { encoding: 'Western European (Windows-1252)', sample: 'Führung für Kinder' },
    })
  })

  test('with a code that was rounded is refused at its row', async () => {
    const { code } = await server.build.coupon()
    const text = `code,group\n9.9933E+35,Group of ${code}\n`
    const { done: refused } = await imported('coupon_codes', text)
    expect(refused.problems).toMatchObject([{ line: 2, column: 'code', message: /rounded/ }])
    expect(refused.isDone).toBe(false)
  })

  test('names the starts that are skipped when the clocks change', async () => {
    const event = await server.build.event({ sessions: 0 })
    const [venue] = await server.sql<{ timezone: string }>(
      `select v.timezone from venues v join events e on e.venue_id = v.id where e.id = $1`,
      [event.eventId],
    )
    // The second Sunday of March in America, the last one in Europe.
    const night = venue?.timezone.startsWith('America') ? '2031-03-09' : '2031-03-30'
    const { tried } = await imported('sessions', dates(`${night};02:30;60`), event.eventId)
    expect(tried.preview.movedByClocks).toHaveLength(1)
  })
})

test('a file that is larger than two megabytes, or without its event, is refused', async () => {
  const large = await send({ kind: 'events', text: 'x'.repeat(2_000_001), isDryRun: true })
  expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
  const none = await send({ kind: 'sessions', text: 'date\n', isDryRun: true })
  expect(none.body.details.fields).toMatchObject([{ field: 'query.eventId' }])
  const stranger = { browser: server.browser() }
  const sent = { kind: 'events', isDryRun: true }
  expect((await sendImport(server, stranger, 'x'.repeat(100_000), sent)).status).toBe(401)
})
