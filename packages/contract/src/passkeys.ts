import * as z from 'zod/mini'

/**
 * Passkeys on the wire, as the browser's own JSON forms of WebAuthn Level 3 have them. Only the fields
 * that are used; bytes are base64url.
 */

const base64url = (maximum: number) =>
  z.string().check(z.maxLength(maximum), z.regex(/^[\w-]+$/, 'Must be base64url'))

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const verification = z.enum(['required', 'preferred', 'discouraged'])
const publicKey = z.literal('public-key')
const credential = z.object({ id: z.string(), type: publicKey, transports: z.array(transport) })

/** The options of `navigator.credentials.get`. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: verification,
})

/** The options of `navigator.credentials.create`. */
export const passkeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: verification,
    requireResidentKey: z.boolean(),
    userVerification: verification,
  }),
})

const CREDENTIAL_ID = 1366

/** What `navigator.credentials.get` returned. */
export const passkeySignInSchema = z.object({
  id: base64url(CREDENTIAL_ID),
  rawId: base64url(CREDENTIAL_ID),
  type: publicKey,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(base64url(100)),
  }),
})

/** What `navigator.credentials.create` returned. */
export const newPasskeySchema = z.object({
  id: base64url(CREDENTIAL_ID),
  rawId: base64url(CREDENTIAL_ID),
  type: publicKey,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(transport).check(z.maxLength(10))),
  }),
})
