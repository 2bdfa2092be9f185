import { alternativeSchema } from '@foyer/contract'
import { addDays, instantOf } from '@foyer/domain'
import { type BuiltEvent, serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { findAlternatives, type PartyRequest } from '../src/engine/offers/alternatives.ts'
import { expireHolds, holdCartOf } from './support/calls.ts'

const server = serverForTests({ jobs: false })

const find = (event: BuiltEvent, params: Partial<PartyRequest> = {}, tenantId = event.tenantId) =>
  server.foyer.context.db.withTenant(tenantId, (tx) =>
    findAlternatives(tx, {
      sessionId: event.sessionId,
      tickets: [{ ticketTypeId: event.typeId, quantity: 2 }],
      ...params,
    }),
  )

const found = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).map(({ sessionId }) => sessionId)

/** Leaves this many tickets in a pool of a session. */
const leave = (sessionId: string, places: number, poolId = sessionId) =>
  server.sql('update stock set sold = capacity - $1 where session_id = $2 and pool_id = $3', [
    places,
    sessionId,
    poolId,
  ])

/** Moves a session `days` after the event's date, to minutes after midnight at its venue. */
const moveTo = (event: BuiltEvent, sessionId: string, days: number, minutes: number) => {
  const date = addDays(event.date, days)
  const start = instantOf(date, minutes, 'America/New_York')
  return server.sql(
    'update sessions set starts_at = $1, ends_at = $2, local_date = $3 where id = $4',
    [start, new Date(start.getTime() + 3_600_000), date, sessionId],
  )
}

describe('alternatives', () => {
  test('come from the same day by nearness in time, then from the nearest days', async () => {
    const event = await server.build.event({ sessions: 7 })
    const [requested = '', a = '', b = '', c = '', d = '', e = '', f = ''] = event.sessionIds
    await moveTo(event, requested, 0, 14 * 60 + 5)
    await moveTo(event, a, 0, 15 * 60 + 5)
    await moveTo(event, b, 0, 20 * 60 + 5)
    await moveTo(event, c, 0, 11 * 60 + 5)
    await moveTo(event, d, -2, 14 * 60)
    await moveTo(event, e, 1, 18 * 60)
    await moveTo(event, f, 3, 14 * 60)
    expect(await found(event)).toEqual([a, c, b, e, d, f])
  })

  test('contain time, tickets left and lowest price with fees', async () => {
    const event = await server.build.event({
      sessions: 2,
      capacity: 40,
      fee: { ratePpm: 125_000 },
      types: [{ priceMinor: 3000 }, { dynamicMinor: 2001 }],
    })
    await moveTo(event, event.sessionIds[1] ?? '', 0, 19 * 60)
    const tickets = event.typeIds.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }))
    const alternatives = await find(event, { tickets })
    expect(alternatives).toEqual([
      {
        sessionId: event.sessionIds[1],
        date: event.date,
        startsAt: instantOf(event.date, 19 * 60, 'America/New_York').toISOString(),
        localTime: expect.stringMatching(/^7:00\sPM$/),
        availableCount: 40,
        // 20.01 plus 12.5 % of it (2.50125), rounded.
        fromAllInMinor: 2251,
      },
    ])
    expect(alternativeSchema.safeParse(alternatives[0]).success).toBe(true)
  })

  test('have room for the whole party in each of its types', async () => {
    const event = await server.build.event({
      sessions: 6,
      capacity: 10,
      types: [{ capacity: 8 }, { capacity: 5 }],
    })
    const [, total = '', first = '', second = '', exact = '', roomy = ''] = event.sessionIds
    const [ga = '', vip = ''] = event.typeIds
    await leave(total, 4)
    await leave(first, 2, ga)
    await leave(second, 1, vip)
    await leave(exact, 5)
    await leave(exact, 3, ga)
    await leave(exact, 2, vip)
    const tickets = [
      { ticketTypeId: ga, quantity: 3 },
      { ticketTypeId: vip, quantity: 2 },
    ]
    expect(await found(event, { tickets })).toEqual([exact, roomy])
  })

  test('count the tickets of expired holds as free', async () => {
    const event = await server.build.event({ sessions: 2, capacity: 2 })
    const [, other = ''] = event.sessionIds
    await holdCartOf(server.browser(), event, { sessionId: other })
    expect(await found(event)).toEqual([])
    await expireHolds(server, other)
    expect(await found(event)).toEqual([other])
  })

  test('leave out sessions that are past, cancelled, not priced or without stock; unlimited ones are included', async () => {
    const event = await server.build.event({ sessions: 6, types: [{ dynamicMinor: 3000 }] })
    const [, past = '', cancelled = '', unpriced = '', bare = '', unlimited = ''] = event.sessionIds
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      past,
    ])
    await server.sql(`update sessions set status = 'cancelled' where id = $1`, [cancelled])
    await server.sql('delete from session_prices where session_id = $1', [unpriced])
    await server.sql('delete from stock where session_id = $1', [bare])
    await server.sql('update stock set capacity = null where session_id = $1', [unlimited])
    expect(await find(event)).toMatchObject([{ sessionId: unlimited, availableCount: null }])
  })

  test('never offer an archived type, nor a session of another event or tenant', async () => {
    const event = await server.build.event({ sessions: 2 })
    const { tenantId } = await server.build.tenant()
    const theirs = await server.build.event({ tenantId, sessions: 2 })
    expect(await found(event, { sessionId: theirs.sessionId })).toEqual([])
    expect(await found(event, { tickets: [{ ticketTypeId: theirs.typeId, quantity: 1 }] })).toEqual(
      [],
    )
    expect(await found(theirs, {}, 1)).toEqual([])
    await server.sql('update ticket_types set is_archived = true where id = $1', [event.typeId])
    expect(await found(event)).toEqual([])
  })

  test('come with the refusal of a hold', async () => {
    const event = await server.build.event({ sessions: 2, capacity: 3 })
    await leave(event.sessionId, 1)
    const { status, body } = await holdCartOf(server.browser(), event)
    expect([status, body.code]).toEqual([409, 'sold_out'])
    expect(body.details.alternatives).toMatchObject([
      { sessionId: event.sessionIds[1], date: event.date, availableCount: 3 },
    ])
  })
})
