import { availability, granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type AccessCodeRule, knownZone } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context, Tenant } from '../../context.ts'
import { selectPublishedEvent } from '../../engine/offers/offers.ts'
import { BUSY, EVENT_NOT_FOUND } from '../../engine/refusals.ts'
import { codeIdOf, selectOpening } from '../../engine/sales/read-sales.ts'
import { serve } from '../../http/endpoint.ts'
import { createGate } from '../../http/gate.ts'
import { readNoOlderThan } from '../../http/recent-reads.ts'
import { aboutEvent } from '../../http/response-cache.ts'
import { presentCalendar, presentDay, presentInventory, presentOpenedCalendar } from './present.ts'
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
   * response. `access` proves the buyer's access code.
   */
  async function reading<T>(
    tenant: Tenant,
    { eventId, access }: { eventId: string; access?: string | undefined },
    read: (
      tx: TenantTx,
      setting: {
        eventId: string
        timeZone: string
        currency: string
        code: AccessCodeRule | null
      },
    ) => Promise<T>,
  ): Promise<Result<T, 'event_not_found' | 'access_code_not_valid'>> {
    const codeId = codeIdOf(context, tenant, access)
    if (!codeId.ok) return codeId
    const event = await context.db.withTenant(tenant.id, (tx) => selectPublishedEvent(tx, eventId))
    if (!event) return EVENT_NOT_FOUND
    readNoOlderThan(await context.rollups.follow(tenant.id, eventId))
    const setting = { eventId, timeZone: knownZone(event.timezone), currency: event.currency }
    return granted(
      await context.db.withTenant(tenant.id, async (tx) =>
        read(tx, { ...setting, code: await selectOpening(tx, eventId, codeId.value) }),
      ),
    )
  }

  serve(app, context, availability.getCalendar, {
    cacheSeconds: KEPT_SECONDS,
    cacheSubject: ({ tenant, params }) => aboutEvent(tenant.id, params.eventId),
    handle: ({ tenant, params: { eventId }, query: { access } }) =>
      reading(tenant, { eventId, access }, async (tx, setting) => {
        const { code } = setting
        const data = code
          ? presentOpenedCalendar(await selectSessionTypes(tx, eventId, null, code), setting)
          : presentCalendar(await selectDays(tx, eventId), setting)
        return { success: true, data }
      }),
  })

  serve(app, context, availability.getDailyPrices, {
    cacheSeconds: KEPT_SECONDS,
    cacheSubject: ({ tenant, query }) => aboutEvent(tenant.id, query.eventId),
    handle: ({ tenant, query: { eventId, date, access } }) =>
      reading(tenant, { eventId, access }, async (tx, setting) => {
        const rows = await selectSessionTypes(tx, eventId, date, setting.code)
        return { success: true, data: presentDay(rows, setting) }
      }),
  })

  serve(app, context, availability.getInventory, {
    cacheSeconds: KEPT_SECONDS,
    gate: { enter: createGate(context.bounds.inventories), refusal: BUSY.refusal },
    cacheSubject: ({ tenant, query }) => aboutEvent(tenant.id, query.eventId),
    handle: ({ tenant, query: { eventId } }) =>
      reading(tenant, { eventId }, async (tx) => {
        const rows = await selectSessionTypes(tx, eventId, null)
        return presentInventory(rows)
      }),
  })

  serve(app, context, availability.getSessionPrices, {
    handle: async () =>
      refused('deprecated', 'This call was withdrawn. Use /api/price/daily instead.'),
  })
}
