import { granted, type ResultOf, type settingsTexts } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { SITE_PAGE_NAMES, SITE_PAGE_SLUGS, type SitePageSlug } from '@foyer/domain'
import type { Tenant } from '../../context.ts'
import { changeSetting } from '../../engine/organizer/change-setting.ts'
import { storePreview } from '../../engine/organizer/previews.ts'
import { storePage } from '../../engine/organizer/registry.ts'
import { withVersion } from '../../engine/versions.ts'
import type { Call } from '../../http/endpoint.ts'
import { defaultPage } from './defaults/index.ts'
import { followTerms } from './follow-terms.ts'

const selectPages = (tx: TenantTx) =>
  tx.selectFrom('tenant_pages').select(['slug', 'title', 'body', 'updated_at'])

/** The pages of the shop, and which of them the organizer has written. */
export async function listPages({
  context,
  tenant,
}: Call<typeof settingsTexts.listOwnPages>): Promise<ResultOf<typeof settingsTexts.listOwnPages>> {
  const rows = await context.db.withTenant(tenant.id, (tx) => selectPages(tx).execute())
  const own = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.slug, row]))
  return granted({
    pages: SITE_PAGE_SLUGS.map((slug) => {
      const row = own.get(slug)
      return {
        slug,
        title: row?.title ?? SITE_PAGE_NAMES[slug],
        isOwn: row !== undefined,
        updatedAt: row?.updated_at.toISOString() ?? null,
      }
    }),
  })
}

/** A page as it is written: the organizer's text, or the product's to begin with. */
export async function readPage(tx: TenantTx, tenant: Tenant, slug: SitePageSlug) {
  const own = await selectPages(tx).where('slug', '=', slug).executeTakeFirst()
  const { title, body } = own ?? defaultPage(slug, tenant)
  const updatedAt = own?.updated_at.toISOString() ?? null
  return { slug, title, body: body.trim(), isOwn: own !== undefined, updatedAt }
}

export const getPage = ({
  context,
  tenant,
  params: { slug },
}: Call<typeof settingsTexts.getOwnPage>): Promise<ResultOf<typeof settingsTexts.getOwnPage>> =>
  context.db.withTenant(tenant.id, async (tx) =>
    granted(withVersion(await readPage(tx, tenant, slug))),
  )

type PageCall = Pick<
  Call<typeof settingsTexts.changeOwnPage>,
  'context' | 'tenant' | 'principal' | 'params'
>

const change = (
  { context, tenant, principal, params: { slug } }: PageCall,
  version: string,
  page: { title: string; body: string } | null,
) =>
  changeSetting(context, tenant, {
    version,
    read: (tx) => readPage(tx, tenant, slug),
    audit: {
      personId: principal.session.personId,
      action: page ? 'page.changed' : 'page.reverted',
      entityId: slug,
      entityName: SITE_PAGE_NAMES[slug],
    },
    write: async (tx) => {
      await storePage(tx, slug, page)
      if (slug === 'terms') await followTerms(tx, tenant.id, await readPage(tx, tenant, slug))
      return granted(null)
    },
  })

/** Writes a page, if buyers' requests for it can read it in time. */
export async function changePage(
  call: Call<typeof settingsTexts.changeOwnPage>,
): Promise<ResultOf<typeof settingsTexts.changeOwnPage>> {
  const { title, body, version } = call.body
  const read = await call.context.sandbox.run('page', call.tenant.id, body)
  return read.ok ? change(call, version, { title, body }) : read
}

/** Gives a page the product's text again. */
export const revertPage = (
  call: Call<typeof settingsTexts.revertOwnPage>,
): Promise<ResultOf<typeof settingsTexts.revertOwnPage>> => change(call, call.query.version, null)

/** Prepares a preview of a page that is not saved. */
export const previewPage = async ({
  context,
  tenant,
  principal,
  params: { slug },
  body,
}: Call<typeof settingsTexts.previewOwnPage>): Promise<
  ResultOf<typeof settingsTexts.previewOwnPage>
> => {
  const read = await context.sandbox.run('page', tenant.id, body.body)
  if (!read.ok) return read
  return granted(
    await storePreview(context, tenant, {
      sessionId: principal.session.id,
      subject: `page-${slug}`,
      data: body,
    }),
  )
}
