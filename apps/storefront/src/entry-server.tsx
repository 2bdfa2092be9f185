import { createClient, type TenantView } from '@foyer/contract'
import { dehydrate, QueryClient } from '@tanstack/react-query'
import { renderToReadableStream } from 'react-dom/server'
import type { AppContext } from './app-context.tsx'
import { readAssets } from './assets.ts'
import { redirect, type Shown } from './navigation/route.ts'
import { Page } from './page.tsx'
import { toScriptJson } from './page-data.ts'
import { QUERY_DEFAULTS } from './queries.ts'
import { createAppRouter } from './route-table.ts'

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

export { routePaths } from './route-table.ts'

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
  return async ({ path, base, tenant, hasDemos, fetch }) => {
    const queryClient = new QueryClient({
      defaultOptions: { ...QUERY_DEFAULTS, queries: { ...QUERY_DEFAULTS.queries, retry: false } },
    })
    const app: AppContext = { call: createClient({ baseUrl: '', fetch }), tenant, base, hasDemos }
    const router = createAppRouter({ app, queryClient })
    const place = router.find(path)
    const shown = place.isClean ? await router.open(place) : redirect(place)
    if (shown.kind === 'redirect') {
      const to = base + shown.to
      return { status: 307, html: 'Redirecting...', redirect: to, isPersonal: false }
    }
    const { route } = place
    const status = STATUS[shown.kind]
    const assets = assetsOf(route?.modules ?? [])
    const json = toScriptJson({
      tenant,
      base,
      hasDemos,
      assets,
      queries: dehydrate(queryClient),
      isFailed: status === 500,
    })
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
    return {
      status,
      html,
      isPersonal: route?.isPersonal ?? false,
    }
  }
}
