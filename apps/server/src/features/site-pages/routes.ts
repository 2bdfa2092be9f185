import { platform, privacySettings, settingsTexts, sitePages } from '@foyer/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import type { CacheAddress } from '../../http/response-cache.ts'
import { siteOf } from '../../tenant-registry.ts'
import { changePage, getPage, listPages, previewPage, revertPage } from './edit-pages.ts'
import { changePrivacy, getPrivacy } from './privacy-settings.ts'
import { readPlatformPage, readSitePage } from './read-site-page.ts'
import { robotsText, selectListedEvents, sitemapXml } from './search-engines.ts'

/** An edited page is visible after this many seconds. */
const KEPT_SECONDS = 5
const SITEMAP_SECONDS = 300

/** Query parameters do not change these files, so they are not part of the cache key. */
const addressOf = ({ tenant, url, routeOptions }: FastifyRequest): CacheAddress => ({
  key: `${tenant.id} ${routeOptions.url}`,
  isCanonical: () => url === routeOptions.url,
})

export function sitePageRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, sitePages.getSitePage, {
    cacheSeconds: KEPT_SECONDS,
    handle: ({ tenant, params }) => readSitePage(context, tenant, params.slug),
  })

  serve(app, context, platform.getPlatformPage, {
    cacheSeconds: KEPT_SECONDS,
    handle: async ({ tenant, params }) => readPlatformPage(tenant, params.slug),
  })

  serve(app, context, settingsTexts.listOwnPages, { handle: listPages })
  serve(app, context, settingsTexts.getOwnPage, { handle: getPage })
  serve(app, context, settingsTexts.changeOwnPage, { handle: changePage })
  serve(app, context, settingsTexts.revertOwnPage, { handle: revertPage })
  serve(app, context, settingsTexts.previewOwnPage, { handle: previewPage })

  serve(app, context, privacySettings.getPrivacy, { handle: getPrivacy })
  serve(app, context, privacySettings.changePrivacy, { handle: changePrivacy })

  app.get('/sitemap.xml', (request, reply) =>
    context.responses.send(
      request,
      reply,
      addressOf(request),
      { seconds: SITEMAP_SECONDS },
      async () => {
        const { tenant } = request
        const events = await context.db.withTenant(tenant.id, selectListedEvents)
        const site = siteOf(context.origin(), tenant)
        const body = sitemapXml(site, events, site === context.origin())
        return { status: 200, body, contentType: 'application/xml; charset=utf-8' }
      },
    ),
  )

  app.get('/robots.txt', (request, reply) =>
    context.responses.send(
      request,
      reply,
      addressOf(request),
      { seconds: SITEMAP_SECONDS },
      async () => {
        const body = robotsText(siteOf(context.origin(), request.tenant))
        return { status: 200, body, contentType: 'text/plain; charset=utf-8' }
      },
    ),
  )
}
