import { createClient, type TenantView } from '@foyer/contract'
import { dehydrate, QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToReadableStream } from 'react-dom/server'
import type { AppContext } from './app-context.tsx'
import { readAssets } from './assets.ts'
import { Page } from './page.tsx'
import { toScriptJson } from './page-data.ts'
import { QUERY_DEFAULTS } from './queries.ts'
import { createAppRouter } from './router.tsx'

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

export interface RenderResult {
  status: number
  /** The whole document. */
  html: string
  /** Where a 3xx leads: path with base and query. */
  redirect?: string
  /** Shows one buyer's data: must not be cached. */
  isPersonal: boolean
}

export type Renderer = (request: RenderRequest) => Promise<RenderResult>

export { routePaths } from './router.tsx'

/** Reads the build's manifest once. `clientDir` is dist/client. Throws where the build is incomplete. */
export function createRenderer(clientDir: string): Renderer {
  const assetsOf = readAssets(clientDir)
  return async ({ path, base, tenant, hasDemos, fetch }) => {
    const queryClient = new QueryClient({
      defaultOptions: { ...QUERY_DEFAULTS, queries: { ...QUERY_DEFAULTS.queries, retry: false } },
    })
    const app: AppContext = { call: createClient({ baseUrl: '', fetch }), tenant, base, hasDemos }
    const history = createMemoryHistory({ initialEntries: [base + path] })
    const router = createAppRouter({ app, queryClient, history })
    await router.load()

    const result = router._serverResult
    if (result?.type === 'redirect') {
      const to = result.redirect.headers.get('Location') ?? `${base}/`
      return { status: 307, html: 'Redirecting...', redirect: to, isPersonal: false }
    }
    const status = result?.status ?? 500
    const matches = router.state.matches
    const assets = assetsOf(matches.flatMap(({ staticData }) => staticData.modules ?? []))
    const json = toScriptJson({
      tenant,
      base,
      hasDemos,
      assets,
      queries: dehydrate(queryClient),
      isFailed: status === 500,
    })
    const stream = await renderToReadableStream(
      <Page app={app} queryClient={queryClient} router={router} source={{ assets, json }} />,
      {
        // Never a boundary's content after the fact: that would take an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (error) => console.error(error),
      },
    )
    await stream.allReady
    const html = await new Response(stream).text()
    queryClient.clear()
    return {
      status,
      html,
      isPersonal: matches.some(({ staticData }) => staticData.isPersonal),
    }
  }
}
