import type { CalendarView } from '@foyer/contract'
import { allInMinor, dateStatusOf, type FeeSet, toMajor } from '@foyer/domain'
import type { BuiltEvent, TestServer } from '@foyer/testkit'

interface Row {
  date: string
  session_id: string
  room: number | null
  capacity: number | null
  price_minor: number
}

/** The calendar, computed from sessions, prices and stock by the domain's own rules. */
export async function directCalendar(server: TestServer, event: BuiltEvent): Promise<CalendarView> {
  const rows = await server.sql<Row>(
    `select s.local_date::text as date, s.id as session_id, r.room, r.capacity,
       case t.pricing_mode when 'fixed' then t.price_minor else p.price_minor end as price_minor
     from sessions s
     join session_room r on r.session_id = s.id
     join ticket_types t on t.event_id = s.event_id
     left join session_prices p on p.session_id = s.id and p.ticket_type_id = t.id
     where s.event_id = $1 and s.starts_at > now() order by s.local_date`,
    [event.eventId],
  )
  const [fee] = await server.sql<FeeSet>(
    `select f.id, f.name, is_active as "isActive", fee_type as "feeType",
       flat_minor as "flatMinor", rate_ppm as "ratePpm"
     from fee_sets f join events e on e.fee_set_id = f.id where e.id = $1`,
    [event.eventId],
  )
  const dates: CalendarView['dates'] = {}
  for (const [date, ofDay] of Map.groupBy(rows, (row) => row.date)) {
    const sessions = [...new Map(ofDay.map((row) => [row.session_id, row])).values()]
    const isLimited = sessions.every(({ room }) => room !== null)
    const sum = (pick: (row: Row) => number | null) =>
      isLimited ? sessions.reduce((total, row) => total + (pick(row) ?? 0), 0) : null
    const lowest = Math.min(...ofDay.map((row) => row.price_minor))
    dates[date] = {
      id: `${event.eventId}:${date}`,
      minPrice: toMajor(lowest, 'usd'),
      allInMinor: allInMinor(lowest, fee ?? null),
      status: dateStatusOf(
        sum((row) => row.room),
        sum((row) => row.capacity),
      ),
    }
  }
  return { dates, timezone: 'America/New_York', currency: 'usd' }
}
