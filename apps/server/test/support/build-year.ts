import type { BuiltEvent, TestServer } from '@foyer/testkit'

/**
 * A year with ten sessions a day and four types: fixed and dynamic prices, one type with a capacity
 * of its own, and days that are sold out, nearly sold out, or without limit.
 */
export async function buildYear(server: TestServer): Promise<BuiltEvent> {
  const event = await server.build.event({
    fee: { ratePpm: 125_000 },
    types: [{}, { priceMinor: 2001, capacity: 30 }, { dynamicMinor: 1995 }, { priceMinor: 9000 }],
  })
  const { eventId, sessionId } = event
  await server.sql(
    `insert into sessions (tenant_id, id, event_id, starts_at, ends_at, local_date)
     select 1, gen_random_uuid(), $1, t, t + interval '30 minutes',
       (t at time zone 'America/New_York')::date
     from sessions s, generate_series(1, 3649) as i,
       lateral (select s.starts_at + i / 10 * interval '1 day' + i % 10 * interval '45 minutes') as at(t)
     where s.id = $2`,
    [eventId, sessionId],
  )
  // Chosen by the day of the month, so that each kind of day occurs.
  await server.sql(
    `insert into stock (tenant_id, session_id, pool_id, capacity, sold)
     select 1, s.id, s.id, case when day = 3 then null else 100 end,
       case when day in (1, 2) then 100 when day = 4 then 95 else day end
     from sessions s, lateral (select extract(day from s.local_date)::integer) as d(day)
     where s.event_id = $1 and s.id <> $2`,
    [eventId, sessionId],
  )
  await server.sql(
    `insert into stock (tenant_id, session_id, pool_id, capacity)
     select 1, s.id, t.id, case t.position when 1 then 30 end
     from sessions s join ticket_types t on t.event_id = s.event_id
     where s.event_id = $1 and s.id <> $2`,
    [eventId, sessionId],
  )
  await server.sql(
    `insert into session_prices (tenant_id, session_id, ticket_type_id, price_minor)
     select 1, s.id, t.id, 1500 + extract(doy from s.local_date)::integer * 7
     from sessions s join ticket_types t on t.event_id = s.event_id and t.pricing_mode = 'dynamic'
     where s.event_id = $1 and s.id <> $2`,
    [eventId, sessionId],
  )
  return event
}
