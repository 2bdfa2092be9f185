import type { Bounds } from '../bounds.ts'
import type { CachedResponse } from './cached-response.ts'

/**
 * What an entry costs beside its bytes and its key: objects, headers, entries in maps (measured).
 */
const ENTRY_BYTES = 1500
/** How often unusable entries are removed. */
const SWEEP_MS = 5000

/** Cached responses by key, bounded in bytes and in number. */
export interface ResponseStore {
  get(key: string): CachedResponse | undefined
  set(key: string, entry: CachedResponse): void
  /** Removes all entries about the subject. */
  drop(subject: string): void
  /** Removes all entries whose key begins with the text. */
  dropKeys(beginning: string): void
  /** The memory that the entries take, keys included. */
  readonly bytes: number
  readonly size: number
}

/** `onForget` is called for each removed entry. `now` is in milliseconds. */
export function createResponseStore(
  bounds: Pick<Bounds['cachedResponses'], 'bytes' | 'entries'>,
  now: () => number,
  onForget: (entry: CachedResponse) => void,
): ResponseStore {
  /** Ordered: the entry that was written longest ago comes first. */
  const cached = new Map<string, CachedResponse>()
  const keysOf = new Map<string, Set<string>>()
  let bytes = 0
  let sweptAt = now()

  function forget(key: string): void {
    const entry = cached.get(key)
    if (!entry) return
    cached.delete(key)
    bytes -= sizeOf(key, entry)
    const { subject } = entry
    const keys = subject === undefined ? undefined : keysOf.get(subject)
    if (subject !== undefined && keys?.delete(key) && keys.size === 0) keysOf.delete(subject)
    onForget(entry)
  }

  function sweep(): void {
    if (now() - sweptAt < SWEEP_MS) return
    sweptAt = now()
    for (const [key, { usableUntil }] of cached) if (usableUntil <= sweptAt) forget(key)
  }

  return {
    get: (key) => cached.get(key),
    set(key, entry) {
      sweep()
      forget(key)
      cached.set(key, entry)
      bytes += sizeOf(key, entry)
      const { subject } = entry
      if (subject !== undefined) {
        keysOf.set(subject, (keysOf.get(subject) ?? new Set()).add(key))
      }
      for (const oldest of cached.keys()) {
        if (bytes <= bounds.bytes && cached.size <= bounds.entries) break
        forget(oldest)
      }
    },
    drop(subject) {
      for (const key of keysOf.get(subject) ?? []) forget(key)
    },
    dropKeys(beginning) {
      for (const key of cached.keys()) if (key.startsWith(beginning)) forget(key)
    },
    get bytes() {
      return bytes
    },
    get size() {
      return cached.size
    },
  }
}

/** Each character of a key takes two bytes if any of them is beyond Latin-1. */
const sizeOf = (key: string, { plain, gzip, brotli }: CachedResponse): number =>
  plain.length + (gzip?.length ?? 0) + (brotli?.length ?? 0) + 2 * key.length + ENTRY_BYTES
