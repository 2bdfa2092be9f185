import { ApiError, createClient, type TenantView } from '@foyer/contract'
import { dehydrate, QueryClient } from '@tanstack/react-query'
import { renderToReadableStream } from 'react-dom/server'
import { readAssets } from './assets.ts'
import { type SiteName, toScriptJson } from './data/page-data.ts'
import { QUERY_DEFAULTS } from './data/queries.ts'
import { Page } from './routes/page.tsx'
import { type PageAddress, readPage as readPageOf } from './routes/page-address.ts'
import { createAppRouter } from './routes/route-table.ts'
import { SITES } from './routes/sites.ts'
import type { Shown } from './routing/route.ts'
import type { AppContext } from './shared/app-context.tsx'

export interface RenderRequest {
  /** With query, without the tenant's base: '/events-api?page=2'. */
  path: string
  site: SiteName
  /** '' or '/harbor'. */
  base: string
  tenant: TenantView
  /** Whether the demonstrations beside the product can be opened. */
  hasDemos: boolean
  /** Answers /api/... in-process, as the tenant. */
  fetch: typeof fetch
}

/** The result of loading an address; nothing is rendered yet. */
export type OpenedPage =
  /** Redirects to another path, below the tenant's base. */
  | { kind: 'redirect'; to: string }
  /** The API was too busy for the page's data. */
  | { kind: 'refused' }
  /** `missing`: the page does not exist; all missing pages of one kind look the same. */
  | { kind: 'page' | 'missing'; status: number; render(): Promise<string> }

export interface Renderer {
  open(request: RenderRequest): Promise<OpenedPage>
  /** The document without content: the browser loads the page's data and renders it. */
  shell(request: RenderRequest): Promise<string>
}

export { routePaths } from './routes/sites.ts'

/** Parses an address by the route table of the requested site. */
export const readPage = (address: string, site: SiteName): PageAddress =>
  readPageOf(address, SITES[site].routes)

const STATUS: Readonly<Record<Shown['kind'], number>> = {
  screen: 200,
  pending: 200,
  notFound: 404,
  noPage: 404,
  failed: 500,
}

/**
 * Reads the build's manifest once. `clientDir` is dist/client. Throws if the build is incomplete.
 */
export function createRenderer(clientDir: string): Renderer {
  const assetsOf = readAssets(clientDir)

  /** Each request has its own router and data. */
  function begin({ site: name, tenant, base, hasDemos, fetch }: RenderRequest) {
    const queryClient = new QueryClient({
      defaultOptions: { ...QUERY_DEFAULTS, queries: { ...QUERY_DEFAULTS.queries, retry: false } },
    })
    const app: AppContext = { call: createClient({ baseUrl: '', fetch }), tenant, base, hasDemos }
    const site = SITES[name]
    return { app, queryClient, name, site, router: createAppRouter({ app, queryClient }, site) }
  }

  async function render(
    { app, queryClient, name, site, router }: ReturnType<typeof begin>,
    shown: Shown,
    isFailed: boolean,
  ): Promise<string> {
    const { tenant, base, hasDemos } = app
    const assets = assetsOf(shown.location.route?.modules ?? [])
    const queries = dehydrate(queryClient)
    const json = toScriptJson({ site: name, tenant, base, hasDemos, assets, queries, isFailed })
    const stream = await renderToReadableStream(
      <Page {...{ app, queryClient, router, site }} first={shown} source={{ assets, json }} />,
      {
        // A boundary's content must never follow later, since that takes an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => console.error(error),
      },
    )
    await stream.allReady
    const html = await new Response(stream).text()
    queryClient.clear()
    return html
  }

  return {
    async open(request) {
      const parts = begin(request)
      const shown = await parts.router.open(parts.router.find(request.path))
      if (shown.kind === 'redirect') return { kind: 'redirect', to: shown.to }
      if (shown.kind === 'failed' && isBusy(shown.error)) return { kind: 'refused' }
      const status = STATUS[shown.kind]
      return {
        kind: status === 404 ? 'missing' : 'page',
        status,
        render: () => render(parts, shown, status === 500),
      }
    },
    shell(request) {
      const parts = begin(request)
      return render(parts, { kind: 'pending', location: parts.router.find(request.path) }, true)
    },
  }
}

/** Whether a call was refused because the server is busy; the error may be wrapped. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof ApiError && error.status === 503) || isBusy(error.cause))
