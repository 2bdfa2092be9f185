import { createHash, createVerify } from 'node:crypto'
import { passSerial } from '@foyer/domain'
import type { TestBrowser, TestServer } from '@foyer/testkit'
import { type Certified, certificateOf, rsaKeys } from '@foyer/testkit/wallets'
import forge from 'node-forge'
import type { AppleWallet, GoogleWallet } from '../../src/env-wallets.ts'

export const PASS_TYPE_ID = 'pass.example.tickets'

/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:9'

interface TestWallets {
  apple: AppleWallet
  google: GoogleWallet
  googlePublicKey: string
  /** A certificate of the same authority, for a stand-in of Apple's push service on this machine. */
  pushServer(): Certified & { authority: string }
}

/** Configured wallets with worthless certificates of our own; their providers can't be reached. */
export function testWallets(): TestWallets {
  const authority = certificateOf('Test Authority')
  const signer = certificateOf(PASS_TYPE_ID, authority)
  const google = rsaKeys()
  return {
    apple: {
      passTypeId: PASS_TYPE_ID,
      teamId: 'TEAM123456',
      certificate: signer.certificate,
      key: signer.key,
      keyPassphrase: null,
      wwdr: authority.certificate,
      push: { origin: NOBODY, authority: authority.certificate },
    },
    google: {
      issuerId: '3388000000000000001',
      email: 'tickets@example.iam.gserviceaccount.com',
      privateKey: google.privateKey,
      api: { url: NOBODY, tokenUrl: NOBODY },
    },
    googlePublicKey: google.publicKey,
    pushServer: () => ({
      ...certificateOf('localhost', authority),
      authority: authority.certificate,
    }),
  }
}

/**
 * Whether the manifest of a pass is signed by the certificate. Checks the detached PKCS #7 signature by
 * hand, because the library that made it cannot verify one.
 */
export function isSignedBy(
  { certificate }: AppleWallet,
  files: ReadonlyMap<string, Buffer>,
): boolean {
  const [signature, content] = [files.get('signature'), files.get('manifest.json')]
  if (!signature || !content) return false
  const der = forge.util.createBuffer(signature.toString('binary'))
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der))
  if (!('rawCapture' in message)) return false
  const { rawCapture } = message
  const attributes = rawCapture.authenticatedAttributes
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, attributes)
  const signed = Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary')
  const digest = createHash('sha1').update(content).digest('hex')
  const digest256 = createHash('sha256').update(content).digest('hex')
  const isOfContent = [digest, digest256].some((hex) => signed.toString('hex').includes(hex))
  const algorithms = ['sha1', 'sha256']
  return (
    isOfContent &&
    algorithms.some((algorithm) =>
      createVerify(algorithm)
        .update(signed)
        .verify(certificate, Buffer.from(rawCapture.signature, 'binary')),
    )
  )
}

/** Registers a phone for the first pass of an order. */
export async function registerPhone(
  browser: TestBrowser,
  { foyer }: Pick<TestServer, 'foyer'>,
  { tenantId, orderId }: { tenantId: number; orderId: string },
): Promise<{ serialNumber: string; passToken: string; deviceId: string }> {
  const pass = { orderId, ticketNumber: 1 }
  const [serialNumber, deviceId] = [passSerial(pass), 'a-phone']
  const passToken = foyer.context.secrets.passToken(tenantId, pass)
  await browser.send(
    'POST',
    `/api/wallet/v1/devices/${deviceId}/registrations/${PASS_TYPE_ID}/${serialNumber}`,
    { pushToken: 'a1' },
    { authorization: `ApplePass ${passToken}` },
  )
  return { serialNumber, passToken, deviceId }
}
