import type { IncomingMessage } from 'node:http'
import { brandSegmentOf, subdomainOf } from '@foyer/domain'
import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../context.ts'
import type { Tenants } from '../tenants.ts'

/**
 * Which tenant a request belongs to, in this order: the host's subdomain; a brand as the first
 * path segment; the headers X-Tenant-Subdomain and X-Brand-Path; else the default tenant. A name
 * that no tenant has is answered with 404, never with another tenant.
 */
export interface TenantResolver {
  /** Strips a brand from the path, before routing. */
  rewriteUrl(request: IncomingMessage): string
  /** Null: the request names a tenant that does not exist. */
  resolve(request: FastifyRequest): { tenant: Tenant; base: string } | null
}

export function createTenantResolver(
  tenants: Tenants,
  mainHosts: readonly string[],
): TenantResolver {
  const brandOf = new WeakMap<IncomingMessage, Tenant>()

  return {
    rewriteUrl(request) {
      const url = request.url ?? '/'
      // On a tenant's own host every path is that tenant's.
      if (subdomainOf(request.headers.host ?? '', mainHosts)) return url
      const segment = brandSegmentOf(url)
      const tenant = segment ? tenants.bySlug(segment) : undefined
      if (!segment || !tenant) return url
      brandOf.set(request, tenant)
      const rest = url.slice(segment.length + 1)
      return rest.startsWith('/') ? rest : `/${rest}`
    },
    resolve(request) {
      const subdomain = subdomainOf(request.headers.host ?? '', mainHosts)
      if (subdomain) return found(tenants.bySlug(subdomain))
      const brand = brandOf.get(request.raw)
      if (brand) return { tenant: brand, base: `/${brand.slug}` }
      const named =
        headerText(request.headers['x-tenant-subdomain']) ??
        headerText(request.headers['x-brand-path'])
      return found(named ? tenants.bySlug(named) : tenants.defaultTenant())
    },
  }
}

const found = (tenant: Tenant | undefined) => (tenant ? { tenant, base: '' } : null)

const headerText = (value: string | string[] | undefined): string | null =>
  (typeof value === 'string' &&
    value
      .trim()
      .toLowerCase()
      .replace(/^\/+|\/+$/g, '')) ||
  null
