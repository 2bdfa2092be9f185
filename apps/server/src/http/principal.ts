import {
  type AccessKind,
  type AccessKinds,
  type DeniedCode,
  type Endpoint,
  granted,
  type Result,
} from '@foyer/contract'
import type { WalletPass } from '@foyer/domain'
import type { Context, Tenant } from '../context.ts'
import {
  type FoundOrder,
  findOrder,
  type OrderCredential,
  type OrderRow,
  selectOpenOrder,
} from '../engine/orders/find-order.ts'
import {
  changeKeyOf,
  changeLinkEnded,
  type OfferedChange,
  selectOffers,
} from '../engine/orders/offered-change.ts'
import {
  CART_ITEM_NOT_FOUND,
  CART_NOT_FOUND,
  ORDER_LINK_ENDED,
  ORDER_NOT_FOUND,
  PASS_NOT_AUTHORIZED,
  PAYMENT_NOT_OF_BROWSER,
} from '../engine/refusals.ts'
import type { ApiRequest } from './api-request.ts'
import type { BrowserSession } from './browser-session.ts'
import {
  participantReaders,
  passReader,
  type RequestParts,
  readerOf,
} from './principals/credentials.ts'
import {
  type Guest,
  guestResolver,
  operatorResolver,
  type Person,
  personResolver,
  type Staff,
  staffResolver,
} from './principals/staff.ts'
import type { StaffCookies } from './principals/staff-cookies.ts'

/** The principal of a request, for each kind of access in the contract. */
export interface Principals {
  public: null
  browser: {
    browserId: string
    /** Whether this request is the first of its browser, to which nothing can belong yet. */
    isNew: boolean
  }
  /** The browser of the request; null without a valid cookie. */
  visitor: { browserId: string | null }
  /** The right to one order, with that order. */
  order: FoundOrder
  /** The right to pay: for the carts of this browser, or for a change of one order. */
  payer: { browserId: string; order: null } | { browserId: string | null; order: FoundOrder }
  /** The right to the waivers of an order; `participant`: to that of this one alone. */
  participant: { order: FoundOrder; participant: string | null }
  /** The right to pay for one change that the team has offered; null if the order has no such change. */
  offered_change: { row: OrderRow; offer: OfferedChange | null; endsAt: Date }
  /** The right to one pass, with its order. */
  pass: WalletPass & { order: FoundOrder }
  /** Anybody who signs up or in to the back office. */
  guest: Guest
  /** A person who is signed in to the back office. */
  person: Person
  /** A person who works for the tenant. */
  staff: Staff
  /** An operator of the platform. */
  operator: Person
}

export type PrincipalOf<E extends Endpoint> = Principals[E['access']['kind']]

/** What a principal is resolved from. `input` has passed the endpoint's schemas. */
interface Caller {
  request: ApiRequest
  session: BrowserSession
  input: RequestParts
}

/**
 * A principal, or the success that the contract declares for a request that has none. `cookies` are
 * those that the call may change.
 */
type Resolved<P> = { principal: P; cookies?: StaffCookies } | { output: unknown }

export type ResolvePrincipal<P> = (
  caller: Caller,
) => Result<Resolved<P>> | Promise<Result<Resolved<P>>>

export type Resolvers = {
  [K in AccessKind]: (
    access: AccessKinds[K],
    context: PrincipalContext,
  ) => ResolvePrincipal<Principals[K]>
}

type PrincipalContext = Pick<Context, 'db' | 'home' | 'secrets' | 'clock'>

/** The refusals of a request without the right to what it names. */
const DENIED = {
  cart_not_found: CART_NOT_FOUND,
  cart_item_not_found: CART_ITEM_NOT_FOUND,
  payment_not_found: PAYMENT_NOT_OF_BROWSER,
  order_not_found: ORDER_NOT_FOUND,
} as const satisfies { [C in DeniedCode]: Result<never> }

const NOBODY = granted({ principal: null })

