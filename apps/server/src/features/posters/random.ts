/** A stream of pseudo-random numbers that depends only on its seed. */
export interface Random {
  /** At least `low`, below `high`. */
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  chance(probability: number): boolean
}

/** FNV-1a: similar short ids give very different numbers. */
const hash = (text: string): number => {
  let state = 0x811c9dc5
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return state >>> 0
}

/** The same text gives the same stream on every machine, so a poster never changes. */
export const randomFrom = (text: string): Random => {
  let state = hash(text)
  // mulberry32: a very small generator whose low bits are good enough too.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    chance: (probability) => next() < probability,
  }
}

/** A short name made from the text, valid as an XML id. */
export const elementId = (text: string): string => `p${hash(text).toString(36)}`
