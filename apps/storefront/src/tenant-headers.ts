import type { TenantView } from '@foyer/contract'
import { subdomainOf } from '@foyer/domain'

/** The headers that name the tenant to the API, where the page's own address names it. */
export function tenantHeaders(
  tenant: TenantView,
  base: string,
  host: string,
): Record<string, string> {
  if (base) return { 'X-Brand-Path': base.slice(1) }
  // A host with three labels may be the main one; only the tenant's own name makes it a subdomain.
  return subdomainOf(host, []) === tenant.slug ? { 'X-Tenant-Subdomain': tenant.slug } : {}
}
