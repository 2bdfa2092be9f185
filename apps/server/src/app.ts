import { installMessages, refused } from '@foyer/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { EMULATOR_PREFIX } from './adapters/emulated-provider.ts'
import type { Context } from './context.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { liveRoute } from './features/availability/live-route.ts'
import { availabilityRoutes } from './features/availability/routes.ts'
import { backofficeRoutes } from './features/backoffice/routes.ts'
import { cartItemRoutes } from './features/carts/cart-items.ts'
import { loadCartView } from './features/carts/load-cart.ts'
import { cartRoutes } from './features/carts/routes.ts'
import { datesRoutes } from './features/catalog/dates/routes.ts'
import { feesRoutes } from './features/catalog/fees/routes.ts'
import { catalogFileRoutes } from './features/catalog/files/routes.ts'
import { officeCatalogRoutes } from './features/catalog/office/routes.ts'
import { pictureRoutes } from './features/catalog/picture-routes.ts'
import { catalogRoutes } from './features/catalog/routes.ts'
import { salesRoutes } from './features/catalog/sales/routes.ts'
import { officeCouponRoutes } from './features/coupons/office/routes.ts'
import { couponRoutes } from './features/coupons/routes.ts'
import { deskGiftRoutes } from './features/desk-gifts/routes.ts'
import { deskRefundRoutes } from './features/desk-refunds/routes.ts'
import { disruptionRoutes } from './features/disruptions/routes.ts'
import { disruptionStaffRoutes } from './features/disruptions/staff-routes.ts'
import { documentationRoutes } from './features/documentation/routes.ts'
import { mailboxRoutes } from './features/mails/routes.ts'
import { moneyRoutes } from './features/money/routes.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { deskChangeRoutes } from './features/order-changes/desk-routes.ts'
import { orderChangeRoutes } from './features/order-changes/routes.ts'
import { orderDeskRoutes } from './features/orders/desk/routes.ts'
import { loadOrderView } from './features/orders/load-order.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { PAGES_PATH, pageRoutes } from './features/pages/routes.ts'
import { paymentRoutes, WEBHOOK_PATH } from './features/payments/routes.ts'
import { personalDataRoutes } from './features/personal-data/routes.ts'
import { previewRoutes } from './features/posters/preview-routes.ts'
import { posterRoutes } from './features/posters/routes.ts'
import { sessionMessageRoutes } from './features/session-messages/routes.ts'
import { sitePageRoutes } from './features/site-pages/routes.ts'
import { staffRoutes } from './features/staff/routes.ts'
import { readStatus } from './features/status/read-status.ts'
import { statusRoutes } from './features/status/routes.ts'
import { teamRoutes } from './features/team/routes.ts'
import { presentTenant } from './features/tenants/present.ts'
import { tenantRoutes } from './features/tenants/routes.ts'
import { testShopRoutes } from './features/test-shop/routes.ts'
import { ticketRoutes } from './features/tickets/routes.ts'
import { waiverRoutes } from './features/waivers/routes.ts'
import { acceptJsonAlone, answerBrokenRequest } from './http/broken-requests.ts'
import { createCalls } from './http/calls.ts'
import { DEPLOYMENT_PATH, deploymentRoute } from './http/deployment-route.ts'
import { currentDraft } from './http/draft-scope.ts'
import { refuse } from './http/endpoint.ts'
import { errorBody } from './http/errors.ts'
import { createForwarded, type TrustedProxies } from './http/forwarded.ts'
import { closeGracefully } from './http/graceful-close.ts'
import { healthRoutes, type WatchedThreads } from './http/health.ts'
import { limitPages } from './http/limit-pages.ts'
import { createShedding } from './http/load-shedding.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { openDrafts } from './http/open-drafts.ts'
import { openApiRoute } from './http/openapi.ts'
import { unknownTenantPage } from './http/plain-page.ts'
import { BODY_LIMIT_BYTES } from './http/read-body.ts'
import { refusalOf } from './http/refusal-of-error.ts'
import {
  MALFORMED_BODY,
  NOT_FOUND,
  PAYLOAD_TOO_LARGE,
  UNKNOWN_TENANT,
  UNSUPPORTED_MEDIA_TYPE,
} from './http/refusals.ts'
import { createTenantResolver } from './http/resolve-tenant.ts'
import { answerEarly, type EarlyAnswer } from './http/response-shortcut.ts'
import { registerSecurity, securityHeaders } from './http/security.ts'
import type { TenantRegistry } from './tenant-registry.ts'

