import {
  DETAIL_LIMITS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PERSON_ROLES,
  ROLES,
  SECOND_FACTORS,
  SIGN_IN_FACTORS,
  STAFF_LINK_KINDS,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { GUEST, GUEST_ERRORS, PERSON, PERSON_ERRORS } from './access.ts'
import { endpoint } from './endpoint.ts'
import {
  email,
  hue,
  instant,
  locale,
  personalName,
  supportedCurrency,
  text,
  uuid,
} from './fields.ts'
import { BACK_OFFICE, SIGN_IN, STAFF_LINK } from './limits.ts'
import { passkeyRequestSchema, passkeySignInSchema } from './passkeys.ts'

/**
 * Accounts of people who work for organizers: signing up and in, and the links of their mails. All
 * calls are the platform's: on a tenant's host they are `not_found`. A session is an HttpOnly cookie,
 * which no script reads and no answer contains.
 */

export const personName = personalName(DETAIL_LIMITS.firstName + DETAIL_LIMITS.lastName)

/** A password to sign in with. Its length is not checked: a rule may have been different once. */
const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))

/**
 * A password that is chosen. `passwordProblem` of the domain has the whole rule, which depends on the
 * person: the refusal `password_refused` has its result as `details.problem`.
 */
export const newPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX))

/** The secret of a mail's link. */
const linkToken = z.string().check(z.regex(/^[\w-]{43}$/, 'Must be the token of a link'))

/** Six digits of an authenticator app, or a recovery code; blanks and hyphens do not matter. */
const secondFactorCode = text(40)

/** The first path segment of an organizer: `isBrandSlug` of the domain has the whole rule. */
const slug = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^[a-z0-9][a-z0-9-]{1,62}$/, 'Use letters, digits and hyphens'),
  )

export const organizerSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** OKLCH hue of the accent, degrees. */
  hue: z.number(),
  role: z.enum(ROLES),
})

export const meSchema = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  /** The address: people sign in with it, and no two have the same. */
  username: z.string(),
  /** The one with the most rights of those that the person has; 'user' without an organizer. */
  role: z.enum(PERSON_ROLES),
  createdAt: instant,
  session: z.object({
    factor: z.enum(SIGN_IN_FACTORS),
    signedInAt: instant,
    /** Until then, calls that need a recent sign-in are granted. */
    recentUntil: instant,
    /**
     * With one of these the person signs in again in one step (`answerSecondFactor`, a passkey): this
     * session began with a second factor. Empty: the password is asked for.
     */
    secondFactors: z.array(z.enum(SECOND_FACTORS)),
    /** When it ends at the latest; it ends earlier if it is not used. */
    endsAt: instant,
  }),
  /** By name. */
  organizers: z.array(organizerSchema),
  /** Whether this person may register organizers here. */
  mayRegister: z.boolean(),
  /** Whether this person is an operator of the platform. */
  isOperator: z.boolean(),
})
export type Me = z.output<typeof meSchema>

/** The outcome of a sign-in. Both set the cookie; only `open` opens other calls. */
const signInSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('open'), me: meSchema }),
  z.object({
    state: z.literal('second_factor'),
    /** What the person has set up, the usual one first. */
    factors: z.array(z.enum(SECOND_FACTORS)),
  }),
])
export type SignIn = z.output<typeof signInSchema>

const openSchema = z.object({ state: z.literal('open'), me: meSchema })

/** The same answer whether the address has an account or not. */
const mailSent = z.object({ sent: z.literal(true) })

/** What a link opens, for the page that it leads to. */
const staffLinkSchema = z.object({
  kind: z.enum(STAFF_LINK_KINDS),
  email: z.string(),
  /** '' if it is not known yet: an invitation knows only the address. */
  name: z.string(),
  /** Whether the address has an account. An invited person with one signs in and accepts; others choose a password. */
  hasAccount: z.boolean(),
  /** Of an invitation. */
  invitation: z.nullable(
    z.object({ organizer: z.string(), role: z.enum(ROLES), invitedBy: z.nullable(z.string()) }),
  ),
  endsAt: instant,
})
export type StaffLink = z.output<typeof staffLinkSchema>

const common = { access: GUEST, admission: 'finish', limits: SIGN_IN } as const
const mailing = { access: GUEST, admission: 'finish', limits: STAFF_LINK } as const
const PATH = '/api/platform/staff'

