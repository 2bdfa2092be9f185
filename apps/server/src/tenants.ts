import type { Database } from '@foyer/db'
import { isBrandSlug, type SocialNetwork } from '@foyer/domain'
import { sql } from 'kysely'

/** A tenant as the server knows it. */
export interface Tenant {
  id: number
  slug: string
  isDefault: boolean
  name: string
  tagline: string
  /** Under the name in the footer; empty: the tagline. */
  footerText: string
  hue: number
  currency: string
  locale: string
  supportEmail: string
  /** Addresses on the networks it is found on. */
  socialLinks: Partial<Record<SocialNetwork, string>>
  /** File of its logo under /logos/; null: it has none. */
  logoFile: string | null
  /** Of its own domains the one that links name; null: it has none. */
  domain: string | null
  /** Whether a buyer may have a code of its to enter. */
  hasCoupons: boolean
}

/** The registry of tenants, in memory: it is small, and every request asks it. */
export interface Tenants {
  bySlug(slug: string): Tenant | undefined
  byId(id: number): Tenant | undefined
  /** Whose own domain the host is; `host` in small letters, without port. */
  byDomain(host: string): Tenant | undefined
  /** The tenant of the main host. */
  defaultTenant(): Tenant | undefined
  all(): readonly Tenant[]
  /** Reads the registry again if anything in it was written; else costs one small statement. */
  reload(): Promise<void>
}

export async function loadTenants(db: Database): Promise<Tenants> {
  let tenants: readonly Tenant[] = []
  let byId: ReadonlyMap<number, Tenant> = new Map()
  let bySlug: ReadonlyMap<string, Tenant> = new Map()
  let byDomain: ReadonlyMap<string, Tenant> = new Map()

  let defaultTenant: Tenant | undefined
  let readVersion = ''

  async function reload(): Promise<void> {
    const version = await versionOfRegistry(db)
    if (version === readVersion) return
    const [rows, hosts] = await Promise.all([
      db.registry.selectFrom('tenants').selectAll().orderBy('tenant_id').execute(),
      db.registry.selectFrom('tenant_domains').selectAll().execute(),
    ])
    const mainHosts = new Map(
      hosts.filter(({ is_main }) => is_main).map(({ tenant_id, host }) => [tenant_id, host]),
    )
    tenants = rows.map((row) => ({
      id: row.tenant_id,
      slug: row.slug,
      isDefault: row.is_default,
      name: row.name,
      tagline: row.tagline,
      footerText: row.footer_text,
      hue: row.hue,
      currency: row.currency,
      locale: row.locale,
      supportEmail: row.support_email,
      socialLinks: {
        ...(row.instagram_url ? { instagram: row.instagram_url } : {}),
        ...(row.facebook_url ? { facebook: row.facebook_url } : {}),
        ...(row.x_url ? { x: row.x_url } : {}),
      },
      logoFile: row.logo_file,
      domain: mainHosts.get(row.tenant_id) ?? null,
      hasCoupons: row.has_coupons,
    }))
    const owners = new Map(tenants.map((tenant) => [tenant.id, tenant]))
    byId = owners
    bySlug = new Map(tenants.map((tenant) => [tenant.slug, tenant]))
    byDomain = new Map(
      hosts.flatMap(({ host, tenant_id }) => {
        const owner = owners.get(tenant_id)
        return owner ? [[host, owner]] : []
      }),
    )
    defaultTenant = tenants.find((tenant) => tenant.isDefault)
    readVersion = version
  }

  await reload()
  return {
    bySlug: (slug) => bySlug.get(slug),
    byId: (id) => byId.get(id),
    byDomain: (host) => byDomain.get(host),
    defaultTenant: () => defaultTenant,
    all: () => tenants,
    reload,
  }
}

/**
 * A text that differs whenever a row of the registry was written or deleted since: each write gives its
 * row a newer transaction number. It spares reading thousands of tenants every few seconds.
 */
async function versionOfRegistry(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from tenants)
      || ' ' || (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from tenant_domains)
      as version /* named: registry_version */`.execute(db.registry)
  return rows[0]?.version ?? ''
}

/**
 * The one address of a tenant's site, without a closing slash, for links that must outlive a visit:
 * its own domain, else its path on the main host. A tenant that had its slug before that became a
 * segment of the product has no path, so its address is its subdomain. `origin` is that of the main
 * host.
 */
export function siteOf(origin: string, tenant: Tenant): string {
  if (tenant.domain) return siteAt(origin, tenant.domain)
  if (tenant.isDefault) return origin
  if (!isBrandSlug(tenant.slug)) {
    return siteAt(origin, `${tenant.slug}.${new URL(origin).hostname}`)
  }
  return `${origin}/${tenant.slug}`
}

/** The same server answers at `hostname`: in the same scheme and, on a developer's machine, port. */
function siteAt(origin: string, hostname: string): string {
  const site = new URL(origin)
  site.hostname = hostname
  return site.origin
}
