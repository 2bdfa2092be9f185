import type { IncomingMessage, ServerResponse } from 'node:http'
import { refused } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Tenant } from '../context.ts'
import { refusalResponse } from '../http/call-response.ts'
import { draftSlugOf } from '../http/open-drafts.ts'
import { shopAwayPage } from '../http/plain-page.ts'
import { createTenantResolver } from '../http/resolve-tenant.ts'
import type { Directory, TenantRegistry } from '../tenant-registry.ts'

/** What of a cell the dispatcher needs: its server, which does not listen, and who is in it. */
interface DispatchTarget {
  app: Pick<FastifyInstance, 'server'>
  context: { tenants: Pick<TenantRegistry, 'byId'> }
}

interface DispatchOptions {
  /** The home cell's. */
  tenants: Pick<TenantRegistry, 'directory' | 'platform'>
  mainHosts: readonly string[]
  /** Undefined: this process has not opened the cell. */
  find(cell: string): DispatchTarget | undefined
}

const SHOP_AWAY = refused(
  'busy',
  'This shop cannot be reached just now. Nothing was lost; please try again in a moment.',
).refusal

/**
 * Gives a request for an organizer in another cell to the server of that cell; returns false for all
 * others, which the home cell answers. In the second in which an organizer moves, the directory may name a
 * cell that does not know it yet: then, as while a cell is away, the answer is 503.
 */
export function createDispatcher({ tenants, mainHosts, find }: DispatchOptions) {
  const directory = (): Directory => tenants.directory()
  const resolver = createTenantResolver(
    {
      all: () => directory().all(),
      bySlug: (slug) => directory().bySlug(slug),
      byDomain: (host) => directory().byDomain(host),
      defaultTenant: () => directory().defaultTenant(),
      platform: tenants.platform,
    },
    mainHosts,
  )

  function tenantOf(request: IncomingMessage): Tenant | undefined {
    const shop = draftSlugOf(request)
    if (shop !== null) return directory().bySlug(shop)
    // It remembers the brand in the path, which `resolve` reads.
    resolver.rewriteUrl(request)
    return resolver.resolve(request)?.tenant
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const tenant = tenantOf(request)
    if (!tenant) return false
    const cell = directory().cellOf(tenant.id)
    if (cell === undefined) return false
    const target = find(cell)
    if (target?.context.tenants.byId(tenant.id)) {
      return target.app.server.emit('request', request, response)
    }
    refuse(request, response)
    return true
  }
}

function refuse({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith('/api/')) {
    const { status, headers, body } = refusalResponse(SHOP_AWAY, 'text')
    response.writeHead(status, [...headers]).end(body)
    return
  }
  response.writeHead(503, { ...shopAwayPage.headers, 'retry-after': '1' }).end(shopAwayPage.body)
}