/** One resolver for each kind of access; a kind without one does not compile. */
const RESOLVERS: Resolvers = {
  public: () => () => NOBODY,

  browser({ withoutCookie }) {
    if (withoutCookie === 'gets_cookie') {
      return ({ session }) => {
        const browserId = session.ensure()
        return granted({ principal: { browserId, isNew: session.newCookie() !== null } })
      }
    }
    const otherwise =
      'refuse' in withoutCookie
        ? DENIED[withoutCookie.refuse]
        : granted({ output: withoutCookie.answer })
    return ({ session }) => {
      const browserId = session.id()
      return browserId ? granted({ principal: { browserId, isNew: false } }) : otherwise
    }
  },

  visitor:
    () =>
    ({ session }) =>
      granted({ principal: { browserId: session.id() } }),

  order(access, context) {
    const orderIdOf = readerOf(access.orderId)
    const emailOf = readerOf(access.email)
    const tokenOf = access.token ? readerOf(access.token) : () => undefined
    return async ({ request: { tenant }, session, input }) => {
      const found = await context.db.withTenant(tenant.id, (tx) =>
        findOrder(context, tenant, tx, orderIdOf(input) ?? '', {
          browserId: session.id(),
          email: emailOf(input),
          token: tokenOf(input),
        }),
      )
      return found.ok ? granted({ principal: found.value }) : found
    }
  },

  payer(access, context) {
    const orderIdOf = readerOf(access.orderId)
    const emailOf = readerOf(access.email)
    const findOwn = async (tenant: Tenant, orderId: string, credential: OrderCredential) => {
      const found = await context.db.withTenant(tenant.id, (tx) =>
        findOrder(context, tenant, tx, orderId, credential),
      )
      const { browserId } = credential
      return found.ok ? granted({ principal: { browserId, order: found.value } }) : found
    }
    return ({ request: { tenant }, session, input }) => {
      const browserId = session.id()
      const orderId = orderIdOf(input)
      if (orderId !== undefined) {
        return findOwn(tenant, orderId, { browserId, email: emailOf(input) })
      }
      return browserId ? granted({ principal: { browserId, order: null } }) : CART_NOT_FOUND
    }
  },

  participant(access, context) {
    const readers = participantReaders(access)
    return async ({ request: { tenant }, session, input }) => {
      const { orderId, participant, email, token } = readers(input)
      if (participant === null) {
        const found = await context.db.withTenant(tenant.id, (tx) =>
          findOrder(context, tenant, tx, orderId, { browserId: session.id(), email, token }),
        )
        return found.ok ? granted({ principal: { order: found.value, participant } }) : found
      }
      const of = { orderId, participant }
      const signed = context.secrets.readWaiverToken(tenant.id, of, token ?? '')
      const only = access.only ? readerOf(access.only)(input) : participant
      if (!signed || only !== participant) return ORDER_NOT_FOUND
      if (context.clock() >= signed.endsAt) return ORDER_LINK_ENDED
      const row = await context.db.withTenant(tenant.id, (tx) => selectOpenOrder(tx, orderId))
      if (!row) return ORDER_NOT_FOUND
      // A stranger whose address was on the order has sent themselves such links.
      if (signed.linkEnds !== row.link_ends) return ORDER_LINK_ENDED
      // The participant's own link shows them what they signed.
      return granted({ principal: { order: { row, isByLinkAlone: false }, participant } })
    }
  },

  offered_change(access, context) {
    const orderIdOf = readerOf(access.orderId)
    const tokenOf = readerOf(access.token)
    return async ({ request: { tenant }, input }) => {
      const orderId = orderIdOf(input) ?? ''
      const signed = context.secrets.readChangeToken(tenant.id, orderId, tokenOf(input) ?? '')
      if (!signed) return ORDER_NOT_FOUND
      const { row, offers } = await context.db.withTenant(tenant.id, async (tx) => ({
        row: await selectOpenOrder(tx, orderId),
        offers: await selectOffers(tx, orderId),
      }))
      if (!row) return ORDER_NOT_FOUND
      if (signed.linkEnds !== row.link_ends) return changeLinkEnded('links_ended')
      const offer = offers.find((each) => changeKeyOf(each) === signed.key) ?? null
      return granted({ principal: { row, offer, endsAt: signed.endsAt } })
    }
  },

  pass(access, context) {
    const passOf = passReader(access, context)
    return async ({ request: { tenant }, input }) => {
      const pass = passOf(tenant.id, input)
      if (!pass) return PASS_NOT_AUTHORIZED
      const row = await context.db.withTenant(tenant.id, (tx) => selectOpenOrder(tx, pass.orderId))
      // An erased order gives no pass any more.
      return row
        ? granted({ principal: { ...pass, order: { row, isByLinkAlone: true } } })
        : PASS_NOT_AUTHORIZED
    }
  },

  guest: guestResolver,
  person: personResolver,
  staff: staffResolver,
  operator: operatorResolver,
}

/**
 * Returns the function that resolves the principal of each request to an endpoint with this access.
 */
export const principalResolver = <K extends AccessKind>(
  kind: K,
  access: AccessKinds[K],
  context: PrincipalContext,
): ResolvePrincipal<Principals[K]> => RESOLVERS[kind](access, context)
