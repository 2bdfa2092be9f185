import type { IncomingMessage } from 'node:http'
import { brandSegmentOf, hostNameOf, isMainHost, isPlatformPath, subdomainOf } from '@foyer/domain'
import type { Tenant } from '../context.ts'
import type { TenantRegistry } from '../tenant-registry.ts'
import { currentDraft } from './draft-scope.ts'

/**
 * Resolves the tenant of a request, in this order: a tenant's own domain; the host's subdomain; a
 * brand as the first path segment; the headers X-Tenant-Subdomain and X-Brand-Path; the platform,
 * if the path is one of its own; else the default tenant. A name without a tenant gets a 404, never
 * another tenant; so does an unknown host if the main hosts are configured.
 */
export interface TenantResolver {
  /** Removes a brand from the path, before routing. */
  rewriteUrl(request: IncomingMessage): string
  /** Null if the request names a tenant that does not exist. */
  resolve(request: IncomingMessage): ResolvedTenant | null
}

interface ResolvedTenant {
  tenant: Tenant
  base: string
  /** False on a host of the tenant's own. */
  isOnMainHost: boolean
}

/**
 * The owner of a host. 'ours': a main host, which tenants share; 'nobody': no tenant may be served
 * there.
 */
type Owner = Tenant | 'ours' | 'nobody'

export function createTenantResolver(
  tenants: Pick<TenantRegistry, 'all' | 'bySlug' | 'byDomain' | 'defaultTenant' | 'platform'>,
  mainHosts: readonly string[],
): TenantResolver {
  const brandOf = new WeakMap<IncomingMessage, Tenant>()

  /**
   * The last host and the list of tenants it was looked up in, because the next request is usually
   * for the same host.
   */
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
      // The API has no brand in its path, and on a tenant's own host every path belongs to that
      // tenant.
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
      if (owner !== 'ours') return { tenant: owner, base: '', isOnMainHost: false }
      const brand = brandOf.get(request)
      if (brand) {
        const base = currentDraft()?.base ?? `/${brand.slug}`
        return { tenant: brand, base, isOnMainHost: true }
      }
      const named =
        nameIn(request.headers['x-tenant-subdomain']) ?? nameIn(request.headers['x-brand-path'])
      if (named) return found(tenants.bySlug(named))
      const isPlatforms = isPlatformPath(request.url ?? '/')
      return found(isPlatforms ? tenants.platform() : tenants.defaultTenant())
    },
  }
}

const found = (tenant: Tenant | undefined): ResolvedTenant | null =>
  tenant ? { tenant, base: '', isOnMainHost: true } : null

/**
 * The longest brand in a path: a slug has at most 63 characters (domain/tenant-address.ts), with a slash
 * on either side.
 */
const LONGEST_NAME = 65
/** A text that is never a slug. */
const NO_SLUG = '/'

/**
 * The slug that a header names; null if the header is missing or empty. Every request runs this
 * before any limit is checked, so a value that is longer than any slug is not even trimmed.
 */
export function nameIn(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string') return null
  if (value.length > LONGEST_NAME) return NO_SLUG
  const name = value.trim().toLowerCase()
  const start = name.startsWith('/') ? 1 : 0
  const end = name.endsWith('/') ? name.length - 1 : name.length
  return name.slice(start, end) || null
}
