import type { TenantView } from '@foyer/contract'
import type { DehydratedState, QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** Addresses of the built files that a document refers to, from the build's manifest. */
export interface PageAssets {
  /** The classic script that sets the theme and starts the app. */
  boot: string
  styles: readonly string[]
  /** The app and the chunks of the current screen. */
  modules: readonly string[]
}

/** A tenant's shop, or the platform's own pages: each has a route table of its own. */
export type SiteName = 'shop' | 'platform'

/** What the server hands to the browser, as JSON in the document. */
export interface PageData {
  site: SiteName
  tenant: TenantView
  base: string
  hasDemos: boolean
  assets: PageAssets
  queries: DehydratedState
  /**
   * The server did not render the page, or failed to: the browser renders it from scratch instead
   * of hydrating.
   */
  isFailed: boolean
}

export const PAGE_DATA_ID = 'foyer-data'

/**
 * Puts what the server has loaded into the empty cache of a new page. The library's `hydrate` can
 * also merge into a cache in use, and wait for what the server is still loading: 0.6 kB of every
 * first load for what no page of ours does.
 */
export function takeOver(queryClient: QueryClient, { queries }: DehydratedState): void {
  for (const { queryKey, queryHash, queryType, state } of queries) {
    const options = { queryKey, queryHash, ...(queryType && { _type: queryType }) }
    queryClient.getQueryCache().build(queryClient, options, { ...state, fetchStatus: 'idle' })
  }
}

/** The document's assets and its JSON, which server and browser render alike. */
export interface PageSource {
  assets: PageAssets
  json: string
}

export const PageSourceContext = createContext<PageSource | null>(null)

export function usePageSource(): PageSource {
  const source = useContext(PageSourceContext)
  if (!source) throw new Error('usePageSource needs a provider above it')
  return source
}

/** JSON that cannot end its script element or open a comment in it. */
export const toScriptJson = (data: PageData): string =>
  JSON.stringify(data)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
