import type * as z from 'zod/mini'

/** What a stored record turned out to be; an old version of this code may have left an invalid one. */
export type Stored<T> = { kind: 'none' } | { kind: 'invalid' } | { kind: 'found'; value: T }

type Area = 'local' | 'session'

// Reading `window.localStorage` throws where a browser forbids storage.
const areaOf = (area: Area) => (area === 'local' ? window.localStorage : window.sessionStorage)

/** Reads a JSON record and checks it: what stands in a browser's storage is input like any other. */
export function readStored<T extends z.ZodMiniType>(
  area: Area,
  key: string,
  schema: T,
): Stored<z.output<T>> {
  const text = textAt(area, key)
  if (text === null) return { kind: 'none' }
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? { kind: 'found', value: parsed.data } : { kind: 'invalid' }
  } catch {
    return { kind: 'invalid' }
  }
}

function textAt(area: Area, key: string): string | null {
  try {
    return areaOf(area).getItem(key)
  } catch {
    return null
  }
}

/** Writes a JSON record. A full or forbidden storage loses convenience, never a purchase. */
export function writeStored(area: Area, key: string, value: unknown): void {
  try {
    areaOf(area).setItem(key, JSON.stringify(value))
  } catch {}
}

export function removeStored(area: Area, key: string): void {
  try {
    areaOf(area).removeItem(key)
  } catch {}
}

export function storedKeys(area: Area, prefix: string): string[] {
  try {
    return Object.keys(areaOf(area)).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
