import type { Database } from '@foyer/db'
import {
  isBrandSlug,
  type OrderLookup,
  orderLookupOf,
  organizerStateOf,
  PLATFORM_HUE,
  type PlatformFee,
  type SocialNetwork,
  shopStopOf,
} from '@foyer/domain'
import { sql } from 'kysely'
import { type Clock, systemClock } from './adapters/clock.ts'

/**
 * The platform's id. Tenants have ids from 1 on, so row security shows it no row of any tenant.
 */
const PLATFORM_ID = 0

/** Whether a request is for the platform's own pages. */
export const isPlatform = ({ id }: Pick<Tenant, 'id'>): boolean => id === PLATFORM_ID

/** A tenant as the server knows it. */
export interface Tenant {
  id: number
  slug: string
  isDefault: boolean
  name: string
  tagline: string
  /** Shown under the name in the footer; if it is empty, the tagline is shown. */
  footerText: string
  hue: number
  currency: string
  locale: string
  supportEmail: string
  /** The tenant's profiles on social networks: URLs by network. */
  socialLinks: Partial<Record<SocialNetwork, string>>
  /** The logo's file under /logos/; null if the tenant has none. */
  logoFile: string | null
  /** The tenant's own domain that links use; null if it has none. */
  domain: string | null
  /** Whether buyers may enter a coupon code: at least one is active. */
  hasCoupons: boolean
  /** Whether buyers can pay on an account of the organizer's own. */
  takesCharges: boolean
  /** The organizer whose events are tested here; null: a shop that sells. */
  testOf: number | null
  /** Whether an e-mail address alone lists its orders, or has to be verified by a code. */
  orderLookup: OrderLookup
  /** The name that mails come from; empty: that of the tenant. */
  senderName: string
  /** The address that mails come from; null: the platform's. */
  senderEmail: string | null
  /** Where answers to mails go; null: the support address. */
  replyTo: string | null
  /** The zone that new venues are offered, an IANA name; empty: none. */
  timeZone: string
  /** What buyers have to know of events without lines of their own; null: the product's lines. */
  importantInformation: readonly string[] | null
  /** The version of the terms that buyers accept at the checkout; null: none. */
  termsVersion: number | null
  /** Whether buyers are offered news by mail, and in which words; null: they never were. */
  asksMarketing: boolean
  marketingText: string | null
  /** Years for which personal data of orders is stored; null: as the installation has it. */
  keepPaidYears: number | null
  keepFreeYears: number | null
  /**
   * The terms on which it is on the platform; whether it may sell: `shopStopOf` of the domain. A test shop is
   * suspended with its organizer.
   */
  suspendedAt: Date | null
  suspensionReason: string | null
  trialUntil: Date | null
  /** What the platform takes of payments on its accounts; null: the installation's default. */
  platformFee: PlatformFee | null
}

/** Tenants by each of their names. */
interface TenantIndex {
  bySlug(slug: string): Tenant | undefined
  byId(id: number): Tenant | undefined
  /** The tenant that has this host as its own domain; `host` in lower case, without port. */
  byDomain(host: string): Tenant | undefined
  /** The tenant of the main host. */
  defaultTenant(): Tenant | undefined
  all(): readonly Tenant[]
}

/**
 * All tenants that are registered in a cell, also those whose rows are in another one: of these the cell
 * knows for certain only id, slug and domains.
 */
export interface Directory extends TenantIndex {
  /** The cell with the rows of a tenant; undefined: this one. */
  cellOf(id: number): string | undefined
  /** The other cells that have tenants. */
  cells(): readonly string[]
}

/**
 * The registry of the tenants whose rows are in this cell. It is kept in memory, because it is small and
 * every request needs it.
 */
export interface TenantRegistry extends TenantIndex {
  /**
   * The product itself, in the form in which pages know whom they belong to. It sells nothing. Its
   * address for questions is that of the default tenant, who runs the main host.
   */
  platform(): Tenant
  directory(): Directory
  /**
   * Reads the registry again if something in it was written; otherwise it costs one small
   * statement.
   */
  reload(): Promise<void>
  /** Calls back with the ids of the tenants that a reload found changed or gone, after it. */
  onChange(listener: (tenantId: number) => void): void
}

