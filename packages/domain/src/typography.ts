/** Before an opening quotation mark: nothing, a space, an opening bracket or a dash. */
const OPENS = /^$|[\s([{\u2013\u2014\u2018\u201c/-]$/u
const LETTER = /[\p{L}\p{N}]$/u
/** A decade without its century, or a word that begins with an apostrophe in print. */
const ELIDED = /^(?:\d\ds?\b|tis\b|twas\b|n\b|em\b|til\b)/iu
const LONGEST_ELIDED = 5

/**
 * A text with the quotation marks and apostrophes of print in place of the typewriter's: 'The Weather
 * Keeper's Daughter' has ’, "Letters" has “ ”. Feet, inches and minutes (6', 5") keep their straight
 * marks, and so do marks inside mail and web addresses. Organizers type straight quotes; the texts of
 * their events are stored as they are to be read, so that pages, mails, PDFs and passes all show the
 * same. Search ignores either mark. The result has the length of `text`; the time grows with it.
 */
export function typographic(text: string): string
export function typographic(text: string | null): string | null
export function typographic(text: string | undefined): string | undefined
export function typographic(text: string | null | undefined): string | null | undefined
export function typographic(text: string | null | undefined): string | null | undefined {
  if (!text || !/['"]/.test(text)) return text
  const typed = withoutAddressMarks(text)
  const lastClosing = lastClosingMark(typed)
  const open = { "'": false, '"': false }
  const printed = text.split('')
  for (const { 0: mark, index } of typed.matchAll(/['"]/g)) {
    // Two units, because a letter of some scripts has two.
    const before = printed.slice(Math.max(0, index - 2), index).join('')
    const after = typed.slice(index + 1, index + 1 + LONGEST_ELIDED)
    printed[index] =
      mark === '"'
        ? doubleMark(before, open)
        : singleMark(before, after, { open, isClosed: lastClosing > index + 1 })
  }
  return printed.join('')
}

/** The text with another character in place of each mark inside an address. */
const withoutAddressMarks = (text: string): string =>
  text.replace(/\S+/g, (word) =>
    /@|:\/\//.test(word)
      ? word.replace(/(?<=[\p{L}\p{N}=/&?#%_-])['"](?=[\p{L}\p{N}])/gu, '_')
      : word,
  )

/** Where the last mark is that may close a quotation; -1 if there is none. */
function lastClosingMark(text: string): number {
  let last = -1
  for (const { index } of text.matchAll(/(?<=\S)'(?!\p{L})/gu)) last = index
  return last
}

type OpenMarks = Record<"'" | '"', boolean>

interface Quotation {
  open: OpenMarks
  /** Whether a later mark may close it. */
  isClosed: boolean
}

function singleMark(before: string, after: string, { open, isClosed }: Quotation): string {
  if (OPENS.test(before)) {
    // A mark that nothing closes is an apostrophe.
    if (ELIDED.test(after) || !isClosed) return '\u2019'
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
