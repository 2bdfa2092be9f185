import {
  granted,
  type OrderView,
  PASS_SERVICE_PATH,
  type ResultOf,
  refused,
  walletPasses,
} from '@foyer/contract'
import { passSerial } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import { withoutIds } from '../../../adapters/without-ids.ts'
import type { Context, Tenant } from '../../../context.ts'
import { PASS_NOT_AUTHORIZED } from '../../../engine/refusals.ts'
import { type Call, serve } from '../../../http/endpoint.ts'
import { siteOf } from '../../../tenant-registry.ts'
import type { LoadOrderView } from '../ticket-files.ts'
import type { PassTicket } from './apple-pass.ts'
import {
  registerDevice,
  selectChangedAt,
  selectChangedPasses,
  unregisterDevice,
} from './wallet-rows.ts'

/** What phones report is for a person to read; more of it says nothing new. */
const REPORTS = 10
const REPORT_LENGTH = 500

const TOO_MANY_DEVICES = refused(
  'too_many_devices',
  'This pass is on too many devices to follow its changes on another one.',
)

/** Apple's web service for passes; packages/contract/src/wallet-passes.ts describes it. */
export function passServiceRoutes(
  app: FastifyInstance,
  context: Context,
  loadOrderView: LoadOrderView,
): void {
  const { db, secrets } = context
  /** Passes of another type are not ours, and without a wallet there are none. */
  const isOurs = ({ passTypeId }: { passTypeId: string }) =>
    context.wallets.apple?.passTypeId === passTypeId
  const registrationOf = ({
    tenant,
    principal: { orderId, ticketNumber },
    params,
  }: Pick<Call<typeof walletPasses.registerPass>, 'tenant' | 'principal' | 'params'>) => ({
    orderId,
    ticketNumber,
    deviceKey: secrets.passDeviceKey(tenant.id, params.deviceId),
  })

  serve(app, context, walletPasses.registerPass, {
    handle: async (call) => {
      if (!isOurs(call.params)) return PASS_NOT_AUTHORIZED
      const outcome = await db.withTenant(call.tenant.id, (tx) =>
        registerDevice(tx, registrationOf(call), call.body.pushToken),
      )
      if (outcome === 'too_many') return TOO_MANY_DEVICES
      if (outcome === 'erased') return PASS_NOT_AUTHORIZED
      return granted({}, outcome === 'new' ? 201 : 200)
    },
  })

  serve(app, context, walletPasses.unregisterPass, {
    handle: async (call) => {
      if (!isOurs(call.params)) return PASS_NOT_AUTHORIZED
      await db.withTenant(call.tenant.id, (tx) => unregisterDevice(tx, registrationOf(call)))
      return granted({})
    },
  })

  serve(app, context, walletPasses.listChangedPasses, {
    handle: async ({ tenant, params, query }) => {
      const deviceKey = secrets.passDeviceKey(tenant.id, params.deviceId)
      const since = query.passesUpdatedSince
      const changed = isOurs(params)
        ? await db.withTenant(tenant.id, (tx) =>
            selectChangedPasses(tx, deviceKey, since === undefined ? null : Number(since)),
          )
        : []
      const newest = Math.max(...changed.map((pass) => pass.changed), Number(since ?? 0))
      const serialNumbers = changed.map(({ serialNumber }) => serialNumber)
      const answer = { serialNumbers, lastUpdated: String(newest) }
      return granted(answer, serialNumbers.length > 0 ? 200 : 204)
    },
  })

  serve(app, context, walletPasses.getPass, {
    handle: (call) =>
      isOurs(call.params)
        ? sendPass(context, loadOrderView, call)
        : Promise.resolve(PASS_NOT_AUTHORIZED),
  })

  serve(app, context, walletPasses.reportPassProblems, {
    handle: async ({ tenant, body, request }) => {
      const reports = body.logs
        .slice(0, REPORTS)
        .map((text) => withoutIds(text.slice(0, REPORT_LENGTH)))
      request.log.warn({ tenant: tenant.slug, reports }, 'a phone reports a problem with passes')
      return granted({})
    },
  })
}

async function sendPass(
  context: Context,
  loadOrderView: LoadOrderView,
  { tenant, principal, headers }: Call<typeof walletPasses.getPass>,
): Promise<ResultOf<typeof walletPasses.getPass>> {
  // Read before the order: a change that follows only makes the phone fetch the pass once more.
  const changedAt = await context.db.withTenant(tenant.id, (tx) => selectChangedAt(tx, principal))
  const name = `${passSerial(principal)}.pkpass`
  const known = Date.parse(headers['if-modified-since'] ?? '')
  if (changedAt && changedAt.getTime() <= known) {
    return granted({ name, bytes: new Uint8Array(), changedAt }, 304)
  }
  const order = await loadOrderView(context, tenant, principal.order)
  const ticket = order.tickets.find(({ number }) => number === principal.ticketNumber)
  if (!ticket) return PASS_NOT_AUTHORIZED
  const bytes = await context.runTask('applePass', passTicketOf(context, tenant, order, ticket))
  return granted({ name, bytes, ...(changedAt ? { changedAt } : {}) })
}

/** A ticket with what its pass has to know of the web service. */
export const passTicketOf = (
  context: Pick<Context, 'origin' | 'secrets'>,
  tenant: Tenant,
  order: OrderView,
  ticket: OrderView['tickets'][number],
): PassTicket => ({
  tenant,
  order,
  ticket,
  service: {
    url: siteOf(context.origin(), tenant) + PASS_SERVICE_PATH,
    token: context.secrets.passToken(tenant.id, {
      orderId: order.order.id,
      ticketNumber: ticket.number,
    }),
  },
})
