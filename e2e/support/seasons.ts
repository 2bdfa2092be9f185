import type { BuiltEvent, World } from './world.ts'

/**
 * Days until the tenth of the next month. Tests that walk over days and months begin there: from the end
 * of a month the same steps lead elsewhere.
 */
export function daysToATenth(): number {
  const today = new Date()
  const tenth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 10)
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
  return (tenth - midnight) / (24 * 60 * 60 * 1000)
}

/**
 * Extends an event to `days` days in a row from its first one on, each with several sessions. The
 * database generates the rows, because sending ten thousand one by one would take a minute.
 */
export async function runDaily(
  world: World,
  event: BuiltEvent,
  { days, sessionsPerDay }: { days: number; sessionsPerDay: number },
): Promise<void> {
  await world.sql(
    `with wanted as (
       select gen_random_uuid() as id, s.tenant_id, s.event_id, s.display_name,
         s.local_date + day as local_date,
         s.starts_at + make_interval(days => day, hours => hour) as starts_at,
         s.ends_at + make_interval(days => day, hours => hour) as ends_at
       from sessions s, generate_series(0, $2 - 1) day, generate_series(0, $3 - 1) hour
       where s.id = $1 and day + hour > 0),
     made as (
       insert into sessions (tenant_id, id, event_id, display_name, local_date, starts_at, ends_at)
       select tenant_id, id, event_id, display_name, local_date, starts_at, ends_at from wanted
       returning tenant_id, id)
     insert into stock (tenant_id, session_id, pool_id, capacity)
     select made.tenant_id, made.id,
       case when stock.pool_id = stock.session_id then made.id else stock.pool_id end, stock.capacity
     from made, stock where stock.session_id = $1`,
    [event.sessionId, days, sessionsPerDay],
  )
}

/** Marks a whole day as sold out. */
export async function sellOutDay(world: World, event: BuiltEvent, inDays: number): Promise<void> {
  await world.sql(
    `update stock set sold = capacity - held
     where session_id = pool_id and session_id in (
       select id from sessions where event_id = $1 and local_date = $2::date + $3::integer)`,
    [event.eventId, event.date, inDays],
  )
}
