import type { Database } from '@foyer/db'

/** A tenant as the server knows it. */
export interface Tenant {
  id: number
  slug: string
  isDefault: boolean
  name: string
  tagline: string
  hue: number
  currency: string
  locale: string
  supportEmail: string
}

/** The registry of tenants, in memory: it is small, and every request asks it. */
export interface Tenants {
  bySlug(slug: string): Tenant | undefined
  byId(id: number): Tenant | undefined
  /** The tenant of the main host. */
  defaultTenant(): Tenant | undefined
  all(): readonly Tenant[]
  reload(): Promise<void>
}

export async function loadTenants(db: Database): Promise<Tenants> {
  let tenants: readonly Tenant[] = []

  async function reload(): Promise<void> {
    const rows = await db.registry.selectFrom('tenants').selectAll().orderBy('tenant_id').execute()
    tenants = rows.map((row) => ({
      id: row.tenant_id,
      slug: row.slug,
      isDefault: row.is_default,
      name: row.name,
      tagline: row.tagline,
      hue: row.hue,
      currency: row.currency,
      locale: row.locale,
      supportEmail: row.support_email,
    }))
  }

  await reload()
  return {
    bySlug: (slug) => tenants.find((tenant) => tenant.slug === slug),
    byId: (id) => tenants.find((tenant) => tenant.id === id),
    defaultTenant: () => tenants.find((tenant) => tenant.isDefault),
    all: () => tenants,
    reload,
  }
}
