import { type Me, staffApi } from '@foyer/contract'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { bareCall } from '../../data/client.ts'

export const hasPasskeys = browserSupportsWebAuthn

/** The person closed the browser's window, or it found no passkey. */
export class PasskeyCancelled extends Error {}

/** Asks the browser for a passkey and signs in with it, which is both factors at once. */
export async function signInWithPasskey(): Promise<Me> {
  const optionsJSON = await bareCall(staffApi.startPasskeySignIn, {})
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON }).catch(
    (error: unknown) => {
      const isCancelled =
        error instanceof Error &&
        (error.name === 'NotAllowedError' ||
          (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'))
      throw isCancelled ? new PasskeyCancelled(error.message) : error
    },
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const { me } = await bareCall(staffApi.signInWithPasskey, {
    body: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
  })
  return me
}
