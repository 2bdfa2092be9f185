/**
 * The spellings of a coupon or access code that somebody may have meant, the typed one first. A code that
 * comes from a letter, a PDF or a word processor has other dashes, invisible characters, letters in several
 * parts, or a blank in place of a dash.
 */
export function codeSpellings(typed: string): readonly string[] {
  const trimmed = typed.trim()
  const plain = trimmed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Pd}\u2043\u2212]/gu, '-')
    .trim()
  return [...new Set([trimmed, plain, plain.replace(/\s+/g, '-')])]
}
