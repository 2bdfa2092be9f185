import { catalog, eventSearch, granted, type Result, refused, venues } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { FastifyInstance } from 'fastify'
import { type Context, isShopStopped } from '../../context.ts'
import {
  type PublishedEvent,
  selectAddOns,
  selectPublishedEvent,
  selectTypes,
} from '../../engine/offers/offers.ts'
import { previewOfEvent, selectPosterFacts } from '../../engine/posters/poster-facts.ts'
import { EVENT_NOT_FOUND } from '../../engine/refusals.ts'
import { codeIdOf, selectEventSale, selectOpening } from '../../engine/sales/read-sales.ts'
import { serve } from '../../http/endpoint.ts'
import { createGate } from '../../http/gate.ts'
import { readNoOlderThan } from '../../http/recent-reads.ts'
import { aboutEvent } from '../../http/response-cache.ts'
import {
  presentAddOn,
  presentEvent,
  presentEventDetail,
  presentFeeSet,
  presentTicketGroup,
  presentTicketTypes,
} from './present.ts'
import { selectEvents, selectFacts, selectFeeSet, selectGroups, selectPolicy } from './queries.ts'
import { inOrderOf, searchEvents } from './search-events.ts'
import { selectSimilar } from './select-similar.ts'
import { selectVenue } from './select-venue.ts'

/**
 * Lists change when an organizer edits or a ticket is sold; a delay of a few seconds is acceptable.
 */
const LIST_SECONDS = 3
/** Suggestions read more rows than a list, and nobody waits for the newest. */
const SIMILAR_SECONDS = 30
const TOO_MANY_SEARCH = refused(
  'busy',
  'Many people are searching right now. Please try again in a moment.',
).refusal
/** Some add-ons have a limited stock. */
const ADD_ON_SECONDS = 1

/**
 * Events, groups, ticket types, add-ons and fee sets: public, and the same for every visitor of a
 * tenant.
 */
export function catalogRoutes(app: FastifyInstance, context: Context): void {
  /** Reads data of an event, or refuses if the event does not exist. */
  const ofEvent = <T>(
    tenantId: number,
    eventId: string,
    read: (tx: TenantTx, event: PublishedEvent) => Promise<T>,
  ): Promise<Result<T, 'event_not_found'>> =>
    context.db.withTenant(tenantId, async (tx) => {
      const event = await selectPublishedEvent(tx, eventId)
      return event ? granted(await read(tx, event)) : EVENT_NOT_FOUND
    })

  serve(app, context, catalog.listEvents, {
    cacheSeconds: LIST_SECONDS,
    handle: ({ tenant }) => {
      context.rollups.compareSoon(tenant.id)
      return context.db.withTenant(tenant.id, async (tx) => {
        const events = await selectEvents(tx, null)
        // The page of an event that was called off stays.
        return granted(events.map(presentEvent).filter(({ status }) => status !== 'called_off'))
      })
    },
  })

  const searching = createGate({ ...context.bounds.searches, factor: context.limitFactor })
  serve(app, context, eventSearch.searchEvents, {
    cacheSeconds: LIST_SECONDS,
    gate: { enter: searching, refusal: TOO_MANY_SEARCH },
    handle: async ({ tenant, query }) => {
      context.rollups.compareSoon(tenant.id)
      return granted(
        await context.db.withTenant(tenant.id, (tx) => searchEvents(tx, query, tenant.currency)),
      )
    },
  })

  serve(app, context, eventSearch.getSimilarEvents, {
    cacheSeconds: SIMILAR_SECONDS,
    handle: ({ tenant, params: { eventId } }) => {
      context.rollups.compareSoon(tenant.id)
      return ofEvent(tenant.id, eventId, async (tx) => {
        const ids = await selectSimilar(tx, eventId)
        return ids.length > 0 ? inOrderOf(ids, await selectEvents(tx, ids)).map(presentEvent) : []
      })
    },
  })

  serve(app, context, venues.getVenue, {
    cacheSeconds: LIST_SECONDS,
    handle: ({ tenant, params: { venueId } }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const venue = await selectVenue(tx, venueId)
        return venue ? granted(venue) : refused('venue_not_found', 'This venue does not exist.')
      }),
  })

  serve(app, context, catalog.getEvent, {
    cacheSeconds: LIST_SECONDS,
    cacheSubject: ({ tenant, params }) => aboutEvent(tenant.id, params.eventId),
    handle: async ({ tenant, params: { eventId } }) => {
      const found = await ofEvent(tenant.id, eventId, async () => null)
      if (!found.ok) return found
      readNoOlderThan(await context.rollups.follow(tenant.id, eventId))
      return context.db.withTenant(tenant.id, async (tx) => {
        const [row] = await selectEvents(tx, [eventId])
        const facts = await selectFacts(tx, eventId)
        if (!row || !facts) return EVENT_NOT_FOUND
        const poster = await selectPosterFacts(tx, eventId)
        if (!poster) return EVENT_NOT_FOUND
        const changePolicy = await selectPolicy(tx, eventId)
        const previewPath = previewOfEvent(poster, tenant)
        const sale = await selectEventSale(tx, eventId, isShopStopped(context, tenant))
        const detail = { ...presentEventDetail(row), previewPath, changePolicy, facts }
        return granted(sale ? { ...detail, sale } : detail)
      })
    },
  })

  serve(app, context, catalog.listTicketTypes, {
    cacheSeconds: LIST_SECONDS,
    cacheSubject: ({ tenant, query }) => aboutEvent(tenant.id, query.eventId ?? ''),
    handle: async ({ tenant, query }) => {
      const { eventId, ticketGroupId, access } = query
      const codeId = codeIdOf(context, tenant, access)
      if (!codeId.ok) return codeId
      return context.db.withTenant(tenant.id, async (tx) => {
        if (eventId && !(await selectPublishedEvent(tx, eventId))) return EVENT_NOT_FOUND
        const code = eventId ? await selectOpening(tx, eventId, codeId.value) : null
        const filter = { eventId, ticketGroupId, unlocked: code?.typeIds }
        return granted(presentTicketTypes(await selectTypes(tx, filter), code))
      })
    },
  })

  serve(app, context, catalog.listTicketGroups, {
    cacheSeconds: LIST_SECONDS,
    handle: ({ tenant, query: { eventId } }) =>
      ofEvent(tenant.id, eventId, async (tx) =>
        (await selectGroups(tx, eventId)).map(presentTicketGroup),
      ),
  })

  serve(app, context, catalog.listAddOns, {
    cacheSeconds: ADD_ON_SECONDS,
    handle: ({ tenant, query: { eventId } }) =>
      ofEvent(tenant.id, eventId, async (tx, { currency }) =>
        (await selectAddOns(tx, eventId)).map((addOn) => presentAddOn(addOn, currency)),
      ),
  })

  serve(app, context, catalog.getFeeSet, {
    cacheSeconds: LIST_SECONDS,
    handle: ({ tenant, params, query }) =>
      context.db.withTenant(tenant.id, async (tx) => {
        const row = await selectFeeSet(tx, params.feeSetId, query.eventId ?? null)
        if (!row) return refused('fee_set_not_found', 'This fee does not exist.')
        return granted(presentFeeSet(row, tenant.currency))
      }),
  })
}
