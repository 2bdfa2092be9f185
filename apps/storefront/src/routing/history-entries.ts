import { readStored, writeStored } from '../data/stored/browser-storage.ts'
import type { Check } from '../data/stored/shape.ts'
import { randomHex } from '../shared/browser/random-hex.ts'
import { decode } from './address.ts'

/** The scroll position in px at which each entry was left, by the entry's key. */
type Positions = Record<string, number>

const STORED = 'foyer-scroll'
const isPositions: Check<Positions> = (value): value is Positions =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite)

/** The entries of this tab's history with their scroll positions. */
export interface Entries {
  /** Replaces the current entry or adds a new one after it. */
  add(url: string, isReplacing: boolean): void
  /** Called after Back or Forward has changed the current entry. */
  arrive(): void
  /** Scrolls to where the entry was left; returns false if that is unknown. */
  scrollBack(): boolean
  /** Scrolls to the target of the hash, else to the top. */
  scrollToStart(hash: string): void
}

/** Called once per page. The positions survive a reload and the way back from another site. */
export function followEntries(): Entries {
  const stored = readStored('session', STORED, isPositions)
  const positions: Positions = stored.kind === 'found' ? stored.value : {}
  let key = keyOfEntry()
  const keep = () => {
    positions[key] = scrollY
  }

  // The browser would scroll the previous screen, which stays visible until the next one is ready.
  // Between documents the browser restores positions better than we could.
  history.scrollRestoration = 'manual'
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
    keep()
    writeStored('session', STORED, positions)
  })

  return {
    add(url, isReplacing) {
      keep()
      key = randomHex()
      history[isReplacing ? 'replaceState' : 'pushState']({ key }, '', url)
    },
    arrive() {
      keep()
      key = keyOfEntry()
    },
    scrollBack() {
      const position = positions[key]
      if (position !== undefined) scrollTo(0, position)
      return position !== undefined
    },
    scrollToStart(hash) {
      const target = hash && document.getElementById(decode(hash.slice(1)))
      if (target) target.scrollIntoView()
      else scrollTo(0, 0)
    },
  }
}

/** The key of the current entry; an entry that the browser created gets a key now. */
function keyOfEntry(): string {
  const known: unknown = history.state?.key
  if (typeof known === 'string') return known
  const key = randomHex()
  history.replaceState({ key }, '')
  return key
}
