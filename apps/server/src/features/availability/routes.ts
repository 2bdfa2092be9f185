import { availability, granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { availabilityOf, knownZone } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context, Tenant } from '../../context.ts'
import { selectPublishedEvent } from '../../engine/offers/offers.ts'
import { BUSY, EVENT_NOT_FOUND } from '../../engine/refusals.ts'
import { serve } from '../../http/endpoint.ts'
import { createGate } from '../../http/gate.ts'
import { aboutEvent } from '../../http/response-cache.ts'
import { presentCalendar, presentDay } from './present.ts'
import { selectDays, selectSessionTypes } from './queries.ts'

/**
 * Changes of stock and prices drop a cached response at once; this limit is for changes by time
 * alone.
 */
const KEPT_SECONDS = 2

/** Prices and availability by day and session. Reading them waits for no lock on stock. */
export function availabilityRoutes(app: FastifyInstance, context: Context): void {
  /**
   * Runs `read` for a published event, with rollups watched, so that every later change drops the
   * response.
   */
  async function reading<T>(
    tenant: Tenant,
    eventId: string,
    read: (tx: TenantTx, setting: { timeZone: string; currency: string }) => Promise<T>,
  ): Promise<Result<T, 'event_not_found'>> {
    const event = await context.db.withTenant(tenant.id, (tx) => selectPublishedEvent(tx, eventId))
    if (!event) return EVENT_NOT_FOUND
    await context.rollups.follow(tenant.id, eventId)
    const setting = { timeZone: knownZone(event.timezone), currency: event.currency }
    return granted(await context.db.withTenant(tenant.id, (tx) => read(tx, setting)))
  }

  serve(app, context, availability.getCalendar, {
    cacheSeconds: KEPT_SECONDS,
    cacheSubject: ({ tenant, params }) => aboutEvent(tenant.id, params.eventId),
    handle: ({ tenant, params: { eventId } }) =>
      reading(tenant, eventId, async (tx, setting) => {
        const data = presentCalendar(await selectDays(tx, eventId), setting)
        return { success: true, data }
      }),
  })

  serve(app, context, availability.getDailyPrices, {
    cacheSeconds: KEPT_SECONDS,
    cacheSubject: ({ tenant, query }) => aboutEvent(tenant.id, query.eventId),
    handle: ({ tenant, query: { eventId, date } }) =>
      reading(tenant, eventId, async (tx, setting) => {
        const rows = await selectSessionTypes(tx, eventId, date)
        return { success: true, data: presentDay(rows, setting) }
      }),
  })

  serve(app, context, availability.getInventory, {
    cacheSeconds: KEPT_SECONDS,
    gate: { enter: createGate(context.bounds.inventories), refusal: BUSY.refusal },
    cacheSubject: ({ tenant, query }) => aboutEvent(tenant.id, query.eventId),
    handle: ({ tenant, query: { eventId } }) =>
      reading(tenant, eventId, async (tx) => {
        const rows = await selectSessionTypes(tx, eventId, null)
        return [...Map.groupBy(rows, (row) => row.session_id)].map(([sessionId, group]) => ({
          sessionId,
          ticketTypes: group.map((row) => ({
            ticketTypeId: row.ticket_type_id,
            inventory: { availableCount: row.room, soldCount: row.sold, heldCount: row.held },
            availability: availabilityOf(row.room),
          })),
        }))
      }),
  })

  serve(app, context, availability.getSessionPrices, {
    handle: async () =>
      refused('deprecated', 'This call was withdrawn. Use /api/price/daily instead.'),
  })
}