export async function loadTenantRegistry(
  db: Database,
  clock: Clock = systemClock,
): Promise<TenantRegistry> {
  let here: TenantIndex = indexOf([], [])
  let directory: Directory = { ...here, cellOf: () => undefined, cells: () => [] }
  let platform = platformOf(undefined)
  let readVersion = ''
  let rowVersions: ReadonlyMap<number, string> = new Map()
  const listeners: ((tenantId: number) => void)[] = []
  /** Tenants whose trial goes on: its end writes no row, and changes what buyers see. */
  let trials: readonly Tenant[] = []

  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  /**
   * One at a time: one that began before a write could otherwise end after one that began behind it, and
   * put the older state back. Calls that wait for the same one share it.
   */
  function reload(): Promise<void> {
    next ??= current
      .catch(() => {})
      .then(() => {
        next = null
        current = read()
        return current
      })
    return next
  }

  async function read(): Promise<void> {
    const version = await versionOfRegistry(db)
    if (version === readVersion) return endTrials()
    const [rows, hosts] = await Promise.all([
      db.registry
        .selectFrom('tenants as t')
        .leftJoin('tenant_cells as c', 'c.tenant_id', 't.tenant_id')
        .selectAll('t')
        .select(['c.cell', sql<string>`t.xmin::text`.as('row_version')])
        .orderBy('t.tenant_id')
        .execute(),
      db.registry.selectFrom('tenant_domains').selectAll().execute(),
    ])
    const mainHosts = new Map(
      hosts.filter(({ is_main }) => is_main).map(({ tenant_id, host }) => [tenant_id, host]),
    )
    const suspensions = new Map(rows.map((row) => [row.tenant_id, row.suspended_at]))
    const registered: readonly Tenant[] = rows.map((row) => ({
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
      takesCharges: row.takes_charges,
      testOf: row.test_of,
      orderLookup: orderLookupOf(row.order_lookup),
      senderName: row.sender_name,
      senderEmail: row.sender_email,
      replyTo: row.reply_to,
      timeZone: row.time_zone,
      importantInformation: row.important_information,
      termsVersion: row.terms_version,
      asksMarketing: row.asks_marketing,
      marketingText: row.marketing_text,
      keepPaidYears: row.keep_paid_years,
      keepFreeYears: row.keep_free_years,
      suspendedAt: suspensions.get(row.test_of ?? row.tenant_id) ?? null,
      suspensionReason: row.suspension_reason,
      trialUntil: row.trial_until,
      platformFee: platformFeeOf(row),
    }))
    const cells = new Map(
      rows.flatMap(({ tenant_id, cell }) => (cell === null ? [] : [[tenant_id, cell]])),
    )
    const everybody = indexOf(registered, hosts)
    here =
      cells.size === 0
        ? everybody
        : indexOf(
            registered.filter(({ id }) => !cells.has(id)),
            hosts,
          )
    const others = [...new Set(cells.values())]
    directory = { ...everybody, cellOf: (id) => cells.get(id), cells: () => others }
    platform = platformOf(everybody.defaultTenant())
    readVersion = version
    endTrials()
    trials = here.all().filter((tenant) => organizerStateOf(tenant, clock()) === 'trial')
    // What a test shop shows depends on the row of its organizer as well.
    const testShops = new Map(
      here.all().flatMap(({ id, testOf }) => (testOf === null ? [] : [[testOf, id]])),
    )
    const before = rowVersions
    rowVersions = new Map(
      rows.flatMap((row) => (row.cell === null ? [[row.tenant_id, row.row_version]] : [])),
    )
    for (const id of new Set([...before.keys(), ...rowVersions.keys()])) {
      if (before.get(id) === rowVersions.get(id)) continue
      for (const listener of listeners) {
        listener(id)
        const testShop = testShops.get(id)
        if (testShop !== undefined) listener(testShop)
        // The platform's pages show the address of the default tenant.
        if (everybody.byId(id)?.isDefault) listener(PLATFORM_ID)
      }
    }
  }

  function endTrials(): void {
    const [ended, going] = [[], []] as [Tenant[], Tenant[]]
    for (const tenant of trials) (shopStopOf(tenant, clock()) ? ended : going).push(tenant)
    trials = going
    for (const { id } of ended) for (const listener of listeners) listener(id)
  }

  await reload()
  return {
    bySlug: (slug) => here.bySlug(slug),
    byId: (id) => here.byId(id),
    byDomain: (host) => here.byDomain(host),
    defaultTenant: () => here.defaultTenant(),
    all: () => here.all(),
    platform: () => platform,
    directory: () => directory,
    reload,
    onChange: (listener) => void listeners.push(listener),
  }
}

