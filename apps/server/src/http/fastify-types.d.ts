import type { Tenant } from '../context.ts'
import type { Calls } from './calls.ts'

declare module 'fastify' {
  interface FastifyInstance {
    calls: Calls
  }
  interface FastifyRequest {
    /** Whose request this is; set before any handler runs. */
    tenant: Tenant
    /** '' or the brand's path, '/harbor': what links on a page begin with. */
    tenantBase: string
  }
}
