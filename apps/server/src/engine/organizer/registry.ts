import type { Database, TenantTx } from '@foyer/db'
import type { ChangePolicy, SitePageSlug } from '@foyer/domain'
import { sql } from 'kysely'
import { HOME } from '../../cells/cells.ts'

/**
 * Changes of the tenant's row in the registry. The application's role does not write it: each change is
 * a function of the tables' owner (0035_settings.sql), bound to the tenant of the transaction. Other
 * processes notice it with their next look at the registry, and drop what they have cached.
 */

/** Makes changes of one tenant's settings wait for each other until the transaction ends. */
export const lockOrganizer = (tx: TenantTx) => sql`select lock_organizer()`.execute(tx)

type Some<T> = { [K in keyof T]?: T[K] | undefined }

/** The columns of a change; one that is missing stays as it is. */
export type LookColumns = Some<{
  name: string
  tagline: string
  hue: number
  footer_text: string
  instagram_url: string | null
  facebook_url: string | null
  x_url: string | null
  logo_file: string | null
}>

export type ContactColumns = Some<{
  support_email: string
  sender_name: string
  sender_email: string | null
  reply_to: string | null
  locale: string
  currency: string
  time_zone: string
}>

export type TermsColumns = Some<{
  order_lookup: string
  waives_small_totals: boolean
  important_information: readonly string[] | null
}>

export const changeLook = (tx: TenantTx, columns: LookColumns) =>
  sql`select change_look(${JSON.stringify(columns)}::jsonb)`.execute(tx)

export const changeContact = (tx: TenantTx, columns: ContactColumns) =>
  sql`select change_contact(${JSON.stringify(columns)}::jsonb)`.execute(tx)

export const changeTerms = (tx: TenantTx, columns: TermsColumns) =>
  sql`select change_terms(${JSON.stringify(columns)}::jsonb)`.execute(tx)

/** What buyers accept, and how long their data is stored (0046_consents.sql). */
export type PrivacyColumns = Some<{
  terms_version: number | null
  marketing_text: string | null
  asks_marketing: boolean
  keep_paid_years: number | null
  keep_free_years: number | null
}>

export const changePrivacyColumns = (tx: TenantTx, columns: PrivacyColumns) =>
  sql`select change_privacy(${JSON.stringify(columns)}::jsonb)`.execute(tx)

/** The terms of the platform's operators (0040_operator.sql). */
export type PlatformTermsColumns = Some<{
  trial_until: Date | null
  suspended_at: Date | null
  suspension_reason: string | null
  platform_fee_ppm: number | null
  platform_fee_fixed_minor: number | null
}>

export const changePlatformTerms = (tx: TenantTx, columns: PlatformTermsColumns) =>
  sql`select change_platform_terms(${JSON.stringify(columns)}::jsonb)`.execute(tx)

/** Sets the rules of all events without rules of their own. Null: the default. */
export const setChangePolicy = (tx: TenantTx, policy: Partial<ChangePolicy> | null) =>
  sql`select set_change_policy(${policy && JSON.stringify(policy)}::jsonb)`.execute(tx)

/** Adds a domain; the first one becomes the main one. Violates a unique constraint if it is taken. */
export const addDomain = (tx: TenantTx, host: string) => sql`select add_domain(${host})`.execute(tx)

/** The cell that an organizer is in, and the home cell, where domains are unique over all cells. */
interface RegistryOfCells {
  cell: string
  home: Pick<Database, 'registry'>
}

/**
 * Claims a domain at home for an organizer in another cell, before {@link addDomain}. Violates a unique
 * constraint if it is taken.
 */
export async function claimDomain(
  { cell, home }: RegistryOfCells,
  tenantId: number,
  host: string,
): Promise<void> {
  if (cell === HOME) return
  await sql`select claim_domain(${tenantId}::integer, ${host})`.execute(home.registry)
}

/** Ends the claim, after {@link removeDomain}. */
export async function releaseDomain(
  { cell, home }: RegistryOfCells,
  tenantId: number,
  host: string,
): Promise<void> {
  if (cell === HOME) return
  await sql`select release_domain(${tenantId}::integer, ${host})`.execute(home.registry)
}

/** Chooses the domain that links use; null: the path on the main host. */
export const setMainDomain = (tx: TenantTx, host: string | null) =>
  sql`select set_main_domain(${host})`.execute(tx)

/** Returns whether the tenant had the domain. */
export async function removeDomain(tx: TenantTx, host: string): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`select remove_domain(${host}) as had`.execute(tx)
  return rows[0]?.had ?? false
}

/** Writes a page of the tenant; null: the product's text again. */
export async function storePage(
  tx: TenantTx,
  slug: SitePageSlug,
  page: { title: string; body: string } | null,
): Promise<void> {
  if (page) {
    await sql`insert into tenant_pages (tenant_id, slug, title, body)
      values (current_tenant(), ${slug}, ${page.title}, ${page.body})
      on conflict (tenant_id, slug) do update
        set title = excluded.title, body = excluded.body, updated_at = now()`.execute(tx)
  } else {
    await tx.deleteFrom('tenant_pages').where('slug', '=', slug).execute()
  }
  await sql`select organizer_changed()`.execute(tx)
}
