import { UUID_PATTERN } from './selection.ts'

/**
 * How a request names its tenant: by a domain of the tenant's own, by the first label of a host with
 * three or more labels (or of a *.localhost name, so that subdomains can be tried on any machine),
 * or by the first path segment.
 */

/**
 * First path segments of routes that exist; tests compare them with the routes of pages and server.
 */
const ROUTE_SEGMENTS = [
  'events',
  'events-api',
  'event',
  'venues',
  'coupons',
  'checkout',
  'checkout-api',
  'checkout-alt',
  'checkout-test',
  'checkout-state',
  'confirmation',
  'order-confirmation',
  'order-tickets',
  'manage-order',
  'order-change',
  'reschedule-checkout',
  'upgrade-checkout',
  'pay-change',
  'pages',
  'testflow',
  'api',
  'assets',
  'posters',
  'pictures',
  'previews',
  'draft',
  'brand',
  'logos',
  'payments-emulator',
  'dev',
  'healthz',
  'readyz',
  'metrics',
] as const

/**
 * First path segments of routes that are specified or planned. They are reserved before the routes
 * exist: otherwise an organizer could take one, and would lose its address when the route arrives.
 */
const PLANNED_SEGMENTS = [
  // Specified.
  'cart',
  'auth',
  'order',
  'manage-orders',
  'waiver',
  // Planned: the back office, the desk, the gate and the waiting room.
  'docs',
  'help',
  'support',
  'pricing',
  'account',
  'login',
  'logout',
  'sign-in',
  'sign-up',
  'staff',
  'backoffice',
  'desk',
  'gate',
  'check-in',
  'scan',
  'queue',
  'waiting-room',
  'tickets',
  'search',
  'embed',
  'webhooks',
  'uploads',
  'images',
] as const

/** The platform's pages that search engines list; the guides follow from the documentation's. */
export const PLATFORM_PAGES = ['landing', 'status', 'documentation', 'privacy', 'terms'] as const

/**
 * First path segments of the pages of the platform itself: the product Foyer, whose hosts tenants
 * share, with its back office. A tenant's own domain, its subdomain and its path have no such pages.
 */
const PLATFORM_SEGMENTS = [...PLATFORM_PAGES, 'status.json', 'admin'] as const

/** First path segments that never name a brand. */
export const RESERVED_SEGMENTS = [
  ...ROUTE_SEGMENTS,
  ...PLATFORM_SEGMENTS,
  ...PLANNED_SEGMENTS,
] as const

const reserved = new Set<string>(RESERVED_SEGMENTS)
const platform = new Set<string>(PLATFORM_SEGMENTS)
/** The calls that the platform's pages make. */
const PLATFORM_CALLS = '/api/platform/'
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/

/** The host name of a Host header: lower case, without port and closing dot. */
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
 * Whether a host without a subdomain is a main host. If main hosts are configured, it is one of
 * them (also with `www`), an IP address or a machine's own name; otherwise any host is.
 */
export function isMainHost(host: string, mainHosts: readonly string[]): boolean {
  const name = hostNameOf(host).replace(/^www\./, '')
  if (mainHosts.length === 0 || isAddress(name) || !name.includes('.')) return true
  return mainHosts.some((main) => main.replace(/^www\./, '') === name)
}

const isAddress = (name: string): boolean => name.startsWith('[') || /^[\d.]+$/.test(name)

/** Whether a path on a main host belongs to the platform and not to the default tenant. */
export function isPlatformPath(path: string): boolean {
  if (path.startsWith(PLATFORM_CALLS)) return true
  const segment = /^\/([^/?#]+)/.exec(path)?.[1]
  return segment !== undefined && platform.has(segment.toLowerCase())
}

/** The first path segment if it could be a brand, else null. */
export function brandSegmentOf(path: string): string | null {
  const segment = /^\/([^/?#]+)/.exec(path)?.[1]?.toLowerCase()
  return segment && isBrandSlug(segment) ? segment : null
}

/**
 * Whether a path may name a tenant by this slug: no route begins with it, and it is not an event's
 * id.
 */
export const isBrandSlug = (slug: string): boolean =>
  SLUG.test(slug) && !reserved.has(slug) && !UUID_PATTERN.test(slug)
