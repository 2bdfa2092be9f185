import rateLimit from '@fastify/rate-limit'
import { installMessages, refused } from '@foyer/contract'
import { isTransient } from '@foyer/db'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyPluginAsync,
  LogController,
} from 'fastify'
import type { Context } from './context.ts'
import { liveRoute } from './features/availability/live-route.ts'
import { availabilityRoutes } from './features/availability/routes.ts'
import { cartItemRoutes } from './features/carts/cart-items.ts'
import { cartRoutes } from './features/carts/routes.ts'
import { catalogRoutes } from './features/catalog/routes.ts'
import { mailboxRoutes } from './features/mail/routes.ts'
import { openOrder } from './features/orders/open-order.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { pageRoutes } from './features/pages/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { posterRoutes } from './features/posters/routes.ts'
import { presentTenant, tenantRoutes } from './features/tenants/routes.ts'
import { ticketRoutes } from './features/tickets/routes.ts'
import { answerEarly } from './http/answer-shortcut.ts'
import { acceptJsonAlone, answerBrokenRequest } from './http/broken-requests.ts'
import { refuse } from './http/endpoint.ts'
import { errorBody } from './http/errors.ts'
import { closeGracefully } from './http/graceful-close.ts'
import { healthRoutes } from './http/health.ts'
import { shedLoad } from './http/load-shedding.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { openApiRoute } from './http/openapi.ts'
import { registerSecurity } from './http/security.ts'
import { createTenantResolver } from './http/tenant.ts'
import { unknownTenantPage } from './http/unknown-tenant.ts'

export interface AppOptions {
  /** Hosts that are nobody's subdomain: that of PUBLIC_URL. */
  mainHosts: readonly string[]
  /** Null: no pages, only the API (tests). */
  pagesDir: string | null
  usesStripe: boolean
  isHttps: boolean
  metricsToken: string | null
  /** Live streams at a time, over all events and tenants. */
  maxLiveStreams: number
  /** Mounted under /payments-emulator where there is no real provider. */
  emulator: FastifyPluginAsync | null
  /** Addresses are not limited: one of them plays a crowd. */
  isOneAddressMany: boolean
  logger: FastifyBaseLogger
}

const BODY_LIMIT_BYTES = 64 * 1024
const NOT_FOUND = refused('not_found', 'There is nothing at this address.').refusal
const BAD_ADDRESS = refused('validation_failed', 'This address is not well-formed.', {
  fields: [{ field: 'url', message: 'Invalid address' }],
}).refusal
const DATABASE_AWAY = refused(
  'busy',
  'We could not finish this just now. Nothing was lost; please try again in a moment.',
).refusal
const TENANTLESS_PATHS = new Set(['/healthz', '/readyz', '/metrics'])

/** Builds the HTTP server: one list of what there is, in the order a request meets it. */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  installMessages()
  const resolver = createTenantResolver(context.tenants, options.mainHosts)
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The one proxy that ends HTTPS. Addresses further left in X-Forwarded-For are the client's own
    // words: believing them would let whoever makes them up pass every limit.
    trustProxy: options.isHttps && ((_address, hop) => hop === 0),
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    rewriteUrl: (request) => resolver.rewriteUrl(request),
    // A malformed URL never reaches a route; it gets the same kind of answer as any other error.
    frameworkErrors: (_error, _request, reply) => {
      reply.raw.writeHead(400, { 'content-type': 'application/json' })
      reply.raw.end(JSON.stringify(errorBody(BAD_ADDRESS)))
    },
  })

  acceptJsonAlone(app)
  answerEarly(app, context.answers.shortcut)
  closeGracefully(app)
  app.decorateRequest('tenant')
  app.decorateRequest('tenantBase', '')
  registerSecurity(app, options)
  await app.register(rateLimit, {
    global: false,
    ...(options.isOneAddressMany ? { allowList: () => true } : {}),
    errorResponseBuilder: (_request, { after }) =>
      Object.assign(new Error('rate limited'), {
        statusCode: 429,
        text: `Too many tries. Please wait ${after} and try again.`,
      }),
  })

  app.addHook('onRequest', (request, reply, done) => {
    if (TENANTLESS_PATHS.has(request.url)) return done()
    const resolved = resolver.resolve(request)
    if (resolved) {
      request.tenant = resolved.tenant
      request.tenantBase = resolved.base
      done()
    } else if (request.url.startsWith('/api/')) {
      refuse(reply, refused('unknown_tenant', 'There is no such organizer here.').refusal)
    } else {
      reply.status(404).type('text/html').send(unknownTenantPage())
    }
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => refuse(reply, NOT_FOUND))

  shedLoad(app, context)
  healthRoutes(app, context)
  metricsRoute(app, context, options.metricsToken)
  tenantRoutes(app, context)
  catalogRoutes(app, context)
  availabilityRoutes(app, context)
  liveRoute(app, context, options.maxLiveStreams)
  cartRoutes(app, context)
  cartItemRoutes(app, context)
  paymentRoutes(app, context)
  orderRoutes(app, context)
  ticketRoutes(app, context, { openOrder })
  posterRoutes(app, context)
  mailboxRoutes(app, context)
  openApiRoute(app)
  // Before the pages' wildcard: an unknown call is answered as a call, in JSON.
  app.all('/api/*', (_request, reply) => refuse(reply, NOT_FOUND))
  if (options.emulator) {
    await app.register(options.emulator, { prefix: '/payments-emulator' })
  }
  if (options.pagesDir) {
    await pageRoutes(app, context, { distDir: options.pagesDir, presentTenant })
  }
  return app
}

type HandledError = FastifyError & { text?: string }

/** What was thrown becomes an answer without a stack trace; only the unexpected is logged as one. */
function answerError(
  error: HandledError,
  request: Parameters<Parameters<FastifyInstance['setErrorHandler']>[0]>[1],
  reply: Parameters<Parameters<FastifyInstance['setErrorHandler']>[0]>[2],
) {
  const status = error.statusCode ?? 500
  if (status === 413) {
    return refuse(reply, refused('payload_too_large', 'The request is too large.').refusal)
  }
  if (status === 415) {
    return refuse(reply, refused('unsupported_media_type', 'Send the body as JSON.').refusal)
  }
  if (status === 429) {
    return refuse(reply, refused('rate_limited', error.text ?? 'Too many requests.').refusal)
  }
  if (status >= 400 && status < 500) {
    return refuse(reply, refused('malformed_body', 'The body is not valid JSON.').refusal)
  }
  // Whether a statement under way was carried out is not known: asking again tells.
  if (isTransient(error)) {
    request.log.warn({ reason: error.message, url: request.url }, 'the database was away')
    return refuse(reply, DATABASE_AWAY)
  }
  request.log.error({ err: error, requestId: request.id, url: request.url }, 'request failed')
  return refuse(
    reply,
    refused(
      'internal_error',
      'Something went wrong on our side. Nothing was lost; please try again.',
      { requestId: request.id },
    ).refusal,
  )
}
