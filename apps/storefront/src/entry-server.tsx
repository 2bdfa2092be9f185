import { ApiError, createClient, type TenantView } from '@foyer/contract'
import { dehydrate, QueryClient } from '@tanstack/react-query'
import { renderToReadableStream } from 'react-dom/server'
import { readAssets } from './assets.ts'
import { toScriptJson } from './data/page-data.ts'
import { QUERY_DEFAULTS } from './data/queries.ts'
import { Page } from './routes/page.tsx'
import { createAppRouter } from './routes/route-table.ts'
import type { Shown } from './routing/route.ts'
import type { AppContext } from './shared/app-context.tsx'

export interface RenderRequest {
  /** With query, the tenant's base stripped: '/events-api?page=2'. */
  path: string
  /** '' or '/harbor'. */
  base: string
  tenant: TenantView
  /** Whether the demonstrations beside the product can be opened. */
  hasDemos: boolean
  /** Answers /api/... in-process, as the tenant. */
  fetch: typeof fetch
}

/** What an address comes to once its data is there; nothing is rendered yet. */
export type OpenedPage =
  /** Leads to another path, below the tenant's base. */
  | { kind: 'redirect'; to: string }
  /** The API was too busy for the page's data. */
  | { kind: 'refused' }
  /** `missing`: there is no such page, and all of the same kind look alike. */
  | { kind: 'page' | 'missing'; status: number; render(): Promise<string> }

export interface Renderer {
  open(request: RenderRequest): Promise<OpenedPage>
  /** The document without its content: the browser loads the page's data and shows it by itself. */
  shell(request: RenderRequest): Promise<string>
}

export { readPage } from './routes/page-address.ts'
export { routePaths } from './routes/route-table.ts'

const STATUS: Readonly<Record<Shown['kind'], number>> = {
  screen: 200,
  pending: 200,
  notFound: 404,
  noPage: 404,
  failed: 500,
}

/** Reads the build's manifest once. `clientDir` is dist/client. Throws where the build is incomplete. */
export function createRenderer(clientDir: string): Renderer {
  const assetsOf = readAssets(clientDir)

  /** One router and one set of data for each request. */
  function begin({ tenant, base, hasDemos, fetch }: RenderRequest) {
    const queryClient = new QueryClient({
      defaultOptions: { ...QUERY_DEFAULTS, queries: { ...QUERY_DEFAULTS.queries, retry: false } },
    })
    const app: AppContext = { call: createClient({ baseUrl: '', fetch }), tenant, base, hasDemos }
    return { app, queryClient, router: createAppRouter({ app, queryClient }) }
  }

  async function render(
    { app, queryClient, router }: ReturnType<typeof begin>,
    shown: Shown,
    isFailed: boolean,
  ): Promise<string> {
    const { tenant, base, hasDemos } = app
    const assets = assetsOf(shown.location.route?.modules ?? [])
    const queries = dehydrate(queryClient)
    const json = toScriptJson({ tenant, base, hasDemos, assets, queries, isFailed })
    const stream = await renderToReadableStream(
      <Page {...{ app, queryClient, router }} first={shown} source={{ assets, json }} />,
      {
        // Never a boundary's content after the fact: that would take an inline script.
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

/** Whether a call was refused because too much was going on; what failed may be wrapped. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof ApiError && error.status === 503) || isBusy(error.cause))
