import { UUID_PATTERN } from '@foyer/domain'
import { link, type RawSearch, stringifySearch } from '../routing/address.ts'
import { isBarePath } from '../routing/paths.ts'
import { findLocation, type Location, type Params, type Route } from '../routing/route.ts'
import { routes } from './route-table.ts'

/** An address as the server identifies a page by it, before anything is loaded or rendered. */
export interface PageAddress {
  /** Everything that the page depends on, normalized and below the tenant's base. */
  to: string
  /** The parameters that no page reads: '' or 'utm_source=mail'. Redirects keep them. */
  rest: string
  /** The corrected address if part of it is invalid; null if it is well-formed. */
  redirect: string | null
  /** The kind of page; all missing pages of one kind share one rendering. */
  kind: string
  /** Shows the data of one buyer, or has it in its address. */
  isPersonal: boolean
}

/** Unknown addresses, with and without the site's header, are all rendered as one of these. */
const NO_PAGES = { framed: '/-/-', bare: '/waiver/-/-' } as const

/** `table` is the route table of the requested site. */
export function readPage(address: string, table = routes): PageAddress {
  const location = findLocation(table, address)
  const { route } = location
  const isPersonal = route?.isPersonal ?? false
  if (!route) {
    const to = isBarePath(location.path) ? NO_PAGES.bare : NO_PAGES.framed
    return { to, rest: '', redirect: null, kind: to, isPersonal }
  }
  const { own, rest } = splitSearch(location, route)
  return {
    to: link(route.path, spelledOnce(location.params)).to + own,
    rest,
    redirect: location.isClean ? null : location.to,
    kind: route.path,
    isPersonal,
  }
}

/** The parameters that the route reads, in the route's order, and the others. */
function splitSearch({ search }: Location, route: Route): { own: string; rest: string } {
  const names = Object.keys(route.readSearch?.({}) ?? {})
  const own: RawSearch = Object.fromEntries(names.map((name) => [name, search[name]]))
  const others = Object.entries(search).filter(([name]) => !names.includes(name))
  return {
    own: stringifySearch(own),
    rest: stringifySearch(Object.fromEntries(others)).slice(1),
  }
}

/** An id may be written in capital letters. */
const spelledOnce = (params: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      UUID_PATTERN.test(value) ? value.toLowerCase() : value,
    ]),
  )
