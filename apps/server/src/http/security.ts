import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/** What a browser heeds of an answer that it does not show. */
const CALL_HEADERS = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
]
const STRIPE_SCRIPT = 'https://js.stripe.com'

export interface SecurityHeaders {
  ofPages: Readonly<Record<string, string>>
  /** An answer of the API is no document: nothing may load through it, and nobody may frame it. */
  ofCalls: Readonly<Record<string, string>>
}

/**
 * No inline script and no inline style anywhere: pages carry their data as JSON and their colours as
 * a stylesheet, so no nonce is needed and pages can be kept as bytes. `usesStripe` admits the
 * provider's hosts; with the emulator everything is same-origin.
 */
export function securityHeaders(options: {
  usesStripe: boolean
  isHttps: boolean
}): SecurityHeaders {
  const { usesStripe, isHttps } = options
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
          ...provider(STRIPE_SCRIPT, 'https://*.js.stripe.com', 'https://hooks.stripe.com'),
        ],
        'frame-ancestors': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    hsts: isHttps,
    // Stripe's 3-D Secure may open a window of its own and report back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  const ofCalls = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    ...pick(ofPages, CALL_HEADERS),
  }
  return { ofPages, ofCalls }
}

/** Sets them on what the framework answers. */
export function registerSecurity(
  app: FastifyInstance,
  { ofPages, ofCalls }: SecurityHeaders,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? ofCalls : ofPages)
    done()
  })
}

const pick = (headers: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

/**
 * None of them depends on the request, so helmet is asked once: writing the policy anew takes a
 * tenth of the time of a small request.
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
