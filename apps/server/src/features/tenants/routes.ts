import { granted, type TenantView, tenant as tenantApi } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context, Tenant } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { brandSheet } from './brand.ts'

/** What pages know of their tenant. */
export const presentTenant = (context: Context, tenant: Tenant): TenantView => ({
  slug: tenant.slug,
  name: tenant.name,
  tagline: tenant.tagline,
  hue: tenant.hue,
  currency: tenant.currency,
  locale: tenant.locale,
  supportEmail: tenant.supportEmail,
  organizerAdminUrl: context.organizerAdminUrl,
  brandCssUrl: brandSheet(tenant).url,
})

export function tenantRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, tenantApi.getTenant, {
    cacheSeconds: 5,
    handle: async ({ tenant }) => granted(presentTenant(context, tenant)),
  })

  // Public: the colours of the tenant that the file names, whatever host asks.
  app.get<{ Params: { file: string } }>('/brand/:file', async (request, reply) => {
    const tenant = context.tenants
      .all()
      .find((candidate) => request.params.file.startsWith(`${candidate.slug}-`))
    if (!tenant) return reply.callNotFound()
    const { url, css } = brandSheet(tenant)
    const isCurrent = url.endsWith(`/${request.params.file}`)
    return reply
      .type('text/css')
      .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(css)
  })
}
