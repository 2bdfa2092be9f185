import { granted, type OrderView, type Result, refused, tickets } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context, Tenant } from '../../context.ts'
import { type Call, serve } from '../../http/endpoint.ts'
import { siteOf } from '../../tenants.ts'
import { calendarFile } from './calendar-file.ts'
import { downloadTickets, NO_VALID_TICKET } from './download-tickets.ts'
import { selectMoves } from './queries.ts'
import { applePass } from './wallets/apple-pass.ts'
import { googleSaveUrl } from './wallets/google-pass.ts'

/** Opens an order for whoever may; the rule is that of the order's own page. */
export type OpenOrder = (
  context: Context,
  tenant: Tenant,
  orderId: string,
  credential: { browserId: string | null; email?: string | undefined; token?: string | undefined },
) => Promise<Result<OrderView>>

const KEYS_SECONDS = 60

const NOT_CONFIGURED = refused(
  'wallet_not_configured',
  'Tickets cannot be kept in this wallet here. Download them instead.',
)

/** What a buyer takes along: the PDF, the calendar file, the passes; and what doors check with. */
export function ticketRoutes(
  app: FastifyInstance,
  context: Context,
  { openOrder }: { openOrder: OpenOrder },
): void {
  type OrderCall = Call<
    typeof tickets.downloadTickets | typeof tickets.getCalendarFile | typeof tickets.getGooglePass
  >
  const open = ({
    tenant,
    params,
    query,
    browser,
  }: Pick<OrderCall, 'tenant' | 'params' | 'query' | 'browser'>) =>
    openOrder(context, tenant, params.orderId, { browserId: browser.id(), ...query })

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
      }),
  })

  serve(app, context, tickets.downloadTickets, {
    handle: async (call) => {
      const opened = await open(call)
      return opened.ok ? downloadTickets(call.tenant, opened.value, call.query.paper) : opened
    },
  })

  serve(app, context, tickets.getCalendarFile, {
    handle: async (call) => {
      const opened = await open(call)
      if (!opened.ok) return opened
      const order = opened.value
      if (order.tickets.every((ticket) => ticket.isCancelled)) return NO_VALID_TICKET
      const { id, orderNumber, createdAt } = order.order
      const moves = await context.db.withTenant(call.tenant.id, (tx) => selectMoves(tx, id))
      const text = calendarFile({
        order,
        url: ticketsUrl(context, call.tenant, id),
        host: new URL(context.origin()).hostname,
        sequence: moves.count,
        changedAt: moves.lastAt ?? new Date(createdAt),
      })
      return granted({ name: `${orderNumber}.ics`, bytes: Buffer.from(text) })
    },
  })

  serve(app, context, tickets.getApplePass, {
    handle: async (call) => {
      const { apple } = context.wallets
      if (!apple) return NOT_CONFIGURED
      const opened = await open(call)
      if (!opened.ok) return opened
      const ticket = opened.value.tickets.find(({ id }) => id === call.params.ticketId)
      if (!ticket) return refused('ticket_not_found', 'This order has no such ticket.')
      if (ticket.isCancelled) return NO_VALID_TICKET
      const bytes = applePass(apple, { tenant: call.tenant, order: opened.value, ticket })
      return granted({ name: `ticket-${ticket.validationCode}.pkpass`, bytes })
    },
  })

  serve(app, context, tickets.getGooglePass, {
    handle: async (call) => {
      const { google } = context.wallets
      if (!google) return NOT_CONFIGURED
      const opened = await open(call)
      if (!opened.ok) return opened
      const valid = opened.value.tickets.filter((ticket) => !ticket.isCancelled)
      if (valid.length === 0) return NO_VALID_TICKET
      const order = { ...opened.value, tickets: valid }
      const saveUrl = googleSaveUrl(google, {
        tenant: call.tenant,
        order,
        origin: new URL(siteOf(context.origin(), call.tenant)).origin,
        now: context.clock(),
      })
      return granted({ saveUrl })
    },
  })
}

/** The address of an order's tickets; what opens it is the browser's, not the file's, to know. */
const ticketsUrl = (context: Context, tenant: Tenant, orderId: string): string =>
  `${siteOf(context.origin(), tenant)}/order-tickets/${orderId}`
