import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { hostNameOf } from '@foyer/domain'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/** The security headers that browsers apply to a response that they do not display. */
const CALL_HEADERS = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
]
const STRIPE_SCRIPT = 'https://js.stripe.com'
/** The map of a venue, which visitors may open (`venue-map.tsx` of the storefront). */
const MAP_HOST = 'https://www.openstreetmap.org'

/** Headers by the requested host, which may be missing. */
export interface SecurityHeaders {
  ofPages(host: string | undefined): Readonly<Record<string, string>>
  /**
   * Names and values alternate. A response of the API is not a document: it may load nothing, and
   * no page may frame it.
   */
  ofCalls(host: string | undefined): readonly string[]
}

const HSTS_SECONDS = 365 * 24 * 60 * 60

/**
 * No page has an inline script or an inline style: pages carry their data as JSON and their colours
 * as a stylesheet. So no nonce is needed, and pages can be cached as bytes. `usesStripe` admits the
 * provider's hosts; with the emulator everything is same-origin. Only `mainHost`, the host of
 * PUBLIC_URL, sends HSTS for its subdomains: the subdomains of an organizer's own domain are not
 * ours, and some may have no HTTPS.
 */
export function securityHeaders(options: {
  usesStripe: boolean
  isHttps: boolean
  mainHost: string | null
}): SecurityHeaders {
  const { isHttps, mainHost } = options
  const ofMain = headersFor({ ...options, hasSubdomains: true })
  const ofOthers = headersFor({ ...options, hasSubdomains: false })
  // Most requests are for the same host as the one before.
  let last: { host: string | undefined; headers: typeof ofMain } = {
    host: undefined,
    headers: ofOthers,
  }
  function headersOfHost(host: string | undefined) {
    if (!isHttps) return ofOthers
    if (last.host !== host) {
      const isMain = host !== undefined && hostNameOf(host) === mainHost
      last = { host, headers: isMain ? ofMain : ofOthers }
    }
    return last.headers
  }
  return {
    ofPages: (host) => headersOfHost(host).ofPages,
    ofCalls: (host) => headersOfHost(host).ofCalls,
  }
}

function headersFor(options: { usesStripe: boolean; isHttps: boolean; hasSubdomains: boolean }) {
  const { usesStripe, isHttps, hasSubdomains } = options
  const provider = (...hosts: string[]) => (usesStripe ? hosts : [])
  const ofPages = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...provider(STRIPE_SCRIPT, 'https://*.js.stripe.com')],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', ...provider('https://*.stripe.com')],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...provider('https://api.stripe.com')],
        'frame-src': [
          "'self'",
          MAP_HOST,
          ...provider(STRIPE_SCRIPT, 'https://*.js.stripe.com', 'https://hooks.stripe.com'),
        ],
        'frame-ancestors': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    hsts: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: hasSubdomains },
    // Stripe's 3-D Secure may open a window of its own, which reports back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  const ofCalls = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    ...pick(ofPages, CALL_HEADERS),
  }
  return { ofPages, ofCalls: Object.entries(ofCalls).flat() }
}

/** Adds the headers to the framework's responses. */
export function registerSecurity(
  app: FastifyInstance,
  { ofPages, ofCalls }: SecurityHeaders,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers
    if (request.url.startsWith('/api/')) setInTurn(reply, ofCalls(host))
    else reply.headers(ofPages(host))
    done()
  })
}

function setInTurn(reply: FastifyReply, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) {
    reply.header(headers[at] ?? '', headers[at + 1])
  }
}

const pick = (headers: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

/**
 * The headers do not depend on the request, so helmet computes them once: computing the policy for
 * each request takes a tenth of the time of a small one.
 */
function headersOf(options: HelmetOptions): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(answer.req, answer, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
