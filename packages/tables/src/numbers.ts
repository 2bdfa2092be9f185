/** Numbers as people and spreadsheets write them: '1.250,00', '1,250.00', '1 250', "1'250". */

const SEPARATED = /^\d{1,3}(?:([., '\u2019])\d{3})(?:\1\d{3}){0,3}$/
const LONGEST = 40

const folded = (text: string): string =>
  text.length > LONGEST ? '' : text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** A whole number, also with its thousands separated; null if the text is none. */
export function readWholeNumber(text: string): number | null {
  const number = folded(text)
  if (/^\d{1,15}$/.test(number)) return Number(number)
  return SEPARATED.test(number) ? Number(number.replace(/\D/g, '')) : null
}

/**
 * A number with decimals.
 *
 * @param decimals how many it may have. With fewer than three, '1.250' is refused: it is 1250 where points
 *   separate thousands, and 1.25 elsewhere.
 */
export function readDecimal(text: string, decimals: number): number | null {
  const number = folded(text)
  const mark = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  if (mark < 0) return readWholeNumber(number)
  const sign = number.charAt(mark)
  const [whole, part] = [number.slice(0, mark), number.slice(mark + 1)]
  if (!/^\d{1,15}$/.test(part)) return null
  // Either it occurs more than once, or there can be no decimals: it separates thousands.
  if (whole.includes(sign) || (decimals === 0 && part.length === 3)) return readWholeNumber(number)
  const isOtherwiseSeparated = /\D/.test(whole)
  if (part.length === 3 && decimals < 3 && !isOtherwiseSeparated) return null
  const before = readWholeNumber(whole)
  return before === null ? null : Number(`${before}.${part}`)
}

/** The words by which spreadsheets show yes and no, and those that people type. */
const YES = new Set(
  'yes true 1 x ja oui sí si sim tak evet はい wahr vrai verdadero vero waar verdadeiro prawda sant doğru'.split(
    ' ',
  ),
)
const NO = new Set(
  'no false 0 nein non nee não nao nie nej hayır いいえ falsch faux falso onwaar fałsz falskt yanlış yanliş'.split(
    ' ',
  ),
)

/** Yes or no in the languages of common spreadsheets; null: neither. */
export function readYesNo(text: string): boolean | null {
  const word = folded(text).toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : null
}

/** Whether a spreadsheet has rounded an identifier that looked like a number to it: '9.9933E+35'. */
export const isRounded = (text: string): boolean => /^\d(?:[.,]\d{1,16})?E\+\d{1,3}$/i.test(text)
