import type { ComponentType, ReactNode } from 'react'
import type { RouterContext } from '../shared/app-context.tsx'
import {
  matchPattern,
  type RawSearch,
  splitAddress,
  stringifySearch,
  type Target,
} from './address.ts'
import type { LazyScreen } from './lazy-screen.ts'

export type Params = Readonly<Record<string, string>>

export interface Entry {
  context: RouterContext
  params: Params
  /** With what the route's `readSearch` made of it. */
  search: RawSearch
}

/** Why an address is not shown: another one is meant, what it names is unknown, or it is no page. */
export type Refusal = Redirect | { kind: 'notFound' } | { kind: 'noPage' }

export interface Redirect extends Target {
  kind: 'redirect'
}

export const redirect = ({ to }: Target): Redirect => ({ kind: 'redirect', to })
export const NOT_FOUND: Refusal = { kind: 'notFound' }
export const NO_PAGE: Refusal = { kind: 'noPage' }

type Loaded = Refusal | undefined

/** A row of the route table. The first that an address fits is its route. */
export interface Route {
  /** '/checkout-api/$cartId': a segment after a $ is a parameter. */
  path: string
  /** Reads what is the route's own of a query: every key of it, undefined where it does not read. */
  readSearch?: (raw: RawSearch) => object
  /**
   * Fetches what the screen shows, or says why it is not to be shown; what it throws is the failed
   * screen's. Runs ahead of the visit too, as soon as a link is hovered, focused or touched.
   */
  load?: (entry: Entry) => Loaded | Promise<Loaded>
  /** Left out where the address always leads elsewhere. */
  screen?: LazyScreen
  /** Around the screen, and kept while the next route has the same. */
  frame?: LazyScreen<{ children: ReactNode }>
  /** Shown where loading takes longer than a moment. */
  pending?: ComponentType
  /** In place of the site's own screens for what is unknown or failed. */
  notFound?: LazyScreen
  failed?: LazyScreen<{ error: unknown }>
  /** The route's chunks as the build's manifest names them, for the document to start with. */
  modules?: readonly string[]
  /** Shows one buyer's data: the page is never cached. */
  isPersonal?: boolean
}

/** An address, read by the route table. */
export interface Location {
  /** The address without what does not read of it, below the tenant's base. */
  to: string
  /** Whether that is how it was written. */
  isClean: boolean
  path: string
  search: RawSearch
  /** '#fees' or ''. */
  hash: string
  /** Undefined where the address is no page. */
  route?: Route | undefined
  params: Params
}

export function findLocation(routes: readonly Route[], address: string): Location {
  const { path: written, segments, search: raw, hash } = splitAddress(address)
  const { route, params } = matchRoute(routes, segments)
  const path = `/${segments.join('/')}`
  const search = { ...raw, ...route?.readSearch?.(raw) }
  const query = stringifySearch(search)
  const isClean = path === written && query === stringifySearch(raw)
  return { to: path + query + hash, isClean, path, search, hash, route, params }
}

function matchRoute(routes: readonly Route[], segments: readonly string[]) {
  for (const route of routes) {
    const params = matchPattern(route.path, segments)
    if (params) return { route, params }
  }
  return { params: {} }
}

/** A place with the screen that is shown of it. */
export type Shown =
  | { kind: 'screen' | 'pending' | 'notFound' | 'noPage'; location: Location }
  | { kind: 'failed'; location: Location; error: unknown }

export type Opened = Shown | Redirect

/** Runs a place's `load`, and has the chunks there of what it comes to. Rejects where they can't be had. */
export async function openLocation(
  location: Location,
  context: RouterContext,
  noPage: LazyScreen,
): Promise<Opened> {
  const { route, params, search } = location
  if (!route) return noPageAt(location, noPage)
  const chunks = Promise.all([route.screen?.preload(), route.frame?.preload()])
  // Awaited below, unless another screen is shown.
  chunks.catch(() => undefined)
  try {
    const refusal = await route.load?.({ context, params, search })
    if (refusal?.kind === 'redirect') return refusal
    if (refusal) {
      if (refusal.kind === 'noPage' || !route.notFound) return noPageAt(location, noPage)
      await route.notFound.preload()
      return { kind: 'notFound', location }
    }
  } catch (error) {
    await route.failed?.preload()
    return { kind: 'failed', location, error }
  }
  await chunks
  return { kind: 'screen', location }
}

async function noPageAt(location: Location, noPage: LazyScreen): Promise<Shown> {
  await noPage.preload()
  return { kind: 'noPage', location }
}
