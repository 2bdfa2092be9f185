import { granted, platform, refused } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { isPlatform } from '../../tenant-registry.ts'
import { readStatus } from './read-status.ts'

/** The figures are added up every few minutes, so nobody needs them more often. */
const CACHED_SECONDS = 60

export function statusRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, platform.getStatus, {
    cacheSeconds: CACHED_SECONDS,
    handle: async ({ tenant }) =>
      isPlatform(tenant)
        ? granted(await readStatus(context.cells, context.clock()))
        : refused('not_found', 'There is no such page.'),
  })
}
