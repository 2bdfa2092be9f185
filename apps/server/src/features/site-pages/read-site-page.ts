import {
  granted,
  type PageBlock,
  type Result,
  refused,
  type SitePageView,
  settingsTexts,
} from '@foyer/contract'
import { isSitePageSlug, type SitePageSlug, typographic } from '@foyer/domain'
import type { Context, Tenant } from '../../context.ts'
import { typedSetting } from '../../http/draft-scope.ts'
import { isPlatform } from '../../tenant-registry.ts'
import { defaultPage } from './defaults/index.ts'
import { isPlatformPage, platformPage } from './defaults/platform.ts'
import { plainBlocks, readMarkup, summaryOf } from './markup.ts'

/**
 * Reads a page as the tenant has written it, else the product's default; in a preview of this page, as
 * it is typed. Refused: `not_found`.
 */
export async function readSitePage(
  { db, clock, sandbox }: Pick<Context, 'db' | 'clock' | 'sandbox'>,
  tenant: Tenant,
  slug: string,
): Promise<Result<SitePageView, 'not_found'>> {
  if (!isSitePageSlug(slug)) return refused('not_found', 'There is no such page.')
  const typed = settingsTexts.previewOwnPage.body.safeParse(typedSetting('page', slug)).data
  const ofOrganizer = async (title: string, body: string, updatedAt: Date) => {
    const read = await sandbox.run('page', tenant.id, body)
    if (read.ok) return granted(viewOf(slug, title, read.value, updatedAt))
    // Nobody could save it any more. While others are read, a page need not wait for them.
    return granted(viewOf(slug, title, plainBlocks(body), updatedAt))
  }
  if (typed) return ofOrganizer(typed.title, typed.body, clock())
  const own = await db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('tenant_pages')
      .select(['title', 'body', 'updated_at'])
      .where('slug', '=', slug)
      .executeTakeFirst(),
  )
  if (own) return ofOrganizer(own.title, own.body, own.updated_at)
  const { title, body } = defaultPage(slug, tenant)
  return granted(viewOf(slug, title, readMarkup(body), null))
}

/** Reads a page of the platform itself. Refused: `not_found`, also on a tenant's host. */
export function readPlatformPage(tenant: Tenant, slug: string): Result<SitePageView, 'not_found'> {
  if (!isPlatform(tenant) || !isPlatformPage(slug)) {
    return refused('not_found', 'There is no such page.')
  }
  const { title, body } = platformPage(slug, tenant)
  return granted(viewOf(slug, title, readMarkup(body), null))
}

/** A page as pages show it. */
function viewOf(
  slug: SitePageSlug,
  title: string,
  blocks: PageBlock[],
  updatedAt: Date | null,
): SitePageView {
  const summary = summaryOf(blocks)
  return {
    slug,
    title: typographic(title),
    summary,
    blocks,
    updatedAt: updatedAt?.toISOString() ?? null,
  }
}
