import { DESK_SIGN_IN_MINUTES, type Permission } from '@foyer/domain'
import type { ErrorCode } from './errors.ts'

/** A field of a request's validated input, such as 'params.orderId'. */
export type InputField = `${'params' | 'query' | 'headers' | 'body'}.${string}`

/** Anyone may call it. The response depends on the tenant and the input alone. */
interface PublicAccess {
  kind: 'public'
}

/** A refusal that also means 'not yours': it must not reveal whether the thing exists. */
export type DeniedCode = Extract<
  ErrorCode,
  'cart_not_found' | 'cart_item_not_found' | 'payment_not_found' | 'order_not_found'
>

/**
 * Anyone may call it, and acts only on what belongs to the signed browser cookie. `withoutCookie`
 * says what a request without one gets: a new cookie, a refusal, or the response for a browser that
 * owns nothing.
 */
interface BrowserAccess {
  kind: 'browser'
  withoutCookie:
    | 'gets_cookie'
    | { refuse: DeniedCode }
    | { answer: Readonly<Record<string, unknown>> }
}

/**
 * Anyone may call it, with or without a browser cookie. What belongs to the browser needs no other
 * credential.
 */
interface VisitorAccess {
  kind: 'visitor'
}

/**
 * Grants access to the browser that bought an order, to the signed link of a mail (`token`), and to
 * the order's id with the matching e-mail address. Everybody else gets `order_not_found`, as for an
 * unknown order; an expired link gets `order_link_ended`.
 */
interface OrderAccess {
  kind: 'order'
  orderId: InputField
  email: InputField
  /** If absent, no link opens this call. */
  token?: InputField
}

/**
 * What a payment is for: a cart of the signed browser cookie or, if the request names an order, that
 * order, which opens like {@link OrderAccess}. Everybody else gets `cart_not_found` or
 * `order_not_found`.
 */
interface PayerAccess {
  kind: 'payer'
  /** Absent from a request that pays for a cart. */
  orderId: InputField
  email: InputField
}

/**
 * Grants access to the waivers of an order: to all of them like {@link OrderAccess}, or to that of one
 * participant, who is named with the signed token of their own link. A named participant is opened by
 * this link alone, so that the buyer's browser shows the same page as any other.
 */
export interface ParticipantAccess {
  kind: 'participant'
  orderId: InputField
  /** The participant whose link it is; without one, the credentials are those of the order. */
  participant: InputField
  email: InputField
  token: InputField
  /** The participant that the call is about; another participant's link is refused. */
  only?: InputField
}

/**
 * Grants access to one change of an order that the team has offered, to its signed link (`token`) and to
 * nothing else: it opens the payment, and nothing of the order. Everybody else gets `order_not_found`;
 * with a link that has ended, `change_link_ended`.
 */
interface OfferedChangeAccess {
  kind: 'offered_change'
  orderId: InputField
  token: InputField
}

/**
 * Grants access to one pass in Apple Wallet, named by its serial number, to a device that sends the
 * token of this pass: `Authorization: ApplePass <token>`. Everybody else gets `pass_not_authorized`,
 * whether the pass exists or not.
 */
interface PassAccess {
  kind: 'pass'
  serialNumber: InputField
  authorization: InputField
}

/**
 * Anyone may call it from a page of this site: signing up and in, and what the links of mails open. A
 * request that a page of another site causes gets `wrong_origin`.
 */
interface GuestAccess {
  kind: 'guest'
}

/**
 * A person who is signed in to the back office. Everybody else gets `not_signed_in`, and a request that
 * a page of another site causes `wrong_origin`.
 */
export interface PersonAccess {
  kind: 'person'
  /**
   * Whether the sign-in must be recent (RECENT_SIGN_IN_MINUTES), because the call concerns money, roles
   * or factors. An older one gets `sign_in_again`: the person signs in once more by the same calls.
   */
  isRecent?: true
}

/**
 * A person who is signed in, works for the organizer of the request, and has a role with the
 * permission. Without the permission: `not_permitted`; for an organizer where the person is no member:
 * `unknown_tenant`, as for one that does not exist. Otherwise like {@link PersonAccess}.
 */
export interface StaffAccess {
  kind: 'staff'
  permission: Permission
  /** `by_need`: the handler asks where it matters (`principal.signInAgain`), such as for what has buyers. */
  isRecent?: true | 'by_need'
  /** How old a recent sign-in may be; RECENT_SIGN_IN_MINUTES by default. */
  withinMinutes?: number
}

