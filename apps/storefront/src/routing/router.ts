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

/** How long the previous screen stays without a message. */
const LATE_AFTER_MILLISECONDS = 1000

export interface Navigation extends Target {
  /** Replaces the current entry of the history. */
  replace?: boolean
  /** False if the buyer stays on the screen and must keep the scroll position. */
  resetScroll?: boolean
}

/** A screen that is handed over to the document. */
export interface Showing {
  shown: Shown
  /** The next screen takes time: its pending screen or the previous one is shown. */
  isLate: boolean
  isAnimated: boolean
  /** Called once it is rendered: scrolls to the right position. */
  onRendered: () => void
}

export interface Router {
  /** Path prefix of the tenant's pages: '' or '/harbor'. */
  readonly base: string
  find(address: string): Location
  /** Follows no redirect and leaves the history alone. Rejects if a chunk cannot be loaded. */
  open(location: Location): Promise<Opened>
  /** Called once in the browser: opens the document's own address. Rejects like `open`. */
  start(): Promise<Shown>
  /**
   * Called once the first screen is shown: hands over the following ones. Returns a function that
   * stops it.
   */
  listen(show: (showing: Showing) => void): () => void
  /** Changes the address at once, and the screen when everything for it is loaded. */
  navigate(navigation: Navigation): Promise<void>
  /** Changes the query and keeps the screen. */
  changeSearch(part: RawSearch, options?: { replace: boolean }): Promise<void>
  /**
   * Loads a target's chunks and data before the visit. Failures are ignored, since the visit
   * reports them.
   */
  preload(target: Target): Promise<void>
}

export interface RouterParts {
  context: RouterContext
  /** The first row that matches an address is its route. */
  routes: readonly Route[]
  /** The screen for an unknown address. */
  noPage: LazyScreen
  /** Whether a navigation is animated; paths are below the base. */
  isAnimated: (fromPath: string, toPath: string) => boolean
}

/**
 * The server creates one router per request and only finds and opens with it; the browser creates
 * one per page.
 */
export function createRouter({ context, routes, noPage, isAnimated }: RouterParts): Router {
  const { base } = context.app
  const find = (address: string) => findLocation(routes, address)
  const open = (location: Location) => openLocation(location, context, noPage)
  const addressNow = () =>
    (location.pathname.slice(base.length) || '/') + location.search + location.hash

  /**
   * The location of the address. A navigation whose location it no longer is has been overtaken.
   */
  let current = find('/')
  /** What is shown: the previous screen until everything for the next one is loaded. */
  let shown: Shown = { kind: 'pending', location: current }
  let entries: Entries | undefined
  let show: (showing: Showing) => void = () => {}

  /** The screen of an address after all redirects. Rejects like `open`. */
  const follow = async (from: Location): Promise<Shown> => {
    const opened = await open(from)
    return opened.kind === 'redirect' ? follow(find(opened.to)) : opened
  }

  /**
   * Shows the pending screen, unless the frame stays or there is no connection, so that nothing is
   * loading.
   */
  const showLate = (wanted: Location) => {
    const { frame, pending } = wanted.route ?? {}
    const isFramed = frame && frame === shown.location.route?.frame
    if (pending && !isFramed && navigator.onLine) shown = { kind: 'pending', location: wanted }
    show({ shown, isLate: true, isAnimated: false, onRendered: () => {} })
  }

  /** Shows a location once everything for it is loaded, unless it has been overtaken by then. */
  const goTo = async (wanted: Location, scroll: () => void): Promise<void> => {
    current = wanted
    const isWanted = () => current === wanted
    const late = setTimeout(() => isWanted() && showLate(wanted), LATE_AFTER_MILLISECONDS)
    const opened = await whenConnected(() => follow(wanted), isWanted)
    clearTimeout(late)
    if (!isWanted()) return
    // A missing chunk usually belongs to an earlier build: a reload gets the page from the current
    // one.
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
      // From one heading to another. To a new heading the browser scrolls by itself.
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
      // A reader who scrolled before hydration keeps the position.
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

/** The address without its hash. */
const pageOf = ({ to, hash }: Location): string => to.slice(0, to.length - hash.length)
