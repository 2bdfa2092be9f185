import type { Result } from '@foyer/contract'
import type { PlatformTx, TenantTx } from '@foyer/db'
import { type ChangePolicy, PLATFORM_HUE, type SitePageSlug } from '@foyer/domain'
import { sql } from 'kysely'
import pg from 'pg'
import type { Cells } from '../../../cells/cells.ts'
import {
  addDomain,
  type ContactColumns,
  changeContact,
  changeLook,
  changeTerms,
  claimDomain,
  type LookColumns,
  releaseDomain,
  removeDomain,
  setChangePolicy,
  setMainDomain,
  storePage,
  type TermsColumns,
} from '../../../engine/organizer/registry.ts'
import { type Logo, readLogo } from './read-logo.ts'
import { readSvg } from './read-svg.ts'
import { storeLogo } from './store-logo.ts'

/** Why a change is not possible, in a sentence for the person who asked for it. */
export class InvalidTenantChange extends Error {}
/** No tenant has the slug. */
export class UnknownTenant extends InvalidTenantChange {}

export type PageChange =
  | { kind: 'set'; slug: SitePageSlug; title: string; body: string }
  | { kind: 'remove'; slug: SitePageSlug }

/** A change of a tenant; what is missing or null does not change. */
export interface TenantChange {
  slug: string
  isNew: boolean
  look: LookColumns
  contact: ContactColumns
  terms: TermsColumns
  /** Null takes the tenant's rules away. */
  policy?: Partial<ChangePolicy> | null
  domain: string | null
  /** Whether links use the domain from now on. They always use a tenant's first domain. */
  isMainDomain: boolean
  removedDomain: string | null
  logo: { kind: 'set'; bytes: Buffer } | { kind: 'remove' } | null
  page: PageChange | null
}

/**
 * Makes the whole change or none of it, for the operator's command. Throws
 * {@link InvalidTenantChange} if the change is not possible.
 */
export async function changeTenant(cells: Cells, change: TenantChange): Promise<void> {
  const logo =
    change.logo?.kind === 'set' ? granted(await readLogo(change.logo.bytes, atOnce)) : null
  const home = cells.home().db
  const { domain, removedDomain } = change
  const tenantId = await home.withPlatform(async (platform) => {
    const id = change.isNew ? await create(platform, change) : await find(platform, change)
    // A new organizer is at home, and no directory names it.
    const of = { cell: cells.of(id).name, home }
    if (domain) await claim(taken(domain), claimDomain(of, id, domain))
    await cells.inTenantWithin(platform, id, (tx) => apply(tx, change, logo))
    return id
  })
  if (removedDomain) {
    await releaseDomain({ cell: cells.of(tenantId).name, home }, tenantId, removedDomain)
  }
}

/** The operator's own file needs no sandbox. */
const atOnce = async (text: string) => ({ ok: true, value: readSvg(text) }) as const

const taken = (domain: string) => `'${domain}' belongs to another organizer.`

async function create(
  platform: PlatformTx,
  { slug, look, contact }: TenantChange,
): Promise<number> {
  const { name, hue = PLATFORM_HUE } = look
  const { support_email, currency = 'usd', locale = 'en-US' } = contact
  if (!name || !support_email) {
    throw new InvalidTenantChange('A new organizer needs a name, an address and a hue.')
  }
  const { rows } = await claim(
    `There is an organizer '${slug}' already.`,
    sql<{ id: number }>`select register_organizer(${slug}, ${name}, ${hue}, ${currency},
      ${locale}, ${support_email}) as id`.execute(platform),
  )
  return rows[0]?.id ?? 0
}

async function find(platform: PlatformTx, { slug }: TenantChange): Promise<number> {
  const row = await platform
    .selectFrom('tenants')
    .select('tenant_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!row) throw new UnknownTenant(`There is no organizer '${slug}'.`)
  return row.tenant_id
}

async function apply(tx: TenantTx, change: TenantChange, logo: Logo | null): Promise<void> {
  const { slug, domain, isMainDomain, removedDomain, page, policy } = change
  if (logo) await storeLogo(tx, logo)
  const file = logo?.file ?? (change.logo ? null : undefined)
  await changeLook(tx, file === undefined ? change.look : { ...change.look, logo_file: file })
  await changeContact(tx, change.contact)
  await changeTerms(tx, change.terms)
  if (policy !== undefined) await setChangePolicy(tx, policy)
  if (removedDomain && !(await removeDomain(tx, removedDomain))) {
    throw new InvalidTenantChange(`'${removedDomain}' is no domain of '${slug}'.`)
  }
  if (domain) {
    await claim(taken(domain), addDomain(tx, domain))
    if (isMainDomain) await setMainDomain(tx, domain)
  }
  if (page) await storePage(tx, page.slug, page.kind === 'set' ? page : null)
}

const UNIQUE_VIOLATION = '23505'

/** Throws with the message `taken` if a value already belongs to another tenant. */
async function claim<T>(taken: string, statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) {
      throw new InvalidTenantChange(taken)
    }
    throw error
  }
}

function granted<T>(result: Result<T>): T {
  if (!result.ok) throw new InvalidTenantChange(result.refusal.message)
  return result.value
}
