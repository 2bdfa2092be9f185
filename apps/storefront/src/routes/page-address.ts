import { UUID_PATTERN } from '@foyer/domain'
import { link, type RawSearch, stringifySearch } from '../routing/address.ts'
import { isBarePath } from '../routing/paths.ts'
import { findLocation, type Location, type Params, type Route } from '../routing/route.ts'
import { routes } from './route-table.ts'

/** An address as the server tells pages apart by it, before anything is loaded or rendered. */
export interface PageAddress {
  /** All that the page depends on, in one spelling and below the tenant's base. */
  to: string
  /** The rest of the query, which no page reads: '' or 'utm_source=mail'. Redirects carry it along. */
  rest: string
  /** Where the address leads if part of it does not read; null where it is well-formed. */
  redirect: string | null
  /** Which kind of page it is; pages of one kind share what is shown where they are missing. */
  kind: string
  /** Shows one buyer's data, or has it in its address. */
  isPersonal: boolean
}

/** No pages, with and without the site's header: all addresses that are none look like one of them. */
const NO_PAGES = { framed: '/-/-', bare: '/waiver/-/-' } as const

export function readPage(address: string): PageAddress {
  const location = findLocation(routes, address)
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

/** The query's part that the route reads, in the route's order, and the part that it does not. */
function splitSearch({ search }: Location, route: Route): { own: string; rest: string } {
  const names = Object.keys(route.readSearch?.({}) ?? {})
  const own: RawSearch = Object.fromEntries(names.map((name) => [name, search[name]]))
  const others = Object.entries(search).filter(([name]) => !names.includes(name))
  return {
    own: stringifySearch(own),
    rest: stringifySearch(Object.fromEntries(others)).slice(1),
  }
}

/** The letters of an id may be written large. */
const spelledOnce = (params: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      UUID_PATTERN.test(value) ? value.toLowerCase() : value,
    ]),
  )
