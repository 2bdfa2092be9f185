import { serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { insertedPerson, member } from './support/staff.ts'

const server = serverForTests({ jobs: false })

/** An event that is not published, with the headers that name its preview to a call. */
async function draftEvent() {
  const event = await server.build.event({ name: 'Opening night' })
  const publish = (isPublished: boolean) =>
    server.sql('update events set is_published = $2 where id = $1', [event.eventId, isPublished])
  await publish(false)
  const named = { 'x-brand-path': `draft/main/${event.eventId}` }
  return { ...event, publish, named, path: `/api/events/${event.eventId}` }
}

describe('a preview of an event that is not published', () => {
  test('shows the team what buyers will see: event, tickets, calendar and prices', async () => {
    const { path, named, eventId, typeId } = await draftEvent()
    const { browser } = await member(server, 'gate')
    const read = (url: string) => browser.send('GET', url, undefined, named)
    expect(await read(path)).toMatchObject({ status: 200, body: { name: 'Opening night' } })
    const types = await read(`/api/ticket-types?eventId=${eventId}`)
    expect(types.body).toMatchObject([{ id: typeId }])
    const calendar = await read(`/api/pricing/calendar/${eventId}`)
    expect(calendar.status).toBe(200)
    expect(JSON.stringify(calendar.body)).toContain('"minPrice":30,')
    const listed = await read('/api/events')
    expect(listed.body.map(({ id }: { id: string }) => id)).toContain(eventId)
  })

  test('is closed to everybody else, and leaves the event unpublished', async () => {
    const { path, named, eventId } = await draftEvent()
    const { browser } = await member(server, 'owner')
    expect((await browser.send('GET', path, undefined, named)).status).toBe(200)
    const ofOther = await member(server, 'owner', (await server.build.tenant()).tenantId)
    const callers = [server.browser(), (await insertedPerson(server)).browser, ofOther.browser]
    const answers = await Promise.all(callers.map((c) => c.send('GET', path, undefined, named)))
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'not_signed_in'],
      [404, 'unknown_tenant'],
      [404, 'unknown_tenant'],
    ])
    for (const caller of [browser, ...callers]) {
      expect((await caller.send('GET', path)).body.code).toBe('event_not_found')
    }
    expect(await server.sql('select is_published from events where id = $1', [eventId])).toEqual([
      { is_published: false },
    ])
  })

  test('is stored by no cache: neither a preview for buyers, nor a page of buyers for the team', async () => {
    const { path, named, publish } = await draftEvent()
    const { browser } = await member(server, 'manager')
    const shown = await browser.send('GET', path, undefined, named)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect((await server.browser().send('GET', path)).status).toBe(404)
    await publish(true)
    const buyer = await server.browser().send('GET', path)
    expect([buyer.status, buyer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const again = await browser.send('GET', path, undefined, named)
    expect(again.headers.get('cache-control')).toBe('no-store')
  })

  test('quotes, and sells nothing', async () => {
    const { named, eventId, typeId, sessionIds } = await draftEvent()
    const { browser } = await member(server, 'owner')
    const item = { eventId, sessionId: sessionIds[0], ticketTypeId: typeId, quantity: 1 }
    const held = await browser.send('POST', '/api/cart/items', item, named)
    expect([held.status, held.body.code]).toEqual([403, 'preview_only'])
    const staff = await browser.send('DELETE', '/api/admin/team/members/x', undefined, named)
    expect(staff.body.code).toBe('preview_only')
    expect(await server.sql('select 1 from holds')).toEqual([])
  })

  test('shows no other event that is not published', async () => {
    const { named } = await draftEvent()
    const other = await draftEvent()
    const { browser } = await member(server, 'owner')
    expect((await browser.send('GET', other.path, undefined, named)).body.code).toBe(
      'event_not_found',
    )
  })

  test('is refused with the headers of every other answer', async () => {
    const { eventId } = await draftEvent()
    const owner = await member(server, 'owner')
    const answers = await Promise.all([
      server.browser().send('GET', `/draft/main/${eventId}`),
      owner.browser.send('GET', `/draft/nobody/${eventId}`),
      owner.browser.send('POST', `/draft/main/${eventId}`, {}),
    ])
    expect(answers.map(({ status }) => status)).toEqual([307, 404, 403])
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/^default-src/)
    }
  })

  test('draws the poster of the event, which buyers cannot open', async () => {
    const { eventId } = await draftEvent()
    const { browser } = await member(server, 'owner')
    const poster = `/posters/${eventId}/poster.svg`
    const shown = await browser.send('GET', `/draft/main/${eventId}${poster}`)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await server.browser().send('GET', poster)).status).toBe(404)
    expect((await server.browser().send('GET', `/draft/main/${eventId}${poster}`)).status).toBe(307)
  })
})
