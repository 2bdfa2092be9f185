import { granted, type Result, refused, type SitePageView, settingsTexts } from '@foyer/contract'
import { isSitePageSlug, type SitePageSlug, typographic } from '@foyer/domain'
import type { Context, Tenant } from '../../context.ts'
import { typedSetting } from '../../http/draft-scope.ts'
import { isPlatform } from '../../tenant-registry.ts'
import { defaultPage } from './defaults/index.ts'
import { isPlatformPage, platformPage } from './defaults/platform.ts'
import { readMarkup, summaryOf } from './markup.ts'

/**
 * Reads a page as the tenant has written it, else the product's default; in a preview of this page, as
 * it is typed. Refused: `not_found`.
 */
export async function readSitePage(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tenant: Tenant,
  slug: string,
): Promise<Result<SitePageView, 'not_found'>> {
  if (!isSitePageSlug(slug)) return refused('not_found', 'There is no such page.')
  const typed = settingsTexts.previewOwnPage.body.safeParse(typedSetting('page', slug)).data
  if (typed) return granted(viewOf(slug, typed.title, typed.body, clock()))
  const own = await db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('tenant_pages')
      .select(['title', 'body', 'updated_at'])
      .where('slug', '=', slug)
      .executeTakeFirst(),
  )
  const { title, body } = own ?? defaultPage(slug, tenant)
  return granted(viewOf(slug, title, body, own?.updated_at ?? null))
}

/** Reads a page of the platform itself. Refused: `not_found`, also on a tenant's host. */
export function readPlatformPage(tenant: Tenant, slug: string): Result<SitePageView, 'not_found'> {
  if (!isPlatform(tenant) || !isPlatformPage(slug)) {
    return refused('not_found', 'There is no such page.')
  }
  const { title, body } = platformPage(slug, tenant)
  return granted(viewOf(slug, title, body, null))
}

/** A page as pages show it. */
function viewOf(
  slug: SitePageSlug,
  title: string,
  body: string,
  updatedAt: Date | null,
): SitePageView {
  const blocks = readMarkup(body)
  const summary = summaryOf(blocks)
  return {
    slug,
    title: typographic(title),
    summary,
    blocks,
    updatedAt: updatedAt?.toISOString() ?? null,
  }
}
