import { vi } from 'vitest'

/** The used part of Storage, with entries as own properties as in browsers. */
function storageOf(entries: Record<string, string>): Storage {
  const storage = Object.create({
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => {
      entries[key] = value
    },
    removeItem: (key: string) => {
      delete entries[key]
    },
  })
  return new Proxy(storage, { ownKeys: () => Object.keys(entries), getOwnPropertyDescriptor })
}
const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true })

/** Gives a test's window a local storage with these entries. */
export const withStorage = (entries: Record<string, string> = {}) =>
  vi.stubGlobal('window', { localStorage: storageOf(entries) })
