import type { Check } from './shape.ts'

/**
 * The result of reading a stored record. An older version of this code may have left an invalid
 * one.
 */
export type Stored<T> = { kind: 'none' } | { kind: 'invalid' } | { kind: 'found'; value: T }

/** Prefixes of the names of two kinds of records, which every page looks for. */
export const CART_RECORDS = 'foyer-cart-'
export const PAYMENT_RECORDS = 'foyer-payment-'

export type Area = 'local' | 'session'

/**
 * Tenants whose pages differ by path share the storage of one origin, and a cart's number is unique
 * within one tenant only. So the keys of each tenant have a prefix.
 */
let scope = ''

/** Called once per page before anything is read; `base` is '' or '/harbor'. */
export function scopeStorage(base: string): void {
  scope = base && `${base} `
}

// Reading `window.localStorage` throws if the browser forbids storage.
const areaOf = (area: Area) => (area === 'local' ? window.localStorage : window.sessionStorage)

/** Reads and checks a JSON record, since the content of a browser's storage is untrusted input. */
export function readStored<T>(area: Area, key: string, isWhole: Check<T>): Stored<T> {
  const text = textAt(area, key)
  if (text === null) return { kind: 'none' }
  try {
    const value: unknown = JSON.parse(text)
    return isWhole(value) ? { kind: 'found', value } : { kind: 'invalid' }
  } catch {
    return { kind: 'invalid' }
  }
}

function textAt(area: Area, key: string): string | null {
  try {
    return areaOf(area).getItem(scope + key)
  } catch {
    return null
  }
}

/**
 * Writes a JSON record. If the storage is full or forbidden, convenience is lost but never a
 * purchase.
 */
export function writeStored(area: Area, key: string, value: unknown): void {
  try {
    areaOf(area).setItem(scope + key, JSON.stringify(value))
  } catch {}
}

export function removeStored(area: Area, key: string): void {
  try {
    areaOf(area).removeItem(scope + key)
  } catch {}
}

export function storedKeys(area: Area, prefix: string): string[] {
  try {
    return Object.keys(areaOf(area))
      .filter((key) => key.startsWith(scope + prefix))
      .map((key) => key.slice(scope.length))
  } catch {
    return []
  }
}
