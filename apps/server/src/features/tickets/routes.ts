import { granted, refused, tickets } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context, Tenant } from '../../context.ts'
import type { FoundOrder } from '../../engine/orders/find-order.ts'
import { NO_SUCH_TICKET } from '../../engine/refusals.ts'
import { serve } from '../../http/endpoint.ts'
import { siteOf } from '../../tenant-registry.ts'
import { downloadTickets, NO_VALID_TICKET } from './download-tickets.ts'
import { selectCurrentTicketId } from './queries.ts'
import { type LoadOrderView, orderCalendar, orderReceipt } from './ticket-files.ts'
import { demoGooglePage } from './wallets/demo-google-page.ts'
import { googleSaveUrl } from './wallets/google-pass.ts'
import { passServiceRoutes, passTicketOf } from './wallets/pass-service.ts'
import { recordGooglePasses } from './wallets/wallet-rows.ts'

const KEYS_SECONDS = 60

const NOT_CONFIGURED = refused(
  'wallet_not_configured',
  'Tickets cannot be kept in this wallet here. Download them instead.',
)

/**
 * An order's downloads (tickets and receipt as PDF, calendar file, passes), the web service that keeps passes up to date, and
 * the key that doors verify codes with.
 */
export function ticketRoutes(
  app: FastifyInstance,
  context: Context,
  { loadOrderView }: { loadOrderView: LoadOrderView },
): void {
  const load = ({ tenant, principal }: { tenant: Tenant; principal: FoundOrder }) =>
    loadOrderView(context, tenant, principal)

  serve(app, context, tickets.getTicketKeys, {
    cacheSeconds: KEYS_SECONDS,
    handle: async ({ tenant }) => {
      const { keyId, publicKey } = context.secrets.ticketKey(tenant.id)
      const text = Buffer.from(publicKey).toString('base64url')
      return granted({ keys: [{ keyId, algorithm: 'Ed25519', publicKey: text }] })
    },
  })

  serve(app, context, tickets.getWallets, {
    cacheSeconds: KEYS_SECONDS,
    handle: async () =>
      granted({
        apple: context.wallets.apple !== null,
        google: context.wallets.google !== null,
        isDemo: Boolean(context.wallets.apple?.isDemo ?? context.wallets.google?.isDemo),
      }),
  })

  serve(app, context, tickets.downloadTickets, {
    handle: async (call) => downloadTickets(context, call.tenant, await load(call), call.query),
  })

  serve(app, context, tickets.downloadReceipt, {
    handle: async (call) => granted(await orderReceipt(context, call.tenant, await load(call))),
  })

  serve(app, context, tickets.getCalendarFile, {
    handle: async (call) => {
      const order = await load(call)
      if (order.tickets.every((ticket) => ticket.isCancelled)) return NO_VALID_TICKET
      return granted(await orderCalendar(context, call.tenant, order))
    },
  })

  serve(app, context, tickets.getApplePass, {
    handle: async (call) => {
      if (!context.wallets.apple) return NOT_CONFIGURED
      const order = await load(call)
      const current = await context.db.withTenant(call.tenant.id, (tx) =>
        selectCurrentTicketId(tx, order.order.id, call.params.ticketId),
      )
      const ticket = order.tickets.find(({ id }) => id === current?.id)
      if (!ticket) return NO_SUCH_TICKET
      if (ticket.isCancelled) return NO_VALID_TICKET
      const pass = passTicketOf(context, call.tenant, order, ticket)
      const bytes = Buffer.from(await context.runTask('applePass', pass))
      return granted({ name: `ticket-${ticket.validationCode}.pkpass`, bytes })
    },
  })

  serve(app, context, tickets.getGooglePass, {
    handle: async (call) => {
      const { google } = context.wallets
      if (!google) return NOT_CONFIGURED
      await context.db.withTenant(call.tenant.id, (tx) =>
        recordGooglePasses(tx, call.principal.row.id),
      )
      const order = await load(call)
      const valid = order.tickets.filter((ticket) => !ticket.isCancelled)
      if (valid.length === 0) return NO_VALID_TICKET
      const saveUrl = googleSaveUrl(google, {
        tenant: call.tenant,
        order: { ...order, tickets: valid },
        origin: new URL(siteOf(context.origin(), call.tenant)).origin,
        now: context.clock(),
      })
      return granted({ saveUrl })
    },
  })

  passServiceRoutes(app, context, loadOrderView)
  demoGooglePage(app, context)
}
