import type { TenantView } from '@foyer/contract'

/** The headers that name the tenant to the API, where the page's own address names it. */
export function tenantHeaders(
  tenant: TenantView,
  base: string,
  host: string,
): Record<string, string> {
  if (base) return { 'X-Brand-Path': base.slice(1) }
  return host.startsWith(`${tenant.slug}.`) ? { 'X-Tenant-Subdomain': tenant.slug } : {}
}
