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
  /** Includes what the route's `readSearch` returned. */
  search: RawSearch
}

/** Why an address is not shown: it redirects, its subject is unknown, or it is no page. */
export type Refusal = Redirect | { kind: 'notFound' } | { kind: 'noPage' }

export interface Redirect extends Target {
  kind: 'redirect'
}

export const redirect = ({ to }: Target): Redirect => ({ kind: 'redirect', to })
export const NOT_FOUND: Refusal = { kind: 'notFound' }
export const NO_PAGE: Refusal = { kind: 'noPage' }

type Loaded = Refusal | undefined

/** A row of the route table. The first row that matches an address is its route. */
export interface Route {
  /** '/checkout-api/$cartId': a segment after a $ is a parameter. */
  path: string
  /** Which parameters are the row's; without it, all are. Other addresses go on to the next row. */
  matches?: (params: Params) => boolean
  /** Reads the route's own parameters: returns every key, undefined if its value is invalid. */
  readSearch?: (raw: RawSearch) => object
  /**
   * Loads what the screen shows, or returns why it must not be shown. If it throws, the failed
   * screen is shown. Also runs before the visit, as soon as a link is hovered, focused or touched.
   */
  load?: (entry: Entry) => Loaded | Promise<Loaded>
  /** Omitted if the address always redirects. */
  screen?: LazyScreen
  /** Surrounds the screen, and stays mounted if the next route has the same frame. */
  frame?: LazyScreen<{ children: ReactNode }>
  /** Shown if loading takes longer than a moment. */
  pending?: ComponentType
  /** Replace the site's own screens for an unknown subject or a failure. */
  notFound?: LazyScreen
  failed?: LazyScreen<{ error: unknown }>
  /** The route's chunks by their names in the build's manifest; the document preloads them. */
  modules?: readonly string[]
  /** Shows the data of one buyer: the page is never cached. */
  isPersonal?: boolean
}

/** An address, interpreted by the route table. */
export interface Location {
  /** The address without invalid parameters, below the tenant's base. */
  to: string
  /** Whether it was written exactly like that. */
  isClean: boolean
  path: string
  search: RawSearch
  /** '#fees' or ''. */
  hash: string
  /** Undefined if the address is no page. */
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
    if (params && (route.matches?.(params) ?? true)) return { route, params }
  }
  return { params: {} }
}

/** A location with the kind of screen that is shown for it. */
export type Shown =
  | { kind: 'screen' | 'pending' | 'notFound' | 'noPage'; location: Location }
  | { kind: 'failed'; location: Location; error: unknown }

export type Opened = Shown | Redirect

/**
 * Runs a location's `load` and loads the chunks of the resulting screen. Rejects if a chunk cannot
 * be loaded.
 */
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
