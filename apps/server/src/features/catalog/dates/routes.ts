import { bulkChanges, dates, granted } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { serve } from '../../../http/endpoint.ts'
import {
  continueChange,
  listChanges,
  previewChange,
  startChange,
  stopChange,
} from './bulk-changes.ts'
import { changeSession, createSession, setSessionState } from './change-session.ts'
import { getDates, getSession, listDays, listSessions } from './read-dates.ts'

/** The dates of an event in the back office, one by one and in bulk. */
export function datesRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, context, dates.getDates, {
    handle: ({ tenant, params }) =>
      db.withTenant(tenant.id, (tx) => getDates(tx, params.eventId, context.clock())),
  })
  serve(app, context, dates.listSessions, {
    handle: ({ tenant, params, query }) =>
      db.withTenant(tenant.id, (tx) => listSessions(tx, params.eventId, query)),
  })
  serve(app, context, dates.listDays, {
    handle: ({ tenant, params, query }) =>
      db.withTenant(tenant.id, (tx) => listDays(tx, params.eventId, query)),
  })
  serve(app, context, dates.getSession, {
    handle: ({ tenant, params }) =>
      db.withTenant(tenant.id, (tx) => getSession(tx, params.sessionId)),
  })
  serve(app, context, dates.createSession, { handle: createSession })
  serve(app, context, dates.changeSession, { handle: changeSession })
  serve(app, context, dates.setSessionState, { handle: setSessionState })

  serve(app, context, bulkChanges.previewBulkChange, {
    handle: ({ tenant, params, body }) =>
      previewChange(context, tenant, params.eventId, body.change),
  })
  serve(app, context, bulkChanges.previewCallOff, {
    handle: ({ tenant, params, body }) =>
      previewChange(context, tenant, params.eventId, { kind: 'call_off', ...body.callOff }),
  })
  serve(app, context, bulkChanges.startBulkChange, {
    handle: ({ tenant, principal: { session }, params: { eventId }, body }) =>
      startChange(context, { tenant, personId: session.personId, eventId, ...body }),
  })
  serve(app, context, bulkChanges.startCallOff, {
    handle: ({ tenant, principal: { session }, params: { eventId }, body }) =>
      startChange(context, {
        tenant,
        personId: session.personId,
        eventId,
        change: { kind: 'call_off', ...body.callOff },
        digest: body.digest,
      }),
  })
  serve(app, context, bulkChanges.listBulkChanges, {
    handle: ({ tenant, params }) =>
      db.withTenant(tenant.id, async (tx) =>
        granted({ changes: await listChanges(tx, params.eventId) }),
      ),
  })
  serve(app, context, bulkChanges.stopBulkChange, { handle: stopChange })
  serve(app, context, bulkChanges.continueBulkChange, { handle: continueChange })
}
