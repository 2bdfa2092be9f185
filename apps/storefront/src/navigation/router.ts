import type { RouterContext } from '../app-context.tsx'
import { type RawSearch, stringifySearch, type Target } from './address.ts'
import { type Entries, followEntries } from './history-entries.ts'
import type { LazyScreen } from './lazy-screen.ts'
import { findPlace, type Opened, openPlace, type Place, type Route, type Shown } from './route.ts'

/** How long the screen before stays without a word. */
const PENDING_AFTER_MILLISECONDS = 1000

export interface Navigation extends Target {
  /** In place of the current entry of the history. */
  replace?: boolean
  /** False where one stays on a screen and shall not lose one's place. */
  resetScroll?: boolean
}

/** A screen on its way into the document. */
export interface Showing {
  shown: Shown
  isAnimated: boolean
  /** To be called once it is there: scrolls to where it is to be read. */
  onRendered: () => void
}

export interface Router {
  readonly routes: readonly Route[]
  /** Path prefix of the tenant's pages: '' or '/harbor'. */
  readonly base: string
  find(address: string): Place
  /** Follows no redirect, leaves the history alone. Rejects where a screen's chunk can't be had. */
  open(place: Place): Promise<Opened>
  /** In the browser, once: opens the document's own address. Rejects like `open`. */
  start(): Promise<Shown>
  /** Once that is shown: hands over the screens that follow. Answers what ends it. */
  listen(show: (showing: Showing) => void): () => void
  /** The address changes at once, the screen when all is there for it. */
  navigate(navigation: Navigation): Promise<void>
  /** Changes the query and stays on the screen. */
  changeSearch(part: RawSearch, options?: { replace: boolean }): Promise<void>
  /** Fetches a target's chunks and data ahead of the visit; a failure is the visit's to tell. */
  preload(target: Target): Promise<void>
}

export interface RouterParts {
  context: RouterContext
  /** The first that an address fits is its route. */
  routes: readonly Route[]
  /** For an address that is none of them. */
  noPage: LazyScreen
  /** Whether the browser animates a move; paths are below the base. */
  isAnimated: (fromPath: string, toPath: string) => boolean
}

/** One router a request on the server, which only finds and opens, and one a page in the browser. */
export function createRouter({ context, routes, noPage, isAnimated }: RouterParts): Router {
  const { base } = context.app
  const find = (address: string) => findPlace(routes, address)
  const open = (place: Place) => openPlace(place, context, noPage)
  const addressNow = () =>
    (location.pathname.slice(base.length) || '/') + location.search + location.hash

  /** What the address says, and what of it is shown so far. */
  let place = find('/')
  let shown: Shown = { kind: 'pending', place }
  let entries: Entries | undefined
  let show: (showing: Showing) => void = () => {}
  let turn = 0

  const publish = (next: Shown, onRendered: () => void) => {
    const isMove = next.kind === 'screen' && isAnimated(shown.place.path, next.place.path)
    shown = next
    show({ shown, isAnimated: isMove, onRendered })
  }

  /** Shows a place once all is there for it, unless by then another is wanted. */
  const goTo = async (next: Place, scroll: () => void): Promise<void> => {
    turn += 1
    const own = turn
    place = next
    const sayPending = () => {
      const isFramed = next.route?.frame && next.route.frame === shown.place.route?.frame
      if (own !== turn || isFramed || !next.route?.pending) return
      publish({ kind: 'pending', place: next }, () => {})
    }
    const timer = setTimeout(sayPending, PENDING_AFTER_MILLISECONDS)
    const opened = await open(next).catch(() => null)
    clearTimeout(timer)
    if (own !== turn) return
    // A chunk that can't be had is mostly one of an earlier build: the server knows the page anew.
    if (!opened) location.reload()
    else if (opened.kind === 'redirect') await enter(find(opened.to), true, scroll)
    else publish(opened, scroll)
  }

  const enter = (next: Place, isReplacing: boolean, scroll: () => void): Promise<void> => {
    entries?.add(base + next.to, isReplacing)
    return goTo(next, scroll)
  }

  const navigate = ({ to, replace = false, resetScroll = true }: Navigation): Promise<void> => {
    const next = find(to)
    const isSame = next.to === place.to
    return enter(next, replace || isSame, () => resetScroll && entries?.scrollToStart(next.hash))
  }

  const onPop = () => {
    entries?.arrive()
    const next = find(addressNow())
    const page = pageOf(next)
    if (page === pageOf(place) && page === pageOf(shown.place)) {
      // From one heading to another; to a new one the browser scrolls by itself.
      place = next
      entries?.scrollBack()
    } else void goTo(next, () => entries?.scrollBack() || entries?.scrollToStart(next.hash))
  }

  const preload = async ({ to }: Target): Promise<void> => {
    const opened = await open(find(to)).catch(() => null)
    if (opened?.kind === 'redirect') await preload(opened)
  }

  return {
    routes,
    base,
    find,
    open,
    async start() {
      entries = followEntries()
      place = find(addressNow())
      let opened = await open(place)
      while (opened.kind === 'redirect') {
        place = find(opened.to)
        opened = await open(place)
      }
      if (place.to !== addressNow()) history.replaceState(history.state, '', base + place.to)
      shown = opened
      return shown
    },
    listen(next) {
      show = next
      // Whoever scrolled the document before it came to life stays where they are.
      if (scrollY === 0) entries?.scrollBack()
      addEventListener('popstate', onPop)
      return () => removeEventListener('popstate', onPop)
    },
    navigate,
    changeSearch(part, { replace } = { replace: false }) {
      const to = place.path + stringifySearch({ ...place.search, ...part })
      return navigate({ to, replace, resetScroll: false })
    },
    preload,
  }
}

/** Its address without the hash. */
const pageOf = ({ to, hash }: Place): string => to.slice(0, to.length - hash.length)
