/** Business constants of the product. Each stands here once; screens and server read the same value. */

/** A cart is held this long from the moment it is granted. */
export const HOLD_SECONDS = 15 * 60

/**
 * A payment that was started inside the hold may outlive it by this much, once,
 * so that a card confirmation under way is not cut off.
 */
export const PAYMENT_GRACE_SECONDS = 5 * 60

/** From here on the countdown is shown as urgent. */
export const HOLD_URGENT_SECONDS = 300

/** The time a buyer sees 'Tickets Reserved!' before the checkout opens. */
export const HOLD_REDIRECT_MILLISECONDS = 1500

/** The visible cart number; unique only inside one browser's session. */
export const CART_NUMBER_MIN = 10_000
export const CART_NUMBER_MAX = 99_999

/** At or below these counts availability reads 'limited' and 'very limited'. */
export const LIMITED_AT = 20
export const VERY_LIMITED_AT = 5

/** Card payments below this are refused by the provider; 0 needs no card. */
export const MINIMUM_CHARGE_MINOR = 50

/** One hold never asks for more than this; it bounds work, not sales. */
export const MAX_QUANTITY_PER_LINE = 100
export const MAX_LINES_PER_CART = 20

export const EVENTS_PAGE_SIZE = 12
export const HERO_MAX_EVENTS = 5
export const HERO_ROTATION_MILLISECONDS = 5000

/** Only where a venue has no zone of its own. */
export const FALLBACK_TIME_ZONE = 'America/Los_Angeles'
export const FALLBACK_EVENT_PRICE_MINOR = 4999
export const FALLBACK_DAY_PRICE_MINOR = 2999
export const DEFAULT_MAX_QUANTITY = 8
