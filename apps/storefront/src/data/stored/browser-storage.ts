import type { Check } from './shape.ts'

/** What a stored record turned out to be; an old version of this code may have left an invalid one. */
export type Stored<T> = { kind: 'none' } | { kind: 'invalid' } | { kind: 'found'; value: T }

type Area = 'local' | 'session'

/**
 * Organizers that are told apart by their paths share the storage of one origin, and a cart's number
 * is unique for one of them alone: what each keeps has names of its own.
 */
let scope = ''

/** Once a page, before anything is read: `base` is '' or '/harbor'. */
export function scopeStorage(base: string): void {
  scope = base && `${base} `
}

// Reading `window.localStorage` throws where a browser forbids storage.
const areaOf = (area: Area) => (area === 'local' ? window.localStorage : window.sessionStorage)

/** Reads a JSON record and checks it: what stands in a browser's storage is input like any other. */
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

/** Writes a JSON record. A full or forbidden storage loses convenience, never a purchase. */
export function writeStored(area: Area, key: string, value: unknown): void {
  try {
    areaOf(area).setItem(scope + key, JSON.stringify(value))
  } catch {}
}

/**
 * Version of the records that hold the server's views of a cart or an order. Raise it with every
 * change of these views: a record of another version is dropped, so that no screen meets a shape it
 * does not know. A test compares it with the contract.
 */
export const RECORD_VERSION = 2

/**
 * Reads a record that {@link writeRecord} has written. Only its version is checked: what stands in
 * a browser's storage was written by this code, and a check of each field was a second copy of the
 * contract (200 lines). Money and time are never believed from it.
 */
export const readRecord = <T extends object>(area: Area, key: string): Stored<T> =>
  readStored<T & Versioned>(area, key, isOfThisVersion)

export const writeRecord = (area: Area, key: string, record: object): void =>
  writeStored(area, key, { ...record, version: RECORD_VERSION })

interface Versioned {
  version: number
}

const isOfThisVersion = <T extends Versioned>(value: unknown): value is T =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === RECORD_VERSION

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
