/**
 * Items by a key, in the order in which each key comes first: `Map.groupBy`, which browsers that buyers still
 * have do not know (Safari before 17.4, Chrome before 117).
 */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