function indexOf(
  tenants: readonly Tenant[],
  hosts: readonly { host: string; tenant_id: number }[],
): TenantIndex {
  const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]))
  const bySlug = new Map(tenants.map((tenant) => [tenant.slug, tenant]))
  const byDomain = new Map(
    hosts.flatMap(({ host, tenant_id }) => {
      const owner = byId.get(tenant_id)
      return owner ? [[host, owner]] : []
    }),
  )
  const defaultTenant = tenants.find((tenant) => tenant.isDefault)
  return {
    bySlug: (slug) => bySlug.get(slug),
    byId: (id) => byId.get(id),
    byDomain: (host) => byDomain.get(host),
    defaultTenant: () => defaultTenant,
    all: () => tenants,
  }
}

const platformFeeOf = (row: {
  platform_fee_ppm: number | null
  platform_fee_fixed_minor: number | null
}): PlatformFee | null =>
  row.platform_fee_ppm === null || row.platform_fee_fixed_minor === null
    ? null
    : { ppm: row.platform_fee_ppm, fixedMinor: row.platform_fee_fixed_minor }

/** No slug begins with an underscore, so no tenant can take this one. */
const PLATFORM_SLUG = '_platform'

const platformOf = (host: Tenant | undefined): Tenant => ({
  id: PLATFORM_ID,
  slug: PLATFORM_SLUG,
  // Its pages have the main host's own address.
  isDefault: true,
  name: 'Foyer',
  tagline: 'Ticketing that never sells a ticket twice',
  footerText: '',
  hue: PLATFORM_HUE,
  currency: 'USD',
  locale: 'en-US',
  supportEmail: host?.supportEmail ?? '',
  socialLinks: {},
  logoFile: null,
  domain: null,
  hasCoupons: false,
  takesCharges: false,
  testOf: null,
  orderLookup: 'verified',
  senderName: '',
  senderEmail: null,
  replyTo: null,
  timeZone: '',
  importantInformation: null,
  termsVersion: null,
  asksMarketing: false,
  marketingText: null,
  keepPaidYears: null,
  keepFreeYears: null,
  suspendedAt: null,
  suspensionReason: null,
  trialUntil: null,
  platformFee: null,
})

/**
 * Returns a text that changes whenever a row of the registry is written or deleted, because each
 * write gives its row a newer transaction number. It saves reading thousands of tenants every few
 * seconds.
 */
async function versionOfRegistry(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from tenants)
      || ' ' || (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from tenant_domains)
      || ' ' || (select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from tenant_cells)
      as version /* named: registry_version */`.execute(db.registry)
  return rows[0]?.version ?? ''
}

/**
 * Returns the canonical URL of a tenant's site without a trailing slash, for links that must stay
 * valid: its own domain, or else its path on the main host. A tenant whose slug later became a path
 * of the product has no path, so its URL is its subdomain. `origin` is that of the main host.
 */
export function siteOf(origin: string, tenant: Tenant): string {
  if (tenant.domain) return siteAt(origin, tenant.domain)
  if (tenant.isDefault) return origin
  if (!isBrandSlug(tenant.slug)) {
    return siteAt(origin, `${tenant.slug}.${new URL(origin).hostname}`)
  }
  return `${origin}/${tenant.slug}`
}

/**
 * The URL of the same server under `hostname`: same scheme and, on a developer's machine, same
 * port.
 */
function siteAt(origin: string, hostname: string): string {
  const site = new URL(origin)
  site.hostname = hostname
  return site.origin
}
