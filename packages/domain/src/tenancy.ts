/**
 * How a request names its tenant: by the first label of a host with three or more labels (or of
 * a *.localhost name, so that subdomains can be tried on any machine), or by the first path segment.
 */

/** First path segments that are pages of the product, never brands. */
export const RESERVED_SEGMENTS = [
  'events',
  'events-api',
  'event',
  'checkout',
  'checkout-api',
  'checkout-alt',
  'checkout-test',
  'cart',
  'confirmation',
  'order',
  'order-confirmation',
  'order-tickets',
  'manage-order',
  'reschedule-checkout',
  'upgrade-checkout',
  'waiver',
  'coupons',
  'landing',
  'testflow',
  'auth',
  'api',
  'admin',
  'assets',
  'posters',
  'brand',
  'payments-emulator',
  'dev',
  'healthz',
  'readyz',
  'metrics',
] as const

const reserved = new Set<string>(RESERVED_SEGMENTS)

/**
 * The subdomain a host names, or null for a main host. `mainHosts` are host names without port
 * that are never tenants (the host of PUBLIC_URL). IP addresses and `www` are main hosts.
 */
export function subdomainOf(host: string, mainHosts: readonly string[]): string | null {
  const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (mainHosts.includes(name) || name.startsWith('[') || /^[\d.]+$/.test(name)) return null
  const labels = name.split('.')
  const isTenantHost = labels.length >= 3 || (labels.length === 2 && labels[1] === 'localhost')
  const first = labels[0]
  return isTenantHost && first && first !== 'www' ? first : null
}

/** The first path segment where it could be a brand, else null. */
export function brandSegmentOf(path: string): string | null {
  const segment = /^\/([^/?#]+)/.exec(path)?.[1]?.toLowerCase()
  if (!segment || reserved.has(segment) || segment.includes('.')) return null
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(segment) ? segment : null
}
