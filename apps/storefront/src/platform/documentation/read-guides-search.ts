import type { RawSearch } from '../../routing/address.ts'

const MOST_CHARACTERS = 100

/** What is searched for: `q` without spaces at its ends; undefined if there is nothing. */
export function readGuidesSearch({ q }: RawSearch): { q: string | undefined } {
  const text = typeof q === 'string' ? q.trim().slice(0, MOST_CHARACTERS) : ''
  return { q: text === '' ? undefined : text }
}
