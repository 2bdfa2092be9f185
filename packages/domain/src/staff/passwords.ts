/**
 * Which passwords people of the back office may choose: long ones, without rules about digits and
 * signs (NIST SP 800-63B).
 */

export const PASSWORD_MIN = 12
/** Longer ones only cost time to hash. */
export const PASSWORD_MAX = 200

export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'personal'

/** What a person reads about a password that is not possible. */
export const PASSWORD_PROBLEM_TEXTS = {
  too_short: `Use at least ${PASSWORD_MIN} characters. Four words are easy to remember.`,
  too_long: `Use at most ${PASSWORD_MAX} characters.`,
  common: 'This password is among the first that others would try. Choose another one.',
  personal: 'A password must not be made of your name or your address.',
} as const satisfies Record<PasswordProblem, string>

/**
 * What guessers try first and what is long enough, without digits and signs. Lists of stolen
 * passwords have thousands more; attempts are limited as well.
 */
const COMMON = [
  'password',
  'passwort',
  'letmein',
  'welcome',
  'qwerty',
  'qwertz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'iloveyou',
  'administrator',
  'admin',
  'changeme',
  'trustno',
  'dragon',
  'monkey',
  'football',
  'baseball',
  'superman',
  'batman',
  'sunshine',
  'princess',
  'starwars',
  'foyer',
  'tickets',
  'correcthorsebatterystaple',
] as const

const common: ReadonlySet<string> = new Set(COMMON)

/** Why a password cannot be chosen; null if it can. `name` and `email` are those of its person. */
export function passwordProblem(
  password: string,
  { name, email }: { name: string; email: string },
): PasswordProblem | null {
  const { length } = [...password]
  if (length < PASSWORD_MIN) return 'too_short'
  if (length > PASSWORD_MAX) return 'too_long'
  const plain = password.normalize('NFKC').toLowerCase()
  const letters = plain.replace(/[^\p{L}]/gu, '')
  if (isRepeated(plain) || isSequence(plain) || isCommon(letters)) return 'common'
  const [local = ''] = email.toLowerCase().split('@')
  const own = [email, local, name, ...name.split(/\s+/)]
  const rest = own
    .map((text) => text.toLowerCase())
    .filter((text) => text.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((left, text) => left.replaceAll(text, ''), plain)
  // What is left besides name and address is what an attacker has to guess.
  return rest.length < plain.length && rest.replace(/[^\p{L}\p{N}]/gu, '').length < 6
    ? 'personal'
    : null
}

/** A common word, also several times: 'passwordpassword1'. */
function isCommon(letters: string): boolean {
  if (letters === '') return false
  return [...common].some((word) => letters.replaceAll(word, '') === '')
}

/** At most three different characters, such as 'aaaaaaaaaaaa' or '121212121212'. */
const isRepeated = (text: string): boolean => new Set(text).size <= 3

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
]

const isSequence = (text: string): boolean => SEQUENCES.some((sequence) => sequence.includes(text))
