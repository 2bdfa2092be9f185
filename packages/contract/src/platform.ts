import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { READ } from './limits.ts'
import { sitePageSchema } from './site-pages.ts'

/** The calls of the platform's own pages. On a tenant's host they are `not_found`. */
export const platform = {
  getPlatformPage: endpoint({
    method: 'GET',
    path: '/api/platform/pages/:slug',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'A text of the platform itself: terms or privacy',
    params: z.object({ slug: z.string().check(z.maxLength(40)) }),
    output: sitePageSchema,
    errors: ['not_found'],
  }),
} as const
