import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import type { Wallets } from '../../src/env-wallets.ts'

export const PASS_TYPE_ID = 'pass.example.tickets'

/** Configured wallets with worthless certificates of our own. */
export function testWallets(): Wallets & { googlePublicKey: string } {
  const authority = certificateOf('Test Authority')
  const signer = certificateOf(PASS_TYPE_ID, authority)
  const google = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    apple: {
      passTypeId: PASS_TYPE_ID,
      teamId: 'TEAM123456',
      certificate: signer.certificate,
      key: signer.key,
      keyPassphrase: null,
      wwdr: authority.certificate,
    },
    google: {
      issuerId: '3388000000000000001',
      email: 'tickets@example.iam.gserviceaccount.com',
      privateKey: google.privateKey,
    },
    googlePublicKey: google.publicKey,
  }
}

interface Certified {
  certificate: string
  key: string
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** A certificate in PEM for a name, signed by another or by itself. */
function certificateOf(name: string, issuer?: Certified): Certified {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - DAY_MILLISECONDS)
  certificate.validity.notAfter = new Date(Date.now() + DAY_MILLISECONDS)
  const subject = [{ name: 'commonName', value: name }]
  certificate.setSubject(subject)
  certificate.setIssuer(
    issuer ? forge.pki.certificateFromPem(issuer.certificate).subject.attributes : subject,
  )
  certificate.sign(
    forge.pki.privateKeyFromPem((issuer ?? { key: pair.privateKey }).key),
    forge.md.sha256.create(),
  )
  return { certificate: forge.pki.certificateToPem(certificate), key: pair.privateKey }
}
