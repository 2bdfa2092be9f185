/**
 * Every error code of a response. Codes are stable: clients branch on them, people read the text.
 * The server maps them to HTTP statuses in one table (http/errors.ts).
 */
export const ERROR_CODES = [
  'validation_failed',
  'malformed_body',
  'unsupported_media_type',
  'payload_too_large',
  'not_found',
  'unknown_tenant',
  'event_not_found',
  'session_not_found',
  'ticket_type_not_found',
  'add_on_not_found',
  'fee_set_not_found',
  'tax_rate_not_found',
  'tax_rate_in_use',
  'venue_not_found',
  'venue_in_use',
  'room_not_found',
  'room_in_use',
  'event_in_use',
  'ticket_group_not_found',
  'last_ticket_group',
  'too_many_tickets',
  'event_state_changed',
  'currency_in_use',
  'capacity_below_taken',
  'places_in_use',
  'session_not_changeable',
  'session_exists',
  'bulk_change_not_found',
  'bulk_change_running',
  'coupon_code_taken',
  'coupon_group_not_found',
  'checkout_rule_not_found',
  'picture_not_supported',
  'picture_too_large',
  'picture_too_small',
  'picture_not_found',
  'cart_not_found',
  'cart_item_not_found',
  'order_not_found',
  'order_link_ended',
  'change_link_ended',
  'lookup_code_invalid',
  'lookup_code_ended',
  'ticket_not_found',
  'no_valid_ticket',
  'wallet_not_configured',
  'pass_not_authorized',
  'too_many_devices',
  'hold_expired',
  'hold_exists',
  'other_event_in_cart',
  'cart_full',
  'more_time_used',
  'coupon_not_found',
  'coupon_not_active',
  'coupon_used_up',
  'coupon_not_applicable',
  'rule_blocked',
  'sold_out',
  'sales_closed',
  'sales_paused',
  'sales_not_started',
  'access_code_not_valid',
  'access_code_used_up',
  'access_code_not_found',
  'access_code_taken',
  'price_not_ready',
  'quantity_above_maximum',
  'quantity_below_minimum',
  'quantity_not_in_steps',
  'customer_limit_reached',
  'too_many_held',
  'idempotency_conflict',
  'amount_mismatch',
  'amount_not_positive',
  'amount_too_low',
  'amount_too_high',
  'currency_mismatch',
  'payment_not_found',
  'payment_not_succeeded',
  'payment_refunded',
  'payment_required',
  'refund_not_possible',
  'reschedule_not_possible',
  'answer_not_possible',
  'change_limit_reached',
  'nothing_to_pay',
  'payments_not_ready',
  'account_not_connected',
  'connect_not_used',
  'upgrade_not_possible',
  'cancellation_not_possible',
  'waiver_not_needed',
  'waiver_incomplete',
  'waiver_text_changed',
  'waiver_not_signed',
  'provider_unavailable',
  'webhook_signature_invalid',
  'wrong_origin',
  'not_signed_in',
  'sign_in_again',
  'not_permitted',
  'second_factor_needed',
  'organizer_not_found',
  'preview_only',
  'sign_up_closed',
  'credentials_wrong',
  'second_factor_wrong',
  'second_factor_missing',
  'passkey_not_accepted',
  'passkey_not_found',
  'link_ended',
  'password_refused',
  'sign_in_not_found',
  'slug_taken',
  'slug_not_allowed',
  'member_not_found',
  'already_member',
  'last_owner',
  'invitation_not_found',
  'invitation_for_other',
  'changed_meanwhile',
  'set_in_environment',
  'erase_too_early',
  'terms_not_accepted',
  'logo_not_usable',
  'too_complex',
  'limit_reached',
  'domain_not_allowed',
  'domain_taken',
  'domain_not_found',
  'too_many_domains',
  'sender_not_allowed',
  'deprecated',
  'rate_limited',
  'busy',
  'internal_error',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * Refusals by the call layer, possible on any endpoint. A handler that returns one of these itself
 * declares it like any other.
 */
export const COMMON_ERRORS = [
  'validation_failed',
  'malformed_body',
  'unsupported_media_type',
  'payload_too_large',
  'unknown_tenant',
  'rate_limited',
  'limit_reached',
  'busy',
  'internal_error',
] as const satisfies readonly ErrorCode[]

/** An expected refusal, as a value. `details` is sent to the client. */
export interface Refusal<C extends ErrorCode = ErrorCode> {
  code: C
  message: string
  details?: Record<string, unknown>
}

/**
 * The outcome of a use case: a value, or a refusal with one of the codes `C`. Callers must check
 * `ok` before they can read the value.
 */
export type Result<T, C extends ErrorCode = ErrorCode> = Granted<T> | Refused<C>

export interface Granted<T> {
  ok: true
  value: T
  /** One of the endpoint's `otherStatuses`; if absent, its usual status. */
  status?: SuccessStatus
}

/** The status of a success; 204 and 304 have no body. */
export type SuccessStatus = 200 | 201 | 204 | 304

export interface Refused<C extends ErrorCode = ErrorCode> {
  ok: false
  refusal: Refusal<C>
}

export const granted = <T>(value: T, status?: SuccessStatus): Granted<T> =>
  status === undefined ? { ok: true, value } : { ok: true, value, status }

/**
 * Returns the value of a result. Throws if it was refused: for a caller whose input breaks no rule,
 * such as the demo's data and the builders of tests.
 */
export function grantedValue<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`Refused: ${result.refusal.message}`)
}

export const refused = <C extends ErrorCode>(
  code: C,
  message: string,
  details?: Record<string, unknown>,
): Refused<C> => ({
  ok: false,
  refusal: details ? { code, message, details } : { code, message },
})

/** Whether a result is a refusal with exactly this code. */
export const isRefusedAs = <C extends ErrorCode>(
  result: Result<unknown>,
  code: C,
): result is Refused<C> => !result.ok && result.refusal.code === code
