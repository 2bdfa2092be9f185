import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bundleScript } from './bundle.ts'

interface Asset {
  body: string
  etag: string
}

/** Files for browsers: the Stripe.js stand-in and what the emulator's own pages need. */
const ASSETS = {
  '/stripe.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => bundleScript(new URL('../../browser/main.ts', import.meta.url)),
  },
  '/3ds/done.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => bundleScript(new URL('../../browser/three-ds-done.ts', import.meta.url)),
  },
  '/onboarding/style.css': {
    type: 'text/css; charset=utf-8',
    read: () => readFileSync(new URL('../three-ds/style.css', import.meta.url), 'utf8'),
  },
  '/3ds/style.css': {
    type: 'text/css; charset=utf-8',
    read: () => readFileSync(new URL('../three-ds/style.css', import.meta.url), 'utf8'),
  },
} as const

/** Built at the first request and cached for the life of the process. */
const cache = new Map<string, Asset>()

function assetOf(path: string, read: () => string): Asset {
  const cached = cache.get(path)
  if (cached) return cached
  const body = read()
  const asset = { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
  cache.set(path, asset)
  return asset
}

export function registerAssets(app: FastifyInstance): void {
  for (const [path, { type, read }] of Object.entries(ASSETS)) {
    app.get(path, (request: FastifyRequest, reply: FastifyReply) => {
      const { body, etag } = assetOf(path, read)
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(body)
    })
  }
}
