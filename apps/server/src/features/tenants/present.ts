import { settings, type TenantView } from '@foyer/contract'
import { type Context, type Tenant, takesPayments } from '../../context.ts'
import { previewOfSite } from '../../engine/posters/poster-facts.ts'
import { typedSetting } from '../../http/draft-scope.ts'
import { isPlatform, siteOf } from '../../tenant-registry.ts'
import { brandSheet, previewSheetUrl } from './brand-sheet.ts'

/** The tenant's data that pages need; in a preview of its look, with what is typed. */
export function presentTenant(context: Context, tenant: Tenant): TenantView {
  const view = storedView(context, tenant)
  const typed = typedSetting('look')
  if (!typed) return view
  const look = settings.previewLook.body.safeParse(typed).data
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

const storedView = (context: Context, tenant: Tenant): TenantView => ({
  slug: tenant.slug,
  name: tenant.name,
  tagline: tenant.tagline,
  hue: tenant.hue,
  currency: tenant.currency,
  locale: tenant.locale,
  supportEmail: tenant.supportEmail,
  footerText: tenant.footerText,
  socialLinks: tenant.socialLinks,
  logo: tenant.logoFile === null ? null : presentLogo(tenant.logoFile),
  siteUrl: siteOf(context.origin(), tenant),
  hasCoupons: tenant.hasCoupons,
  takesPayments: takesPayments(context, tenant),
  organizerAdminUrl: context.organizerAdminUrl,
  brandCssUrl: brandSheet(tenant).url,
  previewPath: previewOfSite(tenant),
  ...consentsOf(tenant),
  ...(isPlatform(tenant) ? trialOf(context) : {}),
})

function trialOf({ configuration }: Pick<Context, 'configuration'>) {
  const { isSignUpOpen, trialDays } = configuration.current()
  return isSignUpOpen ? { trialDays } : {}
}

/** What the checkout asks for beside the details; absent in most shops. */
function consentsOf({ termsVersion, asksMarketing, marketingText }: Tenant) {
  if (termsVersion === null && marketingText === null) return {}
  return {
    consents: {
      ...(termsVersion === null ? {} : { termsVersion }),
      ...(asksMarketing && marketingText !== null ? { marketing: marketingText } : {}),
    },
  }
}

/** The logo's size is part of its file name, so that pages can reserve space for it. */
export function presentLogo(file: string): { url: string; width: number; height: number } {
  const [, width, height] = /-(\d+)x(\d+)\.\w+$/.exec(file) ?? []
  return { url: `/logos/${file}`, width: Number(width ?? 32), height: Number(height ?? 32) }
}