export interface AppOptions {
  /** The host of PUBLIC_URL, which is no tenant's subdomain; null if it is not set. */
  mainHost: string | null
  /** Null: no pages, only the API (for tests). */
  pagesDir: string | null
  /** The built back office; null: there is none. */
  backofficeDir: string | null
  usesStripe: boolean
  isHttps: boolean
  trustedProxies: TrustedProxies
  metricsToken: string | null
  /** The maximum of open live streams, over all events and tenants. */
  maxLiveStreams: number
  /** Mounted under {@link EMULATOR_PREFIX} if there is no real provider. */
  emulator: FastifyPluginAsync | null
  /** True if the process only runs jobs; then it serves only health and metrics. */
  isHealthAlone: boolean
  /** The threads whose state /readyz reports. */
  threads: WatchedThreads
  /**
   * With several cells: makes what answers requests for organizers of other cells, before this one sees
   * them. Null with one cell.
   */
  createDispatch: ((tenants: TenantRegistry, mainHosts: readonly string[]) => EarlyAnswer) | null
  /** Whether each other cell answers, for /readyz; null with one cell. */
  cells: (() => Readonly<Record<string, boolean>>) | null
  logger: FastifyBaseLogger
}

const BAD_ADDRESS = refused('validation_failed', 'This address is not well-formed.', {
  fields: [{ field: 'url', message: 'Invalid address' }],
}).refusal
/** How often connections are checked for requests that are too slow. */
const CHECK_CONNECTIONS_MS = 30_000
const TENANTLESS_PATHS = new Set(['/healthz', '/readyz', '/metrics', DEPLOYMENT_PATH])
/** Methods by which a person opens a page; others are of programs. */
const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** What the process answers on every host, without an organizer. */
const PROCESS_PATHS = new Set([...TENANTLESS_PATHS, WEBHOOK_PATH])

