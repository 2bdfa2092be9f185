import {
  type AccessKinds,
  granted,
  type Refused,
  type Result,
  refused,
  type StaffAccess,
} from '@foyer/contract'
import { may, PERMISSIONS, RECENT_SIGN_IN_MINUTES, type Role, SECOND_FACTORS } from '@foyer/domain'
import type { Context } from '../../context.ts'
import { findSession, type StaffSession, touchSession } from '../../engine/staff/sessions.ts'
import { isPlatform } from '../../tenant-registry.ts'
import type { ApiRequest } from '../api-request.ts'
import { NOT_FOUND, UNKNOWN_TENANT } from '../refusals.ts'
import { deviceOf } from './device.ts'
import { isFromElsewhere } from './same-origin.ts'
import { StaffCookies } from './staff-cookies.ts'

/** What is known of the browser of a call of the back office. */
interface StaffCaller {
  cookies: StaffCookies
  /** The browser and its network, as its person may read them. */
  device: string
  network: string
}

/** Anybody, perhaps with a session of either state. */
export interface Guest extends StaffCaller {
  session: StaffSession | null
}

/** A person who is signed in. */
export interface Person extends StaffCaller {
  session: StaffSession
}

/** A person who works for the tenant of the request. */
export interface Staff extends Person {
  role: Role
  /** For a call that asks by need: the refusal if the sign-in is not recent; null if it is. */
  signInAgain(): Refused<'sign_in_again'> | null
}

/** Sessions are at home, and roles where the organizer is. */
type StaffContext = Pick<Context, 'db' | 'home' | 'secrets' | 'clock'>
/** What of a request says who sends it; the routes of pages have no more of it. */
type Asking = Pick<ApiRequest, 'tenant' | 'isOnMainHost' | 'headers' | 'isHttps' | 'network'>

type Resolve<P> = (of: {
  request: Asking
}) => Promise<Result<{ principal: P; cookies: StaffCookies }>>

const WRONG_ORIGIN = refused(
  'wrong_origin',
  'This request comes from a page of another site, so nothing was done.',
)
const NOT_SIGNED_IN = refused('not_signed_in', 'Sign in to continue.')
const signInAgain = (minutes: number) =>
  refused(
    'sign_in_again',
    `Sign in once more to do this: your last sign-in is more than ${minutes} minutes ago.`,
  )
const SIGN_IN_AGAIN = signInAgain(RECENT_SIGN_IN_MINUTES)

/** Resolves a guest. */
export const guestResolver =
  (_: AccessKinds['guest'], context: StaffContext): Resolve<Guest> =>
  async ({ request }) => {
    if (!isPlatform(request.tenant)) return NOT_FOUND
    if (isFromElsewhere(request)) return WRONG_ORIGIN
    const caller = callerOf(request)
    const session = await sessionOf(context, caller.cookies)
    return granted({ principal: { ...caller, session }, cookies: caller.cookies })
  }

/** Resolves a person. */
export const personResolver =
  ({ isRecent }: AccessKinds['person'], context: StaffContext): Resolve<Person> =>
  async ({ request }) => {
    if (!isPlatform(request.tenant)) return NOT_FOUND
    const signedIn = await signedInAt(context, request, isRecent)
    return signedIn.ok
      ? granted({ principal: signedIn.value, cookies: signedIn.value.cookies })
      : signedIn
  }

/** Resolves a member of the request's tenant. A person who was removed is none from then on. */
export const staffResolver =
  (access: StaffAccess, context: StaffContext): Resolve<Staff> =>
  async ({ request }) => {
    const { tenant, isOnMainHost } = request
    if (!isOnMainHost) return NOT_FOUND
    if (isPlatform(tenant)) return UNKNOWN_TENANT
    const signedIn = await signedInAt(context, request)
    if (!signedIn.ok) return signedIn
    const { session } = signedIn.value
    const member = await context.db.withTenant(tenant.id, (tx) =>
      tx
        .selectFrom('staff_members')
        .select('role')
        .where('person_id', '=', session.personId)
        .executeTakeFirst(),
    )
    if (!member) return UNKNOWN_TENANT
    const { role } = member
    if (!may(role, access.permission)) return notPermitted(access)
    const { isRecent, withinMinutes = RECENT_SIGN_IN_MINUTES } = access
    const askAgain = () =>
      isRecentSignIn(session, context.clock(), withinMinutes) ? null : signInAgain(withinMinutes)
    const refusal = isRecent === true ? askAgain() : null
    if (refusal) return refusal
    const { cookies } = signedIn.value
    return granted({ principal: { ...signedIn.value, role, signInAgain: askAgain }, cookies })
  }

const NO_OPERATOR = refused(
  'not_permitted',
  'Only operators of this installation may do this. One is appointed on its machine.',
)
const SECOND_FACTOR_NEEDED = refused(
  'second_factor_needed',
  'Operators sign in with a second factor. Add an authenticator app or a passkey under ‘My account’, then sign in again with it.',
)

/** Resolves an operator of the platform. Whose rights were taken away is none from then on. */
export const operatorResolver =
  ({ isRecent }: AccessKinds['operator'], context: StaffContext): Resolve<Person> =>
  async ({ request }) => {
    if (!isPlatform(request.tenant)) return NOT_FOUND
    const signedIn = await signedInAt(context, request)
    if (!signedIn.ok) return signedIn
    const { session, cookies } = signedIn.value
    const operator = await context.home.registry
      .selectFrom('platform_operators')
      .select('person_id')
      .where('person_id', '=', session.personId)
      .executeTakeFirst()
    if (!operator) return NO_OPERATOR
    if (!SECOND_FACTORS.some((factor) => factor === session.factor)) return SECOND_FACTOR_NEEDED
    if (isRecent && !isRecentSignIn(session, context.clock())) return SIGN_IN_AGAIN
    return granted({ principal: signedIn.value, cookies })
  }

/** The refusal of a member whose role lacks a permission. */
export const notPermitted = ({
  permission,
}: Pick<StaffAccess, 'permission'>): Refused<'not_permitted'> =>
  refused('not_permitted', `Your role may not ${PERMISSIONS[permission].text}.`, { permission })

async function signedInAt(
  context: StaffContext,
  request: Asking,
  isRecent = false,
): Promise<Result<Person>> {
  if (isFromElsewhere(request)) return WRONG_ORIGIN
  const caller = callerOf(request)
  const session = await sessionOf(context, caller.cookies)
  if (session?.state !== 'open') return NOT_SIGNED_IN
  const now = context.clock()
  if (isRecent && !isRecentSignIn(session, now)) return SIGN_IN_AGAIN
  await touchSession(context.home, session, now)
  return granted({ ...caller, session })
}

const isRecentSignIn = (
  { signedInAt: at }: StaffSession,
  now: Date,
  minutes = RECENT_SIGN_IN_MINUTES,
): boolean => now.getTime() - at.getTime() < minutes * 60_000

async function sessionOf(
  { home, secrets, clock }: StaffContext,
  cookies: StaffCookies,
): Promise<StaffSession | null> {
  const token = cookies.session()
  return token ? findSession(home, secrets.staffDigest('session', token), clock()) : null
}

const callerOf = (request: Asking): StaffCaller => ({
  cookies: new StaffCookies(request),
  device: deviceOf(request.headers['user-agent']),
  network: maskedNetwork(request.network),
})

/** A network without its last part, which is enough to recognise one's own. */
const maskedNetwork = (network: string): string =>
  network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::`
    : network.replace(/\.\d+$/, '.0')
