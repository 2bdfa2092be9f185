import { DEFAULT_POLICY } from '@foyer/domain'
import { buy, serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { member } from './support/staff.ts'

/** The fields that the specification promises to clients, under their specified names. */

const server = serverForTests({ jobs: false })

const get = async (path: string) => (await server.browser().send('GET', path)).body
const expectFields = (answer: object, names: string): void =>
  expect(Object.keys(answer)).toEqual(expect.arrayContaining(names.split(' ')))

describe('the catalogue returns', () => {
  test('an event with its fee set and venue, in the list and by itself', async () => {
    const { eventId } = await server.build.event({ fee: { flatMinor: 250 } })
    const full = await get(`/api/events/${eventId}`)
    const { changePolicy, facts: _, previewPath: __, ...rest } = full
    const { venueName, venueCity: _city, venueState: _state, ...event } = rest
    expect(venueName).toBe(event.venue_name)
    expect(changePolicy).toBeNull()
    expectFields(full, 'venueName venueCity venueState')
    expectFields(
      event,
      'id name date location description imageUrl category staticPrice priceLibraryId ' +
        'isTimedEntry startTime useContinuousCalendar calendarStartDate calendarEndDate venueId ' +
        'showPriceDifference fee_set_id venue_name venue_city venue_state venue_timezone',
    )
    expect(event).toMatchObject({ fee_set_id: expect.any(String), venue_country: 'US' })
    const list: { id: string }[] = await get('/api/events')
    expect(list.find(({ id }) => id === eventId)).toEqual(event)
  })

  test('ticket groups, ticket types and add-ons', async () => {
    const { eventId } = await server.build.event({ addOns: [{ priceMinor: 1599 }] })
    const [[group], [type], [addOn]] = await Promise.all([
      get(`/api/ticket-groups?eventId=${eventId}`),
      get(`/api/ticket-types?eventId=${eventId}`),
      get(`/api/add-ons?eventId=${eventId}`),
    ])
    expectFields(group, 'id eventId name description isArchived')
    expectFields(
      type,
      'id groupId name description price quantity maxQuantity displayPrice isArchived ' +
        'fee_set_id pricing_mode image_url',
    )
    expectFields(addOn, 'id name description price maxQuantity')
  })

  test('a day with its types, sessions and zone', async () => {
    const { eventId, date, sessionId } = await server.build.event()
    const answer = await get(`/api/price/daily?eventId=${eventId}&date=${date}`)
    expect(answer.success).toBe(true)
    expectFields(answer.data, 'ticketTypes sessions timezone')
    expectFields(answer.data.ticketTypes[0], 'ticket_type_id lowest_price availability')
    const session = answer.data.sessions[sessionId]
    expectFields(
      session,
      'session_id start_time end_time session_name local_time ticket_prices available_count ' +
        'ticketsRemaining available',
    )
    expect(session).toMatchObject({ ticketsRemaining: session.available_count, available: true })
    expectFields(session.ticket_prices[0], 'ticket_type_id price available_count')
  })
})

test('an order comes with its session, its event and its tickets', async () => {
  const browser = server.browser()
  const { body } = await buy(browser, await server.build.event())
  const { order, session, event, tickets, changePolicy } = (
    await browser.send('GET', `/api/orders/${body.orderId}`)
  ).body
  expectFields(
    order,
    'id cartId email firstName lastName phone billingAddress eventId sessionId totalAmount ' +
      'subtotal feeAmount fee_amount selectedDate createdAt status promoCode paymentId ticketCount',
  )
  expectFields(session, 'startTime displayName')
  expectFields(event, 'id name')
  expectFields(
    tickets[0],
    'id orderId eventId sessionId ticketTypeId email status validationCode qrCode isRedeemed ' +
      'createdAt redeemedAt typeName price',
  )
  expect(tickets[0]).toMatchObject({
    ...{ orderId: order.id, eventId: order.eventId, sessionId: order.sessionId },
    ...{ email: order.email, isRedeemed: false, redeemedAt: null },
  })
  expect(changePolicy).toEqual(DEFAULT_POLICY)
})

test('a ticket has no address that its order hides', async () => {
  const event = await server.build.event()
  const { body } = await buy(server.browser(), event)
  const { secrets, clock } = server.foyer.context
  const [{ tenant_id: tenantId }] = (await server.sql(
    'select tenant_id from orders where id = $1',
    [body.orderId],
  )) as [{ tenant_id: number }]
  const endsAt = new Date(clock().getTime() + 3_600_000)
  const token = secrets.orderToken(tenantId, body.orderId, endsAt)
  const shown = await get(`/api/orders/${body.orderId}?token=${encodeURIComponent(token)}`)
  expect(shown.order.email).toContain('***')
  expect(shown.tickets[0].email).toBe(shown.order.email)
  expect(JSON.stringify(shown)).not.toContain('ada@')
})

describe('a session has', () => {
  test('its kind of capacity, its value and both of its names, for its buyers and for the team', async () => {
    const event = await server.build.event({ capacity: 40 })
    const browser = server.browser()
    const { body } = await buy(browser, event)
    const { session } = (await browser.send('GET', `/api/orders/${body.orderId}`)).body
    expect(session).toMatchObject({
      ...{ id: event.sessionId, eventId: event.eventId, status: 'active' },
      ...{ capacityType: 'numerical', capacityValue: 40, title: session.displayName },
    })
    expectFields(session, 'startTime endTime')
    const { browser: office } = await member(server, 'owner')
    const ofTeam = await office.send('GET', `/api/admin/sessions/${event.sessionId}`)
    expect(ofTeam.body.session).toEqual(session)
    const open = await server.build.event({ capacity: null })
    const unlimited = await office.send('GET', `/api/admin/sessions/${open.sessionId}`)
    expect(unlimited.body.session).toMatchObject({ capacityType: 'unlimited', capacityValue: null })
  })

  test('its capacity summaries and overrides under their names, for the team', async () => {
    const event = await server.build.event({
      capacity: 40,
      types: [{ priceMinor: 2000, capacity: 9 }],
    })
    await buy(server.browser(), event, '12345', 3)
    const { browser } = await member(server, 'owner')
    const { body } = await browser.send('GET', `/api/admin/sessions/${event.sessionId}`)
    const of = { sessionId: event.sessionId, ticketTypeId: event.typeId }
    expect(body.capacitySummaries).toEqual([
      {
        ...of,
        ...{ totalCapacity: 9, soldCount: 3, heldCount: 0, availableCount: 6 },
        lastUpdated: expect.stringMatching(/^\d{4}-/),
      },
    ])
    expect(body.capacityOverrides).toEqual([{ ...of, capacityValue: 9 }])
  })
})

test('a ticket that was redeemed says so, and when', async () => {
  const browser = server.browser()
  const { body } = await buy(browser, await server.build.event())
  const at = '2026-11-21T03:30:00.000Z'
  await server.sql('update tickets set redeemed_at = $1 where order_id = $2', [at, body.orderId])
  const { tickets } = (await browser.send('GET', `/api/orders/${body.orderId}`)).body
  expect(tickets[0]).toMatchObject({ status: 'VALID', isRedeemed: true, redeemedAt: at })
})

test('a completed sale keeps its order, session, type, quantity and time', async () => {
  const event = await server.build.event()
  const { body } = await buy(server.browser(), event, '12345', 3)
  const sales = await server.sql(
    `select o.id as order_id, o.session_id, i.ticket_type_id, i.quantity, o.created_at as at
     from orders o join order_items i on i.order_id = o.id where o.event_id = $1`,
    [event.eventId],
  )
  expect(sales).toEqual([
    {
      order_id: body.orderId,
      session_id: event.sessionId,
      ticket_type_id: event.typeId,
      quantity: 3,
      at: expect.any(Date),
    },
  ])
  const ledger = await server.sql(
    `select ticket_type_id, sold_delta, at from stock_ledger where session_id = $1 and kind = 'sell'`,
    [event.sessionId],
  )
  expect(ledger).toEqual([{ ticket_type_id: event.typeId, sold_delta: 3, at: expect.any(Date) }])
})

test('a venue belongs to a tenant and has the times of its creation and change', async () => {
  await server.build.event()
  const [venue] = await server.sql('select * from venues limit 1')
  expectFields(
    venue ?? {},
    'id tenant_id name street_address city state postal_code country timezone created_at updated_at',
  )
})

test('the lines of an order have their type, quantity and unit price', async () => {
  const browser = server.browser()
  const event = await server.build.event({ types: [{ priceMinor: 1749 }] })
  const { body } = await buy(browser, event, '12345', 3)
  const { order } = (await browser.send('GET', `/api/orders/${body.orderId}`)).body
  expect(order.quote.lines).toMatchObject([
    { kind: 'ticket', id: event.typeId, quantity: 3, unitPriceMinor: 1749 },
  ])
  expect(
    await server.sql(
      'select ticket_type_id, quantity, unit_price_minor from order_items where order_id = $1',
      [body.orderId],
    ),
  ).toEqual([{ ticket_type_id: event.typeId, quantity: 3, unit_price_minor: 1749 }])
})

test('the browser gets the key that it pays with', async () => {
  expect((await get('/api/stripe/config')).publishableKey).toMatch(/^pk_/)
})
