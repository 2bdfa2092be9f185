/** Caches values by key that are expensive to compute and may be slightly old. */
export type TtlCache<T> = (key: string, find: () => Promise<T>) => Promise<T>

/** Beyond this many entries the oldest are dropped, even if they are still fresh. */
const MOST = 1000

/** `milliseconds` is the maximum age of a value. Calls during a computation wait for its result. */
export function createTtlCache<T>(milliseconds: number, now: () => number): TtlCache<T> {
  const known = new Map<string, { found: Promise<T>; freshUntil: number }>()
  return (key, find) => {
    const present = known.get(key)
    if (present && present.freshUntil > now()) return present.found
    const found = find()
    known.delete(key)
    known.set(key, { found, freshUntil: now() + milliseconds })
    found.catch(() => known.delete(key))
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break
      known.delete(oldest)
    }
    return found
  }
}
