import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Env } from '../env.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PASS_TYPE_ID = 'pass.example.foyer-demo'

/**
 * Wallets for the demo, with keys that are made at its start and stored nowhere, so that passes can be
 * looked at without an account of Apple or Google. No phone accepts them, and pages and passes say so.
 * Wallets that are configured are left as they are, and production has no others.
 */
export function withDemoWallets(env: Env): Env {
  const { apple, google } = env.wallets
  if (!env.demo || env.isProduction || (apple && google)) return env
  const keys = rsaKeys()
  const certificate = selfSignedCertificate(PASS_TYPE_ID, keys)
  return {
    ...env,
    wallets: {
      apple: apple ?? {
        isDemo: true,
        passTypeId: PASS_TYPE_ID,
        teamId: 'FOYERDEMO1',
        certificate,
        key: keys.privateKey,
        keyPassphrase: null,
        wwdr: certificate,
        push: { origin: NOWHERE, authority: null },
      },
      google: google ?? {
        isDemo: true,
        issuerId: '3388000000000000001',
        email: 'demo@foyer-demo.iam.gserviceaccount.com',
        privateKey: keys.privateKey,
        api: { url: NOWHERE, tokenUrl: NOWHERE },
      },
    },
  }
}

/** Nothing is sent to a wallet of the demo. */
const NOWHERE = 'http://127.0.0.1:9'

interface Keys {
  /** PKCS #8 in PEM. */
  privateKey: string
  /** SubjectPublicKeyInfo in DER. */
  publicKey: Buffer
}

const rsaKeys = (): Keys =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })

/**
 * An X.509 certificate in PEM that its own key signed. Node can't make one, and a library for the demo
 * alone is not worth its place, so its few fields are encoded here (RFC 5280, 4.1).
 */
function selfSignedCertificate(name: string, { privateKey, publicKey }: Keys): string {
  const sha256WithRsa = der(SEQUENCE, der(OID, hex('2a864886f70d01010b')), der(NULL))
  const commonName = der(SEQUENCE, der(OID, hex('550403')), der(UTF8, Buffer.from(name)))
  const subject = der(SEQUENCE, der(SET, commonName))
  const now = Date.now()
  const validity = der(SEQUENCE, utcTime(now - DAY_MS), utcTime(now + 365 * DAY_MS))
  const serial = Buffer.concat([Buffer.of(1), randomBytes(8)])
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, serial),
    sha256WithRsa,
    subject,
    validity,
    subject,
    publicKey,
  )
  const signature = der(BIT_STRING, Buffer.of(0), sign('sha256', body, privateKey))
  const certificate = der(SEQUENCE, body, sha256WithRsa, signature)
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

const [INTEGER, BIT_STRING, NULL, OID, UTF8, UTC_TIME] = [0x02, 0x03, 0x05, 0x06, 0x0c, 0x17]
const [SEQUENCE, SET, VERSION] = [0x30, 0x31, 0xa0]

const hex = (digits: string) => Buffer.from(digits, 'hex')

/** A value in DER: its tag, its length, and its parts one after the other. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content])
}

const utcTime = (at: number) => {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)
  return der(UTC_TIME, Buffer.from(`${digits}Z`))
}
