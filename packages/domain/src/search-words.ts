// How names are compared in every search: as people type them, not as they are spelled. The database has the
// same rule for what it stores (packages/db/migrations/0057_search_as_people_type.sql); a test compares the two
// over every character (apps/server/test/search-words.test.ts), so a change here needs a migration.

/** Read as one sign, which joins the letters around it: O’Brien is found as OBrien, and as Brien. */
const APOSTROPHES = /['`´·ʹʻʼʾʿ՚׳‘’‛′＇]/g
/** Nobody sees or types them. */
const INVISIBLE =
  /\u034f|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g

const SEPARATORS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they separate words, too
  /[\u0001-&(-/:-@[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0700-\u070d\u0964\u0965\u0970\u0df4\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u0f3a-\u0f3d\u104a-\u104f\u10fb\u1360-\u1368\u1680\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u2000-\u214d\u214f-\u215f\u2189-\u2bff\u2e00-\u2e7f\u2ff0-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\u{1f000}-\u{1faff}]+/u

/** Accents and points that are typed or left out; marks that a script cannot be read without are not among them. */
const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is a mark of its own
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff]|[\u1dc0-\u1dff\u20d0-\u20ff]|[\ufe20-\ufe2f]|\u0640/g

/** Letters that decompose into no other, and the keys that people without them press. */
const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  'ıi łl øo đd ðd ħh ŧt ŋn ĸk æa œo əe ɛe ɔo ɓb ɗd ɖd ƙk ƴy ƒf ɨi ʉu ɣg ςσ ىي یي کك ةه ہه'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)
const LETTERS = new RegExp(`[${Object.keys(KEYS).join('')}]`, 'g')

/** One word as it is compared: Müller, Mueller and MULLER are all 'muller'. */
const folded = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replaceAll("'", '')
    .replaceAll('ß', 'ss')
    .replaceAll('þ', 'th')
    .replace(LETTERS, (letter) => KEYS[letter] ?? letter)
    // Also where they are two sounds (Michael, Blue): what is typed is read in the same way.
    .replace(/(a)[ae]|(o)e|(u)e/g, '$1$2$3')

/** The words of what somebody typed, in its order, as they are compared. */
export const searchWords = (typed: string): string[] =>
  typed
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'")
    .normalize('NFKC')
    .toLowerCase()
    .split(SEPARATORS)
    .map(folded)
    .filter((word) => word !== '')

/**
 * Whether a word has letters of a script that is written without spaces. Each of its ends is found by itself,
 * so words within a name are.
 */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word)

const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]/u
