import type { IncomingMessage } from 'node:http'
import { brandSegmentOf, hostNameOf, isMainHost, subdomainOf } from '@foyer/domain'
import type { Tenant } from '../context.ts'
import type { Tenants } from '../tenants.ts'

/**
 * Which tenant a request belongs to, in this order: a domain of a tenant's own; the host's
 * subdomain; a brand as the first path segment; the headers X-Tenant-Subdomain and X-Brand-Path;
 * else the default tenant. A name that no tenant has is answered with 404, never with another
 * tenant, and so is a host that is nobody's where the main hosts are known.
 */
export interface TenantResolver {
  /** Strips a brand from the path, before routing. */
  rewriteUrl(request: IncomingMessage): string
  /** Null: the request names a tenant that does not exist. */
  resolve(request: IncomingMessage): { tenant: Tenant; base: string } | null
}

/** Whose a host is; 'ours': that of many; 'nobody': no tenant may be answered there. */
type Owner = Tenant | 'ours' | 'nobody'

export function createTenantResolver(
  tenants: Tenants,
  mainHosts: readonly string[],
): TenantResolver {
  const brandOf = new WeakMap<IncomingMessage, Tenant>()

  /** The last host that was looked up, among which tenants: the next request is mostly for the same. */
  let last: { host: string; among: readonly Tenant[]; owner: Owner } | null = null

  function ownerOf(host = ''): Owner {
    const among = tenants.all()
    if (last?.host !== host || last.among !== among) last = { host, among, owner: lookUp(host) }
    return last.owner
  }

  function lookUp(host: string): Owner {
    const name = hostNameOf(host)
    const owner = tenants.byDomain(name)
    if (owner) return owner
    const subdomain = subdomainOf(name, mainHosts)
    if (subdomain) return tenants.bySlug(subdomain) ?? 'nobody'
    return isMainHost(name, mainHosts) ? 'ours' : 'nobody'
  }

  return {
    rewriteUrl(request) {
      const url = request.url ?? '/'
      // A brand has another name, and on a tenant's own host every path is that tenant's.
      if (url.startsWith('/api/') || ownerOf(request.headers.host) !== 'ours') return url
      const segment = brandSegmentOf(url)
      const tenant = segment ? tenants.bySlug(segment) : undefined
      if (!segment || !tenant) return url
      brandOf.set(request, tenant)
      const rest = url.slice(segment.length + 1)
      return rest.startsWith('/') ? rest : `/${rest}`
    },
    resolve(request) {
      const owner = ownerOf(request.headers.host)
      if (owner === 'nobody') return null
      if (owner !== 'ours') return { tenant: owner, base: '' }
      const brand = brandOf.get(request)
      if (brand) return { tenant: brand, base: `/${brand.slug}` }
      const named =
        nameIn(request.headers['x-tenant-subdomain']) ?? nameIn(request.headers['x-brand-path'])
      return found(named ? tenants.bySlug(named) : tenants.defaultTenant())
    },
  }
}

const found = (tenant: Tenant | undefined) => (tenant ? { tenant, base: '' } : null)

/** A slug has at most 63 characters (domain/tenancy.ts), and a path has a slash on either side of it. */
const LONGEST_NAME = 65
/** A text that is no tenant's slug. */
const NO_SLUG = '/'

/**
 * The slug that a header names, or null where there is no header or an empty one. Every request runs
 * this before any limit is checked, so a value that is longer than any name is not even trimmed.
 */
export function nameIn(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string') return null
  if (value.length > LONGEST_NAME) return NO_SLUG
  const name = value.trim().toLowerCase()
  const start = name.startsWith('/') ? 1 : 0
  const end = name.endsWith('/') ? name.length - 1 : name.length
  return name.slice(start, end) || null
}
