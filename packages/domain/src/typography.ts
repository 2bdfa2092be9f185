/** Before an opening quotation mark: nothing, a space, an opening bracket or a dash. */
const OPENS = /^$|[\s([{\u2013\u2014\u2018\u201c/-]$/u
const LETTER = /[\p{L}\p{N}]$/u
/** A decade without its century, or a word that begins with an apostrophe in print. */
const ELIDED = /^(?:\d\ds?\b|tis\b|twas\b|n\b|em\b|til\b)/iu

/**
 * A text with the quotation marks and apostrophes of print in place of the typewriter's: 'The Weather
 * Keeper's Daughter' has ’, "Letters" has “ ”. Feet, inches and minutes (6', 5") keep their straight
 * marks. Organizers type straight quotes; the texts of their events are stored as they are to be
 * read, so that pages, mails, PDFs and passes all show the same. Search ignores either mark.
 */
export function typographic(text: string): string
export function typographic(text: string | null): string | null
export function typographic(text: string | undefined): string | undefined
export function typographic(text: string | null | undefined): string | null | undefined
export function typographic(text: string | null | undefined): string | null | undefined {
  if (!text || !/['"]/.test(text)) return text
  const open = { "'": false, '"': false }
  const [first = '', ...rest] = text.split(/(['"])/)
  let printed = first
  let after = rest.join('')
  for (const part of rest) {
    after = after.slice(part.length)
    if (part === "'") printed += singleMark(printed, after, open)
    else if (part === '"') printed += doubleMark(printed, open)
    else printed += part
  }
  return printed
}

type OpenMarks = Record<"'" | '"', boolean>

function singleMark(before: string, after: string, open: OpenMarks): string {
  if (OPENS.test(before)) {
    // A mark that nothing closes is an apostrophe.
    if (ELIDED.test(after) || !/\S'(?!\p{L})/u.test(after)) return '\u2019'
    open["'"] = true
    return '\u2018'
  }
  const isInWord = LETTER.test(before) && /^\p{L}/u.test(after)
  if (open["'"] && !isInWord) open["'"] = false
  else if (/\d$/.test(before) && !isInWord) return "'"
  return '\u2019'
}

function doubleMark(before: string, open: OpenMarks): string {
  if (open['"']) {
    open['"'] = false
    return '\u201d'
  }
  if (!OPENS.test(before)) return '"'
  open['"'] = true
  return '\u201c'
}