/**
 * Builds the HTTP server. Its parts are registered in the order in which a request passes through
 * them.
 */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  installMessages()
  const { mainHost } = options
  const mainHosts = mainHost === null ? [] : [mainHost]
  const resolver = createTenantResolver(context.tenants, mainHosts)
  const forwarded = createForwarded(options)
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Used for the framework's own scheme and host only. Client addresses are read by
    // `forwarded.addressOf`: `request.ip` includes ports, so that every request of a client would
    // look like another client's.
    trustProxy: forwarded.trusts,
    forceCloseConnections: 'idle',
    // Without a limit, which is the framework's default, a client that sends a byte an hour keeps
    // its connection.
    requestTimeout: context.bounds.requestMs,
    http: {
      connectionsCheckingInterval: Math.min(
        CHECK_CONNECTIONS_MS,
        context.bounds.requestMs || Infinity,
      ),
    },
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    rewriteUrl: (request) => resolver.rewriteUrl(request),
    // A malformed URL never reaches a route; it gets the same kind of answer as other errors.
    frameworkErrors: (_error, _request, reply) => {
      reply.raw.writeHead(400, { 'content-type': 'application/json' })
      reply.raw.end(JSON.stringify(errorBody(BAD_ADDRESS)))
    },
  })

  const headers = securityHeaders(options)
  const shedding = createShedding(context.metrics, context.bounds)
  const calls = createCalls({
    resolver,
    forwarded,
    shedding,
    headersOf: headers.ofCalls,
    onAnswered: context.metrics.answers.add,
    trace: context.tracing?.call ?? null,
    log: options.logger,
  })
  app.decorate('calls', calls)
  acceptJsonAlone(app)
  const { shortcut } = context.responses
  answerEarly(app, [
    (request, response) => !currentDraft() && shortcut.answer(request, response),
    calls.answer,
  ])
  openDrafts(app, context, { resolver, forwarded, headers, log: options.logger })
  const dispatch = options.createDispatch?.(context.tenants, mainHosts)
  if (dispatch) {
    answerEarly(app, [
      (request, response) => !PROCESS_PATHS.has(request.url ?? '/') && dispatch(request, response),
    ])
  }
  closeGracefully(app, () => {
    context.responses.shortcut.close()
    calls.close()
  })
  app.addHook('onClose', async () => shedding.close())
  app.decorateRequest('tenant')
  app.decorateRequest('tenantBase', '')
  registerSecurity(app, headers)

  app.addHook('onRequest', (request, reply, done) => {
    if (TENANTLESS_PATHS.has(request.url)) return done()
    const resolved = resolver.resolve(request.raw)
    if (resolved) {
      request.tenant = resolved.tenant
      request.tenantBase = resolved.base
      done()
    } else if (request.url.startsWith('/api/') || !PAGE_METHODS.has(request.method)) {
      refuse(reply, UNKNOWN_TENANT.refusal)
    } else {
      const { headers, body } = unknownTenantPage
      reply.status(404).headers(headers).send(body)
    }
  })
  limitPages(app, context.limits, forwarded)
  // Other routes of the framework send files and streams, whose time is the client's.
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.url === PAGES_PATH) {
      context.metrics.answers.add(reply.elapsedTime, reply.statusCode, 'read')
    }
    done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => refuse(reply, NOT_FOUND.refusal))

  healthRoutes(app, context, options)
  deploymentRoute(app, context, forwarded)
  metricsRoute(app, context, options.metricsToken)
  if (options.isHealthAlone) return app
  tenantRoutes(app, context)
  sitePageRoutes(app, context)
  staffRoutes(app, context)
  teamRoutes(app, context)
  officeCatalogRoutes(app, context)
  testShopRoutes(app, context)
  salesRoutes(app, context)
  moneyRoutes(app, context)
  feesRoutes(app, context)
  auditLogRoutes(app, context)
  statusRoutes(app, context)
  operatorRoutes(app, context, { readStatus })
  documentationRoutes(app, context)
  catalogRoutes(app, context)
  availabilityRoutes(app, context)
  liveRoute(app, context, { maxStreams: options.maxLiveStreams, forwarded })
  cartRoutes(app, context)
  cartItemRoutes(app, context)
  couponRoutes(app, context, { loadCartView })
  officeCouponRoutes(app, context)
  paymentRoutes(app, context)
  orderRoutes(app, context)
  orderDeskRoutes(app, context)
  orderChangeRoutes(app, context)
  disruptionRoutes(app, context)
  datesRoutes(app, context)
  catalogFileRoutes(app, context)
  personalDataRoutes(app, context)
  disruptionStaffRoutes(app, context)
  deskRefundRoutes(app, context)
  deskChangeRoutes(app, context)
  deskGiftRoutes(app, context)
  sessionMessageRoutes(app, context)
  ticketRoutes(app, context, { loadOrderView })
  waiverRoutes(app, context)
  posterRoutes(app, context)
  pictureRoutes(app, context)
  previewRoutes(app, context)
  mailboxRoutes(app, context)
  openApiRoute(app)
  // Registered before the pages' wildcard: an unknown call gets a JSON answer.
  app.all('/api/*', (_request, reply) => refuse(reply, NOT_FOUND.refusal))
  if (options.emulator) {
    await app.register(options.emulator, { prefix: EMULATOR_PREFIX })
  }
  if (options.backofficeDir) {
    await backofficeRoutes(app, context, { distDir: options.backofficeDir, resolver })
  }
  if (options.pagesDir) {
    await pageRoutes(app, context, {
      distDir: options.pagesDir,
      presentTenant,
      forwarded,
    })
  }
  return app
}

/** Turns an error into a response. Details are given only for mistakes of the client. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (status === 413) {
    return refuse(reply, PAYLOAD_TOO_LARGE.refusal)
  }
  if (status === 415) {
    return refuse(reply, UNSUPPORTED_MEDIA_TYPE.refusal)
  }
  if (status >= 400 && status < 500) {
    return refuse(reply, MALFORMED_BODY.refusal)
  }
  return refuse(reply, refusalOf(error, request, request.routeOptions.url ?? '*'))
}
