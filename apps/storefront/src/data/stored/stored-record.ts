import { type Area, readStored, type Stored, writeStored } from './browser-storage.ts'

/**
 * Version of the stored records that contain the server's views of a cart or an order. Raise it
 * whenever these views change: records of another version are dropped, so that no screen meets a
 * shape it does not know. A test compares them.
 */
export const RECORD_VERSION = 14

/**
 * Reads a record that {@link writeRecord} wrote. Only its version is checked: checks of every field
 * were a second copy of the contract (200 lines). No price or time from it is trusted.
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
