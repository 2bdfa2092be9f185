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

type Kind = 'events' | 'ticket_types' | 'sessions'

const send = (body: object) => owner.browser.send('POST', '/api/admin/imports', body)
const exported = async (kind: Kind | 'coupon_codes', eventId?: string): Promise<string> => {
  const of = eventId ? `&eventId=${eventId}` : ''
  return (await owner.browser.send('GET', `/api/admin/exports?kind=${kind}${of}`)).body.text
}

/** Tries a file and imports it. */
async function imported(kind: Kind, text: string, eventId?: string) {
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
        `select name, pricing_mode, price_minor, max_quantity from ticket_types
         where event_id = $1 order by position, id`,
        [event.eventId],
      )
    const before = await types()
    const text = await exported('ticket_types', event.eventId)
    const { done } = await imported('ticket_types', `${text},Senior,,9,,4,no\r\n`, event.eventId)
    expect(done).toMatchObject({ creates: 1, changes: 2, problems: [], isDone: true })
    expect(await types()).toEqual([
      ...before,
      { name: 'Senior', pricing_mode: 'fixed', price_minor: 900, max_quantity: 4 },
    ])
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
  expect(stranger.status).toBe(413)
})

test('orders are exported with their buyers, and the log says who took them', async () => {
  const manager = await member(server, 'manager')
  const answer = await manager.browser.send('POST', '/api/admin/exports/orders', {})
  expect(answer.body.text).toMatch(/^\uFEFFid,created,event,state,name,email/)
  const [entry] = await server.sql(
    `select person_id from audit_log where action_type = 'orders.exported'`,
  )
  expect(entry?.person_id).toBe(manager.id)
})
