import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { TenantResolver } from '../../http/resolve-tenant.ts'
import { isPlatform } from '../../tenant-registry.ts'

interface BackofficeOptions {
  /** The folder of the built app, with `index.html` and `assets` inside. */
  distDir: string
  resolver: Pick<TenantResolver, 'resolve'>
}

/**
 * Stricter than a shop's: nothing of others, no picture but ours and the QR codes, and in a frame the
 * pages of shops on this host alone, for previews. Links
 * that lead out of the back office tell nobody where they were.
 */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/**
 * The back office: one document for every address below /admin, on the main hosts alone. On a shop's
 * own host, 'Organizer Login' leads to the main one.
 */
export async function backofficeRoutes(
  app: FastifyInstance,
  context: Context,
  { distDir, resolver }: BackofficeOptions,
): Promise<void> {
  const document = await readFile(join(distDir, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: join(distDir, 'assets'),
    prefix: '/admin/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
    // The pages' files have the decorated reply.
    decorateReply: false,
  })

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const site = resolver.resolve(request.raw)
    if (!site?.isOnMainHost || site.base !== '') {
      return reply.header('cache-control', 'no-store').redirect(`${context.origin()}/admin`, 307)
    }
    return reply.headers(HEADERS).type('text/html; charset=utf-8').send(document)
  }
  // The specification's address of coupons, on a shop.
  app.get('/coupons', (request, reply) => {
    const site = resolver.resolve(request.raw)
    if (!site) return reply.callNotFound()
    const { tenant, isOnMainHost } = site
    const office = isPlatform(tenant) ? '/admin' : `/admin/o/${tenant.slug}/coupons`
    return reply
      .header('cache-control', 'no-store')
      .redirect(isOnMainHost ? office : `${context.origin()}${office}`, 307)
  })
  app.get('/admin', send)
  app.get('/admin/*', send)
}
