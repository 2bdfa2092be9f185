import { SOCIAL_NETWORKS } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { currency } from './fields.ts'
import { READ } from './limits.ts'

export const tenantSchema = z.object({
  slug: z.string(),
  name: z.string(),
  tagline: z.string(),
  /** OKLCH hue of the accent, degrees. */
  hue: z.number(),
  currency,
  locale: z.string(),
  supportEmail: z.string(),
  /** Under the name in the footer; empty: the tagline. */
  footerText: z.string(),
  /** Where the tenant is found elsewhere: addresses by network. */
  socialLinks: z.partialRecord(z.enum(SOCIAL_NETWORKS), z.string()),
  /** Below the tenant's base, at an address that changes with its content; null: the house's mark. */
  logo: z.nullable(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  /** The site's one address for links that must outlive a visit, without a closing slash. */
  siteUrl: z.string(),
  /** Whether buyers may enter a coupon: some code of it is active. */
  hasCoupons: z.boolean(),
  /** Where organizers sign in. */
  organizerAdminUrl: z.string(),
  /** Stylesheet with the tenant's colours; its name changes with its content. */
  brandCssUrl: z.string(),
})
export type TenantView = z.output<typeof tenantSchema>

export const tenants = {
  getTenant: endpoint({
    method: 'GET',
    path: '/api/tenant',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'The tenant this request belongs to: name, locale, currency and colours',
    output: tenantSchema,
    errors: [],
  }),
} as const
