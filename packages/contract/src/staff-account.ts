import { RECOVERY_CODES, SIGN_IN_FACTORS, TOTP_DIGITS } from '@foyer/domain'
import * as z from 'zod/mini'
import { PERSON, PERSON_ERRORS, RECENT_ERRORS, RECENT_PERSON } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, text, uuid } from './fields.ts'
import { BACK_OFFICE, SIGN_IN } from './limits.ts'
import { newPasskeySchema, passkeyCreationSchema } from './passkeys.ts'
import { newPassword, personName } from './staff.ts'

/** What people of the back office see and change of their own account. */

const passkeySchema = z.object({
  id: uuid,
  name: z.string(),
  madeAt: instant,
  lastUsedAt: z.nullable(instant),
})

const accountSchema = z.object({
  name: z.string(),
  email: z.string(),
  passwordChangedAt: instant,
  hasTotp: z.boolean(),
  passkeys: z.array(passkeySchema),
  /** Null without a second factor. */
  recoveryCodesLeft: z.nullable(z.int()),
})
export type StaffAccount = z.output<typeof accountSchema>

const sessionSchema = z.object({
  id: uuid,
  isCurrent: z.boolean(),
  signedInAt: instant,
  /** To the minute. */
  seenAt: instant,
  factor: z.enum(SIGN_IN_FACTORS),
  /** The browser as it names itself, such as 'Firefox on Windows'; '' if it does not. */
  device: z.string(),
  /** The address it was used from, without its last part: '203.0.113.0'. */
  network: z.string(),
})
export type StaffSessionView = z.output<typeof sessionSchema>

/** Codes that each replace the second factor once; shown once, when they are made. */
const recoveryCodes = z.array(z.string()).check(z.maxLength(RECOVERY_CODES))

/** After the first second factor is set up: its recovery codes. Null if there were some already. */
const factorAdded = z.object({ recoveryCodes: z.nullable(recoveryCodes) })

const own = { access: PERSON, admission: 'finish', limits: BACK_OFFICE } as const
const recent = { access: RECENT_PERSON, admission: 'finish', limits: SIGN_IN } as const
const PATH = '/api/platform/staff/me'

export const staffAccount = {
  getAccount: endpoint({
    ...own,
    method: 'GET',
    path: `${PATH}/account`,
    summary: 'The account of the person who is signed in, with its factors',
    output: accountSchema,
    errors: [...PERSON_ERRORS],
  }),
  changeName: endpoint({
    ...own,
    method: 'PUT',
    path: `${PATH}/name`,
    summary: 'Changes the name that others of the team see',
    body: z.object({ name: personName }),
    output: accountSchema,
    errors: [...PERSON_ERRORS],
  }),
  changePassword: endpoint({
    ...recent,
    method: 'PUT',
    path: `${PATH}/password`,
    summary: 'Sets another password, and ends all other sessions',
    body: z.object({ password: newPassword }),
    output: accountSchema,
    errors: [...RECENT_ERRORS, 'password_refused', 'busy'],
  }),
  listStaffSessions: endpoint({
    ...own,
    method: 'GET',
    path: `${PATH}/sessions`,
    summary: 'Where this person is signed in, the last used first',
    output: z.object({ sessions: z.array(sessionSchema) }),
    errors: [...PERSON_ERRORS],
  }),
  endStaffSession: endpoint({
    ...own,
    method: 'DELETE',
    path: `${PATH}/sessions/:sessionId`,
    summary: 'Ends one session of this person',
    params: z.object({ sessionId: uuid }),
    output: z.object({ sessions: z.array(sessionSchema) }),
    errors: [...PERSON_ERRORS, 'sign_in_not_found'],
  }),
  endOtherStaffSessions: endpoint({
    ...own,
    method: 'DELETE',
    path: `${PATH}/sessions`,
    summary: 'Ends all sessions of this person except this one',
    output: z.object({ sessions: z.array(sessionSchema) }),
    errors: [...PERSON_ERRORS],
  }),
  startTotp: endpoint({
    ...recent,
    method: 'POST',
    path: `${PATH}/totp`,
    summary: 'Makes a secret for an authenticator app; it counts once a code of it was entered',
    output: z.object({
      /** Base32, to be typed where no camera is. */
      secret: z.string(),
      /** otpauth://..., for the QR code. */
      uri: z.string(),
    }),
    errors: [...RECENT_ERRORS],
  }),
  confirmTotp: endpoint({
    ...recent,
    method: 'PUT',
    path: `${PATH}/totp`,
    summary: 'Sets the authenticator app up by a code of the secret that was made last',
    body: z.object({
      code: text(20).check(
        z.refine((code) => code.replace(/\D/g, '').length === TOTP_DIGITS, {
          error: `Must be ${TOTP_DIGITS} digits`,
        }),
      ),
    }),
    output: factorAdded,
    errors: [...RECENT_ERRORS, 'second_factor_missing', 'second_factor_wrong', 'rate_limited'],
  }),
  removeTotp: endpoint({
    ...recent,
    method: 'DELETE',
    path: `${PATH}/totp`,
    summary: 'Removes the authenticator app; without one, nothing changes',
    output: accountSchema,
    errors: [...RECENT_ERRORS],
  }),
  renewRecoveryCodes: endpoint({
    ...recent,
    method: 'POST',
    path: `${PATH}/recovery-codes`,
    summary: 'Makes new recovery codes; the ones before no longer work',
    output: z.object({ recoveryCodes }),
    errors: [...RECENT_ERRORS, 'second_factor_missing'],
  }),
  startPasskey: endpoint({
    ...recent,
    method: 'POST',
    path: `${PATH}/passkeys/options`,
    summary: 'What the browser needs to make a passkey',
    output: passkeyCreationSchema,
    errors: [...RECENT_ERRORS],
  }),
  addPasskey: endpoint({
    ...recent,
    method: 'POST',
    path: `${PATH}/passkeys`,
    summary: 'Adds a passkey that the browser has made',
    status: 201,
    body: z.object({
      /** How the person calls it, such as 'Office laptop'. */
      name: text(60),
      passkey: newPasskeySchema,
    }),
    output: factorAdded,
    errors: [...RECENT_ERRORS, 'passkey_not_accepted'],
  }),
  removePasskey: endpoint({
    ...recent,
    method: 'DELETE',
    path: `${PATH}/passkeys/:passkeyId`,
    summary: 'Removes a passkey of this person',
    params: z.object({ passkeyId: uuid }),
    output: accountSchema,
    errors: [...RECENT_ERRORS, 'passkey_not_found'],
  }),
} as const
