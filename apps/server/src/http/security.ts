import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const STRIPE_SCRIPT = 'https://js.stripe.com'

/**
 * Security headers. No inline script and no inline style anywhere: pages carry their data as JSON
 * and their colours as a stylesheet, so no nonce is needed and pages can be kept as bytes.
 * `usesStripe` admits the provider's hosts; with the emulator everything is same-origin.
 */
export async function registerSecurity(
  app: FastifyInstance,
  options: { usesStripe: boolean; isHttps: boolean },
): Promise<void> {
  const { usesStripe, isHttps } = options
  const provider = (...hosts: string[]) => (usesStripe ? hosts : [])
  await app.register(helmet, {
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
}
