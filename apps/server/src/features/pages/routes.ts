import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { TenantView } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context, Tenant } from '../../context.ts'

/** What the pages' build exports; the server knows nothing else of it. */
interface RenderRequest {
  path: string
  base: string
  tenant: TenantView
  hasDemos: boolean
  fetch: typeof fetch
}
interface RenderResult {
  status: number
  html: string
  redirect?: string
  isPersonal: boolean
}
interface PagesBuild {
  createRenderer(clientDir: string): (request: RenderRequest) => Promise<RenderResult>
}

/** A page holds prices and places: it may be as old as they may be. */
const PAGE_SECONDS = 1

export interface PagesOptions {
  /** The folder of the built pages: `client` and `server` inside. */
  distDir: string
  presentTenant(context: Context, tenant: Tenant): TenantView
}

/**
 * Buyers' pages: rendered to a string in this process, kept as bytes per tenant and address.
 * Registered as the answer to every path that nothing else owns.
 */
export async function pageRoutes(
  app: FastifyInstance,
  context: Context,
  options: PagesOptions,
): Promise<void> {
  const clientDir = join(options.distDir, 'client')
  const build: PagesBuild = await import(join(options.distDir, 'server', 'entry-server.js'))
  const render = build.createRenderer(clientDir)

  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    // A missing file is a plain 404, not a page.
    wildcard: true,
    index: false,
  })

  // Of the ticket page alone: at this address it may control what is below the tenant's base.
  app.get('/tickets-worker.js', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .sendFile('tickets-worker.js', clientDir, { cacheControl: false }),
  )

  app.get('/*', (request, reply) => {
    const key = `${request.tenant.id} ${request.tenantBase} ${request.url}`
    const address = { key, isCanonical: () => true }
    return context.answers.send(request, reply, address, { seconds: PAGE_SECONDS }, async () => {
      const result = await render({
        path: request.url,
        base: request.tenantBase,
        tenant: options.presentTenant(context, request.tenant),
        hasDemos: context.hasDemoScreens,
        fetch: inProcess(app, request.tenant),
      })
      return {
        status: result.status,
        body: result.html,
        contentType: 'text/html; charset=utf-8',
        ...(result.redirect ? { location: result.redirect } : {}),
        // The shell of a personal page holds nobody's data, but its address does.
        ...(result.isPersonal ? { cacheControl: 'no-store' } : {}),
      }
    })
  })
}

/**
 * The API for a page that is being rendered: the same calls, without a socket. It carries the
 * tenant and no cookie, so that what is rendered is the same for everyone.
 */
function inProcess(app: FastifyInstance, tenant: Tenant): typeof fetch {
  return async (input, init) => {
    const answer = await app.calls.ask(tenant, {
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    })
    return new Response(answer.body?.toString() ?? null, { status: answer.status })
  }
}
