/** How long what a person proves at sign-in counts, and how often it may be tried. */

/** A session ends after so many hours without a request. */
export const SESSION_IDLE_HOURS = 12
/** A session ends so many days after the sign-in, however it is used. */
export const SESSION_DAYS = 30
/** What concerns money, roles and factors needs a sign-in at most so many minutes old. */
export const RECENT_SIGN_IN_MINUTES = 10
/**
 * What a box office does with money all day, such as a refund, needs a sign-in of the same half of a shift.
 * Ten minutes would ask for the password at each customer, until it lies beside the screen. The longer time
 * is bearable because this money only returns to the card that paid it, never more than was paid, and the
 * audit log names who gave it back.
 */
export const DESK_SIGN_IN_MINUTES = 240

/** Between the password and the second factor. */
export const SECOND_FACTOR_MINUTES = 10
/** How often a code may be tried after one password. */
export const SECOND_FACTOR_TRIES = 5

/** How long the link of a mail works, by what it opens. Each works once. */
export const STAFF_LINK_HOURS = { sign_up: 24, reset: 1, invitation: 7 * 24 } as const

export type StaffLinkKind = keyof typeof STAFF_LINK_HOURS
export const STAFF_LINK_KINDS = ['sign_up', 'reset', 'invitation'] as const

/**
 * The page of the back office that each link of a mail opens. The token follows as the fragment, which
 * browsers send to no server.
 */
export const STAFF_LINK_PATHS = {
  sign_up: '/admin/confirm',
  reset: '/admin/new-password',
  invitation: '/admin/invitation',
} as const satisfies Record<StaffLinkKind, string>

/** How a person proved who they are: at the sign-in, or as the second factor after the password. */
export const SIGN_IN_FACTORS = ['password', 'totp', 'recovery_code', 'passkey', 'link'] as const
export type SignInFactor = (typeof SIGN_IN_FACTORS)[number]

/** What may follow a password. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

export const TOTP_DIGITS = 6
export const RECOVERY_CODES = 10

/** Failures that cost nothing; people mistype. */
const FREE_FAILURES = 5
const LONGEST_WAIT_SECONDS = 15 * 60

/**
 * The same for mails to an address that anybody may type. It bounds each kind of them to 27 a day, and is short
 * enough that nobody can keep a person from a new password by asking for it all day.
 */
export const LONGEST_MAIL_WAIT_SECONDS = 2 * 60 * 60

/**
 * How many seconds after its `failures`th failure in a row the next try is possible: nothing at first,
 * then 2, 4, 8 ... at most `longest`, by default a quarter of an hour. It never becomes a lock.
 */
export const signInWaitSeconds = (failures: number, longest = LONGEST_WAIT_SECONDS): number =>
  failures < FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES + 1), longest)
