import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { granted, platform, refused } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { isPlatform } from '../../tenant-registry.ts'
import { type Documentation, PICTURE_PATH, readDocumentation } from './documentation.ts'
import { ROOT } from './guides.ts'
import { searchGuides } from './search-guides.ts'

/** Guides change with the program, so only the memory of the cache limits how long they stay. */
const CACHED_SECONDS = 300
const PICTURE_SECONDS = 3600
const MEDIA_TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.webp': 'image/webp' }
const NO_GUIDE = refused('not_found', 'There is no such guide.')

export function documentationRoutes(app: FastifyInstance, context: Context): void {
  // Read at the first request, because most processes of a deployment never show a guide.
  let reading: Promise<Documentation> | null = null
  const read = (): Promise<Documentation> => {
    reading ??= readDocumentation().catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }

  serve(app, context, platform.listGuides, {
    cacheSeconds: CACHED_SECONDS,
    handle: async ({ tenant }) => (isPlatform(tenant) ? granted((await read()).list) : NO_GUIDE),
  })

  serve(app, context, platform.getGuide, {
    cacheSeconds: CACHED_SECONDS,
    handle: async ({ tenant, params }) => {
      const guide = isPlatform(tenant) ? (await read()).guides.get(params.slug) : undefined
      return guide ? granted(guide) : NO_GUIDE
    },
  })

  serve(app, context, platform.searchGuides, {
    cacheSeconds: CACHED_SECONDS,
    handle: async ({ tenant, query }) =>
      isPlatform(tenant)
        ? granted({ results: searchGuides((await read()).index, query.q) })
        : NO_GUIDE,
  })

  app.get<{ Params: { name: string } }>(`${PICTURE_PATH}/:name`, async (request, reply) => {
    const { name } = request.params
    const file = isPlatform(request.tenant) ? (await read()).pictures.get(name) : undefined
    if (!file) return reply.callNotFound()
    return reply
      .type(MEDIA_TYPES[extname(name)] ?? 'application/octet-stream')
      .header('cache-control', `public, max-age=${PICTURE_SECONDS}`)
      .send(await readFile(join(ROOT, file)))
  })
}
