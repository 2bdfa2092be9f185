import type { Endpoint, ErrorCode, Refusal } from '@foyer/contract'

/**
 * The only table from code to HTTP status. `satisfies` makes a code without a status a type error.
 */
export const STATUS_OF = {
  validation_failed: 400,
  malformed_body: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  not_found: 404,
  unknown_tenant: 404,
  event_not_found: 404,
  session_not_found: 404,
  ticket_type_not_found: 404,
  add_on_not_found: 404,
  fee_set_not_found: 404,
  venue_not_found: 404,
  venue_in_use: 409,
  currency_in_use: 409,
  capacity_below_taken: 409,
  session_not_changeable: 409,
  coupon_code_taken: 409,
  cart_not_found: 404,
  cart_item_not_found: 404,
  order_not_found: 404,
  order_link_ended: 410,
  lookup_code_invalid: 404,
  ticket_not_found: 404,
  no_valid_ticket: 409,
  wallet_not_configured: 404,
  pass_not_authorized: 401,
  too_many_devices: 409,
  hold_expired: 410,
  hold_exists: 409,
  other_event_in_cart: 409,
  cart_full: 409,
  more_time_used: 409,
  coupon_not_found: 404,
  coupon_not_active: 409,
  coupon_used_up: 409,
  coupon_not_applicable: 409,
  sold_out: 409,
  sales_closed: 409,
  price_not_ready: 409,
  quantity_above_maximum: 400,
  too_many_held: 429,
  idempotency_conflict: 409,
  amount_mismatch: 409,
  amount_not_positive: 400,
  amount_too_low: 400,
  amount_too_high: 400,
  currency_mismatch: 400,
  payment_not_found: 404,
  payment_not_succeeded: 402,
  payment_refunded: 409,
  payment_required: 402,
  nothing_to_pay: 409,
  refund_not_possible: 409,
  reschedule_not_possible: 409,
  answer_not_possible: 409,
  change_limit_reached: 409,
  upgrade_not_possible: 409,
  cancellation_not_possible: 409,
  waiver_not_needed: 409,
  waiver_incomplete: 400,
  waiver_text_changed: 409,
  waiver_not_signed: 409,
  provider_unavailable: 502,
  webhook_signature_invalid: 400,
  deprecated: 410,
  rate_limited: 429,
  busy: 503,
  internal_error: 500,
} as const satisfies Record<ErrorCode, number>

/** The body of an error response, with the text in the field that the endpoint's clients read. */
export function errorBody(refusal: Refusal, shape: Endpoint['errorShape'] = 'text') {
  const { code, message, details } = refusal
  const rest = details ? { code, details } : { code }
  return shape === 'message'
    ? { success: false, error: { message, code }, ...rest }
    : { error: message, ...rest }
}
