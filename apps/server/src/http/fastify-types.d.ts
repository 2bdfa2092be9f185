import type { Tenant } from '../context.ts'
import type { Calls } from './calls.ts'

declare module 'fastify' {
  interface FastifyInstance {
    calls: Calls
  }
  interface FastifyRequest {
    /** The tenant of the request; set before any handler runs. */
    tenant: Tenant
    /** '', or the brand's path: '/harbor'. Links on a page begin with it. */
    tenantBase: string
  }
}
