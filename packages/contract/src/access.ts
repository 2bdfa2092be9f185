import type { ErrorCode } from './errors.ts'

/** A field of a request's checked input, as 'params.orderId'. */
export type InputField = `${'params' | 'query' | 'body'}.${string}`

/** Anyone. The answer depends on the tenant and the input alone. */
interface PublicAccess {
  kind: 'public'
}

/** A refusal that also means 'not yours': it must not tell whether the thing exists. */
export type DeniedCode = Extract<
  ErrorCode,
  'cart_not_found' | 'cart_item_not_found' | 'payment_not_found' | 'order_not_found'
>

/**
 * Anyone, acting only on what belongs to the signed browser cookie. `withoutCookie` is what a request
 * without one gets: a cookie of its own, a refusal, or the answer for a browser that owns nothing.
 */
interface BrowserAccess {
  kind: 'browser'
  withoutCookie:
    | 'gets_cookie'
    | { refuse: DeniedCode }
    | { answer: Readonly<Record<string, unknown>> }
}

/**
 * The browser that bought an order, the signed link of a mail (`token`), or the order's id with the
 * matching e-mail address. Everybody else is answered `order_not_found`, as for an unknown order; a
 * link that has ended is answered `order_link_ended`.
 */
interface OrderAccess {
  kind: 'order'
  orderId: InputField
  email: InputField
  /** Absent: no link opens this call. */
  token?: InputField
}

/**
 * Who may call an endpoint, by kind. The server resolves each kind to a principal before the handler
 * runs (http/principal.ts); a new kind does not compile until its resolver exists.
 */
export interface AccessKinds {
  public: PublicAccess
  browser: BrowserAccess
  order: OrderAccess
}

export type AccessKind = keyof AccessKinds
export type Access = AccessKinds[AccessKind]

export const PUBLIC = { kind: 'public' } as const satisfies Access

/** A request without a cookie begins something of its own: it gets a cookie. */
export const NEW_BROWSER = {
  kind: 'browser',
  withoutCookie: 'gets_cookie',
} as const satisfies Access

/** A cart belongs to one browser. For any other it does not exist. */
export const OWN_CART = {
  kind: 'browser',
  withoutCookie: { refuse: 'cart_not_found' },
} as const satisfies Access

/** An order that is named in the path and opened by the browser, or by a credential in the query. */
export const OPENED_ORDER = {
  kind: 'order',
  orderId: 'params.orderId',
  email: 'query.email',
  token: 'query.token',
} as const satisfies Access
