import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'

/** The key and the certificates that sign Apple passes, as PEM texts, and the push service for them. */
export interface AppleWallet {
  /** Made by the demo for itself: no phone accepts its passes. */
  isDemo?: boolean
  passTypeId: string
  teamId: string
  certificate: string
  key: string
  keyPassphrase: string | null
  /** Apple's intermediate certificate (WWDR). */
  wwdr: string
  /** Apple's push service, or a stand-in with the authority that certified it. */
  push: { origin: string; authority: string | null }
}

/** The issuer's service account, which signs the links that save to Google Wallet and calls its API. */
export interface GoogleWallet {
  /** Made by the demo for itself: its links lead to a stand-in of Google's page. */
  isDemo?: boolean
  issuerId: string
  email: string
  privateKey: string
  /** Google's API, or a stand-in, and where the service account gets its access tokens. */
  api: { url: string; tokenUrl: string }
}

const APPLE_PUSH = 'https://api.push.apple.com'
const GOOGLE_API = 'https://walletobjects.googleapis.com/walletobjects/v1'
const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token'

const standIn = z.optional(
  z.string().check(
    z.refine((text) => /^http:\/\/[^/]+\/?$/.test(text) && URL.canParse(text), {
      error: 'must be an address like http://127.0.0.1:4010',
    }),
  ),
)

/**
 * The configured wallets. If one is null, tickets cannot be saved there and no button offers it.
 */
export interface Wallets {
  apple: AppleWallet | null
  google: GoogleWallet | null
}

export const walletVariables = {
  APPLE_PASS_TYPE_ID: z.optional(
    z.string().check(z.regex(/^pass\./, { error: 'must begin with pass.' })),
  ),
  APPLE_TEAM_ID: z.optional(z.string()),
  APPLE_PASS_CERTIFICATE: z.optional(z.string()),
  APPLE_PASS_KEY: z.optional(z.string()),
  APPLE_PASS_KEY_PASSPHRASE: z.optional(z.string()),
  APPLE_WWDR_CERTIFICATE: z.optional(z.string()),
  APPLE_PUSH_BASE: standIn,
  GOOGLE_WALLET_ISSUER_ID: z.optional(
    z.string().check(z.regex(/^\d+$/, { error: 'must be a number' })),
  ),
  GOOGLE_WALLET_KEY: z.optional(z.string()),
  GOOGLE_WALLET_API_BASE: standIn,
}
type Variables = Partial<Record<keyof typeof walletVariables, string>>

const serviceAccount = z.object({
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.optional(z.string()),
})

/**
 * Reads the files that the variables name, relative to `root`. For each file that cannot be used, a
 * sentence is added to `problems`.
 */
export async function readWallets(
  env: Variables,
  root: string,
  problems: string[],
): Promise<Wallets> {
  const read = (name: keyof Variables, file: string) =>
    readFile(resolve(root, file), 'utf8').catch((error: Error) => {
      problems.push(`${name} names a file that cannot be read: ${error.message}`)
      return ''
    })
  return {
    apple: await readApple(env, read, problems),
    google: await readGoogle(env, read, problems),
  }
}

type Read = (name: keyof Variables, file: string) => Promise<string>

async function readApple(
  env: Variables,
  read: Read,
  problems: string[],
): Promise<AppleWallet | null> {
  const passTypeId = env.APPLE_PASS_TYPE_ID
  const teamId = env.APPLE_TEAM_ID
  const certificate = env.APPLE_PASS_CERTIFICATE
  const key = env.APPLE_PASS_KEY
  const wwdr = env.APPLE_WWDR_CERTIFICATE
  if (!passTypeId || !teamId || !certificate || !key || !wwdr) {
    if (passTypeId || teamId || certificate || key || wwdr) {
      problems.push(
        'APPLE_PASS_TYPE_ID, APPLE_TEAM_ID, APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY and APPLE_WWDR_CERTIFICATE go together: set all or none',
      )
    }
    return null
  }
  return {
    passTypeId,
    teamId,
    certificate: await read('APPLE_PASS_CERTIFICATE', certificate),
    key: await read('APPLE_PASS_KEY', key),
    keyPassphrase: env.APPLE_PASS_KEY_PASSPHRASE ?? null,
    wwdr: await read('APPLE_WWDR_CERTIFICATE', wwdr),
    push: { origin: env.APPLE_PUSH_BASE ?? APPLE_PUSH, authority: null },
  }
}

async function readGoogle(
  env: Variables,
  read: Read,
  problems: string[],
): Promise<GoogleWallet | null> {
  const { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_KEY: key } = env
  if (!issuerId && !key) return null
  if (!issuerId || !key) {
    problems.push('GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_KEY go together: set both or none')
    return null
  }
  const text = await read('GOOGLE_WALLET_KEY', key)
  if (text === '') return null
  const account = serviceAccount.safeParse(parseJson(text))
  if (!account.success) {
    problems.push("GOOGLE_WALLET_KEY must name a service account's key in JSON")
    return null
  }
  const { client_email: email, private_key: privateKey, token_uri: tokenUrl } = account.data
  const base = env.GOOGLE_WALLET_API_BASE?.replace(/\/$/, '')
  const api = {
    url: base ? `${base}/walletobjects/v1` : GOOGLE_API,
    tokenUrl: tokenUrl ?? GOOGLE_TOKENS,
  }
  return { issuerId, email, privateKey, api }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
