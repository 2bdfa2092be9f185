import { granted, type ResultOf, refused, type staff, type staffAccount } from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import { newId, newSecret } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/endpoint.ts'
import { readAccount } from './account.ts'
import { openSession, signInWithin } from './open-session.ts'
import { reportChange } from './reset.ts'
import { endRecoveryCodes, firstRecoveryCodes } from './second-factors.ts'

/**
 * Passkeys (WebAuthn). Their device verifies its person, by a PIN or a finger, so a passkey is two
 * factors at once. They belong to the main host: PUBLIC_URL, or 'localhost' without one.
 */

const CHALLENGE_MINUTES = 5
/** ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-7, -257]
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof TRANSPORTS)[number]

/** Loaded with the first passkey: its parsers of certificates take more memory than all of this folder. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const NOT_ACCEPTED = refused(
  'passkey_not_accepted',
  'This passkey was not accepted. Try again, or use another way to sign in.',
)
const NO_PASSKEY = refused('passkey_not_found', 'This passkey was removed already.')

/** Makes a challenge for a sign-in with any passkey that the browser offers. */
export async function startPasskeySignIn({
  context,
}: Call<typeof staff.startPasskeySignIn>): Promise<ResultOf<typeof staff.startPasskeySignIn>> {
  return granted({
    challenge: await makeChallenge(context, null),
    rpId: new URL(context.origin()).hostname,
    timeout: CHALLENGE_MINUTES * 60_000,
    userVerification: 'required' as const,
  })
}

/** Signs in with a passkey. */
export async function signInWithPasskey({
  context,
  principal: guest,
  body,
}: Call<typeof staff.signInWithPasskey>): Promise<ResultOf<typeof staff.signInWithPasskey>> {
  const opened = await signInWithin(context, async (tx) => {
    const passkey = await tx
      .selectFrom('staff_passkeys as k')
      .innerJoin('staff_people as p', 'p.id', 'k.person_id')
      .select(['k.id', 'k.credential_id', 'k.public_key', 'k.counter', 'k.transports'])
      .select(['p.id as person_id', 'p.name', 'p.email'])
      .where('k.credential_id', '=', body.id)
      .forUpdate()
      .executeTakeFirst()
    if (!passkey) return null
    const counter = await verifiedCounter(tx, context, body, passkey)
    if (counter === null) return null
    await tx
      .updateTable('staff_passkeys')
      .set({ counter: String(counter), used_at: context.clock() })
      .where('id', '=', passkey.id)
      .execute()
    const person = { id: passkey.person_id, name: passkey.name, email: passkey.email }
    return openSession(tx, context, guest, { person, factor: 'passkey' })
  })
  return opened ? granted({ state: 'open' as const, me: opened.me }) : NOT_ACCEPTED
}

/** The new counter of a passkey whose answer is right; null if it is not. */
async function verifiedCounter(
  tx: PlatformTx,
  context: Context,
  body: Call<typeof staff.signInWithPasskey>['body'],
  passkey: { credential_id: string; public_key: Buffer; counter: string; transports: string[] },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...body, clientExtensionResults: {} },
    expectedChallenge: (challenge) => useChallenge(tx, context, challenge, null),
    expectedOrigin: context.origin(),
    expectedRPID: new URL(context.origin()).hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
      transports: passkey.transports.filter(isTransport),
    },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

/** Makes a challenge for a new passkey of the person who is signed in. */
export async function startPasskey({
  context,
  principal: { session },
}: Call<typeof staffAccount.startPasskey>): Promise<ResultOf<typeof staffAccount.startPasskey>> {
  const { personId, name, email } = session
  const present = await context.home.registry
    .selectFrom('staff_passkeys')
    .select(['credential_id', 'transports'])
    .where('person_id', '=', personId)
    .execute()
  return granted({
    challenge: await makeChallenge(context, personId),
    rp: { id: new URL(context.origin()).hostname, name: 'Foyer' },
    user: { id: Buffer.from(personId).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MINUTES * 60_000,
    attestation: 'none' as const,
    excludeCredentials: present.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: 'public-key' as const,
      transports: transports.filter(isTransport),
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
  })
}

/** Adds a passkey that the browser has made. */
export async function addPasskey({
  context,
  principal: { session },
  body: { name, passkey },
}: Call<typeof staffAccount.addPasskey>): Promise<ResultOf<typeof staffAccount.addPasskey>> {
  const { personId } = session
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const result = await context.home.withPlatform(async (tx) => {
    const verified = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: (challenge) => useChallenge(tx, context, challenge, personId),
      expectedOrigin: context.origin(),
      expectedRPID: new URL(context.origin()).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => null)
    if (!verified?.verified) return NOT_ACCEPTED
    const { id, publicKey, counter } = verified.registrationInfo.credential
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('staff_passkeys')
      .values({
        id: newId(),
        person_id: personId,
        credential_id: id,
        public_key: Buffer.from(publicKey),
        counter: String(counter),
        transports: passkey.response.transports ?? [],
        name,
        made_at: context.clock(),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) return NOT_ACCEPTED
    await reportChange(tx, context, session, 'passkey_added')
    return granted({ recoveryCodes: await firstRecoveryCodes(tx, context, personId) })
  })
  context.kickJobs(null)
  return result
}

/** Removes a passkey of the person who is signed in. */
export async function removePasskey({
  context,
  principal: { session },
  params: { passkeyId },
}: Call<typeof staffAccount.removePasskey>): Promise<ResultOf<typeof staffAccount.removePasskey>> {
  const result = await context.home.withPlatform(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('staff_passkeys')
      .where('id', '=', passkeyId)
      .where('person_id', '=', session.personId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return NO_PASSKEY
    await endRecoveryCodes(tx, session.personId)
    await reportChange(tx, context, session, 'passkey_removed')
    return granted(await readAccount(tx, session.personId))
  })
  context.kickJobs(null)
  return result
}

/** `personId` is the person who adds a passkey; null for a sign-in. */
async function makeChallenge(
  { home, secrets, clock }: Pick<Context, 'home' | 'secrets' | 'clock'>,
  personId: string | null,
): Promise<string> {
  const challenge = newSecret()
  await home.registry
    .insertInto('staff_challenges')
    .values({
      digest: secrets.staffDigest('challenge', challenge),
      person_id: personId,
      ends_at: new Date(clock().getTime() + CHALLENGE_MINUTES * 60_000),
    })
    .execute()
  return challenge
}

/** Uses a challenge up. False if we did not make it for this, or it was used or has ended. */
async function useChallenge(
  tx: PlatformTx,
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  challenge: string,
  personId: string | null,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_challenges')
    .where('digest', '=', secrets.staffDigest('challenge', challenge))
    .where('person_id', personId === null ? 'is' : '=', personId)
    .where('ends_at', '>', clock())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

const isTransport = (name: string): name is Transport =>
  TRANSPORTS.some((transport) => transport === name)
