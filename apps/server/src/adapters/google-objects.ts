import type { GoogleWallet } from '../env-wallets.ts'
import { signedToken } from './signed-token.ts'
import { withoutIds } from './without-ids.ts'

/** What the passes of a session have in common, as Google's API calls it. */
export interface GoogleClass {
  id: string
  [field: string]: unknown
}

/** A pass at Google. */
export interface GoogleObject {
  id: string
  classId: string
  /** What is not ACTIVE moves to the expired passes. */
  state: 'ACTIVE' | 'COMPLETED' | 'INACTIVE'
  [field: string]: unknown
}

/** Changes passes in Google Wallet by its API. */
export interface GoogleObjects {
  /**
   * Makes the pass as given. A pass that was never saved is made as well: a link that was given out
   * before has its old content, and Google does not take from a link what it has already. Rejects if
   * Google did not do it.
   */
  save(object: GoogleObject, ofClass: GoogleClass): Promise<void>
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const ANSWER_MS = 10_000
const TOKEN_SECONDS = 3600
/** A token is renewed this long before it expires. */
const SPARE_SECONDS = 300
/** Classes whose content Google is known to have; forgotten when there are more. */
const KNOWN_CLASSES = 10_000

export function createGoogleObjects(wallet: GoogleWallet, now: () => Date): GoogleObjects {
  const { api, email, privateKey } = wallet
  let token: { text: string; endsAt: number } | null = null
  const classes = new Map<string, string>()

  async function accessToken(): Promise<string> {
    const seconds = Math.floor(now().getTime() / 1000)
    if (token && seconds < token.endsAt) return token.text
    const assertion = signedToken(privateKey, {
      iss: email,
      scope: SCOPE,
      aud: api.tokenUrl,
      iat: seconds,
      exp: seconds + TOKEN_SECONDS,
    })
    const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const response = await fetch(api.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: grantType, assertion }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!response.ok) throw new Error(`Google gave no token: ${response.status}`)
    const answer: unknown = await response.json()
    const text: unknown = Reflect.get(Object(answer), 'access_token')
    const lasts = Number(Reflect.get(Object(answer), 'expires_in') ?? TOKEN_SECONDS)
    if (typeof text !== 'string') throw new Error('Google gave no token')
    token = { text, endsAt: seconds + lasts - SPARE_SECONDS }
    return text
  }

  /** Calls the API; returns the status, which is one of `expected`. */
  async function call(
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    expected: readonly number[],
  ): Promise<number> {
    const response = await fetch(`${api.url}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await accessToken()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const text = await response.text()
    // Revoked before its end: the next try asks for another one.
    if (response.status === 401) token = null
    if (expected.includes(response.status)) return response.status
    throw new Error(
      `Google answered ${response.status} to ${method}: ${withoutIds(text).slice(0, 200)}`,
    )
  }

  /** A class that exists may be that of a session which was moved since. */
  async function saveClass(ofClass: GoogleClass): Promise<void> {
    const content = JSON.stringify(ofClass)
    if (classes.get(ofClass.id) === content) return
    if ((await call('POST', 'eventTicketClass', ofClass, [200, 409])) === 409) {
      const path = `eventTicketClass/${encodeURIComponent(ofClass.id)}`
      await call('PATCH', path, ofClass, [200])
    }
    if (classes.size >= KNOWN_CLASSES) classes.clear()
    classes.set(ofClass.id, content)
  }

  return {
    async save(object, ofClass) {
      await saveClass(ofClass)
      const { id, ...fields } = object
      const patch = { ...fields, notifyPreference: 'NOTIFY_ON_UPDATE' }
      const path = `eventTicketObject/${encodeURIComponent(id)}`
      if ((await call('PATCH', path, patch, [200, 404])) === 200) return
      // 409: it was saved at this moment, with the content of its link.
      if ((await call('POST', 'eventTicketObject', object, [200, 409])) === 409) {
        await call('PATCH', path, patch, [200])
      }
    },
  }
}
