import { readStored, writeStored } from '../data/stored/browser-storage.ts'
import type { Check } from '../data/stored/shape.ts'
import { randomHex } from '../shared/browser/random-hex.ts'
import { decode } from './address.ts'

/** How far down each entry was when it was left, in px, by the entry's key. */
type Positions = Record<string, number>

const STORED = 'foyer-scroll'
const isPositions: Check<Positions> = (value): value is Positions =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite)

/** The entries of this tab's history, and where each was read. */
export interface Entries {
  /** Leaves the current entry for a new one. */
  add(url: string, isReplacing: boolean): void
  /** Back or Forward led to another. */
  arrive(): void
  /** Scrolls to where the entry was left; answers whether that is known. */
  scrollBack(): boolean
  /** Scrolls to what the hash names, else to the top. */
  scrollToStart(hash: string): void
}

/** Once a page. A reload finds the positions again, and so does a way back from another site. */
export function followEntries(): Entries {
  const stored = readStored('session', STORED, isPositions)
  const positions: Positions = stored.kind === 'found' ? stored.value : {}
  let key = keyOfEntry()
  const keep = () => {
    positions[key] = scrollY
  }

  // The browser would scroll the screen before, which stays until the next is there. From one document
  // to another it does better than we could.
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

/** The key of the current entry; one that the browser made by itself is given one. */
function keyOfEntry(): string {
  const known: unknown = history.state?.key
  if (typeof known === 'string') return known
  const key = randomHex()
  history.replaceState({ key }, '')
  return key
}