export const staff = {
  signUp: endpoint({
    ...mailing,
    method: 'POST',
    path: `${PATH}/sign-up`,
    summary: 'Sends a link that makes an account for the back office, where its password is chosen',
    body: z.object({ name: personName, email }),
    output: mailSent,
    errors: [...GUEST_ERRORS, 'sign_up_closed', 'rate_limited'],
  }),
  requestReset: endpoint({
    ...mailing,
    method: 'POST',
    path: `${PATH}/reset`,
    summary: 'Sends a link with which a new password is chosen, if the address has an account',
    body: z.object({ email }),
    output: mailSent,
    errors: [...GUEST_ERRORS, 'rate_limited'],
  }),
  readStaffLink: endpoint({
    ...mailing,
    method: 'POST',
    path: `${PATH}/link`,
    summary: 'What the link of a mail opens; does not use it up',
    body: z.object({ token: linkToken }),
    output: staffLinkSchema,
    errors: [...GUEST_ERRORS, 'link_ended'],
  }),
  completeSignUp: endpoint({
    ...mailing,
    method: 'POST',
    path: `${PATH}/sign-up/complete`,
    summary: 'Makes the account of a link, and signs in',
    status: 201,
    body: z.object({ token: linkToken, name: personName, password: newPassword }),
    output: openSchema,
    errors: [...GUEST_ERRORS, 'link_ended', 'password_refused', 'busy'],
  }),
  completeReset: endpoint({
    ...mailing,
    method: 'POST',
    path: `${PATH}/reset/complete`,
    summary: 'Sets a new password by a link, and ends all sessions; the person signs in afterwards',
    body: z.object({ token: linkToken, password: newPassword }),
    output: z.object({ email: z.string() }),
    errors: [...GUEST_ERRORS, 'link_ended', 'password_refused', 'busy'],
  }),
  joinByInvitation: endpoint({
    ...mailing,
    method: 'POST',
    path: `${PATH}/invitations/join`,
    summary: 'Makes the account of an invited person, adds it to the team, and signs in',
    status: 201,
    body: z.object({ token: linkToken, name: personName, password: newPassword }),
    output: openSchema,
    errors: [...GUEST_ERRORS, 'link_ended', 'password_refused', 'busy'],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: `${PATH}/invitations/accept`,
    access: PERSON,
    admission: 'finish',
    limits: STAFF_LINK,
    summary: 'Adds the person who is signed in to the team that invited their address',
    body: z.object({ token: linkToken }),
    output: organizerSchema,
    errors: [...PERSON_ERRORS, 'link_ended', 'invitation_for_other', 'already_member'],
  }),
  signIn: endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/sign-in`,
    summary:
      'Signs in with a password; with a second factor set up, that is asked for next. Also when a recent sign-in is needed: the session before ends',
    body: z.object({ email, password }),
    output: signInSchema,
    errors: [...GUEST_ERRORS, 'credentials_wrong', 'rate_limited', 'busy'],
  }),
  answerSecondFactor: endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/sign-in/second-factor`,
    summary:
      'Completes a sign-in with the code of an authenticator app or a recovery code; makes the sign-in of a session that began with a second factor recent again',
    body: z.object({ code: secondFactorCode }),
    output: openSchema,
    errors: [...GUEST_ERRORS, 'not_signed_in', 'second_factor_wrong', 'rate_limited'],
  }),
  startPasskeySignIn: endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/sign-in/passkey/options`,
    summary: 'What the browser needs to sign in with a passkey',
    output: passkeyRequestSchema,
    errors: [...GUEST_ERRORS, 'rate_limited'],
  }),
  signInWithPasskey: endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/sign-in/passkey`,
    summary: 'Signs in with a passkey, which is both factors at once',
    body: passkeySignInSchema,
    output: openSchema,
    errors: [...GUEST_ERRORS, 'passkey_not_accepted'],
  }),
  signOut: endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/sign-out`,
    summary: 'Ends the session of this browser; without one, nothing changes',
    output: z.object({ signedOut: z.literal(true) }),
    errors: [...GUEST_ERRORS],
  }),
  getMe: endpoint({
    method: 'GET',
    path: `${PATH}/me`,
    access: PERSON,
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'The person who is signed in, and the organizers they work for',
    output: meSchema,
    errors: [...PERSON_ERRORS],
  }),
  registerOrganizer: endpoint({
    method: 'POST',
    path: `${PATH}/organizers`,
    access: PERSON,
    admission: 'finish',
    limits: STAFF_LINK,
    summary: 'Registers an organizer, with the person who is signed in as its owner',
    status: 201,
    body: z.object({
      name: text(100),
      slug,
      /** Shown to buyers, and the sender of their mails. */
      supportEmail: email,
      currency: supportedCurrency,
      locale,
      hue: z._default(hue, 250),
    }),
    output: organizerSchema,
    errors: [...PERSON_ERRORS, 'sign_up_closed', 'slug_taken', 'slug_not_allowed', 'rate_limited'],
  }),
} as const
