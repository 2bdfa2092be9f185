import type { TenantView } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context, Tenant } from '../../context.ts'
import type { ComputedResponse } from '../../http/cached-response.ts'
import { createGate } from '../../http/gate.ts'
import type { SharedResponse } from '../../http/response-cache.ts'
import { TryCounter } from '../../limits/try-counter.ts'
import type { OpenedPage, PageAddress, Renderer, RenderRequest, SiteName } from './pages-build.ts'

const HTML = 'text/html; charset=utf-8'
/** Pages for what does not exist depend on the tenant's texts and colours alone. */
const MISSING_SECONDS = 10
const SHELL_SECONDS = 10

/** Runs a rendering for a network, or returns null if too many are running or waiting. */
export type Renders = <T>(network: string, work: () => Promise<T>) => Promise<T | null>

/** Limits rendering, in total and per network. */
export function createRenders({
  bounds: { renders },
  limitFactor,
}: Pick<Context, 'bounds' | 'limitFactor'>): Renders {
  const gate = createGate({ ...renders, factor: limitFactor })
  const tries = new TryCounter({
    name: 'renders by network',
    most: () => renders.perMinute * limitFactor(),
  })
  return async (network, work) => (tries.try(network).refusal ? null : gate(work, network))
}

export interface PageRequest {
  page: PageAddress
  site: SiteName
  tenant: Tenant
  view: TenantView
  /** '', or the brand's path: '/harbor'. */
  base: string
  hasDemos: boolean
  /** The client's network (limits/network.ts). */
  network: string
}

/**
 * Returns a page as a response to cache. If too much is being rendered, or the page's data is
 * refused, the response is a stopgap: the shell, which is rendered once for all pages of its kind.
 */
export async function renderPage(
  app: Pick<FastifyInstance, 'calls'>,
  renderer: Renderer,
  renders: Renders,
  request: PageRequest,
): Promise<ComputedResponse | SharedResponse> {
  const { page, tenant, base, network } = request
  const wanted: RenderRequest = {
    path: page.to,
    site: request.site,
    base,
    tenant: request.view,
    hasDemos: request.hasDemos,
    fetch: inProcess(app, tenant),
  }
  const sharedKeyOf = (what: string) => `${tenant.id} ${base} ${what} ${page.kind}`
  // The shell of a personal page contains nobody's data, but its URL may.
  const caching = page.isPersonal ? { cacheControl: 'no-store' } : {}

  const answerOf = async (
    opened: OpenedPage,
  ): Promise<ComputedResponse | SharedResponse | null> => {
    if (opened.kind === 'refused') return null
    if (opened.kind === 'redirect') {
      const location = base + opened.to
      return { status: 307, body: '', contentType: HTML, cacheControl: 'no-store', location }
    }
    const { status, render } = opened
    const compute = async (): Promise<ComputedResponse> => ({
      status,
      body: await render(),
      contentType: HTML,
      isCached: opened.kind === 'missing' || status === 200,
      ...caching,
    })
    if (opened.kind === 'page') return compute()
    return {
      sharedKey: sharedKeyOf('missing'),
      seconds: MISSING_SECONDS,
      isStopgap: false,
      compute,
    }
  }

  const answer = await renders(network, async () => answerOf(await renderer.open(wanted)))
  return (
    answer ?? {
      sharedKey: sharedKeyOf('shell'),
      seconds: SHELL_SECONDS,
      isStopgap: true,
      compute: async () => ({
        status: 200,
        body: await renderer.shell(wanted),
        contentType: HTML,
        cacheControl: 'no-store',
      }),
    }
  )
}

/**
 * A `fetch` for a page that is being rendered: the same calls, without a socket. It sends the
 * tenant and no cookie, so that the rendered page is the same for everyone.
 */
function inProcess(app: Pick<FastifyInstance, 'calls'>, tenant: Tenant): typeof fetch {
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
