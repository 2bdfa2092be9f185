import { searchWords } from '@foyer/domain'

/**
 * Whether each typed word begins a word of the text, in any order: 'angeles america' and
 * 'America/Los_Angeles' both match 'America/Los Angeles'.
 */
export function matchesWords(text: string, typed: string): boolean {
  const words = searchWords(text)
  return searchWords(typed).every((start) => words.some((word) => word.startsWith(start)))
}
