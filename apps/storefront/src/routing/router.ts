import type { RouterContext } from '../shared/app-context.tsx'
import { type RawSearch, stringifySearch, type Target } from './address.ts'
import { type Entries, followEntries } from './history-entries.ts'
import type { LazyScreen } from './lazy-screen.ts'
import {
  findLocation,
  type Location,
  type Opened,
  openLocation,
  type Route,
  type Shown,
} from './route.ts'
import { whenConnected } from './when-connected.ts'

/** How long the screen before stays without a word. */
const LATE_AFTER_MILLISECONDS = 1000

export interface Navigation extends Target {
  /** In place of the current entry of the history. */
  replace?: boolean
  /** False where one stays on a screen and shall not lose one's place. */
  resetScroll?: boolean
}

/** A screen on its way into the document. */
export interface Showing {
  shown: Shown
  /** What the address says takes its time: what is shown is its pending screen, or the one before. */
  isLate: boolean
  isAnimated: boolean
  /** To be called once it is there: scrolls to where it is to be read. */
  onRendered: () => void
}

export interface Router {
  /** Path prefix of the tenant's pages: '' or '/harbor'. */
  readonly base: string
  find(address: string): Location
  /** Follows no redirect, leaves the history alone. Rejects where a screen's chunk can't be had. */
  open(location: Location): Promise<Opened>
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
  const find = (address: string) => findLocation(routes, address)
  const open = (location: Location) => openLocation(location, context, noPage)
  const addressNow = () =>
    (location.pathname.slice(base.length) || '/') + location.search + location.hash

  /** What the address says: a move whose place this is no more has been overtaken. */
  let current = find('/')
  /** What of it is shown so far: the screen before, until all is there for the next. */
  let shown: Shown = { kind: 'pending', location: current }
  let entries: Entries | undefined
  let show: (showing: Showing) => void = () => {}

  /** What an address comes to in the end, be it another one. Rejects like `open`. */
  const follow = async (from: Location): Promise<Shown> => {
    const opened = await open(from)
    return opened.kind === 'redirect' ? follow(find(opened.to)) : opened
  }

  /** Its own pending screen, unless the frame shows one or nothing is on its way: no connection. */
  const showLate = (wanted: Location) => {
    const { frame, pending } = wanted.route ?? {}
    const isFramed = frame && frame === shown.location.route?.frame
    if (pending && !isFramed && navigator.onLine) shown = { kind: 'pending', location: wanted }
    show({ shown, isLate: true, isAnimated: false, onRendered: () => {} })
  }

  /** Shows a place once all is there for it, unless by then another is wanted. */
  const goTo = async (wanted: Location, scroll: () => void): Promise<void> => {
    current = wanted
    const isWanted = () => current === wanted
    const late = setTimeout(() => isWanted() && showLate(wanted), LATE_AFTER_MILLISECONDS)
    const opened = await whenConnected(() => follow(wanted), isWanted)
    clearTimeout(late)
    if (!isWanted()) return
    // A chunk that can't be had is mostly one of an earlier build: the server knows the page anew.
    if (!opened) return location.reload()
    if (opened.location !== wanted) {
      current = opened.location
      entries?.add(base + current.to, true)
    }
    const isMove = opened.kind === 'screen' && isAnimated(shown.location.path, current.path)
    shown = opened
    show({ shown, isLate: false, isAnimated: isMove, onRendered: scroll })
  }

  const navigate = ({ to, replace = false, resetScroll = true }: Navigation): Promise<void> => {
    const next = find(to)
    entries?.add(base + next.to, replace || next.to === current.to)
    return goTo(next, () => resetScroll && entries?.scrollToStart(next.hash))
  }

  const onPop = () => {
    entries?.arrive()
    const next = find(addressNow())
    const page = pageOf(next)
    if (page === pageOf(current) && page === pageOf(shown.location)) {
      // From one heading to another; to a new one the browser scrolls by itself.
      current = next
      entries?.scrollBack()
    } else void goTo(next, () => entries?.scrollBack() || entries?.scrollToStart(next.hash))
  }

  return {
    base,
    find,
    open,
    async start() {
      entries = followEntries()
      shown = await follow(find(addressNow()))
      current = shown.location
      if (current.to !== addressNow()) history.replaceState(history.state, '', base + current.to)
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
      const to = current.path + stringifySearch({ ...current.search, ...part })
      return navigate({ to, replace, resetScroll: false })
    },
    async preload({ to }) {
      await follow(find(to)).catch(() => undefined)
    },
  }
}

/** Its address without the hash. */
const pageOf = ({ to, hash }: Location): string => to.slice(0, to.length - hash.length)
