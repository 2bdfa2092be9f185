import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { TenantView } from '@foyer/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context, Tenant } from '../../context.ts'
import type { Forwarded } from '../../http/forwarded.ts'
import { markPage } from '../../http/mark-test-page.ts'
import { momentFor, renderRecent } from '../../http/recent-reads.ts'
import type { CachePolicy } from '../../http/response-cache.ts'
import { networkOf } from '../../limits/network.ts'
import { isPlatform } from '../../tenant-registry.ts'
import { loadPages, type PageAddress } from './pages-build.ts'
import { createRenders, renderPage } from './render-page.ts'

/**
 * A page shows prices and availability, so it may be as old as these; older if no newer one can be
 * rendered.
 */
const KEEPING: CachePolicy = { seconds: 1, staleSeconds: 60 }

/** Every path that no other route has. */
export const PAGES_PATH = '/*'

export interface PagesOptions {
  /** The folder of the built pages, with `client` and `server` inside. */
  distDir: string
  presentTenant(context: Context, tenant: Tenant): TenantView
  forwarded: Pick<Forwarded, 'addressOf'>
}

/**
 * The buyers' pages, rendered to a string in this process and cached as bytes per tenant and page.
 * They are registered for every path that no other route has.
 */
export async function pageRoutes(
  app: FastifyInstance,
  context: Context,
  options: PagesOptions,
): Promise<void> {
  const { clientDir, readPage, renderer } = await loadPages(options.distDir)
  const renders = createRenders(context)

  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    // A missing file gets a plain 404 and not a page.
    wildcard: true,
    index: false,
  })

  // The service worker is for the ticket page only. At this URL it may control the paths below the
  // tenant's base.
  app.get('/tickets-worker.js', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .sendFile('tickets-worker.js', clientDir, { cacheControl: false }),
  )

  app.get(PAGES_PATH, async (request, reply) => {
    const { tenant, tenantBase: base } = request
    const site = isPlatform(tenant) ? 'platform' : 'shop'
    const page = readPage(request.url, site)
    if (page.redirect !== null) return leadTo(reply, base + page.redirect)
    const render = async () => {
      const answer = await renderPage(app, renderer, renders, {
        page,
        site,
        tenant,
        view: options.presentTenant(context, tenant),
        base,
        hasDemos: context.hasDemoScreens,
        network: networkOf(options.forwarded.addressOf(request.raw)),
      })
      return tenant.testOf === null ? answer : markPage(answer)
    }
    const address = {
      key: `${tenant.id} ${base} page ${page.to}`,
      isCanonical: () => request.url === page.to && !page.isPersonal,
    }
    const written = momentFor(context.db, request.headers)
    const keeping = { ...KEEPING, since: written }
    // For everybody else, its calls never go back by themselves.
    const answer = await context.responses.find(address, request.headers, keeping, (since) =>
      renderRecent(written && since, render),
    )
    const at = answer.headers.indexOf('location')
    if (at >= 0) return leadTo(reply, withRest(answer.headers[at + 1] ?? '/', page))
    return context.responses.reply(request, reply, answer)
  })
}

/** The URL may contain a token or an e-mail address, so the redirect must not be cached. */
const leadTo = (reply: FastifyReply, location: string): FastifyReply =>
  reply
    .status(307)
    .header('location', location)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send('Redirecting...')

/** Concurrent requests for one page share its redirect, but not the rest of their queries. */
const withRest = (location: string, { rest }: PageAddress): string =>
  rest === '' ? location : `${location}${location.includes('?') ? '&' : '?'}${rest}`
