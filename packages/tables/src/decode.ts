/** The letters of a text file, as spreadsheets and the systems below them write them. */

/** Letters that were not in Unicode, and how they were read. */
export interface ReadAs {
  /** For people. */
  encoding: string
  /** A few words of the file that depend on it. */
  sample: string
}

interface Decoded {
  text: string
  /** Null: the file says what its letters are, or they can be read in one way alone. */
  readAs: ReadAs | null
}

/** The letters of systems from before Unicode, which Excel still writes as 'CSV'. */
const CODE_PAGES = {
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1254': 'Turkish (Windows-1254)',
  macintosh: 'Western European (Macintosh)',
  shift_jis: 'Japanese (Shift JIS)',
} as const
type CodePage = keyof typeof CODE_PAGES

/** What the systems of these languages write; all others are Western European. */
const OF_LANGUAGE: Partial<Record<string, CodePage>> = {
  ...{ pl: 'windows-1250', cs: 'windows-1250', sk: 'windows-1250', hu: 'windows-1250' },
  ...{ sl: 'windows-1250', hr: 'windows-1250', bs: 'windows-1250', ro: 'windows-1250' },
  ...{ sq: 'windows-1250', tr: 'windows-1254', az: 'windows-1254', ja: 'shift_jis' },
}

/** How much of a file is looked at to choose: a few words suffice. */
const JUDGED_LETTERS = 20_000

/**
 * Reads the bytes of a text file. Without a mark and in no Unicode, the letters are those in which the
 * words look most like words; if several are alike, those of the language.
 *
 * @param language of the person who sends the file, such as 'de-DE'.
 * @returns null if the bytes are no text. What was no letter is U+FFFD, which readers refuse.
 */
export function decode(bytes: Uint8Array, language: string): Decoded | null {
  const unicode = unicodeOf(bytes)
  if (unicode) return { text: decoderOf(unicode).decode(bytes), readAs: null }
  // Of the first bytes: a text in one of the code pages has none.
  if (bytes.subarray(0, 4096).includes(0)) return null
  const utf8 = decoderOf('utf-8').decode(bytes)
  return isMostlyRight(utf8, bytes) ? { text: utf8, readAs: null } : inCodePage(bytes, language)
}

/**
 * Whether a text was UTF-8. A damaged one has most of its letters; in another code page hardly any two
 * bytes are one letter.
 */
function isMostlyRight(text: string, bytes: Uint8Array): boolean {
  const lost = text.split('\uFFFD').length - 1
  // Written as such by a program that had lost a letter before.
  if (lost === 0 || isUtf8(bytes)) return true
  return text.replace(/[\p{ASCII}\uFFFD]+/gu, '').length > lost
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const decoderOf = (encoding: string) => new TextDecoder(encoding)

function unicodeOf(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

function inCodePage(bytes: Uint8Array, language: string): Decoded {
  const [tongue = ''] = language.toLowerCase().split('-', 1)
  const preferred = OF_LANGUAGE[tongue] ?? 'windows-1252'
  const others = codePages().filter((page) => page !== preferred)
  let best = { page: preferred, text: '', doubts: Number.POSITIVE_INFINITY }
  for (const page of [preferred, ...others]) {
    const text = decoderOf(page).decode(bytes)
    const doubts = doubtsOf(text)
    if (doubts < best.doubts) best = { page, text, doubts }
  }
  // Some code pages have bytes that are nobody's letter.
  const text = best.text.replace(/[\u0080-\u009F\uE000-\uF8FF]/g, '\uFFFD')
  return { text, readAs: { encoding: CODE_PAGES[best.page], sample: sampleOf(text) } }
}

// The names are those of the table.
const codePages = () => Object.keys(CODE_PAGES) as CodePage[]

/** Not the signs that are letters by their property alone, such as a circumflex without one. */
const LETTER = /\p{Lu}|\p{Ll}|\p{Lo}|\p{M}/u
const JAPANESE = /[\u3040-\u30FF\u4E00-\u9FFF]/
/** What stands inside words. */
const BETWEEN = "'\u2019\u2018\u2013\u2014\u00B7\u00AD\u00B4`"

/** How much speaks against a reading: what would not stand in a word, or not there. */
function doubtsOf(text: string): number {
  let doubts = 0
  let judged = 0
  for (const { 0: one, index } of text.matchAll(/\P{ASCII}/gu)) {
    judged += 1
    if (judged > JUDGED_LETTERS) break
    const before = text.charAt(index - 1)
    const after = text.charAt(index + 1)
    doubts += doubtOf(one, before, after)
  }
  return doubts
}

function doubtOf(one: string, before: string, after: string): number {
  if (/[\u0080-\u009F\uE000-\uF8FF\uFFFD]/.test(one)) return 8
  // Half of a Japanese letter's width, and 'fl' as one letter.
  if (/[\uFF61-\uFF9F\uFB00-\uFB06]/.test(one)) return 2
  if (JAPANESE.test(one)) return /[a-z]/i.test(before + after) ? 1 : 0
  if (!LETTER.test(one)) {
    if (!LETTER.test(before) || BETWEEN.includes(one)) return 0
    return LETTER.test(after) || '¹³¿£¥¯¸'.includes(one) ? 2 : 0
  }
  // Icelandic alone has these; the same bytes are frequent in Turkish.
  if ('ÐÝÞðýþ'.includes(one)) return 1
  const isCapital = one !== one.toLowerCase()
  return isCapital && LETTER.test(before) && before === before.toLowerCase() ? 2 : 0
}

/** A few words around the first letter that depends on the reading. */
function sampleOf(text: string): string {
  const at = text.search(/\P{ASCII}/u)
  const cells = text.slice(Math.max(0, at - 40), at + 40).split(/[;,\t\r\n]/)
  return (cells.find((cell) => /\P{ASCII}/u.test(cell)) ?? '').trim().replaceAll('"', '')
}
