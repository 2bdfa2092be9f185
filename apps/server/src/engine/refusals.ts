import { type Refused, refused } from '@foyer/contract'
import { formatAmount, MAXIMUM_CHARGE_MINOR, refundNumberOf, SHOP_PAUSED_TEXT } from '@foyer/domain'

/** Refusals that several use cases answer with. Each text is written once. */

export const BUSY = refused(
  'busy',
  'Many people are buying right now. Nothing was held; please try again in a moment.',
)

export const TOO_WIDE = refused(
  'busy',
  'This cart holds tickets for too many times at once. They can be chosen anew when their hold has ended.',
)

export const UNCONFIRMED = refused(
  'busy',
  'We could not confirm this in time. Please try again: nothing is held or charged twice.',
)

/** Of a shop that is stopped: its organizer is suspended, or its trial has ended. */
export const SHOP_PAUSED = refused('sales_paused', SHOP_PAUSED_TEXT)

export const EVENT_NOT_FOUND = refused(
  'event_not_found',
  "The event you're looking for doesn't exist or couldn't be loaded.",
)

export const SESSION_NOT_FOUND = refused('session_not_found', 'Selected session not found')

export const PASS_NOT_AUTHORIZED = refused(
  'pass_not_authorized',
  'This needs the token of the pass.',
)

export const CART_NOT_FOUND = refused(
  'cart_not_found',
  'Your cart hold has expired or does not exist.',
)

export const CART_ITEM_NOT_FOUND = refused(
  'cart_item_not_found',
  'This item is not in your cart any more.',
)

export const HOLD_EXPIRED = refused(
  'hold_expired',
  'Your cart hold has expired. Please start over.',
)

export const NOT_PAID = refused(
  'payment_not_succeeded',
  'This cart has to be paid before it becomes an order.',
)

// A code of another event is one that does not exist.
export const CODE_NOT_VALID = refused(
  'access_code_not_valid',
  'This access code does not work for this event, or not at this time.',
)

export const CODE_USED_UP = refused(
  'access_code_used_up',
  'This access code has been used as often as it may be.',
)

// A code of another tenant is one that does not exist.
export const COUPON_NOT_FOUND = refused(
  'coupon_not_found',
  "We don't know this coupon code. Please check it and try again.",
)

export const COUPON_NOT_ACTIVE = refused('coupon_not_active', 'This coupon is not active.')

export const COUPON_USED_UP = refused(
  'coupon_used_up',
  'This coupon has already been used as often as it can be.',
)

export const COUPON_NOT_APPLICABLE = refused(
  'coupon_not_applicable',
  'This coupon is not for the tickets in your cart.',
)

export const PAYMENT_NOT_FOUND = refused(
  'payment_not_found',
  'This payment does not belong to this cart.',
)

export const PAYMENT_NOT_OF_BROWSER = refused(
  'payment_not_found',
  'This payment does not belong to this browser.',
)

/** A total above what the provider charges and what the columns of amounts can store. */
export const amountTooHigh = (
  totalMinor: number,
  currency: string,
): Refused<'amount_too_high'> | null =>
  totalMinor <= MAXIMUM_CHARGE_MINOR
    ? null
    : refused(
        'amount_too_high',
        `At most ${formatAmount(MAXIMUM_CHARGE_MINOR, currency)} can be paid at once. Please choose fewer tickets.`,
        { maximumMinor: MAXIMUM_CHARGE_MINOR, currency },
      )

/** The charge succeeded but the tickets were gone; `refund` is the money that goes back. */
export const paymentRefunded = (refund: GivenBack) =>
  refunded(
    refund,
    WHY_REFUNDED[refund.reason ?? ''] ?? 'Your tickets were gone by the time the payment arrived.',
  )

/** The charge for a change succeeded, but the change could not be made any more. */
export const changeRefunded = (refund: GivenBack) =>
  refunded(
    refund,
    refund.reason === SESSION_CALLED_OFF
      ? 'The organizer called the session off before your payment arrived. Your old tickets are as they were.'
      : 'Your new tickets were gone by the time the payment arrived. Your old ones are as they were.',
  )

/** The reason of a refund whose session the organizer called off before the payment was captured. */
export const SESSION_CALLED_OFF = 'session called off'

/** The reason of a refund whose customer had as many tickets as one customer may have. */
export const CUSTOMER_LIMIT = 'customer limit reached'

/** A checkout rule does not allow the order for its buyer. */
export const RULE_NOT_ALLOWED = 'not allowed by a checkout rule'

const WHY_REFUNDED: Readonly<Record<string, string>> = {
  [SESSION_CALLED_OFF]: 'The organizer called this session off before your payment arrived.',
  [CUSTOMER_LIMIT]: 'This is more than one customer may have of this event, over all orders.',
  [RULE_NOT_ALLOWED]:
    'The organizer does not sell this at this price to the e-mail address of the order.',
}

interface GivenBack {
  id: string
  amountMinor: number
  currency: string
  reason: string | null
}

function refunded({ id, amountMinor, currency }: GivenBack, what: string) {
  const reference = refundNumberOf(id)
  return refused(
    'payment_refunded',
    `${what} The full amount is on its way back to your card; nothing more is needed from you. Your reference is ${reference}.`,
    { reference, amountMinor, currency },
  )
}

// The same answer for unknown orders and for wrong credentials, so that it does not reveal which
// orders exist.
export const ORDER_NOT_FOUND = refused(
  'order_not_found',
  "We couldn't find an order with that information. Please check your details and try again.",
)

export const ORDER_NOT_OF_CART = refused(
  'order_not_found',
  'This order does not belong to this cart.',
)

export const NO_SUCH_TICKET = refused('ticket_not_found', 'This order has no such ticket.')

export const WAIVER_NOT_NEEDED = refused(
  'waiver_not_needed',
  'This event needs no waiver, so there is nothing to sign.',
)

/** Only for a link that this server signed, so a caller who guesses learns nothing. */
export const ORDER_LINK_ENDED = refused(
  'order_link_ended',
  'This link has ended. Links in mails open an order until some time after the visit. Type the e-mail address of the order, and we send you a new one.',
)

/** Refuses a field with a value that no row may have, worded like the other checks of input. */
export const invalidField = (field: string, message: string): Refused<'validation_failed'> =>
  refused('validation_failed', `${field}: ${message}`, { fields: [{ field, message }] })

/** The refusal of a checkout rule that blocks, in the organizer's words. */
export const ruleBlocked = ({ message }: { message: string }) => refused('rule_blocked', message)