/**
 * An operator of the platform who signed in with a second factor. A person who is none gets
 * `not_permitted`, and an operator who signed in with a password alone `second_factor_needed`. It opens no
 * organizer's back office: an operator who works for one is a member there like anybody else. Otherwise
 * like {@link PersonAccess}.
 */
interface OperatorAccess {
  kind: 'operator'
  isRecent?: true
}

/**
 * Who may call an endpoint, by kind. The server resolves each kind to a principal before the handler
 * runs (http/principal.ts); a new kind does not compile until its resolver exists.
 */
export interface AccessKinds {
  public: PublicAccess
  browser: BrowserAccess
  visitor: VisitorAccess
  order: OrderAccess
  payer: PayerAccess
  participant: ParticipantAccess
  offered_change: OfferedChangeAccess
  pass: PassAccess
  guest: GuestAccess
  person: PersonAccess
  staff: StaffAccess
  operator: OperatorAccess
}

export type AccessKind = keyof AccessKinds
export type Access = AccessKinds[AccessKind]

export const PUBLIC = { kind: 'public' } as const satisfies Access

export const VISITOR = { kind: 'visitor' } as const satisfies Access

/** A request without a cookie creates something new, so its response sets a cookie. */
export const NEW_BROWSER = {
  kind: 'browser',
  withoutCookie: 'gets_cookie',
} as const satisfies Access

/** A cart belongs to one browser. For any other browser it does not exist. */
export const OWN_CART = {
  kind: 'browser',
  withoutCookie: { refuse: 'cart_not_found' },
} as const satisfies Access

/** An order named in the path, opened by the browser or by a credential in the query. */
export const OPENED_ORDER = {
  kind: 'order',
  orderId: 'params.orderId',
  email: 'query.email',
  token: 'query.token',
} as const satisfies Access

/** A pass named in the path, opened by its token. */
export const WALLET_PASS = {
  kind: 'pass',
  serialNumber: 'params.serialNumber',
  authorization: 'headers.authorization',
} as const satisfies Access

export const GUEST = { kind: 'guest' } as const satisfies Access

export const PERSON = { kind: 'person' } as const satisfies Access

/** A person who has signed in within the last minutes. */
export const RECENT_PERSON = { kind: 'person', isRecent: true } as const satisfies Access

/** A member of the organizer whose role has the permission. */
export const staffWho = <const P extends Permission>(permission: P) =>
  ({ kind: 'staff', permission }) as const satisfies Access

/** The same, who has signed in within the last minutes. */
export const recentStaffWho = <const P extends Permission>(permission: P) =>
  ({ kind: 'staff', permission, isRecent: true }) as const satisfies Access

/** The same for daily work with money: the sign-in may be as old as half a shift. */
export const deskStaffWho = <const P extends Permission>(permission: P) =>
  ({
    ...recentStaffWho(permission),
    withinMinutes: DESK_SIGN_IN_MINUTES,
  }) as const satisfies Access

/** The same, who is asked for a recent sign-in only if what the call is about needs it. */
export const byNeedStaffWho = <const P extends Permission>(permission: P) =>
  ({ kind: 'staff', permission, isRecent: 'by_need' }) as const satisfies Access

export const OPERATOR = { kind: 'operator' } as const satisfies Access

/** An operator who has signed in within the last minutes. */
export const RECENT_OPERATOR = { kind: 'operator', isRecent: true } as const satisfies Access

/** The refusals of the four kinds of access above; endpoints declare them with their own. */
export const GUEST_ERRORS = ['not_found', 'wrong_origin'] as const satisfies readonly ErrorCode[]
export const PERSON_ERRORS = [
  ...GUEST_ERRORS,
  'not_signed_in',
] as const satisfies readonly ErrorCode[]
export const RECENT_ERRORS = [
  ...PERSON_ERRORS,
  'sign_in_again',
] as const satisfies readonly ErrorCode[]
export const STAFF_ERRORS = [
  ...PERSON_ERRORS,
  'not_permitted',
] as const satisfies readonly ErrorCode[]
export const RECENT_STAFF_ERRORS = [
  ...STAFF_ERRORS,
  'sign_in_again',
] as const satisfies readonly ErrorCode[]
export const OPERATOR_ERRORS = [
  ...STAFF_ERRORS,
  'second_factor_needed',
] as const satisfies readonly ErrorCode[]
export const RECENT_OPERATOR_ERRORS = [
  ...OPERATOR_ERRORS,
  'sign_in_again',
] as const satisfies readonly ErrorCode[]
