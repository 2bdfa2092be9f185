import { type SitePageView, settings, settingsTexts, type TenantView } from '@foyer/contract'
import { isSitePageSlug, type SitePageSlug } from '@foyer/domain'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context, Tenant } from '../../../context.ts'
import { findPreview } from '../../../engine/organizer/previews.ts'
import { staffResolver } from '../../../http/principals/staff.ts'
import type { TenantResolver } from '../../../http/resolve-tenant.ts'
import { previewSheetUrl } from '../brand-sheet.ts'
import { presentLogo, presentTenant } from '../present.ts'

interface PreviewOptions {
  resolver: Pick<TenantResolver, 'resolve'>
  isHttps: boolean
  /** Reads Markdown as the pages do. */
  viewOf(slug: SitePageSlug, title: string, body: string, updatedAt: Date | null): SitePageView
}

interface Shown {
  view: TenantView
  answers: ReadonlyMap<string, unknown>
}

/**
 * Returns a function that finds what a request previews: its query names the subject, and the cookie of
 * the back office whose draft it is. For a buyer the query means nothing, and costs no statement.
 */
export function createPreviews(context: Context, { resolver, isHttps, viewOf }: PreviewOptions) {
  const principalOf = staffResolver(settings.getLook.access, context)
  return async (request: FastifyRequest): Promise<Shown | null> => {
    const subject = z.object({ preview: z.string() }).safeParse(request.query).data?.preview
    if (subject === undefined || !request.headers.cookie?.includes('foyer_staff')) return null
    const site = resolver.resolve(request.raw)
    if (!site) return null
    const staff = await principalOf({
      request: { ...site, headers: request.headers, isHttps, network: '' },
    })
    if (!staff.ok) return null
    const sessionId = staff.value.principal.session.id
    const draft = await findPreview(context, site.tenant, { sessionId, subject })
    if (draft === null) return null
    const view = presentTenant(context, site.tenant)
    if (subject === 'look') return { view: withLook(view, site.tenant, draft), answers: new Map() }
    const slug = subject.replace(/^page-/, '')
    const page = settingsTexts.previewOwnPage.body.safeParse(draft).data
    if (!page || !isSitePageSlug(slug)) return null
    const shown = viewOf(slug, page.title, page.body, context.clock())
    return { view, answers: new Map([[`/api/pages/${slug}`, shown]]) }
  }
}

function withLook(view: TenantView, tenant: Tenant, draft: unknown): TenantView {
  const look = settings.previewLook.body.safeParse(draft).data
  if (!look) return view
  const { name, tagline, hue, footerText, instagramUrl, facebookUrl, xUrl, logoFile } = look
  return {
    ...view,
    ...{ name, tagline, hue, footerText },
    socialLinks: {
      ...(instagramUrl && { instagram: instagramUrl }),
      ...(facebookUrl && { facebook: facebookUrl }),
      ...(xUrl && { x: xUrl }),
    },
    logo: logoFile === null ? null : presentLogo(logoFile),
    brandCssUrl: previewSheetUrl(tenant, hue),
  }
}
