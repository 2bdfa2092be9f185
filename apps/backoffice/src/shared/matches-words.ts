/** Small letters without accents, and nothing between words but a space. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Whether each typed word begins a word of the text, in any order: 'angeles america' and
 * 'America/Los_Angeles' both match 'America/Los Angeles'.
 */
export function matchesWords(text: string, typed: string): boolean {
  const words = plain(text).split(' ')
  return plain(typed)
    .split(' ')
    .every((start) => words.some((word) => word.startsWith(start)))
}
