import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { currency } from './fields.ts'

export const tenantSchema = z.object({
  slug: z.string(),
  name: z.string(),
  tagline: z.string(),
  /** OKLCH hue of the accent, degrees. */
  hue: z.number(),
  currency,
  locale: z.string(),
  supportEmail: z.string(),
  /** Where organizers sign in. */
  organizerAdminUrl: z.string(),
  /** Stylesheet with the tenant's colours; its name changes with its content. */
  brandCssUrl: z.string(),
})
export type TenantView = z.output<typeof tenantSchema>

export const tenant = {
  getTenant: endpoint({
    method: 'GET',
    path: '/api/tenant',
    access: 'public',
    summary: 'The tenant this request belongs to: name, locale, currency and colours',
    output: tenantSchema,
    errors: [],
  }),
} as const
