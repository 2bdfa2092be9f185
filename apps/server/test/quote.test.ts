import { serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'

const server = serverForTests({ jobs: false })

const quote = (body: object) => server.browser().send('POST', '/api/quote', body)

describe('a quote before anything is held', () => {
  test('equals the quote that the hold will freeze', async () => {
    const event = await server.build.event({
      fee: { ratePpm: 125_000 },
      types: [{ priceMinor: 2999 }, { priceMinor: 5999 }],
      addOns: [{ priceMinor: 1599 }],
    })
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 2 }]
    const tickets = event.typeIds.map((ticketTypeId) => ({ ticketTypeId, quantity: 2 }))
    const { body } = await quote({
      eventId: event.eventId,
      sessionId: event.sessionId,
      tickets,
      addOns,
    })
    expect(body.isFinal).toBe(true)
    const held = await holdCartOf(server.browser(), event, { quantities: [2, 2], addOns })
    expect(held.body.quote).toEqual(body.quote)
    expect(body.quote.totalMinor).toBe(2 * 2999 + 750 + 2 * 5999 + 1500 + 2 * 1599)
  })

  test('holds nothing, and gives the browser no cookie', async () => {
    const event = await server.build.event({ capacity: 1 })
    const browser = server.browser()
    const tickets = [{ ticketTypeId: event.typeId, quantity: 1 }]
    await browser.send('POST', '/api/quote', { eventId: event.eventId, tickets })
    expect(browser.cookies.size).toBe(0)
    expect((await holdCartOf(server.browser(), event, { quantities: [1] })).status).toBe(201)
  })

  test('is the lowest possible quote for a dynamic type, and says that it is not final', async () => {
    const event = await server.build.event({ sessions: 3, types: [{ dynamicMinor: 4500 }] })
    const [cheap = '', dear = '', over = ''] = event.sessionIds
    await server.sql('update session_prices set price_minor = 5500 where session_id = $1', [dear])
    await server.sql('update session_prices set price_minor = 100 where session_id = $1', [over])
    await server.sql(`update sessions set starts_at = now() - interval '1 hour' where id = $1`, [
      over,
    ])
    const tickets = [{ ticketTypeId: event.typeId, quantity: 1 }]
    const ask = async (when: object) => {
      const { body } = await quote({ eventId: event.eventId, tickets, ...when })
      return [body.quote.totalMinor, body.isFinal]
    }
    expect(await ask({})).toEqual([4500, false])
    expect(await ask({ date: event.date })).toEqual([4500, false])
    expect(await ask({ sessionId: cheap })).toEqual([4500, true])
    expect(await ask({ sessionId: dear })).toEqual([5500, true])
    const none = await quote({ eventId: event.eventId, tickets, date: '2020-01-01' })
    expect(none).toMatchObject({ status: 409, body: { code: 'price_not_ready' } })
  })

  test('is final for a fixed type before a session is chosen', async () => {
    const event = await server.build.event()
    const tickets = [{ ticketTypeId: event.typeId, quantity: 1 }]
    expect((await quote({ eventId: event.eventId, tickets })).body.isFinal).toBe(true)
  })

  test("a type's own fee set overrides the event's, and an inactive one charges nothing", async () => {
    const event = await server.build.event({ fee: { flatMinor: 250 }, types: [{}, {}, {}] })
    const own = async (isActive: boolean, typeId = '') => {
      const [row] = await server.sql<{ id: string }>(
        `insert into fee_sets (tenant_id, id, name, fee_type, rate_ppm, is_active)
         values (1, gen_random_uuid(), 'Own', 'percentage', 100000, $1) returning id`,
        [isActive],
      )
      await server.sql('update ticket_types set fee_set_id = $1 where id = $2', [row?.id, typeId])
    }
    await own(true, event.typeIds[1])
    await own(false, event.typeIds[2])
    const tickets = event.typeIds.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 }))
    const { body } = await quote({ eventId: event.eventId, tickets })
    const fees = body.quote.lines.map((line: { feeMinor: number; feeName: string }) => [
      line.feeMinor,
      line.feeName,
    ])
    expect(fees).toEqual([
      [250, 'Service fee'],
      [300, 'Own'],
      [0, null],
    ])
    expect(body.quote.fees).toEqual([
      { name: 'Service fee', feeMinor: 250 },
      { name: 'Own', feeMinor: 300 },
    ])
  })

  test('splits the total of a line into prices per ticket that add up to it', async () => {
    const event = await server.build.event({
      fee: { ratePpm: 125_000 },
      types: [{ priceMinor: 7500 }],
    })
    const tickets = [{ ticketTypeId: event.typeId, quantity: 2 }]
    const { body } = await quote({ eventId: event.eventId, tickets })
    expect(body.quote.lines[0]).toMatchObject({
      totalMinor: 16_875,
      unitPrices: [
        { quantity: 1, amountMinor: 8438 },
        { quantity: 1, amountMinor: 8437 },
      ],
    })
  })

  test('answers the total of the party in each session of a day, if they are requested', async () => {
    const event = await server.build.event({
      sessions: 3,
      fee: { ratePpm: 125_000 },
      types: [{ dynamicMinor: 7500 }, { priceMinor: 1000 }],
    })
    const [usual = '', dear = '', unpriced = ''] = event.sessionIds
    await server.sql('update session_prices set price_minor = 8500 where session_id = $1', [dear])
    await server.sql('delete from session_prices where session_id = $1', [unpriced])
    const { eventId, date, typeIds } = event
    const tickets = typeIds.map((ticketTypeId) => ({ ticketTypeId, quantity: 2 }))
    const { body } = await quote({ eventId, date, tickets, eachSession: true })
    const inEach: Record<string, number> = {}
    for (const sessionId of [usual, dear]) {
      inEach[sessionId] = (await quote({ eventId, sessionId, tickets })).body.quote.totalMinor
    }
    expect(body.sessionTotals).toEqual(inEach)
    expect(inEach[usual]).toBe(16_875 + 2250)
    expect((await quote({ eventId, date, tickets })).body.sessionTotals).toBeUndefined()
  })

  test('says that a total is too small for a card, and how many tickets are enough', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 20 }] })
    const ask = async (quantity: number) =>
      (
        await quote({
          eventId: event.eventId,
          tickets: [{ ticketTypeId: event.typeId, quantity }],
        })
      ).body.belowMinimum
    expect(await ask(1)).toEqual({ minimumMinor: 50, leastTickets: 3 })
    expect(await ask(3)).toBeUndefined()
    await server.sql('update ticket_types set max_quantity = 2 where id = $1', [event.typeId])
    expect(await ask(2)).toEqual({ minimumMinor: 50, leastTickets: null })
    await server.sql('update ticket_types set price_minor = 0 where id = $1', [event.typeId])
    expect(await ask(2)).toBeUndefined()
  })

  test('compares an upgrade with the tickets that it would replace', async () => {
    const event = await server.build.event({
      fee: { flatMinor: 250 },
      types: [{ priceMinor: 3000 }, { dynamicMinor: 2000 }, { priceMinor: 5000 }],
      addOns: [{ priceMinor: 1599 }],
    })
    const { eventId, typeIds } = event
    const [adult = '', child = '', vip = ''] = typeIds
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }]
    const upgradeFrom = [
      { ticketTypeId: adult, quantity: 2 },
      { ticketTypeId: child, quantity: 1 },
    ]
    const tickets = [{ ticketTypeId: vip, quantity: 3 }]
    const { body } = await quote({ eventId, tickets, addOns, upgradeFrom })
    expect(body).toMatchObject({
      quote: { totalMinor: 3 * 5250 + 1599 },
      // The replaced tickets may cost more at some time of the day.
      isFinal: false,
      upgrade: {
        differenceMinor: 2 * 2000 + 3000,
        each: [
          { ticketTypeId: adult, differenceMinor: 2000 },
          { ticketTypeId: child, differenceMinor: 3000 },
        ],
      },
    })
    const { sessionId } = event
    const final = await quote({ eventId, sessionId, tickets, addOns, upgradeFrom })
    expect(final.body).toMatchObject({ isFinal: true, upgrade: body.upgrade })
    expect((await quote({ eventId, tickets })).body).not.toHaveProperty('upgrade')
    const two = await quote({ eventId, tickets: upgradeFrom, upgradeFrom: tickets })
    expect(two).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const unknown = [{ ticketTypeId: eventId, quantity: 1 }]
    const refused = await quote({ eventId, tickets, upgradeFrom: unknown })
    expect(refused).toMatchObject({ status: 404, body: { code: 'ticket_type_not_found' } })
  })

  test('is refused with the name of what does not exist', async () => {
    const event = await server.build.event({ addOns: [{ priceMinor: 100 }] })
    const other = await server.build.event({ addOns: [{ priceMinor: 100 }] })
    const tickets = [{ ticketTypeId: event.typeId, quantity: 1 }]
    const code = async (body: object) => {
      const answer = await quote({ eventId: event.eventId, tickets, ...body })
      return [answer.status, answer.body.code]
    }
    expect(await code({ eventId: other.eventId })).toEqual([404, 'ticket_type_not_found'])
    expect(await code({ eventId: event.typeId })).toEqual([404, 'event_not_found'])
    expect(await code({ sessionId: other.sessionId })).toEqual([404, 'session_not_found'])
    const addOns = [{ addOnId: other.addOnIds[0], quantity: 1 }]
    expect(await code({ addOns })).toEqual([404, 'add_on_not_found'])
    await server.sql('update ticket_types set is_archived = true where id = $1', [event.typeId])
    expect(await code({})).toEqual([404, 'ticket_type_not_found'])
  })
})
