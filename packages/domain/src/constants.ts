/** Business constants of the product, shared by screens and server. */

/** A cart is held this long from the moment it is granted. */
export const HOLD_SECONDS = 15 * 60

/** What one call for more time adds to a hold, and all calls together. */
export const MORE_TIME_SECONDS = 5 * 60
export const MORE_TIME_TOTAL_SECONDS = 10 * 60

/**
 * A payment that was started before the hold ended extends it by this, once, so that a confirmation
 * by card in progress is not interrupted.
 */
export const PAYMENT_GRACE_SECONDS = 5 * 60

/** No hold counts for longer than this from the moment it is granted. */
export const LONGEST_HOLD_SECONDS = HOLD_SECONDS + MORE_TIME_TOTAL_SECONDS + PAYMENT_GRACE_SECONDS

/** At this many seconds or fewer the countdown is shown as urgent. */
export const HOLD_URGENT_SECONDS = 300

/** The visible cart number; unique only inside one browser's session. */
export const CART_NUMBER_MIN = 10_000
export const CART_NUMBER_MAX = 99_999

/** At or below these counts availability is 'limited' and 'very limited'. */
export const LIMITED_AT = 20
export const VERY_LIMITED_AT = 5

/** The currencies of `currencies.ts` without decimals; all others have two. */
export const ZERO_DECIMAL_CURRENCIES: readonly string[] = ['jpy']

/**
 * The largest amount of one payment, in minor units of any currency: the provider's documentation
 * of an intent's `amount` says eight digits. Columns of amounts are 32 bits wide, so nothing above
 * this may ever be held.
 */
export const MAXIMUM_CHARGE_MINOR = 99_999_999

/** The largest quantity of one line of a hold. It bounds the work of a call, not what is sold. */
export const MAX_QUANTITY_PER_LINE = 100
export const MAX_LINES_PER_CART = 20

export const EVENTS_PAGE_SIZE = 12
export const HERO_MAX_EVENTS = 5

/** For venues without a zone of their own. */
export const FALLBACK_TIME_ZONE = 'America/Los_Angeles'
