import { UUID_PATTERN } from './selection.ts'

/**
 * How a request names its tenant: by a domain of the tenant's own, by the first label of a host with
 * three or more labels (or of a *.localhost name, so that subdomains can be tried on any machine),
 * or by the first path segment.
 */

/**
 * First path segments that are the product's, never brands: every one that a route of the pages or
 * of the server begins with (tests of both compare), and those of routes to come.
 */
export const RESERVED_SEGMENTS = [
  'events',
  'events-api',
  'event',
  'checkout',
  'checkout-api',
  'checkout-alt',
  'checkout-test',
  'checkout-state',
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
  'pages',
  'testflow',
  'auth',
  'api',
  'admin',
  'assets',
  'posters',
  'brand',
  'logos',
  'payments-emulator',
  'dev',
  'healthz',
  'readyz',
  'metrics',
] as const

const reserved = new Set<string>(RESERVED_SEGMENTS)
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/

/** A host as requests send it, by its name alone: in small letters, without port and closing dot. */
export const hostNameOf = (host: string): string =>
  host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/**
 * The subdomain a host names, or null for a main host. `mainHosts` are host names without port
 * that are never tenants (the host of PUBLIC_URL). IP addresses and `www` are main hosts.
 */
export function subdomainOf(host: string, mainHosts: readonly string[]): string | null {
  const name = hostNameOf(host)
  if (mainHosts.includes(name) || isAddress(name)) return null
  const labels = name.split('.')
  const isTenantHost = labels.length >= 3 || (labels.length === 2 && labels[1] === 'localhost')
  const first = labels[0]
  return isTenantHost && first && first !== 'www' ? first : null
}

/**
 * Whether a host that names no subdomain is ours. Where the main hosts are known it is one of them
 * (also behind `www`), an IP address or a machine's own name; where none is known, any.
 */
export function isMainHost(host: string, mainHosts: readonly string[]): boolean {
  const name = hostNameOf(host).replace(/^www\./, '')
  if (mainHosts.length === 0 || isAddress(name) || !name.includes('.')) return true
  return mainHosts.some((main) => main.replace(/^www\./, '') === name)
}

const isAddress = (name: string): boolean => name.startsWith('[') || /^[\d.]+$/.test(name)

/** The first path segment where it could be a brand, else null. */
export function brandSegmentOf(path: string): string | null {
  const segment = /^\/([^/?#]+)/.exec(path)?.[1]?.toLowerCase()
  return segment && isBrandSlug(segment) ? segment : null
}

/** Whether a tenant may have this slug: no route begins with it, and an event's id leads to the event. */
export const isBrandSlug = (slug: string): boolean =>
  SLUG.test(slug) && !reserved.has(slug) && !UUID_PATTERN.test(slug)
