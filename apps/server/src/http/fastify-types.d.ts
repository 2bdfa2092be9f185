import type { Endpoint } from '@foyer/contract'
import type { Tenant } from '../context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request this is; set before any handler runs. */
    tenant: Tenant
    /** '' or the brand's path, '/harbor': what links on a page begin with. */
    tenantBase: string
  }
  interface FastifyContextConfig {
    errorShape?: Endpoint['errorShape']
  }
}
