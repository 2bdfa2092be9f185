import { granted, tenants } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { brandSheet, previewSheet } from './brand-sheet.ts'
import { presentTenant } from './present.ts'
import { settingsRoutes } from './settings/routes.ts'

/**
 * Slugs may contain hyphens, and one slug may be the prefix of another: the version is the last
 * part.
 */
const BRAND_FILE = /^(.+)-[0-9a-f]{10}\.css$/

const LOGO_FILE = /^[\w.-]+$/

export function tenantRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, tenants.getTenant, {
    cacheSeconds: 5,
    handle: async ({ tenant }) => granted(presentTenant(context, tenant)),
  })

  // Public: the file names the tenant, so the requested host does not matter.
  app.get<{ Params: { file: string }; Querystring: { hue?: unknown } }>(
    '/brand/:file',
    async (request, reply) => {
      const [, slug = ''] = BRAND_FILE.exec(request.params.file) ?? []
      const platform = context.tenants.platform()
      const tenant = slug === platform.slug ? platform : context.cells.tenantBySlug(slug)
      if (!tenant) return reply.callNotFound()
      const preview = previewSheet(request.query.hue)
      if (preview) return reply.type('text/css').header('cache-control', 'no-store').send(preview)
      const { url, css } = brandSheet(tenant)
      const isCurrent = url.endsWith(`/${request.params.file}`)
      return reply
        .type('text/css')
        .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
        .send(css)
    },
  )

  // Public: the logo of the requested tenant. Its name changes with its content.
  app.get<{ Params: { file: string } }>('/logos/:file', async (request, reply) => {
    if (!LOGO_FILE.test(request.params.file)) return reply.callNotFound()
    const logo = await context.db.withTenant(request.tenant.id, (tx) =>
      tx
        .selectFrom('tenant_logos')
        .select(['media_type', 'bytes'])
        .where('file', '=', request.params.file)
        .executeTakeFirst(),
    )
    if (!logo) return reply.callNotFound()
    return (
      reply
        .type(logo.media_type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        // An SVG opened by itself is a document: the policy lets it only be displayed.
        .header('content-security-policy', "default-src 'none';style-src 'unsafe-inline';sandbox")
        .send(logo.bytes)
    )
  })

  settingsRoutes(app, context)
}
