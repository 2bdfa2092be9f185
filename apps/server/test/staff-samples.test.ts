import { serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { member } from './support/staff.ts'

const server = serverForTests({ jobs: false })
const SAMPLES = '/api/admin/samples'

/** A new organizer with its owner. */
async function shop() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const { browser } = await member(server, 'owner', tenantId)
  const named = { 'x-brand-path': slug }
  return {
    tenantId,
    named,
    send: (method: string, path: string, body?: unknown) => browser.send(method, path, body, named),
    count: async (table: string) =>
      (await server.sql(`select 1 from ${table} where tenant_id = $1`, [tenantId])).length,
  }
}

const fill = (send: Awaited<ReturnType<typeof shop>>['send']) =>
  send('POST', SAMPLES, { timeZone: 'Europe/Berlin' })

const namesOf = ({ samples }: { samples: { name: string }[] }) => samples.map(({ name }) => name)

describe('samples', () => {
  test('are a venue, a timed attraction and a show, which buyers do not see', async () => {
    const { send, count, named } = await shop()
    const filled = await fill(send)
    expect([filled.status, namesOf(filled.body)]).toEqual([
      201,
      ['Sample attraction: The Lantern Tower', 'Sample show: One Night Only'],
    ])
    expect(await Promise.all(['venues', 'events', 'sessions'].map(count))).toEqual([1, 2, 113])
    expect((await server.browser().send('GET', '/api/events', undefined, named)).body).toEqual([])
    const { steps, event } = filled.body
    expect([steps[0], event]).toEqual([{ step: 'venue', state: 'missing' }, null])
    const log = await send('GET', '/api/admin/audit-log?actionType=samples.created')
    expect(log.body.entries).toHaveLength(1)
  })

  test('are created once, also by two calls at the same moment', async () => {
    const { send, count } = await shop()
    const answers = await Promise.all([fill(send), fill(send)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    await fill(send)
    expect(await count('events')).toBe(2)
  })

  test('are thrown away without a trace in the catalogue, published or not', async () => {
    const { send, count } = await shop()
    const { body } = await fill(send)
    const path = `/api/admin/events/${body.samples[0].id}/move`
    expect((await send('POST', path, { move: 'publish' })).status).toBe(200)
    const thrown = await send('DELETE', SAMPLES)
    expect([thrown.status, thrown.body.samples]).toEqual([200, []])
    const tables = ['venues', 'events', 'sessions', 'stock', 'ticket_types', 'sample_venues']
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0, 0, 0])
    expect((await send('DELETE', SAMPLES)).status).toBe(200)
  })

  test('stay all together if one was held or sold', async () => {
    const { tenantId, send, count, named } = await shop()
    const { body } = await fill(send)
    const show = body.samples[1].id
    await send('POST', `/api/admin/events/${show}/move`, { move: 'publish' })
    const [session] = await server.sql<{ id: string; type: string }>(
      `select s.id, t.id as type from sessions s
       join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
       where s.tenant_id = $1 and s.event_id = $2 limit 1`,
      [tenantId, show],
    )
    const held = await server.browser().send(
      'POST',
      '/api/checkout/carts/12345/hold',
      {
        eventId: show,
        sessionId: session?.id,
        tickets: [{ ticketTypeId: session?.type, quantity: 1 }],
      },
      named,
    )
    expect(held.status).toBe(201)
    const refused = await send('DELETE', SAMPLES)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'event_in_use',
      { instead: 'archive' },
    ])
    expect(await count('events')).toBe(2)
  })

  test('leave a venue that another event takes place at, as the organizer’s own', async () => {
    const { tenantId, send, count } = await shop()
    await fill(send)
    const [venue] = await server.sql<{ id: string }>('select id from venues where tenant_id = $1', [
      tenantId,
    ])
    const body = { name: 'Mine', venueId: venue?.id, category: 'other', isTimedEntry: false }
    expect((await send('POST', '/api/admin/events', body)).status).toBe(201)
    const thrown = await send('DELETE', SAMPLES)
    expect([thrown.status, await count('venues'), await count('events')]).toEqual([200, 1, 1])
    expect(thrown.body.steps[0]).toEqual({ step: 'venue', state: 'done' })
  })

  test('need a time zone that exists', async () => {
    const { send, count } = await shop()
    const refused = await send('POST', SAMPLES, { timeZone: 'Moon/Base' })
    expect([refused.status, refused.body.code, await count('venues')]).toEqual([
      400,
      'validation_failed',
      0,
    ])
  })
})
