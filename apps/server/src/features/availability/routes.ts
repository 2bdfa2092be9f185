import { catalog, granted, refused } from '@foyer/contract'
import { availabilityOf, knownZone } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { presentCalendar, presentDay } from './present.ts'
import {
  selectDayPrices,
  selectDayRooms,
  selectEventZone,
  selectFees,
  selectSessionTypes,
} from './queries.ts'

const EVENT_NOT_FOUND = refused(
  'event_not_found',
  "The event you're looking for doesn't exist or couldn't be loaded.",
)

/** What is shown may be this old; the hold is the truth. */
const STOCK_SECONDS = 1

/** Prices and places by day and session: read without ever touching a stock row's lock. */
export function availabilityRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, catalog.getCalendar, {
    cacheSeconds: STOCK_SECONDS,
    handle: ({ tenant, params: { eventId } }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const timeZone = await selectEventZone(tx, eventId)
        if (timeZone === null) return EVENT_NOT_FOUND
        const rooms = await selectDayRooms(tx, eventId)
        const prices = await selectDayPrices(tx, eventId)
        const fees = await selectFees(tx, eventId)
        const place = { timeZone: knownZone(timeZone), currency: tenant.currency }
        return granted({ success: true, data: presentCalendar(rooms, prices, fees, place) })
      }),
  })

  serve(app, context, catalog.getDailyPrices, {
    cacheSeconds: STOCK_SECONDS,
    handle: ({ tenant, query: { eventId, date } }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const timeZone = await selectEventZone(tx, eventId)
        if (timeZone === null) return EVENT_NOT_FOUND
        const rows = await selectSessionTypes(tx, eventId, date)
        const fees = await selectFees(tx, eventId)
        const place = { timeZone: knownZone(timeZone), currency: tenant.currency }
        return granted({ success: true, data: presentDay(rows, fees, place) })
      }),
  })

  serve(app, context, catalog.getInventory, {
    cacheSeconds: STOCK_SECONDS,
    handle: ({ tenant, query: { eventId } }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        if ((await selectEventZone(tx, eventId)) === null) return EVENT_NOT_FOUND
        const rows = await selectSessionTypes(tx, eventId, null)
        return granted(
          [...Map.groupBy(rows, (row) => row.session_id)].map(([sessionId, group]) => ({
            sessionId,
            ticketTypes: group.map((row) => ({
              ticketTypeId: row.ticket_type_id,
              inventory: { availableCount: row.room, soldCount: row.sold, heldCount: row.held },
              availability: availabilityOf(row.room),
            })),
          })),
        )
      }),
  })
}
